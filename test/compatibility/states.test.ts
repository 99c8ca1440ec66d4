import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Seed } from "../../emulator";
import { resourceType } from "../../provider/serve/dynamic/providerText";
import { forEachEngine } from "../e2e/support/engines";
import { openProgram, withPlainSecrets, type KeptState } from "./kept";

// For each released version, the state that it wrote under the Pulumi CLI, and the service at that time. The secrets are
// encrypted with the passphrase in test/e2e/support/engineUnderTest.ts; none of them is real.
const versions = readdirSync(__dirname).filter((name) => /^\d+\.\d+\.\d+/.test(name));

for (const version of versions) {
  describe(`A state that version ${version} wrote`, () => {
    const state = json(version, "state.json") as KeptState;
    const service = json(version, "service.json") as Seed;

    it("has types and a provider text that still work", () => {
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
      it("previews and refreshes without a difference", async () => {
        const world = await openProgram(engine, service);
        const { stack } = world;
        try {
          await stack.importState(engine.name === "local" ? withPlainSecrets(state) : state);
          const runs = [
            await stack.preview({ expectNoChanges: true }),
            await stack.preview({ refresh: true, expectNoChanges: true }),
            await stack.refresh({ previewOnly: true, expectNoChanges: true }),
          ];
          for (const { exitCode, text } of runs) assert.equal(exitCode, 0, text);
        } finally {
          await world.close();
        }
      }).timeout(180_000);
    });
  });
}

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
