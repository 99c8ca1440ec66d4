import assert from "node:assert/strict";
import { forEachEngine } from "./support/engines";
import { openWorld, succeeded, type World } from "./support/world";

const program = `
  new cdn.StorageZone("assets", {
    name: "acme-assets", region: "DE", replicationRegions: ["NY"], rewrite404To200: false,
  });
  return { blocked: cdn.PullZone.get("web", 77).blockedCountries };`;

const pullZone = {
  Id: 77,
  Name: "web",
  OriginUrl: "https://origin.example",
  BlockedCountries: ["XX", "AA"],
  ZoneSecurityKey: "CANARY-1",
  EdgeRules: [{ Guid: "g", ActionParameter1: "CANARY-header", Triggers: [], OrderIndex: 0 }],
};

// Which changes count as drift, property by property, is in test/drift/matrix.test.ts. These tests share one stack.
describe("A change outside of Pulumi", () => {
  forEachEngine((engine) => {
    let world: World;
    let id: number;

    before(async () => {
      // A zone that was created a moment ago is searched again if it is missing; this one was created long ago.
      const serverDefaults = { DateModified: "2020-01-01T00:00:00Z" };
      world = await openWorld(engine, program, { seed: { pullZones: [pullZone] }, serverDefaults });
      succeeded(await world.stack.up());
    });
    beforeEach(() => {
      id = Number(world.emulator.storageZones.named("acme-assets")?.Id);
    });
    after(() => world.close());

    it("is no drift if it is volatile, undeclared, or only the order of a set or null", async () => {
      const volatile = {
        StorageUsed: 5,
        FilesStored: 7,
        DateModified: "2031-01-01T00:00:00Z",
        ReplicationChangeInProgress: true,
      };
      world.emulator.storageZones.change(id, { ...volatile, Custom404FilePath: "/elsewhere.html" });
      const moved = { MonthlyBandwidthUsed: 99, MonthlyCharges: 1.5, CacheVersion: 8, DnsRecordValue: "1.2.3.4" };
      const equal = { BlockedCountries: ["AA", "XX"], RoutingFilters: null, OriginHostHeader: "" };
      world.emulator.pullZones.change(77, { ...moved, ...equal });
      succeeded(await world.stack.refresh({ previewOnly: true, expectNoChanges: true }));
      succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
      world.emulator.storageZones.change(id, { StorageUsed: 0, FilesStored: 0, ReplicationChangeInProgress: false });
    });

    it("is a zone to create if it was deleted", async () => {
      world.emulator.storageZones.delete(id);
      const preview = await world.stack.preview({ refresh: true });
      assert.deepEqual([preview.exitCode, preview.summary.create], [0, 1], preview.text);
      succeeded(await world.stack.up({ refresh: true }));
      assert.equal(world.emulator.storageZones.list().length, 1);
    });

    it("is shown as the property that changed, and reverted, if it was declared", async () => {
      world.emulator.storageZones.change(id, { Rewrite404To200: true });
      const refresh = await world.stack.refresh({ previewOnly: true, expectNoChanges: true });
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
      succeeded(await world.stack.up({ refresh: true }));
      assert.equal(world.emulator.storageZones.get(id)?.Rewrite404To200, false);
    });

    it("is an error of preview --refresh where the next up would fail, but drift for refresh", async () => {
      const exitCodes = async (): Promise<number[]> => {
        const refresh = await world.stack.refresh({ previewOnly: true, expectNoChanges: true });
        return [(await world.stack.preview({ refresh: true, expectNoChanges: true })).exitCode, refresh.exitCode];
      };
      world.emulator.storageZones.change(id, { ReplicationRegions: ["NY", "LA"] });
      assert.deepEqual(await exitCodes(), [1, 7]);
      world.emulator.storageZones.change(id, { ReplicationRegions: ["NY"] });
      world.emulator.pullZones.delete(77);
      assert.deepEqual(await exitCodes(), [1, 7]);
      world.emulator.pullZones.add(pullZone);
    });

    it("is shown with the old and new value of a pull zone's setting, but not of a secret", async () => {
      const changed = { BlockedCountries: ["XX"], OriginUrl: "https://evil.example", ZoneSecurityKey: "CANARY-2" };
      world.emulator.pullZones.change(77, changed);
      const refresh = await world.stack.refresh({ previewOnly: true, expectNoChanges: true, diff: true });
      assert.equal(refresh.exitCode, 7, refresh.text);
      assert.match(refresh.text, /originUrl\s*: "[^"]*" => "https:\/\/evil\.example"/);
      assert.match(refresh.text, /"AA"/);
      assert.doesNotMatch(refresh.text, /CANARY/);
    });
  });
});
