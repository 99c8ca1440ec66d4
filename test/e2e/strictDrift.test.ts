import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { forEachKindOnTheCli } from "./support/engines";
import { requiring } from "./support/importedProgram";
import { byVariables, openWorld, succeeded, type World } from "./support/world";

const root = path.join(__dirname, "..", "..");
const cli = `node ${JSON.stringify(path.join(root, "dist", "cli", "main.js"))}`;
const seed = {
  storageZones: [{ Id: 1, Name: "acme-assets", Region: "DE" }],
  pullZones: [
    { Id: 7, Name: "acme-web", OriginUrl: "https://origin.example", ZoneSecurityKey: "CANARY", VideoLibraryId: 0 },
  ],
};

describe("After an import", () => {
  forEachKindOnTheCli((engine) => {
    let world: World;
    const strictDrift = async (more = ""): Promise<{ exitCode: number; text: string }> => {
      const { stack } = world;
      return stack.script(`pulumi stack export --show-secrets | ${cli} drift --strict --state - ${more}`);
    };
    const importAll = async (more: string): Promise<string> => {
      const { stack, projectDir } = world;
      const plugin = engine.resources === "native" ? "--plugin" : "";
      const wrote = await stack.script(`${cli} import --all --no-protect --out imported.js ${more} ${plugin}`);
      const importing = /^\d\. (pulumi import .*)$/m.exec(wrote.text)?.[1] ?? "";
      const imported = await stack.script(importing);
      assert.equal(imported.exitCode, 0, wrote.text + imported.text);
      return readFileSync(path.join(projectDir, "imported.js"), "utf8");
    };
    /** Declares what the import declared. */
    const declare = (more = ""): void =>
      world.program(`
        new cdn.StorageZone("acme-assets", { name: "acme-assets", region: "DE", ${engine.resources === "native" ? "zoneTier: 0," : ""} });
        new cdn.PullZone("acme-web", { name: "acme-web", originUrl: "https://origin.example", ${more} });`);

    afterEach(() => world.close());

    it("a strict check finds what hands change, also after an update of another setting, until it is restored", async function () {
      world = await openWorld(engine, "", { ...byVariables, seed });
      if (!engine.isAtLeast(254)) return this.skip();
      const { stack, emulator } = world;
      await importAll("");
      const first = await strictDrift();
      assert.equal(first.exitCode, 0, first.text);
      declare();
      emulator.pullZones.change(7, { BlockedCountries: ["RU"], MonthlyBandwidthUsed: 12 });
      const found = await strictDrift("--ignore-file /dev/null");
      assert.equal(found.exitCode, 2, found.text);
      assert.match(found.text, /blockedCountries[^]*declare the state's values in the program/);
      assert.doesNotMatch(found.text, /unprotect|CANARY/);

      declare("cacheControlMaxAgeOverride: 60");
      succeeded(await stack.up());
      assert.equal(emulator.pullZones.get(7)?.CacheControlMaxAgeOverride, 60);
      assert.equal((await strictDrift()).exitCode, 2);

      declare("cacheControlMaxAgeOverride: 60, blockedCountries: []");
      succeeded(await stack.up({ refresh: true }));
      assert.deepEqual(emulator.pullZones.get(7)?.BlockedCountries, []);
      const last = await strictDrift();
      assert.equal(last.exitCode, 0, last.text);
      succeeded(await stack.refresh({ expectNoChanges: true }));
      succeeded(await stack.preview({ expectNoChanges: true }));
    }).timeout(400_000);

    it("with all settings, every setting is declared, so that an update with a refresh restores it", async function () {
      world = await openWorld(engine, "", { ...byVariables, seed });
      if (!engine.isAtLeast(254)) return this.skip();
      const { stack, emulator, projectDir } = world;
      const program = await importAll("--all-settings");
      assert.match(program, /blockedCountries: \[\]/);
      assert.match(program, /custom404FilePath: ""/);
      assert.doesNotMatch(program, /CANARY|monthlyBandwidthUsed|middlewareScriptId|edgeScriptId/);
      world.program(requiring(path.join(projectDir, "imported.js")));
      succeeded(await stack.up());
      succeeded(await stack.preview({ expectNoChanges: true }));
      emulator.pullZones.change(7, { BlockedCountries: ["RU"] });
      const drift = await stack.script(`pulumi stack export | ${cli} drift --state -`);
      assert.equal(drift.exitCode, 2, drift.text);
      succeeded(await stack.up({ refresh: true }));
      assert.deepEqual(emulator.pullZones.get(7)?.BlockedCountries, []);
    }).timeout(400_000);
  });
});
