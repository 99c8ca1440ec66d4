import fc from "fast-check";
import type { ContractFields } from "../fixtures/contract/field";
import type { WireObject } from "../fixtures/objects";
import { inner } from "../fixtures/objects";

const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  int64: fc.maxSafeInteger(),
  int32: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  enum: fc.integer({ min: 0, max: 40 }),
  decimal: fc.double({ noNaN: true, noDefaultInfinity: true }),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }),
  boolean: fc.boolean(),
  string: fc.string({ maxLength: 12 }),
  "date-time": fc
    .date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
    .map((d) => d.toISOString()),
  object: fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }),
};

/** Any object that the contract allows: with every field, and null for some of the nullable ones. */
export function anyObject(fields: ContractFields): fc.Arbitrary<WireObject> {
  return fc.record(Object.fromEntries(fields.map(([name, type]) => [name, anyValue(name, type)])));
}

function anyValue(name: string, type: string): fc.Arbitrary<unknown> {
  const fields = inner[name];
  const one = fields === undefined ? scalarOf(type.replace(/(\[\])?\??$/, "")) : anyObject(fields);
  const value = type.includes("[]") ? fc.array(one, { maxLength: fields === undefined ? 3 : 1 }) : one;
  return type.endsWith("?") ? fc.option(value, { freq: 3 }) : value;
}

function scalarOf(type: string): fc.Arbitrary<unknown> {
  const scalar = scalars[type];
  if (scalar === undefined) throw new Error(`The contract has no type ${type}`);
  return scalar;
}
