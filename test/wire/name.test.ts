import assert from "node:assert/strict";
import fc from "fast-check";
import { typedName } from "../../provider/wire/name";
import { pullZoneFields } from "../fixtures/contract/pullZone";
import { storageZoneFields } from "../fixtures/contract/storageZone";

describe("a typed name", () => {
  it("lowers the leading capital, or the leading run of capitals, and leaves the rest", () => {
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

  it("is another for each field of an object, so none hides another", () => {
    for (const fields of [storageZoneFields, pullZoneFields]) {
      assert.equal(new Set(fields.map(([wire]) => typedName(wire))).size, fields.length);
    }
  });

  it("differs from the wire name in case only, has no leading capital, and naming it again changes nothing", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_]{1,20}$/), (wire) => {
        const typed = typedName(wire);
        assert.equal(typed.toLowerCase(), wire.toLowerCase());
        assert.doesNotMatch(typed, /^[A-Z]/);
        assert.equal(typedName(typed), typed);
      }),
      { numRuns: 2000 },
    );
  });
});
