import fc from "fast-check";
import { decode } from "../../provider/wire/codec";
import type { Table } from "../../provider/wire/fields";
import { pullZoneTable } from "../../provider/wire/pullZone";
import { partialWireSchema } from "../../emulator/wire/schema";
import { storageZoneTable } from "../../provider/wire/storageZone";
import type { ContractFields } from "../fixtures/contract/field";
import { pullZoneFields } from "../fixtures/contract/pullZone";
import { storageZoneFields } from "../fixtures/contract/storageZone";
import { anyObject } from "../wire/arbitrary";

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

describe("partialWireSchema", () => {
  for (const [object, table, fields] of objects) {
    const schema = partialWireSchema(table);
    const accepted = (wire: unknown): boolean => schema.safeParse(wire).success;

    it(`accepts every ${object} that the contract allows`, () => {
      fc.assert(
        fc.property(anyObject(fields), (wire) => accepted(wire) && decodes(table, wire)),
        { numRuns: 100 },
      );
    });
  }
});
