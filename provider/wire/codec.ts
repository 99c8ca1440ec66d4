import type { Field, Table, TypedOf } from "./fields";
import { readScalar } from "./scalar";
import { describe, WireError } from "./wireError";

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
  if (!isObject(wire)) throw new WireError(table.object, "", "an object", describe(wire));
  const typed: JsonObject = {};
  for (const field of table.fields) {
    let value = wire[field.wire];
    if (value === undefined && field.alias !== undefined) value = wire[field.alias];
    if (value === undefined || value === null) {
      if (field.array) typed[field.name] = [];
    } else {
      try {
        typed[field.name] = decodeField(field, value);
      } catch (error) {
        throw error instanceof WireError ? error.inside(nameOf(table, wire), field.wire) : error;
      }
    }
  }
  const extra = extraOf(table, wire);
  if (extra !== undefined) typed["extraFields"] = extra;
  return typed;
}

function decodeField(field: Field, value: unknown): unknown {
  if (!field.array) return decodeElement(field, value);
  if (!Array.isArray(value)) throw new WireError("value", "", "an array", describe(value, field.secret));
  return value.map((element: unknown, index) => {
    try {
      return decodeElement(field, element);
    } catch (error) {
      throw error instanceof WireError ? error.inside("value", `[${String(index)}]`) : error;
    }
  });
}

function decodeElement(field: Field, value: unknown): unknown {
  return field.of === undefined
    ? readScalar(field.scalar, value, field.secret === true)
    : decodeObject(field.of, value);
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

/** `Object.fromEntries` makes own properties, so that a key such as `__proto__` stays a harmless name. */
function extraOf(table: Table, wire: JsonObject): JsonObject | undefined {
  let extra: [string, unknown][] | undefined;
  for (const key in wire) {
    if (table.known.has(key)) continue;
    const standsFor = table.aliases.get(key);
    if (standsFor !== undefined && wire[standsFor] === undefined) continue;
    (extra ??= []).push([key, wire[key]]);
  }
  return extra === undefined ? undefined : Object.fromEntries(extra);
}

function nameOf(table: Table, wire: JsonObject): string {
  const id = wire["Id"];
  return typeof id === "number" || typeof id === "string" ? `${table.object} ${String(id).slice(0, 40)}` : table.object;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
