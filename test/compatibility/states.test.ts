import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Seed } from "../../emulator";
import { resourceType } from "../../provider/serve/dynamic/providerText";
import { forEachEngine } from "../e2e/support/engines";
import { openProgram, withPlainSecrets, type KeptState } from "./kept";

// Each released version leaves states here, made by the local engine and by the Pulumi CLI, with the service as it stood.
// Their secrets are encrypted with the passphrase in test/e2e/support/engineUnderTest.ts; nothing in them is a real secret.
const kept = readdirSync(__dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && /^\d+\.\d+\.\d+/.test(entry.name))
  .flatMap(({ name: version }) =>
    readdirSync(path.join(__dirname, version))
      .filter((file) => /^\w+\.json$/.test(file))
      .map((file) => ({ version, maker: path.basename(file, ".json") })),
  );

describe("A state that version", () => {
  it("0.1.0 wrote is kept", () => {
    assert.ok(kept.some(({ version }) => version === "0.1.0"));
  });

  for (const { version, maker } of kept) {
    describe(`${version} wrote on the ${maker} engine`, () => {
      const state = json(version, `${maker}.json`) as KeptState;
      const service = json(version, `${maker}.service.json`) as Seed;

      it("names types and a provider text that are answered to today", () => {
        const ours = resourcesOf(state).filter(({ type }) => type.startsWith("pulumi-nodejs:dynamic/"));
        assert.ok(ours.length >= 5);
        for (const { type, outputs } of ours) {
          assert.ok([resourceType("StorageZone"), resourceType("PullZone")].includes(type), type);
          const text = String(outputs?.["__provider"]);
          const [, subpath = "", kind = ""] = /require\("([^"]+)"\)\.load\("(\w+)"\)/.exec(text) ?? [];
          const { load } = require(subpath) as { load: (kind: string) => { read?: unknown } };
          assert.equal(typeof load(kind).read, "function", text);
        }
      });

      forEachEngine((engine) => {
        it("is previewed without a difference, also after a refresh, and refreshed without one", async () => {
          const running = await openProgram(engine, service);
          const { stack } = running;
          try {
            await stack.importState(engine.name === "local" ? withPlainSecrets(state) : state);
            const looks = [
              await stack.preview({ expectNoChanges: true }),
              await stack.preview({ refresh: true, expectNoChanges: true }),
              await stack.refresh({ previewOnly: true, expectNoChanges: true }),
            ];
            for (const { exitCode, text } of looks) assert.equal(exitCode, 0, text);
          } finally {
            await running.close();
          }
        }).timeout(180_000);
      });
    });
  }
});

interface Kept {
  readonly type: string;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

function resourcesOf({ deployment }: KeptState): readonly Kept[] {
  return deployment.resources ?? [];
}

function json(version: string, file: string): unknown {
  return JSON.parse(readFileSync(path.join(__dirname, version, file), "utf8"));
}
