import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { onTheCli, withNativeResources } from "./support/engines";
import { addPlugin, byVariables, openWorld, succeeded, useDynamicResources, type World } from "./support/world";

const zone = `const zone = new cdn.StorageZone("assets", { name: "acme-assets", region: "DE", replicationRegions: ["NY"] });`;

describe("A native resource", () => {
  withNativeResources((engine) => {
    let world: World;

    afterEach(() => world.close());

    it("that is updated in place does not affect its dependents", async () => {
      const dependent = `new cdn.StorageZone("logs", { name: zone.storageHostname.apply((host) => "logs-" + host.split(".")[0]), region: "DE" });`;
      world = await openWorld(engine, zone + dependent);
      succeeded(await world.stack.up());
      world.program(zone.replace(`["NY"]`, `["NY"], rewrite404To200: true`) + dependent);
      const { steps } = succeeded(await world.stack.preview());
      assert.deepEqual(
        steps.filter(({ op }) => op !== "same").map(({ name, op }) => [name, op]),
        [["assets", "update"]],
      );
    });

    it("is imported by its id, also from a file, and then previews without a difference", async () => {
      const seed = {
        storageZones: [
          {
            Id: 42,
            Name: "legacy",
            Region: "NY",
            ReplicationRegions: ["LA"],
            StorageZoneType: 1,
            Rewrite404To200: true,
          },
          { Id: 43, Name: "plain", Region: "DE" },
        ],
      };
      world = await openWorld(engine, "", { ...byVariables, seed });
      const missing = await world.stack.command("import", "cdn:index:StorageZone", "no", "99", "--yes");
      assert.match(missing.text, /There is no storage zone 99 to import in this account/);
      const file = path.join(world.projectDir, "import.json");
      writeFileSync(file, JSON.stringify({ resources: [{ type: "cdn:index:StorageZone", name: "plain", id: "43" }] }));
      succeeded(
        await world.stack.command("import", "cdn:index:StorageZone", "legacy", "42", "--yes", "--protect=false"),
      );
      succeeded(await world.stack.command("import", "--file", file, "--yes", "--protect=false"));
      world.program(`
        new cdn.StorageZone("legacy", { name: "legacy", region: "NY", replicationRegions: ["LA"], rewrite404To200: true, storageZoneType: 1 });
        new cdn.StorageZone("plain", { name: "plain", region: "DE" });`);
      succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
      assert.deepEqual([...new Set(world.emulator.journal.map(({ method }) => method))], ["GET"]);
    });

    it("is imported by an option and updated to what is declared, but not replaced", async () => {
      const storageZones = [
        { Id: 42, Name: "legacy", Region: "NY" },
        { Id: 43, Name: "plain", Region: "DE" },
      ];
      const legacy = (region: string): string =>
        `new cdn.StorageZone("legacy", { name: "legacy", region: "${region}" }, { import: "42" });`;
      world = await openWorld(engine, legacy("DE"), { seed: { storageZones } });
      const refused = await world.stack.up();
      assert.notEqual(refused.exitCode, 0);
      assert.match(refused.text, /may not be replaced/);
      world.program(
        `${legacy("NY")} new cdn.StorageZone("plain", { name: "plain", region: "DE", rewrite404To200: true }, { import: "43" });`,
      );
      const { steps } = succeeded(await world.stack.up());
      const ops = steps.filter(({ name }) => ["legacy", "plain"].includes(name)).map(({ name, op }) => [name, op]);
      assert.deepEqual(ops.sort(), [
        ["legacy", "same"],
        ["plain", "import"],
        ["plain", "update"],
      ]);
      assert.equal(world.emulator.storageZones.get(43)?.Rewrite404To200, true);
    });

    it("that can't be created before its own deletion fails with the option that helps", async () => {
      world = await openWorld(engine, zone);
      succeeded(await world.stack.up());
      const urn = "urn:pulumi:e2e::e2e::cdn:index:StorageZone::assets";
      const replace = await world.stack.command("up", "--yes", "--skip-preview", "--replace", urn);
      assert.match(replace.text, /exists in this account[^]*set the resource option deleteBeforeReplace: true/);
      world.program(zone.replace("});", "}, { deleteBeforeReplace: true });"));
      succeeded(await world.stack.command("up", "--yes", "--skip-preview", "--replace", urn));
    });

    it("that adopts a zone is named in the output of up", async () => {
      const seed = { storageZones: [{ Id: 42, Name: "acme-assets", Region: "DE" }] };
      world = await openWorld(engine, `new cdn.StorageZone("a", { name: "acme-assets", region: "DE", adopt: true });`, {
        seed,
      });
      const { text } = succeeded(await world.stack.up());
      assert.match(text, /Adopted storage zone "acme-assets" \(id: 42, .*\)\. All declared settings match/);
    });

    it("shows drift by property, and up reverts it", async () => {
      world = await openWorld(engine, zone.replace(`["NY"]`, `["NY"], rewrite404To200: true`));
      succeeded(await world.stack.up());
      const id = Number(world.emulator.storageZones.named("acme-assets")?.Id);
      world.emulator.storageZones.change(id, { Rewrite404To200: false, StorageUsed: 7 });
      const refresh = await world.stack.refresh({ previewOnly: true, expectNoChanges: true });
      assert.equal(refresh.exitCode, 7, refresh.text);
      const [step] = refresh.steps.filter(({ name }) => name === "assets");
      assert.deepEqual(step?.detailedDiff, { rewrite404To200: "update" });
      succeeded(await world.stack.up({ refresh: true }));
      assert.equal(world.emulator.storageZones.get(id)?.Rewrite404To200, true);
    });

    it("refuses a misspelled setting", async () => {
      const secretConfig = { "cdn:acessKey": "x" };
      world = await openWorld(engine, zone, { secretConfig });
      assert.match((await world.stack.preview()).text, /cdn:acessKey is not a setting. Did you mean cdn:accessKey\?/);
    });
  });
});

