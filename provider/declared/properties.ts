import type { Field, Table } from "../wire/fields";

/** Properties of a resource, as passed by an engine and stored in a state. */
export type Properties = Record<string, unknown>;

/**
 * A typed object as a state stores it, so that equal settings are equal values: without volatile fields, `extraFields` and
 * empty strings (the service may as well answer null), and with sorted sets.
 *
 * @param keep which fields of the object itself to keep; objects inside it always lose their volatile fields
 */
export function canonical(table: Table, typed: object, keep: (field: Field) => boolean = isStable): Properties {
  const source = typed as Properties;
  const state: Properties = {};
  for (const field of table.fields) {
    const value = source[field.name];
    if (value !== undefined && value !== "" && keep(field)) state[field.name] = canonicalValue(field, value);
  }
  return state;
}

/** Properties without those that are undefined, at any depth: an engine can't store them. */
export function withoutAbsent(properties: Properties): Properties {
  return presentIn(properties) as Properties;
}

function presentIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element: unknown) => presentIn(element ?? null));
  if (typeof value !== "object" || value === null) return value;
  const present = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(present.map(([key, inner]) => [key, presentIn(inner)]));
}

/** The properties with these names that are there. */
export function picked(properties: object, names: readonly string[]): Properties {
  const entries = names.map((name) => [name, (properties as Properties)[name]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

export function without(properties: Properties, names: readonly string[]): Properties {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
}

/** Whether a field changes only if somebody changes it. */
export function isStable(field: Field): boolean {
  return field.volatile !== true;
}

/** A value as {@link canonical} has it. */
export function canonicalValue(field: Field, value: unknown): unknown {
  const inner = field.of;
  if (inner === undefined) return field.array && field.unordered === true ? [...stringsIn(value)].sort() : value;
  if (!field.array) return typeof value === "object" && value !== null ? canonical(inner, value) : value;
  // A program may declare other elements: its check refuses them.
  const isObject = (element: unknown): element is object => typeof element === "object" && element !== null;
  if (!Array.isArray(value) || !value.every(isObject)) return value;
  const elements = value.map((element) => canonical(inner, element));
  // `unordered` names a field if the elements are objects.
  const key = inner.fields.find((candidate) => candidate.wire === field.unordered)?.name;
  if (key === undefined) return elements;
  // Elements with equal keys are ordered by content, because their order in the response means nothing.
  return elements.sort((a, b) => compare(a[key], b[key]) || compare(JSON.stringify(a), JSON.stringify(b)));
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [one, other] = [textOf(a), textOf(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** A text for a value that identifies an element. A state may have an object where a text or a number belongs, and not every object converts to a text. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/**
 * Orders a set like an earlier version of it: known elements first, in their order, then new ones in theirs. So a comparison by index
 * shows only what was added or removed.
 */
export function alignSet(values: readonly string[], earlier: readonly string[]): string[] {
  const kept = [...new Set(earlier)].filter((value) => values.includes(value));
  const added = values.filter((value) => !earlier.includes(value));
  return [...kept, ...added];
}

/** The strings in an array; none if the value is not an array. */
export function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((element): element is string => typeof element === "string") : [];
}

/** The property that a path begins with: `hostnames` for `hostnames[0].value`. */
export function propertyOf(path: string): string {
  return path.replace(/[.[].*$/, "");
}

/** Pulumi's placeholder for an unknown value in a preview. It can be at any depth. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export function isUnknown(value: unknown): boolean {
  return value === unknownValue;
}
