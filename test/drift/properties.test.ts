import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { DriftReport } from "../../drift";
import { detectDrift } from "../../drift";
import type { Emulator, PartialPullZone, PartialStorageZone } from "../../emulator";
import { startEmulator } from "../../emulator";
import type { Field, Table } from "../../provider/wire/fields";
import { pullZoneTable } from "../../provider/wire/pullZone";
import { storageZoneTable } from "../../provider/wire/storageZone";
import { stateNow } from "./support/state";

const storageZoneId = 7;
const pullZoneId = 8;

/** What makes another zone of it, or is told otherwise: the id, what says that it is gone, the links. */
const apart = new Set(["Id", "Deleted", "PullZones", "StorageZoneId"]);
const fieldsOf = (table: Table, volatile: boolean): Field[] =>
  table.fields.filter(
    (field) => !apart.has(field.wire) && field.derived === undefined && (field.volatile === true) === volatile,
  );

/** Some of the fields, each with a value that no fresh zone has. */
function changes(fields: readonly Field[]): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .subarray([...fields], { minLength: 1 })
    .chain((some) => fc.record(Object.fromEntries(some.map((field) => [field.wire, anotherValue(field)]))));
}

function anotherValue(field: Field): fc.Arbitrary<unknown> {
  const word = fc.string({ minLength: 1, maxLength: 12 }).map((text) => `x${text}`);
  if (field.of !== undefined)
    return fc.array(fc.nat(), { minLength: 1, maxLength: 3 }).map((ids) => elements(field, ids));
  if (field.array) return fc.uniqueArray(word, { minLength: 1, maxLength: 4 });
  switch (field.scalar) {
    case "boolean":
      return fc.constant(field.wire !== "Enabled");
    case "string":
      return word;
    case "date-time":
      return fc.date({ min: new Date("2030-01-01"), noInvalidDate: true }).map((date) => date.toISOString());
    case "json":
      return fc.constant({});
    case "int64":
    case "int32":
    case "enum":
      return fc.integer({ min: 1001, max: 2 ** 31 - 1 });
    case "decimal":
    case "double":
      return fc.double({ min: 1001, max: 1e9, noNaN: true });
  }
}

function elements({ of, unordered }: Field, ids: readonly number[]): object[] {
  const key = of?.fields.find(({ wire }) => wire === unordered);
  return [...new Set(ids)].map((id) => ({ [key?.wire ?? "Id"]: key?.scalar === "string" ? `n${String(id)}` : id }));
}

describe("drift, whatever changes", () => {
  let emulator: Emulator;
  let state = "";
  const env = (): Record<string, string> => ({ CDN_ACCESS_KEY: emulator.accessKey });

  before(async () => {
    const seed = {
      storageZones: [{ Id: storageZoneId, Name: "read", DateModified: "2020-01-01T00:00:00Z" }],
      pullZones: [{ Id: pullZoneId, Name: "web" }],
    };
    emulator = await startEmulator({ contract: true, seed });
    state = await stateNow(emulator, { externalStorage: [storageZoneId], pullZones: [pullZoneId] });
  });

  after(() => emulator.close());

  async function afterChange(storage: PartialStorageZone, pull: PartialPullZone): Promise<DriftReport> {
    emulator.reset();
    emulator.storageZones.change(storageZoneId, storage);
    emulator.pullZones.change(pullZoneId, pull);
    return detectDrift({ states: [{ state }], env: env() });
  }

  it("reports exactly the settings that changed, whatever moves beside them", async () => {
    const property = fc.asyncProperty(
      changes(fieldsOf(pullZoneTable, false)),
      changes(fieldsOf(storageZoneTable, false)),
      changes(fieldsOf(pullZoneTable, true)),
      async (pull, storage, moving) => {
        const report = await afterChange(storage, { ...pull, ...moving });
        assert.equal(report.verdict, "drift");
        assert.deepEqual(namesIn(report, "PullZone"), namesOf(pullZoneTable, pull));
        assert.deepEqual(namesIn(report, "StorageZone"), namesOf(storageZoneTable, storage));
      },
    );
    await fc.assert(property, { numRuns: 50 });
  });
});

function namesIn({ stacks }: DriftReport, type: string): string[] {
  const differences = stacks.flatMap(({ resources }) =>
    resources.filter((resource) => resource.type === type).flatMap((resource) => resource.differences),
  );
  return [...new Set(differences.map(({ property }) => /^[^.[]+/.exec(property)?.[0] ?? ""))].sort();
}

function namesOf(table: Table, wire: object): string[] {
  return table.fields
    .filter((field) => field.wire in wire)
    .map(({ name }) => name)
    .sort();
}
