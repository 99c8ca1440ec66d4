import assert from "node:assert/strict";
import fc from "fast-check";
import { decode, encode } from "../../provider/wire/codec";
import { hostnameTable } from "../../provider/wire/hostname";
import { typedName } from "../../provider/wire/name";
import { pullZoneTable } from "../../provider/wire/pullZone";
import { addStorageZoneTable, storageZoneTable, updateStorageZoneTable } from "../../provider/wire/storageZone";
import { pullZoneFields } from "../fixtures/contract/pullZone";
import { storageZoneFields } from "../fixtures/contract/storageZone";
import { filledPullZone, filledStorageZone, without } from "../fixtures/objects";
import type { WireObject } from "../fixtures/objects";
import { anyObject } from "./arbitrary";

const decoded = (wire: unknown): Record<string, unknown> => decode(storageZoneTable, wire) as never;
const parsed = (text: string): unknown => JSON.parse(text);

/** The rule of the codec on the side of the wire: null where an array was null becomes the empty array. */
function withoutNullArrays(wire: WireObject): WireObject {
  const text = JSON.stringify(wire, (key, value: unknown) =>
    value === null && arrays.has(key) ? [] : Object.is(value, -0) ? 0 : value,
  );
  return JSON.parse(text) as WireObject;
}
const arrays = new Set(
  [...storageZoneFields, ...pullZoneFields].filter(([, type]) => type.endsWith("[]?")).map(([name]) => name),
);

describe("decoding", () => {
  it("gives every field of a storage zone its typed name and its value", () => {
    const wire = filledStorageZone();
    const { pullZones, ...typed } = decoded(wire);
    const others = without(wire, "PullZones");
    assert.deepEqual(typed, Object.fromEntries(Object.entries(others).map(([key, value]) => [typedName(key), value])));
    assert.equal((pullZones as unknown[]).length, 1);
  });

  it("reads the pull zones inside a storage zone as it reads one alone", () => {
    const alone = decode(pullZoneTable, filledPullZone());
    const [inside] = decode(storageZoneTable, { ...filledStorageZone(), PullZones: [filledPullZone()] }).pullZones;
    assert.deepEqual(inside, alone);
  });

  it("takes null and a field left out for the same: absent, or an empty array", () => {
    const nullable = [...storageZoneFields].filter(([, type]) => type.endsWith("?"));
    assert.ok(nullable.length > 5);
    for (const [name, type] of nullable) {
      const wire = without(filledStorageZone(), name);
      const left = decoded(wire);
      assert.deepEqual(decoded({ ...wire, [name]: null }), left);
      if (type.endsWith("[]?")) assert.deepEqual(left[typedName(name)], []);
      else assert.ok(!(typedName(name) in left), `${name} must be absent`);
    }
  });

  it("lets an unknown value of an enum pass", () => {
    const wire = { ...filledPullZone(), OriginType: 99, ShieldDDosProtectionType: -3, Type: 12 };
    const { originType, shieldDDosProtectionType, type } = decode(pullZoneTable, wire);
    assert.deepEqual([originType, shieldDDosProtectionType, type], [99, -3, 12]);
  });

  it("keeps fields that the contract does not know, at every depth and as they came", () => {
    const zone = {
      ...filledPullZone(),
      NewFeature: { a: [1, null] },
      Hostnames: [{ Id: 1, Value: "a.b", Fresh: null }],
    };
    const typed = decode(storageZoneTable, { ...filledStorageZone(), Cost: 1.25, PullZones: [zone] });
    assert.deepEqual(typed.extraFields, { Cost: 1.25 });
    assert.deepEqual(typed.pullZones[0]?.extraFields, { NewFeature: { a: [1, null] } });
    assert.deepEqual(typed.pullZones[0]?.hostnames[0]?.extraFields, { Fresh: null });
    assert.ok(!("extraFields" in decode(storageZoneTable, filledStorageZone())), "no extraFields where there is none");
  });

  it("keeps a field called __proto__, constructor or toString as a plain name that changes nothing", () => {
    const text = JSON.stringify(filledStorageZone()).replace(
      /^\{/,
      '{"__proto__":{"Deleted":true,"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1,',
    );
    const typed = decode(storageZoneTable, parsed(text));
    assert.deepEqual(Object.keys(typed.extraFields ?? {}).sort(), ["__proto__", "constructor", "toString"]);
    assert.equal(Object.getPrototypeOf(typed), Object.prototype);
    assert.equal(Object.getPrototypeOf(typed.extraFields), Object.prototype);
    assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
    const again = encode(storageZoneTable, typed);
    assert.equal(Object.getPrototypeOf(again), Object.prototype);
    assert.ok(Object.hasOwn(again, "__proto__"));
  });

  it("reads nothing from a prototype: an object that inherits its fields has none", () => {
    const typed = decode(hostnameTable, parsed('{"Id":1,"__proto__":{"ForceSSL":true}}'));
    assert.equal((typed as { forceSSL?: boolean }).forceSSL, undefined);
  });
});

describe("encoding", () => {
  it("writes back, for any storage zone that the contract allows, what was read", () => {
    fc.assert(
      fc.property(anyObject(storageZoneFields), (wire) => {
        assert.deepEqual(
          withoutNullArrays(encode(storageZoneTable, decode(storageZoneTable, wire))),
          withoutNullArrays(wire),
        );
      }),
      { numRuns: 100 },
    );
  });

  it("writes back, for any pull zone and whatever fields come on top, what was read", () => {
    const extra = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
    fc.assert(
      fc.property(anyObject(pullZoneFields), extra, (wire, more) => {
        const mixed = JSON.parse(JSON.stringify({ ...more, ...wire })) as WireObject;
        const again = encode(pullZoneTable, decode(pullZoneTable, mixed));
        assert.deepEqual(withoutNullArrays(again), withoutNullArrays(mixed));
      }),
      { numRuns: 200 },
    );
  });

  it("is undone by decoding: nothing is lost and nothing is added", () => {
    fc.assert(
      fc.property(anyObject(pullZoneFields), (wire) => {
        const typed = decode(pullZoneTable, wire);
        assert.deepEqual(decode(pullZoneTable, encode(pullZoneTable, typed)), typed);
      }),
      { numRuns: 200 },
    );
  });

  it("sends null for what is nullable and absent, and leaves out what is optional and never null", () => {
    assert.deepEqual(encode(addStorageZoneTable, { name: "a", region: "DE", replicationRegions: [] }), {
      Name: "a",
      Region: "DE",
      ReplicationRegions: [],
    });
    const absent = { replicationZones: [], rewrite404To200: false };
    assert.deepEqual(encode(updateStorageZoneTable, absent), {
      ReplicationZones: [],
      Rewrite404To200: false,
      Custom404FilePath: null,
    });
  });

  it("calls the replicas of an update ReplicationZones", () => {
    assert.deepEqual(
      encode(updateStorageZoneTable, { replicationZones: ["NY"], rewrite404To200: true, custom404FilePath: "" }),
      { ReplicationZones: ["NY"], Rewrite404To200: true, Custom404FilePath: "" },
    );
  });
});
