import type { Field, Table } from "../wire/fields";
import type { Properties } from "./lifeCycle";
import { stringsIn } from "./sets";

/**
 * A typed object as a state keeps it, so that equal settings are equal values: no volatile field, no field that the
 * contract does not know, no empty text (the service may answer null just as well), and sets in one order.
 */
export function canonical(table: Table, typed: object, keep: (field: Field) => boolean = isSetting): Properties {
  const source = typed as Properties;
  const state: Properties = {};
  for (const field of table.fields) {
    const value = source[field.name];
    if (value !== undefined && value !== "" && keep(field)) state[field.name] = canonicalValue(field, value);
  }
  return state;
}

/** What a user sets or the service fixes, as opposed to what moves by itself. */
export function isSetting(field: Field): boolean {
  return field.volatile !== true;
}

function canonicalValue(field: Field, value: unknown): unknown {
  const inner = field.of;
  if (inner === undefined) return field.array && field.unordered === true ? [...stringsIn(value)].sort() : value;
  if (!field.array) return canonical(inner, value as object);
  const elements = (value as object[]).map((element) => canonical(inner, element));
  const key = inner.fields.find((candidate) => candidate.wire === field.unordered)?.name;
  if (key === undefined) return elements;
  // Of two that are equal in it their content decides: the order in which they came means nothing.
  return elements.sort((a, b) => compare(a[key], b[key]) || compare(JSON.stringify(a), JSON.stringify(b)));
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}
