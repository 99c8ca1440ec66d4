import assert from "node:assert/strict";
import fc from "fast-check";
import { decode, encode } from "../../provider/wire/codec";
import { dnsRecordBodyTable, dnsZoneRecordTable } from "../../provider/wire/dnsRecord";
import { typedName } from "../../provider/wire/fields";
import { pullZoneTable } from "../../provider/wire/pullZone";
import { hostnameTable } from "../../provider/wire/pullZoneParts";
import { addStorageZoneTable, storageZoneTable, updateStorageZoneTable } from "../../provider/wire/storageZone";
import { pullZoneFields } from "../fixtures/contract/pullZone";
import { storageZoneFields } from "../fixtures/contract/storageZone";
import { filledPullZone, filledStorageZone, without } from "../fixtures/objects";
import type { WireObject } from "../fixtures/objects";
import { anyObject } from "./arbitrary";

const decoded = (wire: unknown): Record<string, unknown> => decode(storageZoneTable, wire) as never;
const parsed = (text: string): unknown => JSON.parse(text);

/** What a round trip changes: null becomes an empty array, and -0 becomes 0. */
function withoutNullArrays(wire: WireObject): WireObject {
  const text = JSON.stringify(wire, (key, value: unknown) =>
    value === null && arrays.has(key) ? [] : Object.is(value, -0) ? 0 : value,
  );
  return JSON.parse(text) as WireObject;
}
const arrays = new Set(
  [...storageZoneFields, ...pullZoneFields].filter(([, type]) => type.endsWith("[]?")).map(([name]) => name),
);

describe("decode", () => {
  it("gives every field of a storage zone its typed name and its value", () => {
    const wire = filledStorageZone();
    const { pullZones, ...typed } = decoded(wire);
    const others = without(wire, "PullZones");
    assert.deepEqual(typed, Object.fromEntries(Object.entries(others).map(([key, value]) => [typedName(key), value])));
    assert.equal((pullZones as unknown[]).length, 1);
  });

  it("reads pull zones inside a storage zone like others", () => {
    const alone = decode(pullZoneTable, filledPullZone());
    const [inside] = decode(storageZoneTable, { ...filledStorageZone(), PullZones: [filledPullZone()] }).pullZones;
    assert.deepEqual(inside, alone);
  });

  it("treats null and a missing field alike: absent, or an empty array", () => {
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

  it("names the integers of an enumeration, and gives those without a name in digits", () => {
    const typesOf = (Type: unknown): unknown[] => {
      const { type } = decode(dnsZoneRecordTable, { Id: 1, Type });
      return [type, encode(dnsRecordBodyTable, { type })["Type"]];
    };
    assert.deepEqual(
      [typesOf(7), typesOf(0), typesOf(99)],
      [
        ["PullZone", 7],
        ["A", 0],
        ["99", 99],
      ],
    );
    assert.deepEqual(encode(dnsRecordBodyTable, { type: "cname" }), { Type: 2 });
    assert.throws(() => typesOf("CNAME"), /DNS record: Type must be one of A, AAAA, .*, or an integer/);
  });

  it("reads what follows from other fields, and else what the wire has", () => {
    const record = { Id: 1, Type: 7, LinkName: "4711", PullZoneId: 5 };
    assert.equal(decode(dnsZoneRecordTable, record).pullZoneId, 4711);
    assert.equal(decode(dnsZoneRecordTable, { ...record, LinkName: null }).pullZoneId, 5);
    assert.equal(decode(dnsZoneRecordTable, { ...record, Type: 2 }).pullZoneId, 5);
  });

  it("accepts unknown enum values", () => {
    const wire = { ...filledPullZone(), OriginType: 99, ShieldDDosProtectionType: -3, Type: 12 };
    const { originType, shieldDDosProtectionType, type } = decode(pullZoneTable, wire);
    assert.deepEqual([originType, shieldDDosProtectionType, type], [99, -3, 12]);
  });

  it("keeps unknown fields in extraFields, at every depth", () => {
    const zone = {
      ...filledPullZone(),
      NewFeature: { a: [1, null] },
      Hostnames: [{ Id: 1, Value: "a.b", Fresh: null }],
    };
    const typed = decode(storageZoneTable, { ...filledStorageZone(), Cost: 1.25, PullZones: [zone] });
    assert.deepEqual(typed.extraFields, { Cost: 1.25 });
    assert.deepEqual(typed.pullZones[0]?.extraFields, { NewFeature: { a: [1, null] } });
    assert.deepEqual(typed.pullZones[0]?.hostnames[0]?.extraFields, { Fresh: null });
    assert.ok(
      !("extraFields" in decode(storageZoneTable, filledStorageZone())),
      "no extraFields without unknown fields",
    );
  });

  it("keeps a field named __proto__, constructor or toString as plain data", () => {
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

  it("does not read inherited properties", () => {
    const typed = decode(hostnameTable, parsed('{"Id":1,"__proto__":{"ForceSSL":true}}'));
    assert.equal((typed as { forceSSL?: boolean }).forceSSL, undefined);
  });
});

describe("encode", () => {
  it("reverses decode for any storage zone and pull zone, with any additional fields", () => {
    const extra = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
    for (const [table, fields] of [
      [storageZoneTable, storageZoneFields],
      [pullZoneTable, pullZoneFields],
    ] as const) {
      fc.assert(
        fc.property(anyObject(fields), extra, (wire, more) => {
          const mixed = JSON.parse(JSON.stringify({ ...more, ...wire })) as WireObject;
          const again = encode<object>(table, decode<object>(table, mixed));
          assert.deepEqual(withoutNullArrays(again), withoutNullArrays(mixed));
        }),
        { numRuns: 150 },
      );
    }
  });

  it("sends null for absent nullable fields, and omits absent optional ones", () => {
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
});
