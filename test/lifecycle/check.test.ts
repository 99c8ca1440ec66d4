import assert from "node:assert/strict";
import fc from "fast-check";
import { checkStorageZone } from "../../provider/lifecycle/storageZone/check";
import { unknownValue } from "../../provider/declared/properties";

type Bag = Record<string, unknown>;
const zone = { name: "assets", region: "DE" };

function check(news: Bag, olds: Bag = {}, extraRegions: readonly string[] = []) {
  return checkStorageZone(olds, news, { extraRegions });
}

/** The reasons of a property's failures; asserts that no other property failed. */
function reasons(property: string, news: Bag, olds: Bag = {}, extraRegions: readonly string[] = []): string[] {
  const { failures } = check(news, olds, extraRegions);
  assert.deepEqual([...new Set(failures.map((failure) => failure.property))], [property], JSON.stringify(failures));
  return failures.map(({ reason }) => reason);
}

function accepted(news: Bag, olds: Bag = {}, extraRegions: readonly string[] = []): Bag {
  const { inputs, failures } = check(news, olds, extraRegions);
  assert.deepEqual(failures, []);
  return inputs;
}

describe("checkStorageZone", () => {
  it("requires a non-empty name", () => {
    for (const name of ["", 7, {}, [], true]) {
      assert.match(reasons("name", { ...zone, name })[0] ?? "", /^must be a non-empty string, but got: /);
    }
    for (const name of [undefined, null]) assert.match(reasons("name", { ...zone, name })[0] ?? "", /^is required/);
  });

  it("shows NaN and infinities in messages", () => {
    for (const value of [NaN, Infinity, -Infinity]) {
      for (const property of ["name", "region", "zoneTier", "storageZoneType"]) {
        assert.match(
          reasons(property, { ...zone, [property]: value })[0] ?? "",
          new RegExp(`but got: ${String(value)}`),
        );
      }
    }
  });

  it("requires a main region from the contract or extraRegions, in any case", () => {
    for (const region of ["DE", "ny", " La ", "sG"]) {
      assert.equal(accepted({ ...zone, region })["region"], region.trim().toUpperCase());
    }
    for (const region of ["SYD", "UK", "", 1, ["DE"]]) {
      const [reason = ""] = reasons("region", { ...zone, region });
      assert.match(
        reason,
        /^must be one of DE, NY, LA, SG, but got: .*pulumi config set cdn:extraRegions .* argument extraRegions$/,
      );
    }
    assert.equal(accepted({ ...zone, region: "uk" }, {}, ["UK"])["region"], "UK");
  });

  it("requires known, distinct replicas other than the main region, and names the index of each fault", () => {
    const [first, second, third, ...others] = reasons("replicationRegions", {
      ...zone,
      replicationRegions: ["NY", 1, "de", "ny"],
    });
    assert.match(first ?? "", /^\[1\] must be one of DE, NY, LA, SG, SYD, but got: 1\./);
    assert.match(second ?? "", /^\[2\] must not be the main region, but got: "DE"/);
    assert.match(third ?? "", /^\[3\] must not repeat a region, but got "NY" again/);
    assert.deepEqual(others, []);
    for (const replicationRegions of ["NY", 7, { 0: "NY" }]) {
      assert.match(reasons("replicationRegions", { ...zone, replicationRegions })[0] ?? "", /^must be an array/);
    }
    for (const replicationRegions of [[null], [7], ["MARS"], [["NY"]], [""]]) {
      assert.match(reasons("replicationRegions", { ...zone, replicationRegions })[0] ?? "", /^\[0\] must be one of/);
    }
  });

  it("requires 0 or 1 for the tier and the type, and booleans for flags", () => {
    for (const value of [2, -1, 0.5, "0", true, []]) {
      assert.match(reasons("zoneTier", { ...zone, zoneTier: value })[0] ?? "", /^must be 0 \(ZoneTier.Standard\) or 1/);
      assert.match(reasons("storageZoneType", { ...zone, storageZoneType: value })[0] ?? "", /^must be 0 .* or 1/);
    }
    for (const flag of ["rewrite404To200", "forceDestroy", "adopt", "waitForReplication"]) {
      for (const value of ["true", 1, {}]) {
        assert.match(reasons(flag, { ...zone, [flag]: value })[0] ?? "", /^must be true or false, but got: /);
      }
    }
    assert.match(reasons("custom404FilePath", { ...zone, custom404FilePath: 404 })[0] ?? "", /^must be a string/);
  });

  it("refuses the tier Edge in another region than DE, which the service would store in DE", () => {
    const edge = { ...zone, zoneTier: 1 };
    assert.deepEqual(check(edge).failures, []);
    assert.deepEqual(check({ ...edge, region: unknownValue }).failures, []);
    assert.deepEqual(check({ ...edge, region: "de", replicationRegions: ["NY", "SYD"] }).failures, []);
    const [reason] = reasons("region", { ...edge, region: "NY" });
    assert.match(
      reason ?? "",
      /^must be DE with zoneTier 1 \(ZoneTier\.Edge\).*, but got: "NY"\. Declare region: "DE"/,
    );
  });

  it("refuses unknown properties, whatever their name", () => {
    for (const key of ["replicationregions", "constructor", "toString", "hasOwnProperty", "__proto__"]) {
      const news = JSON.parse(`{"name":"assets","region":"DE","${key}":{"region":"NY"}}`) as Bag;
      const { inputs, failures } = check(news);
      assert.deepEqual([failures.length, failures[0]?.property], [1, key]);
      assert.match(failures[0]?.reason ?? "", /is not a property of a storage zone. Its properties are name, region,/);
      assert.equal(Object.getPrototypeOf(inputs), Object.prototype);
      assert.deepEqual(inputs, zone);
    }
  });

  it("accepts unknown values, alone and inside replicationRegions", () => {
    const properties = [
      "name",
      "region",
      "zoneTier",
      "storageZoneType",
      "rewrite404To200",
      "custom404FilePath",
      "adopt",
    ];
    const unknown = Object.fromEntries(properties.map((property) => [property, unknownValue]));
    assert.deepEqual(accepted({ ...unknown, replicationRegions: unknownValue }), {
      ...unknown,
      replicationRegions: unknownValue,
    });
    const replicationRegions = ["ny", unknownValue, unknownValue];
    assert.deepEqual(accepted({ ...zone, replicationRegions })["replicationRegions"], [
      "NY",
      unknownValue,
      unknownValue,
    ]);
    assert.match(
      reasons("replicationRegions", { ...zone, replicationRegions: [unknownValue, "X"] })[0] ?? "",
      /^\[1\]/,
    );
  });

  it("treats null, undefined and [] as no replicas", () => {
    for (const replicationRegions of [null, undefined, []])
      assert.deepEqual(accepted({ ...zone, replicationRegions }), zone);
  });
});

