import assert from "node:assert/strict";
import fc from "fast-check";
import { storageZoneLifeCycle } from "../../provider/lifecycle/storageZone";
import { unknownValue } from "../../provider/declared/properties";

const state = {
  name: "assets",
  region: "DE",
  zoneTier: 0,
  storageZoneType: 0,
  replicationRegions: ["NY"],
  filesStored: 1,
};
const inputs = { name: "assets", region: "DE" };

describe("diffStorageZone", () => {
  it("replaces for another region, tier or type, deleting first since the name stays the same", () => {
    for (const change of [{ region: "NY" }, { zoneTier: 1 }, { storageZoneType: 1 }]) {
      const diff = storageZoneLifeCycle.diff(state, { ...inputs, ...change });
      const { notice, ...rest } = diff;
      assert.deepEqual(rest, { replaces: Object.keys(change), deleteBeforeReplace: true });
      assert.match(notice ?? "", /^warning: is replaced and keeps its name: .*keep the name taken for some minutes/);
    }
  });

  it("replaces for another name, creating first", () => {
    assert.deepEqual(storageZoneLifeCycle.diff(state, { ...inputs, name: "b", region: "NY" }), {
      replaces: ["name", "region"],
      deleteBeforeReplace: false,
    });
  });

  it("replaces nothing if the names differ in case only", () => {
    assert.deepEqual(storageZoneLifeCycle.diff(state, { ...inputs, name: "Assets" }).replaces, []);
    const { replaces, deleteBeforeReplace } = storageZoneLifeCycle.diff(state, {
      ...inputs,
      name: "Assets",
      region: "NY",
    });
    assert.deepEqual([replaces, deleteBeforeReplace], [["region"], true]);
  });

  it("replaces nothing for what the service did otherwise, which a state of 0.3.0 has", () => {
    const former = { ...state, __unmet: { region: "NY" } };
    const replacesFor = (region: string): readonly string[] =>
      storageZoneLifeCycle.diff(former, { ...inputs, region }).replaces;
    assert.deepEqual([replacesFor("NY"), replacesFor("LA")], [[], ["region"]]);
  });

  it("replaces for an unknown value", () => {
    assert.deepEqual(storageZoneLifeCycle.diff(state, { ...inputs, region: unknownValue }).replaces, ["region"]);
  });

  it("replaces for no other change", () => {
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
        const diff = storageZoneLifeCycle.diff({ ...state, filesStored }, { ...inputs, ...change });
        assert.deepEqual(diff, { replaces: [], deleteBeforeReplace: true });
      }),
    );
  });

  it("does not replace if the tier or type is no longer declared", () => {
    assert.deepEqual(storageZoneLifeCycle.diff({ ...state, zoneTier: 1 }, inputs).replaces, []);
  });
});
