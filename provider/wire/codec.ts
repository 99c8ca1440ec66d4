import type { Field, Table, TypedOf } from "./fields";
import type { Step } from "./plan";
import { Plan } from "./plan";
import { expectations, isOfType } from "./scalar";
import { WireError } from "./wireError";

type JsonObject = Record<string, unknown>;

/**
 * Reads an object of the wire into its typed form.
 *
 * - `null` and a field left out are the same: the property is absent. An array is never absent: null is the empty array.
 * - Where the contract's name is absent, the publicly known alias is read.
 * - A field that the contract does not know is kept under `extraFields`.
 *
 * @throws {WireError} naming object, id and field, where a value is of another type
 */
export function decode<T extends Table>(table: T, wire: unknown): TypedOf<T> {
  return decodeObject(table, wire) as TypedOf<T>;
}

/** Writes a typed object as the wire has it: the contract's names, and null for what is nullable and absent. */
export function encode<T extends Table>(table: T, typed: TypedOf<T>): JsonObject {
  return encodeObject(table, typed);
}

function decodeObject(table: Table, wire: unknown): JsonObject {
  if (!isObject(wire)) throw new WireError(table.object, "", "an object", { value: wire });
  const plan = Plan.of(table);
  const typed = plan.begin();
  let filled = 0;
  let grown = false;
  let extra: [string, unknown][] | undefined;
  let step: Step | undefined;
  const source = table.partial ? plan.pick(wire) : wire;
  try {
    // One walk over what came finds the known and the unknown at once.
    for (const key in source) {
      const value = source[key];
      step = plan.steps.get(key);
      if (step === undefined || (key !== step.wire && source[step.wire] !== undefined)) {
        if (!table.partial) (extra ??= []).push([key, value]);
        continue;
      }
      const absent = value === null || value === undefined;
      if (absent && !step.array) continue;
      typed[step.name] = absent ? [] : decodeField(step, value);
      if (step.inBlank) filled++;
      else grown = true;
    }
  } catch (error) {
    throw error instanceof WireError && step !== undefined ? error.inside(table.object, step.wire, wire["Id"]) : error;
  }
  plan.finish(typed, filled, grown);
  // `Object.fromEntries` makes own properties, so that a key such as `__proto__` stays a harmless name.
  if (extra !== undefined) typed["extraFields"] = Object.fromEntries(extra);
  return typed;
}

function decodeField(field: Field, value: unknown): unknown {
  if (!field.array) return decodeElement(field, value);
  if (!Array.isArray(value)) throw new WireError("value", "", "an array", { value, secret: field.secret });
  const elements: unknown[] = [];
  try {
    for (const element of value as unknown[]) elements.push(decodeElement(field, element));
  } catch (error) {
    throw error instanceof WireError ? error.inside("value", `[${String(elements.length)}]`) : error;
  }
  return elements;
}

function decodeElement({ of, scalar, secret }: Field, value: unknown): unknown {
  if (of !== undefined) return decodeObject(of, value);
  if (!isOfType(scalar, value)) throw new WireError("value", "", expectations[scalar], { value, secret });
  return value;
}

function encodeObject(table: Table, typed: JsonObject): JsonObject {
  const wire: JsonObject = {};
  for (const field of table.fields) {
    const value = typed[field.name];
    if (value !== undefined) wire[field.wire] = encodeField(field, value);
    else if (field.nullable && field.assumed !== true) wire[field.wire] = null;
  }
  const extra = typed["extraFields"];
  return isObject(extra) ? Object.fromEntries([...Object.entries(wire), ...Object.entries(extra)]) : wire;
}

function encodeField(field: Field, value: unknown): unknown {
  const inner = field.of;
  if (inner === undefined) return value;
  return field.array
    ? (value as JsonObject[]).map((element) => encodeObject(inner, element))
    : encodeObject(inner, value as JsonObject);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
