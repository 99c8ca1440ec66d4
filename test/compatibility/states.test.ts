import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { kindNames } from "../../provider/kinds";
import { resourceType } from "../../provider/kinds/resourceTypes";
import type { Properties } from "../../provider/declared/properties";
import { forEachEngine, itOnTheCli, onTheCli } from "../e2e/support/engines";
import { succeeded } from "../e2e/support/world";
import { foldersOf, forRun, isNative, openProgram, withPlainSecrets, type KeptService, type KeptState } from "./kept";

/** The rules of websites that version 0.5.0 changed. test/compatibility/website.test.ts says how. */
const websiteRules = [
  "create plain-site-cache-missing",
  "create site-cache-missing",
  "update plain-site-cache-assets",
  "update site-cache-assets",
  "update site-headers",
  "update site-redirect-/old",
  "update site-release",
];

// For each released version, the state that it wrote under the Pulumi CLI, and the service at that time. The secrets are
// encrypted with the passphrase in test/e2e/support/engineUnderTest.ts; none of them is real.
for (const folder of foldersOf()) {
  describe(`The state in ${folder}`, () => {
    const state = json(folder, "state.json") as KeptState;
    const service = json(folder, "service.json") as KeptService;
    const ours = (state.deployment.resources ?? []).filter(
      ({ custom, type }) => custom && /^(pulumi-nodejs:dynamic\/)?cdn:/.test(type),
    );
    const forEach = isNative(folder) ? onTheCli : forEachEngine;

    it("has types and a provider text that still work", () => {
      assert.ok(ours.length >= 5);
      const typeOf = isNative(folder) ? (kind: string) => `cdn:index:${kind}` : resourceType;
      const known = kindNames.map(typeOf);
      for (const { type, outputs } of ours) {
        assert.ok(known.includes(type), type);
        if (isNative(folder)) continue;
        const text = String((outputs as Properties | undefined)?.["__provider"]);
        const [, subpath = "", kind = ""] = /require\("([^"]+)"\)\.load\("(\w+)"\)/.exec(text) ?? [];
        const { load } = require(subpath) as { load: (kind: string) => { read?: unknown } };
        assert.equal(typeof load(kind).read, "function", text);
      }
    });

    forEach((engine) => {
      const isLatest = folder.startsWith("0.4.0");
      const changed = isLatest ? websiteRules : [];
      (isLatest ? it : itOnTheCli)(
        `previews and refreshes without a difference${changed.length > 0 ? ", once the rules of its websites are updated" : ""}`,
        async () => {
          const world = await openProgram(engine, folder, service);
          const { stack } = world;
          try {
            const imported = forRun(state, world.emulator);
            await stack.importState(engine.name === "local" ? withPlainSecrets(imported) : imported);
            if (changed.length > 0) {
              const { steps } = succeeded(await stack.preview());
              const changes = steps.filter(({ op, type }) => op !== "same" && op !== "read" && type.includes("cdn:"));
              assert.deepEqual(changes.map(({ op, name }) => `${op} ${name}`).sort(), changed);
              succeeded(await stack.up());
            }
            const runs = [
              await stack.preview({ expectNoChanges: true }),
              await stack.preview({ refresh: true, expectNoChanges: true }),
              await stack.refresh({ previewOnly: true, expectNoChanges: true }),
            ];
            for (const { exitCode, text } of runs) assert.equal(exitCode, 0, text);
          } finally {
            await world.close();
          }
        },
      ).timeout(400_000);
    });
  });
}

function json(folder: string, file: string): unknown {
  return JSON.parse(readFileSync(path.join(__dirname, folder, file), "utf8"));
}