describe("Removing a replica", () => {
  const olds = { ...zone, replicationRegions: ["NY", "SYD"] };

  it("fails, naming the replica and the alternatives", () => {
    const [reason = ""] = reasons("replicationRegions", { ...zone, replicationRegions: ["SYD"] }, olds);
    assert.match(reason, /^must keep NY, which the zone replicates to/);
    assert.match(reason, /Declare it \(replicationRegions: \["SYD","NY"\]\)/);
    assert.match(reason, /ignoreChanges: \["replicationRegions"\]/);
    assert.match(reason, /a new zone under another name/);
  });

  it("fails for null, undefined and [] alike", () => {
    for (const replicationRegions of [[], null, undefined]) {
      assert.match(reasons("replicationRegions", { ...zone, replicationRegions }, olds)[0] ?? "", /keep NY and SYD/);
    }
  });

  it("is accepted if the zone is or may be replaced", () => {
    for (const change of [{ name: "other" }, { region: "LA" }, { zoneTier: 1 }, { name: unknownValue }]) {
      accepted({ ...zone, ...change, replicationRegions: ["SYD"] }, olds);
    }
  });

  it("is accepted if the new replicas are unknown", () => {
    accepted({ ...zone, replicationRegions: unknownValue }, olds);
    accepted({ ...zone, replicationRegions: [unknownValue] }, olds);
  });
});

const codes = ["NY", "LA", "SG", "SYD"];
const anyCase = (code: string): fc.Arbitrary<string> => fc.constantFrom(code, code.toLowerCase(), ` ${code} `);
const replicas = fc
  .subarray(codes)
  .chain((chosen) => fc.shuffledSubarray(chosen, { minLength: chosen.length }))
  .chain((chosen) => fc.tuple(...chosen.map(anyCase)));

describe("Normalized inputs", () => {
  it("keep the declared order of replicas, and later depend on neither order nor case", () => {
    fc.assert(
      fc.property(replicas, (declared) => {
        const inputs = accepted({ ...zone, replicationRegions: declared });
        assert.deepEqual(
          inputs["replicationRegions"] ?? [],
          declared.map((code) => code.trim().toUpperCase()),
        );
        assert.deepEqual(accepted({ ...zone, replicationRegions: [...declared].reverse() }, inputs), inputs);
      }),
      { numRuns: 200 },
    );
  });

  it("keep the order of existing replicas, so that an added replica is the only difference", () => {
    const olds = { ...zone, replicationRegions: ["SYD", "NY"] };
    const inputs = accepted({ ...zone, replicationRegions: ["NY", "LA", "SYD"] }, olds);
    assert.deepEqual(inputs["replicationRegions"], ["SYD", "NY", "LA"]);
  });
});
