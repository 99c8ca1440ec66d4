import assert from "node:assert/strict";
import { decode } from "../../provider/wire/codec";
import { typedName } from "../../provider/wire/fields";
import { pullZoneTable } from "../../provider/wire/pullZone";
import { storageZoneTable } from "../../provider/wire/storageZone";
import { WireError } from "../../provider/wire/wireError";
import type { ContractFields } from "../fixtures/contract/field";
import { pullZoneFields } from "../fixtures/contract/pullZone";
import { storageZoneFields } from "../fixtures/contract/storageZone";
import { filled, inner } from "../fixtures/objects";
import type { WireObject } from "../fixtures/objects";

/** For each type of the contract, a value of another type. */
const wrong: Readonly<Record<string, unknown>> = {
  int64: "12",
  int32: true,
  enum: "Standard",
  decimal: "0.5",
  double: true,
  boolean: 1,
  string: 7,
  "date-time": "yesterday",
};

interface Case {
  /** An object with one invalid field, at any depth. */
  readonly wire: WireObject;
  /** The path of that field. */
  readonly path: string;
}

/** A case for every field of an object and of its nested objects. */
function* spoilt(fields: ContractFields): Generator<Case> {
  for (const [name, type] of fields) {
    const base = type.replace(/(\[\])?\??$/, "");
    const nested = inner[name];
    if (type.includes("[]")) {
      yield { wire: { ...filled(fields), [name]: "not an array" }, path: name };
      yield { wire: { ...filled(fields), [name]: [nested === undefined ? 7 : "not an object"] }, path: `${name}[0]` };
    } else if (base !== "object") yield { wire: { ...filled(fields), [name]: wrong[base] }, path: name };
    if (nested === undefined) continue;
    for (const { wire, path } of spoilt(nested)) {
      yield { wire: { ...filled(fields), [name]: [wire] }, path: `${name}[0].${path}` };
    }
  }
}

const faultIn = (read: () => unknown): WireError => {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof WireError, String(error));
    return error;
  }
  assert.fail("it must not be accepted");
};

const messageOf = (read: () => unknown): string => faultIn(read).detailedMessage((text) => text);

const essential = new Set([
  ...["Id", "Name", "Deleted", "Region", "ReplicationRegions", "Rewrite404To200", "Custom404FilePath"],
  ...["ZoneTier", "StorageZoneType"],
]);

describe("A value of the wrong type", () => {
  it("is refused in a field that a life cycle uses, naming object, id and field", () => {
    const paths: string[] = [];
    for (const { wire, path } of spoilt(storageZoneFields)) {
      if (!essential.has(path.replace(/\[.*/, ""))) continue;
      const message = messageOf(() => decode(storageZoneTable, { ...wire, ...(path === "Id" ? {} : { Id: 42 }) }));
      assert.ok(message.startsWith(`storage zone ${path === "Id" ? "12" : "42"}: ${path} must be `), message);
      paths.push(path);
    }
    assert.deepEqual(new Set(paths.map((path) => path.replace(/\[.*/, ""))), essential);
    const shown = messageOf(() => decode(storageZoneTable, { ...filled(storageZoneFields), Deleted: "no" }));
    assert.match(shown, /Deleted must be a boolean, but got: "no" \(a string\)/);
  });

  it("is kept in extraFields in any other field, at every depth", () => {
    let cases = 0;
    for (const { wire, path } of spoilt(storageZoneFields)) {
      if (essential.has(path.replace(/\[0\]$/, ""))) continue;
      const typed = decode(storageZoneTable, wire);
      const holder = path
        .replace(/\[0\]$/, "")
        .split(".")
        .slice(0, -1);
      const field =
        path
          .replace(/\[0\]$/, "")
          .split(".")
          .at(-1) ?? "";
      const at = (value: object): Record<string, unknown> =>
        holder.reduce<Record<string, unknown>>(
          (object, step) => {
            const elements = object[step.replace("[0]", "")] ?? object[typedName(step.replace("[0]", ""))];
            return (elements as Record<string, unknown>[])[0] ?? {};
          },
          value as Record<string, unknown>,
        );
      assert.deepEqual(at(typed)["extraFields"], { [field]: at(wire)[field] }, path);
      cases++;
    }
    assert.ok(cases > 200, `${String(cases)} cases`);
  });

  it("is passed to a redactor unescaped and in full, and is not in the error's own message", () => {
    const secret = `"${"s".repeat(100)}\\`;
    const fault = faultIn(() => decode(storageZoneTable, { Deleted: `b ${secret}`, Id: 42 }));
    assert.equal(
      fault.detailedMessage((text) => text.replace(secret, "…")),
      'storage zone 42: Deleted must be a boolean, but got: "b …" (a string)',
    );
    assert.equal(fault.message, "storage zone: Deleted must be a boolean");
  });
});

describe("A number", () => {
  it("outside the safe range is accepted, except as an id", () => {
    for (const text of ["9007199254740993", "18446744073709551615", "-9007199254740993", "1e300", "0.5"]) {
      const number = Number(text);
      const wire = { ...filled(storageZoneFields), StorageUsed: number, FilesStored: number, Discount: number };
      const { storageUsed, filesStored, discount } = decode(storageZoneTable, wire);
      assert.deepEqual([storageUsed, filesStored, discount], [number, number, number]);
      const linked = decode(pullZoneTable, { ...filled(pullZoneFields), StorageZoneId: number });
      assert.equal((linked as { storageZoneId?: number }).storageZoneId, undefined);
      assert.throws(() => decode(storageZoneTable, { ...wire, Id: number }), WireError);
    }
  });

  it("that JSON.parse reads as infinite is refused", () => {
    const limited = decode(pullZoneTable, { ...filled(pullZoneFields), LimitRateAfter: Infinity });
    assert.equal((limited as { limitRateAfter?: number }).limitRateAfter, undefined);
  });
});
