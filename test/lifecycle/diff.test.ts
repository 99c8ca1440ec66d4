import assert from "node:assert/strict";
import fc from "fast-check";
import { diffStorageZone } from "../../provider/lifecycle/storageZone/diff";
import { unknownValue } from "../../provider/lifecycle/properties";

const state = {
  name: "assets",
  region: "DE",
  zoneTier: 0,
  storageZoneType: 0,
  replicationRegions: ["NY"],
  filesStored: 1,
};
const inputs = { name: "assets", region: "DE" };

describe("the diff of a storage zone", () => {
  it("replaces for another region, tier or type, deleting first because the name stays and names are unique", () => {
    for (const change of [{ region: "NY" }, { zoneTier: 1 }, { storageZoneType: 1 }]) {
      const diff = diffStorageZone(state, { ...inputs, ...change });
      assert.deepEqual(diff, { replaces: Object.keys(change), deleteBeforeReplace: true });
    }
  });

  it("replaces for another name, which can stand beside the old one", () => {
    assert.deepEqual(diffStorageZone(state, { ...inputs, name: "b", region: "NY" }), {
      replaces: ["name", "region"],
      deleteBeforeReplace: false,
    });
  });

  it("replaces nothing where the names differ by case alone: to the service they are one name", () => {
    assert.deepEqual(diffStorageZone(state, { ...inputs, name: "Assets" }).replaces, []);
    assert.deepEqual(diffStorageZone(state, { ...inputs, name: "Assets", region: "NY" }), {
      replaces: ["region"],
      deleteBeforeReplace: true,
    });
  });

  it("replaces for a value that is not known yet and may be another", () => {
    assert.deepEqual(diffStorageZone(state, { ...inputs, region: unknownValue }).replaces, ["region"]);
  });

  it("replaces for nothing else, whatever changes", () => {
    const changes = fc.record({
      replicationRegions: fc.subarray(["NY", "LA"]),
      rewrite404To200: fc.boolean(),
      custom404FilePath: fc.string(),
      forceDestroy: fc.boolean(),
      adopt: fc.boolean(),
      waitForReplication: fc.boolean(),
    });
    fc.assert(
      fc.property(changes, fc.nat(), (change, filesStored) => {
        const diff = diffStorageZone({ ...state, filesStored }, { ...inputs, ...change });
        assert.deepEqual(diff, { replaces: [], deleteBeforeReplace: true });
      }),
    );
  });

  it("does not replace for a tier or a type that is no longer declared", () => {
    assert.deepEqual(diffStorageZone({ ...state, zoneTier: 1 }, inputs).replaces, []);
    assert.deepEqual(diffStorageZone({ ...state, zoneTier: 1 }, { ...inputs, zoneTier: null }).replaces, []);
  });
});
