import type { Field, Table } from "./fields";
import { expectationOf, integerOfName, isOfType, nameOfInteger } from "./scalar";
import { WireError } from "./wireError";

type JsonObject = Record<string, unknown>;

/**
 * Encodes a typed object for the wire: with the contract's names, and null for absent nullable fields.
 *
 * @param publicNames the contract's names of fields that the service returns only under their public name
 */
export function encode<Typed extends object>(
  table: Table<Typed>,
  typed: Typed,
  publicNames: ReadonlySet<string> = new Set(),
): JsonObject {
  const wire = encodeObject(table, typed as JsonObject);
  for (const field of table.fields) {
    if (field.alias === undefined || !publicNames.has(field.wire) || wire[field.wire] === undefined) continue;
    wire[field.alias] = wire[field.wire];
    delete wire[field.wire];
  }
  return wire;
}

/** Records which of two names the service uses for fields with an alias. */
export function notePublicNames({ fields }: Table, wire: unknown, publicNames: Set<string>): void {
  if (!isObject(wire)) return;
  for (const { wire: name, alias } of fields) {
    if (alias === undefined) continue;
    if (Object.hasOwn(wire, name)) publicNames.delete(name);
    else if (Object.hasOwn(wire, alias)) publicNames.add(name);
  }
}

/**
 * Decodes an object of the wire into its typed form.
 *
 * - For `null` and for a missing field, the property is absent. An array is never absent: null becomes an empty array.
 * - A missing field is an error only if it is marked as `present`.
 * - If there is no value under the contract's name, the publicly known alias is read.
 * - Fields that the contract lacks are kept under `extraFields`, and so are values of another type than the contract's: their property is
 *   absent, and the rest of the object is decoded as usual. Only essential fields must have their type.
 *
 * @throws {WireError} naming object, id and field, if the value is not an object or an essential field has another type
 */
export function decode<Typed extends object>(table: Table<Typed>, wire: unknown): Typed {
  if (!isObject(wire)) throw new WireError(table.object, "", "an object", { value: wire });
  const { byName, arrays, derived, present } = tableIndexOf(table);
  for (const { wire: name } of present) {
    if (!Object.hasOwn(wire, name)) throw new WireError(table.object, name, "an array or null", { value: undefined });
  }
  const typed: JsonObject = {};
  const extra: [string, unknown][] = [];
  // A table of few fields does not iterate over the hundred fields of a pull zone.
  const keys = table.partial ? [...byName.keys()].filter((name) => Object.hasOwn(wire, name)) : Object.keys(wire);
  for (const key of keys) {
    const value = wire[key];
    const field = byName.get(key);
    const isShadowedAlias = field !== undefined && key !== field.wire && (wire[field.wire] ?? null) !== null;
    if (field === undefined || isShadowedAlias) extra.push([key, value]);
    else if (value === null || value === undefined) continue;
    // The result would be the same without this branch, but most fields hold a plain value, and this is faster.
    else if (field.plain && isOfType(field, value)) typed[field.name] = named(field, value);
    else if (!readField(table, field, value, typed, wire)) extra.push([key, value]);
  }
  for (const array of arrays) typed[array] ??= [];
  for (const { name, derived: from } of derived) {
    const value = from?.(typed);
    if (value !== undefined) typed[name] = value;
  }
  // `Object.fromEntries` creates own properties, so a key such as `__proto__` is harmless.
  if (extra.length > 0 && !table.partial) typed["extraFields"] = Object.fromEntries(extra);
  return typed as Typed;
}

/** @returns whether the value has the field's type */
function readField(table: Table, field: Field, value: unknown, typed: JsonObject, wire: JsonObject): boolean {
  try {
    typed[field.name] = decodeValue(field, value);
    return true;
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    if (field.essential) throw error.inside(table.object, field.wire, wire["Id"]);
    return false;
  }
}

function decodeValue(field: Field, value: unknown): unknown {
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

function decodeElement(field: Field, value: unknown): unknown {
  if (field.of !== undefined) return decode(field.of, value);
  if (!isOfType(field, value)) throw new WireError("value", "", expectationOf(field), { value, secret: field.secret });
  return named(field, value);
}

/** Returns a value as typed objects have it: the name of an integer, if the field has names. */
function named({ names }: Field, value: unknown): unknown {
  return names === undefined ? value : nameOfInteger(names, value as number);
}

interface TableIndex {
  /** Fields by every name that the service may use: the contract's names, and publicly known aliases. */
  readonly byName: ReadonlyMap<string, Field>;
  /** Names of the array fields. */
  readonly arrays: readonly string[];
  /** Fields that are derived from others. */
  readonly derived: readonly Field[];
  /** Arrays that a response can't omit. */
  readonly present: readonly Field[];
}

const indexes = new WeakMap<Table, TableIndex>();

function tableIndexOf(table: Table): TableIndex {
  let index = indexes.get(table);
  if (index === undefined) {
    const byName = new Map<string, Field>();
    const derived = table.fields.filter(isDerived);
    for (const field of table.fields) byName.set(field.wire, field);
    for (const field of table.fields) if (field.alias !== undefined) byName.set(field.alias, field);
    const arrays = table.fields.filter((field) => field.array).map((field) => field.name);
    const present = table.fields.filter((field) => field.present);
    indexes.set(table, (index = { byName, arrays, derived, present }));
  }
  return index;
}

function isDerived({ derived }: Field): boolean {
  return derived !== undefined;
}

function encodeObject(table: Table, typed: JsonObject): JsonObject {
  const wire: JsonObject = {};
  for (const field of table.fields) {
    if (isDerived(field) && table.sent !== true) continue;
    const value = typed[field.name];
    if (value !== undefined) wire[field.wire] = encodeField(field, value);
    else if (field.nullable && field.assumed !== true && table.omitsAbsent !== true) wire[field.wire] = null;
  }
  const extra = typed["extraFields"];
  return isObject(extra) ? Object.fromEntries([...Object.entries(wire), ...Object.entries(extra)]) : wire;
}

function encodeField(field: Field, value: unknown): unknown {
  const inner = field.of;
  if (inner === undefined) return field.names === undefined ? value : integerOfName(field.names, value);
  return field.array
    ? (value as JsonObject[]).map((element) => encodeObject(inner, element))
    : encodeObject(inner, value as JsonObject);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
