import assert from "node:assert/strict";
import type { PartialStorageZone } from "../../emulator";
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

// Which changes count as drift, property by property and by the contract alone, is in test/drift/matrix.test.ts.
describe("A change outside of Pulumi", () => {
  forEachEngine((engine) => {
    let world: World;

    afterEach(() => world.close());

    it("is shown by refresh and preview --refresh if it counts as drift, and reverted by up --refresh", async () => {
      // A zone that was created a moment ago is searched again if it is missing.
      const serverDefaults = { DateModified: new Date(Date.now() - 3_600_000).toISOString() };
      world = await openWorld(engine, program, { seed: { pullZones: [pullZone] }, serverDefaults });
      const { stack } = world;
      const { storageZones, pullZones } = world.emulator;
      const change = (fields: PartialStorageZone): void =>
        void storageZones.change(Number(storageZones.named("acme-assets")?.Id), fields);
      succeeded(await stack.up());

      // No drift: volatile, undeclared, or only the order of a set or null.
      const volatile = {
        StorageUsed: 5,
        FilesStored: 7,
        DateModified: "2031-01-01T00:00:00Z",
        ReplicationChangeInProgress: true,
      };
      change({ ...volatile, Custom404FilePath: "/elsewhere.html" });
      const moved = { MonthlyBandwidthUsed: 99, MonthlyCharges: 1.5, CacheVersion: 8, DnsRecordValue: "1.2.3.4" };
      const equal = { BlockedCountries: ["AA", "XX"], AllowedReferrers: null, OriginHostHeader: "" };
      pullZones.change(77, { ...moved, ...equal });
      succeeded(await stack.refresh({ previewOnly: true, expectNoChanges: true }));
      succeeded(await stack.preview({ refresh: true, expectNoChanges: true }));
      change({ StorageUsed: 0, FilesStored: 0, ReplicationChangeInProgress: false });

      // A deleted zone is one to create.
      storageZones.delete(Number(storageZones.named("acme-assets")?.Id));
      assert.equal(succeeded(await stack.up({ refresh: true })).summary.create, 1);
      assert.equal(storageZones.list().length, 1);

      // A declared property is shown alone, and reverted.
      change({ Rewrite404To200: true });
      const changed = await stack.refresh({ previewOnly: true, expectNoChanges: true });
      assert.equal(changed.exitCode, 7, changed.text);
      assert.deepEqual(
        changed.steps
          .filter(({ op }) => op === "update")
          .map(({ name, detailedDiff }) => [name, Object.keys(detailedDiff)]),
        [["assets", ["rewrite404To200"]]],
      );
      const preview = await stack.preview({ refresh: true, diff: true, expectNoChanges: true });
      assert.equal(preview.exitCode, 7, preview.text);
      assert.match(preview.text, /rewrite404To200\s*: true => false/);
      assert.doesNotMatch(preview.text, /dateModified|storageUsed|filesStored/);
      succeeded(await stack.up({ refresh: true }));
      assert.equal(storageZones.named("acme-assets")?.Rewrite404To200, false);

      // Where the next up would fail, it is an error of preview --refresh, but drift for refresh.
      const exitCodes = async (): Promise<number[]> => {
        const refresh = await stack.refresh({ previewOnly: true, expectNoChanges: true });
        return [(await stack.preview({ refresh: true, expectNoChanges: true })).exitCode, refresh.exitCode];
      };
      change({ ReplicationRegions: ["NY", "LA"] });
      assert.deepEqual(await exitCodes(), [1, 7]);
      change({ ReplicationRegions: ["NY"] });
      pullZones.delete(77);
      assert.deepEqual(await exitCodes(), [1, 7]);
      pullZones.add(pullZone);

      // A pull zone's setting is shown with its old and new value, but not a secret.
      pullZones.change(77, {
        BlockedCountries: ["XX"],
        OriginUrl: "https://evil.example",
        ZoneSecurityKey: "CANARY-2",
      });
      const refresh = await stack.refresh({ previewOnly: true, expectNoChanges: true, diff: true });
      assert.equal(refresh.exitCode, 7, refresh.text);
      assert.match(refresh.text, /originUrl\s*: "[^"]*" => "https:\/\/evil\.example"/);
      assert.match(refresh.text, /"AA"/);
      assert.doesNotMatch(refresh.text, /CANARY/);
    }).timeout(300_000);
  });
});
