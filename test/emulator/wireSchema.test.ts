import assert from "node:assert/strict";
import fc from "fast-check";
import { defaultsOf } from "../../emulator/state/defaults";
import { decode } from "../../provider/wire/codec";
import type { Field, Table } from "../../provider/wire/fields";
import { pullZoneTable } from "../../provider/wire/pullZone";
import { partialWireSchema, wireSchema } from "../../provider/wire/schema";
import { addStorageZoneTable, storageZoneTable } from "../../provider/wire/storageZone";

/** Objects of a table: mostly right, with now and then a value of another type, or none. */
function objects(table: Table, depth = 2): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .array(
      fc.constantFrom(...table.fields).chain((field) => fc.tuple(fc.constant(field.wire), values(field, depth))),
      { maxLength: 12 },
    )
    .map((changes) => ({ ...defaultsOf(table), ...Object.fromEntries(changes) }));
}

function values(field: Field, depth: number): fc.Arbitrary<unknown> {
  const element =
    field.of === undefined ? scalars[field.scalar] : depth > 0 ? objects(field.of, depth - 1) : fc.constant({});
  const right = field.array ? fc.array(element, { maxLength: 3 }) : element;
  return fc.oneof(
    { weight: 20, arbitrary: right },
    { weight: 2, arbitrary: fc.constantFrom(null, undefined) },
    { weight: 1, arbitrary: fc.anything() },
  );
}

const scalars: Record<Field["scalar"], fc.Arbitrary<unknown>> = {
  int64: fc.maxSafeInteger(),
  int32: fc.integer(),
  enum: fc.integer({ min: -1, max: 99 }),
  decimal: fc.double({ noNaN: true, noDefaultInfinity: true }),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }),
  boolean: fc.boolean(),
  string: fc.string(),
  "date-time": fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  json: fc.jsonValue(),
};

describe("the zod schema of a field table", () => {
  it("is built once", () => {
    assert.equal(wireSchema(storageZoneTable), wireSchema(storageZoneTable));
    assert.equal(partialWireSchema(storageZoneTable), partialWireSchema(storageZoneTable));
    assert.notEqual(wireSchema<Table>(storageZoneTable), partialWireSchema<Table>(storageZoneTable));
  });

  it("keeps what the table does not know, at every depth", () => {
    const zone = { ...defaultsOf(pullZoneTable), Extra: 1, EdgeRules: [{ ...defaultsOf(pullZoneTable), Guid: "" }] };
    assert.deepEqual(partialWireSchema(pullZoneTable).parse(zone), zone);
  });

  it("lets assumed and optional fields be absent, and every other only where it may be null", () => {
    const schema = wireSchema(addStorageZoneTable);
    assert.ok(schema.safeParse({ Name: "a", Region: "DE" }).success);
    assert.ok(schema.safeParse({ Name: "a", Region: "DE", ReplicationRegions: null }).success);
    assert.ok(!schema.safeParse({ Name: "a", Region: "DE", ZoneTier: null }).success);
    assert.ok(!schema.safeParse({ Name: "a" }).success);
    assert.ok(!schema.safeParse({ Name: null, Region: "DE" }).success);
    assert.ok(partialWireSchema(addStorageZoneTable).safeParse({}).success);
  });

  it("leaves the values of an enum open", () => {
    assert.ok(partialWireSchema(pullZoneTable).safeParse({ OriginType: 77 }).success);
    assert.ok(!partialWireSchema(pullZoneTable).safeParse({ OriginType: 1.5 }).success);
  });

  for (const table of [storageZoneTable, pullZoneTable] as const) {
    it(`takes the defaults of a ${table.object}, and nothing that the codec would refuse`, () => {
      assert.ok(wireSchema<Table>(table).safeParse(defaultsOf<Table>(table)).success);
      let accepted = 0;
      fc.assert(
        fc.property(objects(table), (object) => {
          const result = wireSchema<Table>(table).safeParse(object);
          if (!result.success) return;
          accepted += 1;
          decode<Table>(table, object);
        }),
        { numRuns: 300, seed: 17 },
      );
      assert.ok(accepted > 50, String(accepted));
    });
  }
});
