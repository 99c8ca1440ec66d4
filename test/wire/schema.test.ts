import assert from "node:assert/strict";
import fc from "fast-check";
import { decode } from "../../provider/wire/codec";
import type { Table } from "../../provider/wire/fields";
import { pullZoneTable } from "../../provider/wire/pullZone";
import { partialWireSchema, wireSchema } from "../../provider/wire/schema";
import { storageZoneTable } from "../../provider/wire/storageZone";
import type { ContractFields } from "../fixtures/contract/field";
import { pullZoneFields } from "../fixtures/contract/pullZone";
import { storageZoneFields } from "../fixtures/contract/storageZone";
import { filled } from "../fixtures/objects";
import { anyObject } from "./arbitrary";

const decodes = (table: Table, wire: unknown): boolean => {
  try {
    decode(table, wire);
    return true;
  } catch {
    return false;
  }
};

const objects: readonly (readonly [string, Table, ContractFields])[] = [
  ["storage zone", storageZoneTable, storageZoneFields],
  ["pull zone", pullZoneTable, pullZoneFields],
];

/** Any field of an object, and anything that JSON can say in its place. */
const anySpoilt = (fields: ContractFields): fc.Arbitrary<[name: string, value: unknown]> =>
  fc.tuple(
    fc.constantFrom(...fields.map(([name]) => name)),
    fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom<unknown>(...oddities)),
  );
const oddities = [2 ** 53, -1, 1.5, Infinity, "2026-03-01", "2026-03-01T00:00:00", "12", [null], [{}], {}];

describe("the schema that follows from a field table", () => {
  for (const [object, table, fields] of objects) {
    const schema = wireSchema(table);
    const accepted = (wire: unknown): boolean => schema.safeParse(wire).success;

    it(`accepts every ${object} that the contract allows`, () => {
      fc.assert(
        fc.property(anyObject(fields), (wire) => accepted(wire) && decodes(table, wire)),
        { numRuns: 100 },
      );
    });

    it(`accepts nothing of a ${object} that the codec refuses`, () => {
      fc.assert(
        fc.property(anySpoilt(fields), ([name, value]) => {
          const wire = { ...filled(fields), [name]: value };
          assert.ok(!accepted(wire) || decodes(table, wire));
        }),
        { numRuns: 500 },
      );
    });
  }

  it("asks, where a part is enough, for the same types of what is there", () => {
    const schema = partialWireSchema(storageZoneTable);
    assert.ok(schema.safeParse({ Name: "a" }).success);
    assert.ok(!schema.safeParse({ Name: 7 }).success);
    assert.ok(!schema.safeParse({ PullZones: [{ Enabled: "yes" }] }).success);
  });
});
