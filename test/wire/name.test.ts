import assert from "node:assert/strict";
import { typedName } from "../../provider/wire/name";
import { pullZoneFields } from "../fixtures/contract/pullZone";
import { storageZoneFields } from "../fixtures/contract/storageZone";

describe("typedName", () => {
  it("lowers the leading capital or run of capitals", () => {
    for (const [wire, typed] of [
      ["Id", "id"],
      ["UserId", "userId"],
      ["Custom404FilePath", "custom404FilePath"],
      ["Rewrite404To200", "rewrite404To200"],
      ["EnableTLS1", "enableTLS1"],
      ["EnableTLS1_1", "enableTLS1_1"],
      ["EUUSDiscount", "euusDiscount"],
      ["EnableGeoZoneASIA", "enableGeoZoneASIA"],
      ["OriginRetry5XXResponses", "originRetry5XXResponses"],
      ["ZoneSecurityIncludeHashRemoteIP", "zoneSecurityIncludeHashRemoteIP"],
      ["ID", "id"],
      ["ja4Fingerprint", "ja4Fingerprint"],
      ["", ""],
    ] as const) {
      assert.equal(typedName(wire), typed);
    }
  });

  it("is unique among the fields of an object", () => {
    for (const fields of [storageZoneFields, pullZoneFields]) {
      assert.equal(new Set(fields.map(([wire]) => typedName(wire))).size, fields.length);
    }
  });
});