describe("A stack of dynamic resources", () => {
  onTheCli((engine) => {
    it("moves to native resources with nothing but reads", async () => {
      const program = `
        const eu = new cdn.Provider("eu", { baseUrl: process.env.CDN_BASE_URL, accessKey: pulumi.secret("emulator-access-key") });
        new cdn.StorageZone("assets", { name: "acme-assets", region: "DE", replicationRegions: ["NY"], custom404FilePath: pulumi.secret("/CANARY.html") });
        new cdn.StorageZone("kept", { name: "acme-kept", region: "NY" }, { protect: true });
        new cdn.StorageZone("theirs", { name: "acme-eu", region: "NY", forceDestroy: true }, { provider: eu });
        cdn.PullZone.get("web", 9);
        cdn.StorageZone.get("other", 7);`;
      const world = await openWorld(engine, program, {
        seed: {
          pullZones: [{ Id: 9, Name: "web", ZoneSecurityKey: "CANARY-key" }],
          storageZones: [{ Id: 7, Name: "other", Region: "DE" }],
        },
        env: ({ url }) => ({ CDN_BASE_URL: url }),
      });
      try {
        succeeded(await world.stack.up());
        const ids = (): unknown[] => world.emulator.storageZones.list().map(({ Id, Name }) => [Id, Name]);
        const before = ids();
        addPlugin(world, program);
        world.emulator.clearJournal();
        const { steps } = succeeded(await world.stack.up());
        const ops = (name: string): string[] => steps.filter((step) => step.name === name).map(({ op }) => op);
        assert.deepEqual([...ops("assets"), ...ops("kept"), ...ops("theirs")], ["same", "same", "same"]);
        assert.deepEqual([...new Set(world.emulator.journal.map(({ method }) => method))], ["GET"]);
        assert.deepEqual(ids(), before);
        succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
        succeeded(await world.stack.refresh());
        const { deployment } = await world.stack.exportState();
        const types = (deployment.resources ?? []).map(({ type }) => type).filter((type) => /Zone/.test(type));
        assert.deepEqual([...new Set(types)].sort(), ["cdn:index:PullZone", "cdn:index:StorageZone"]);
        assert.doesNotMatch(JSON.stringify(deployment), /CANARY/);
        assert.doesNotMatch(
          JSON.stringify((deployment.resources ?? []).filter(({ type }) => /Zone/.test(type))),
          /__provider"/,
        );
      } finally {
        await world.close();
      }
    });

    it("returns from native resources with nothing but reads", async () => {
      const seed = { pullZones: [{ Id: 9, Name: "read", ZoneSecurityKey: "CANARY-key" }] };
      const program = `
        const eu = new cdn.Provider("eu", { baseUrl: process.env.CDN_BASE_URL, accessKey: pulumi.secret("emulator-access-key") });
        const site = new pulumi.ComponentResource("acme:Site", "site");
        const assets = new cdn.StorageZone("assets", { name: "acme-assets", region: "DE", replicationRegions: ["NY"], custom404FilePath: pulumi.secret("/CANARY.html") });
        new cdn.StorageZone("kept", { name: "acme-kept", region: "NY", adopt: true }, { protect: true, parent: site });
        new cdn.StorageZone("theirs", { name: "acme-eu", region: "NY", forceDestroy: true, adopt: true }, { provider: eu });
        const web = new cdn.PullZone("web", { name: "acme-web", storageZoneId: assets.storageZoneId });
        new cdn.PullZoneHostname("www", { pullZoneId: web.pullZoneId, hostname: "www.acme.example" });
        new cdn.PullZoneEdgeRule("rule", { pullZoneId: web.pullZoneId, actionType: 0, triggers: [{ type: 0, patternMatches: ["*"] }] });
        cdn.PullZone.get("read", 9);`;
      const native = { ...engine, resources: "native" } as const;
      const world = await openWorld(native, program, { seed, env: ({ url }) => ({ CDN_BASE_URL: url }) });
      try {
        succeeded(await world.stack.up());
        const live = (): object[] => [...world.emulator.storageZones.list(), ...world.emulator.pullZones.list()];
        const before = live();
        world.emulator.clearJournal();
        useDynamicResources(world, program);
        succeeded(await world.stack.up());
        succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
        assert.deepEqual([...new Set(world.emulator.journal.map(({ method }) => method))], ["GET"]);
        assert.deepEqual(live(), before);
        assert.doesNotMatch(JSON.stringify(await world.stack.exportState()), /CANARY/);
      } finally {
        await world.close();
      }
    });
  });
});
