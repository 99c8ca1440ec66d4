import assert from "node:assert/strict";
import { pullZone } from "../../provider/kinds/pullZone";
import { checkPullZone, importInputs } from "../../provider/lifecycle/pullZone";
import { isSameValue } from "../../provider/declared/compare";
import { decode } from "../../provider/wire/codec";
import { pullZoneTable } from "../../provider/wire/pullZone";
import { pullZoneDefaultsOf } from "../../provider/wire/pullZoneDefaults";

const field = (name: string): (typeof pullZone.settings)[number] => {
  const found = pullZone.settings.find((one) => one.name === name);
  assert.ok(found);
  return found;
};

describe("The id of nothing", () => {
  it("is 0, -1, null and none, and no other", () => {
    for (const value of [-1, 0, null, undefined])
      assert.ok(isSameValue(field("edgeScriptId"), 0, value), String(value));
    assert.ok(!isSameValue(field("edgeScriptId"), 0, 7));
    assert.ok(!isSameValue(field("cacheControlMaxAgeOverride"), 0, -1));
  });

  it("is 0 in what is checked, so that -1 is never sent", () => {
    const { inputs, failures } = checkPullZone({}, { name: "a", originUrl: "https://o.example", edgeScriptId: -1 });
    assert.deepEqual([inputs["edgeScriptId"], failures], [0, []]);
  });

  it("is in no import, and neither is what a new zone has, whatever its origin", () => {
    for (const origin of [
      { OriginType: 0, OriginUrl: "https://o.example" },
      { OriginType: 2, StorageZoneId: 12 },
    ]) {
      const wire = { ...pullZoneDefaultsOf(origin.OriginType), Id: 7, Name: "web", ...origin };
      const inputs = importInputs(decode(pullZoneTable, wire));
      assert.equal(Object.keys(inputs).length, 2, JSON.stringify(inputs));
      assert.deepEqual(checkPullZone({}, inputs).failures, []);
    }
  });
});
