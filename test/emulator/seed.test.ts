import assert from "node:assert/strict";
import { parseSeed, startEmulator } from "../../emulator";
import { withEmulator } from "./call";

describe("A seed", () => {
  it("sets some fields, and the others get defaults", async () => {
    const seed = parseSeed({
      storageZones: [{ Name: "first", Region: "LA" }, { Id: 50, Password: "own" }, {}],
      pullZones: [{ EdgeRules: [{ Triggers: [{ Parameter1: "x" }] }], OptimizerClasses: [{ Properties: { w: 1 } }] }],
    });
    await withEmulator({ seed }, async ({ storageZones, pullZones }) => {
      assert.deepEqual(
        storageZones.list().map(({ Id, Name, Region }) => [Id, Name, Region]),
        [
          [1, "first", "LA"],
          [50, "storage-zone-50", "DE"],
          [51, "storage-zone-51", "DE"],
        ],
      );
      assert.equal(storageZones.get(50)?.Password, "own");
      const [rule] = pullZones.get(1)?.EdgeRules ?? [];
      assert.deepEqual([rule?.Guid, rule?.Enabled, rule?.ExtraActions], ["", false, []]);
      assert.deepEqual(rule?.Triggers, [{ PatternMatches: [], Parameter1: "x" }]);
      assert.deepEqual(pullZones.get(1)?.OptimizerClasses, [{ Name: "", Properties: { w: 1 } }]);
    });
  });

  for (const [what, seed, message] of [
    ["no object", 5, /expected object/],
    ["an unknown part", { zones: [] }, /"zones"/],
    ["a field of another type", { storageZones: [{}, { Deleted: "no" }] }, /at storageZones\[1\]\.Deleted/],
    ["a fraction for an integer", { pullZones: [{ BurstSize: 1.5 }] }, /at pullZones\[0\]\.BurstSize/],
    ["an int32 out of bounds", { pullZones: [{ BurstSize: 2 ** 31 }] }, /at pullZones\[0\]\.BurstSize/],
    ["null where it cannot be", { pullZones: [{ Enabled: null }] }, /at pullZones\[0\]\.Enabled/],
    ["no date", { storageZones: [{ DateModified: "soon" }] }, /at storageZones\[0\]\.DateModified/],
    [
      "a fault deep inside",
      { pullZones: [{ Hostnames: [{ ForceSSL: 1 }] }] },
      /pullZones\[0\]\.Hostnames\[0\]\.ForceSSL/,
    ],
    ["a DNS record of no zone", { dnsRecords: [{ Type: 0, Value: "203.0.113.7" }] }, /at dnsRecords\[0\]\.DnsZoneId/],
    ["pull zones inside a storage zone", { storageZones: [{ PullZones: [] }] }, /StorageZoneId/],
  ] as const) {
    it(`is refused with ${what}, naming the place`, async () => {
      assert.throws(() => parseSeed(seed), { name: "TypeError", message });
      await assert.rejects(startEmulator({ seed: seed as never }), { name: "TypeError", message });
    });
  }

  it("is refused if two zones have the same id", async () => {
    const seed = { storageZones: [{ Id: 3 }, { Id: 3 }] };
    await assert.rejects(startEmulator({ seed }), { message: "Storage zone 3 exists already." });
  });
});
