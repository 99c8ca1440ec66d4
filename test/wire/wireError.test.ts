import assert from "node:assert/strict";
import fc from "fast-check";
import { decode } from "../../provider/wire/codec";
import { pullZoneTable } from "../../provider/wire/pullZone";
import { storageZoneTable } from "../../provider/wire/storageZone";
import { WireError } from "../../provider/wire/wireError";
import type { ContractFields } from "../fixtures/contract/field";
import { pullZoneFields } from "../fixtures/contract/pullZone";
import { actionSecrets, hostnameSecrets, pullZoneSecrets, storageZoneSecrets } from "../fixtures/contract/secrets";
import { storageZoneFields } from "../fixtures/contract/storageZone";
import { filled, inner } from "../fixtures/objects";
import type { WireObject } from "../fixtures/objects";

/** For each type of the contract, a value that is not of it. */
const wrong: Readonly<Record<string, unknown>> = {
  int64: "12",
  int32: 1.5,
  enum: "Standard",
  decimal: "0.5",
  double: true,
  boolean: 1,
  string: 7,
  "date-time": "yesterday",
};
const secrets = new Set([...storageZoneSecrets, ...pullZoneSecrets, ...hostnameSecrets, ...actionSecrets]);

interface Case {
  /** The object with one field spoilt, however deep. */
  readonly wire: WireObject;
  /** The way to that field. */
  readonly path: string;
}

/** Every field of an object spoilt once, and every field of the objects in it. */
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

const toldOf = (read: () => unknown): string => faultIn(read).told((text) => text);

describe("a value of the wrong type", () => {
  it("is refused naming object, id and field, for every field of a storage zone at every depth", () => {
    let cases = 0;
    for (const { wire, path } of spoilt(storageZoneFields)) {
      const fault = faultIn(() => decode(storageZoneTable, { ...wire, ...(path === "Id" ? {} : { Id: 42 }) }));
      assert.equal(fault.path, path);
      const told = fault.told((text) => text);
      const object = path === "Id" ? "storage zone 12" : "storage zone 42";
      assert.ok(told.startsWith(`${object}: ${path} must be `), told);
      cases += 1;
    }
    assert.ok(cases > 200, `${String(cases)} cases`);
  });

  it("is shown in the error where it is no secret, and never where it is one", () => {
    for (const fields of [storageZoneFields, pullZoneFields]) {
      const table = fields === storageZoneFields ? storageZoneTable : pullZoneTable;
      for (const { wire, path } of spoilt(fields)) {
        const field = path.split(".").at(-1) ?? "";
        if (!secrets.has(field)) continue;
        assert.ok(!toldOf(() => decode(table, wire)).includes("7 ("), path);
      }
    }
    const shown = toldOf(() => decode(storageZoneTable, { ...filled(storageZoneFields), Deleted: "no" }));
    assert.match(shown, /Deleted must be a boolean, but got: "no" \(a string\)/);
  });

  it("is refused where a whole object should be, whatever comes instead", () => {
    for (const answer of [undefined, null, 7, "zone", true, [], [{}]]) {
      assert.match(
        toldOf(() => decode(storageZoneTable, answer)),
        /^storage zone: it must be an object, but got: /,
      );
    }
  });

  it("makes no endless message of an endless value", () => {
    const long = "x".repeat(1_000_000);
    for (const wire of [
      { Id: long },
      { Id: 1, Deleted: long },
      { Id: 1, DateModified: long },
      { Id: 1, Region: [long] },
    ]) {
      const told = toldOf(() => decode(storageZoneTable, wire));
      assert.ok(told.length < 400, `${String(told.length)} characters`);
    }
  });

  it("is shown to a redactor whole and unescaped, and not at all in the error's own message", () => {
    const secret = `"${"s".repeat(100)}\\`;
    const fault = faultIn(() => decode(storageZoneTable, { Deleted: `b ${secret}`, Id: `a ${secret}` }));
    assert.equal(
      fault.told((text) => text.replace(secret, "…")),
      'storage zone a …: Deleted must be a boolean, but got: "b …" (a string)',
    );
    assert.equal(fault.message, "storage zone: Deleted must be a boolean");
  });
});

describe("a number", () => {
  it("of an integer field is refused past 2^53 rather than passed on rounded", () => {
    for (const text of ["9007199254740992", "9007199254740993", "18446744073709551615", "-9007199254740993", "1e300"]) {
      const wire = { ...filled(storageZoneFields), StorageUsed: JSON.parse(text) as unknown };
      assert.equal(faultIn(() => decode(storageZoneTable, wire)).path, "StorageUsed");
    }
    for (const text of ["9007199254740991", "-9007199254740991", "0", "1e3"]) {
      const wire = { ...filled(storageZoneFields), StorageUsed: JSON.parse(text) as unknown };
      assert.equal(decode(storageZoneTable, wire).storageUsed, Number(text));
    }
  });

  it("too large for any number, which JSON.parse makes infinite, is refused in a decimal and in a double", () => {
    const infinite = JSON.parse("1e999") as unknown;
    const discounted = { ...filled(storageZoneFields), PriceOverride: infinite };
    assert.equal(faultIn(() => decode(storageZoneTable, discounted)).path, "PriceOverride");
    const limited = { ...filled(pullZoneFields), LimitRateAfter: infinite };
    assert.equal(faultIn(() => decode(pullZoneTable, limited)).path, "LimitRateAfter");
  });
});

describe("any JSON at all as an answer", () => {
  it("is decoded or refused with a WireError: never another error, never a changed prototype", () => {
    const known = fc.constantFrom(...storageZoneFields.map(([name]) => name), "__proto__", "constructor");
    const object = fc.array(fc.tuple(known, fc.jsonValue({ maxDepth: 3 }))).map((pairs) => Object.fromEntries(pairs));
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue({ maxDepth: 4 }), object), (value) => {
        const wire: unknown = JSON.parse(JSON.stringify(value));
        try {
          assert.equal(Object.getPrototypeOf(decode(storageZoneTable, wire)), Object.prototype);
        } catch (error) {
          assert.ok(error instanceof WireError, String(error));
        }
      }),
      { numRuns: 10_000 },
    );
  });
});
