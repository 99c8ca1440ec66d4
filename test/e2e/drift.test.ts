import assert from "node:assert/strict";
import { forEachEngine } from "./support/engines";
import { openWorld, type World } from "./support/world";

const program = `
  new cdn.StorageZone("assets", {
    name: "acme-assets", region: "DE", replicationRegions: ["NY"], rewrite404To200: false,
  });
  return { blocked: cdn.PullZone.get("web", 77).blockedCountries };`;

describe("What changed behind Pulumi's back", () => {
  forEachEngine((engine) => {
    let world: World;
    let id: number;

    before(async () => {
      const action = { ActionParameter1: "CANARY-header", ActionParameter2: "", ActionParameter3: "" };
      const rule = {
        ...action,
        Guid: "g",
        Triggers: [],
        ExtraActions: [action],
        Description: "",
        Enabled: true,
        OrderIndex: 0,
        ReadOnly: false,
      };
      const seed = {
        pullZones: [
          {
            Id: 77,
            Name: "web",
            OriginUrl: "https://origin.example",
            BlockedCountries: ["XX", "AA"],
            ZoneSecurityKey: "CANARY-1",
            EdgeRules: [rule],
          },
        ],
      };
      world = await openWorld(engine, program, { seed });
    });

    beforeEach(async () => {
      const up = await world.stack.up({ refresh: true });
      assert.equal(up.exitCode, 0, up.text);
      id = Number(world.emulator.storageZones.named("acme-assets")?.Id);
    });

    after(() => world.close());

    const drift = () => world.stack.refresh({ previewOnly: true, expectNoChanges: true });

    it("is no drift where it moves by itself", async () => {
      world.emulator.storageZones.change(id, {
        StorageUsed: 123456,
        FilesStored: 7,
        DateModified: "2031-01-01T00:00:00Z",
        ReplicationChangeInProgress: true,
      });
      world.emulator.pullZones.change(77, {
        MonthlyBandwidthUsed: 99,
        MonthlyCharges: 1.5,
        CacheVersion: 8,
        DnsRecordValue: "1.2.3.4",
      });
      const refresh = await drift();
      assert.equal(refresh.exitCode, 0, refresh.text);
      const preview = await world.stack.preview({ refresh: true, expectNoChanges: true });
      assert.equal(preview.exitCode, 0, preview.text);
      world.emulator.storageZones.change(id, { StorageUsed: 0, FilesStored: 0, ReplicationChangeInProgress: false });
    });

    it("is no drift where only the order of a set or a null differs", async () => {
      world.emulator.pullZones.change(77, {
        BlockedCountries: ["AA", "XX"],
        RoutingFilters: null,
        OriginHostHeader: "",
      });
      const refresh = await drift();
      assert.equal(refresh.exitCode, 0, refresh.text);
    });

    it("shows as that one property, and is repaired, where a declared setting was changed", async () => {
      world.emulator.storageZones.change(id, {
        Rewrite404To200: true,
        StorageUsed: 5,
        DateModified: "2032-01-01T00:00:00Z",
      });
      const refresh = await drift();
      assert.equal(refresh.exitCode, 7, refresh.text);
      const steps = refresh.steps.filter(({ op }) => op === "update");
      assert.deepEqual(
        steps.map(({ name, detailedDiff }) => [name, Object.keys(detailedDiff)]),
        [["assets", ["rewrite404To200"]]],
      );
      const preview = await world.stack.preview({ refresh: true, diff: true, expectNoChanges: true });
      assert.equal(preview.exitCode, 7, preview.text);
      assert.match(preview.text, /rewrite404To200\s*: true => false/);
      assert.doesNotMatch(preview.text, /dateModified|storageUsed|filesStored/);
      const up = await world.stack.up({ refresh: true });
      assert.equal(up.exitCode, 0, up.text);
      assert.equal(world.emulator.storageZones.get(id)?.Rewrite404To200, false);
      world.emulator.storageZones.change(id, { StorageUsed: 0 });
    });

    it("is no drift where the setting was not declared", async () => {
      world.emulator.storageZones.change(id, { Custom404FilePath: "/elsewhere.html" });
      const refresh = await drift();
      assert.equal(refresh.exitCode, 0, refresh.text);
    });

    it("shows the replica that was added, and up fails before anything is sent, with the ways out", async () => {
      world.emulator.storageZones.change(id, { ReplicationRegions: ["LA", "NY"] });
      const refresh = await drift();
      assert.equal(refresh.exitCode, 7, refresh.text);
      const found = refresh.steps.find(({ op }) => op === "update");
      assert.deepEqual(found?.detailedDiff, { "replicationRegions[1]": "add" });
      world.emulator.clearJournal();
      const up = await world.stack.up({ refresh: true });
      assert.notEqual(up.exitCode, 0);
      for (const part of [/must keep LA/, /\["NY","LA"\]/, /ignoreChanges/, /a new zone/]) assert.match(up.text, part);
      assert.deepEqual(
        world.emulator.journal.filter(({ method }) => method !== "GET"),
        [],
      );
      world.emulator.storageZones.change(id, { ReplicationRegions: ["NY"] });
    });

    for (const [how, remove] of [
      ["was deleted", (zone: number) => void world.emulator.storageZones.delete(zone)],
      ["is marked as deleted", (zone: number) => void world.emulator.storageZones.change(zone, { Deleted: true })],
    ] as const) {
      it(`shows a zone that ${how} as one to create`, async () => {
        // A zone that changed a moment ago could merely not be shown yet; this one changed long ago.
        const state = await world.stack.exportState({ showSecrets: true });
        for (const { outputs } of state.deployment.resources ?? []) {
          const known = outputs as Record<string, unknown> | undefined;
          if (known?.["dateModified"] !== undefined) known["dateModified"] = "2020-01-01T00:00:00Z";
        }
        await world.stack.importState(state);
        remove(id);
        const refresh = await drift();
        assert.equal(refresh.exitCode, 7, refresh.text);
        const preview = await world.stack.preview({ refresh: true });
        assert.equal(preview.exitCode, 0, preview.text);
        assert.equal(preview.summary.create, 1, preview.text);
        const up = await world.stack.up({ refresh: true });
        assert.equal(up.exitCode, 0, up.text);
        assert.equal(world.emulator.storageZones.list().length, 1);
      });
    }

    it("shows the old and the new value of a pull zone's setting, and a secret one without its value", async () => {
      world.emulator.pullZones.change(77, { BlockedCountries: ["XX"], OriginUrl: "https://evil.example" });
      const refresh = await world.stack.refresh({ previewOnly: true, expectNoChanges: true, diff: true });
      assert.equal(refresh.exitCode, 7, refresh.text);
      assert.match(refresh.text, /originUrl\s*: "[^"]*" => "https:\/\/evil\.example"/);
      assert.match(refresh.text, /"AA"/);
      world.emulator.pullZones.change(77, { ZoneSecurityKey: "CANARY-2" });
      const secret = await world.stack.refresh({ previewOnly: true, diff: true });
      assert.doesNotMatch(secret.text, /CANARY/);
    });
  });
});
