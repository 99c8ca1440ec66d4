import type { Field, Table } from "../wire/fields";

/** Properties of a resource, as passed by an engine and stored in a state. */
export type Properties = Record<string, unknown>;

/**
 * Returns a typed object in the form that states store, in which equal settings have equal values: without volatile fields, `extraFields` and empty
 * strings (for which the service may also return null), and with sorted sets.
 *
 * @param keep whether to keep a field of the object itself; nested objects always lose their volatile fields
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

/** Removes undefined properties at any depth: an engine can't store them. */
export function withoutAbsent(properties: Properties): Properties {
  return presentIn(properties) as Properties;
}

function presentIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((element: unknown) => presentIn(element ?? null));
  if (typeof value !== "object" || value === null) return value;
  const present = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(present.map(([key, inner]) => [key, presentIn(inner)]));
}

/** Returns the properties with these names that are present. */
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

/**
 * Returns which fields the state of an object has that is only read: no volatile ones, because the engine compares them, and no derived ones that the
 * state of an earlier version lacks, because that is not drift.
 *
 * @param idOutput output that each state has
 */
export function stableSince(idOutput: string, prior: Properties): (field: Field) => boolean {
  const isFirst = prior[idOutput] === undefined;
  return (field) => isStable(field) && (isFirst || field.derived === undefined || field.name in prior);
}

/** Returns a value in the form of {@link canonical}. */
export function canonicalValue(field: Field, value: unknown): unknown {
  const inner = field.of;
  if (inner === undefined) return field.array && field.unordered === true ? [...stringsIn(value)].sort() : value;
  if (!field.array) return typeof value === "object" && value !== null ? canonical(inner, value) : value;
  // A program may declare elements of another type. Its check refuses them.
  const isObject = (element: unknown): element is object => typeof element === "object" && element !== null;
  if (!Array.isArray(value) || !value.every(isObject)) return value;
  const elements = value.map((element) => canonical(inner, element));
  // If the elements are objects, `unordered` names the field by which they are sorted.
  const key = inner.fields.find((candidate) => candidate.wire === field.unordered)?.name;
  if (key === undefined) return elements;
  // Elements with equal keys are sorted by content, because their order in a response has no meaning.
  return elements.sort((a, b) => compare(a[key], b[key]) || compare(JSON.stringify(a), JSON.stringify(b)));
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [one, other] = [textOf(a), textOf(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Returns a text for a value that identifies an element. A damaged state may contain an object there, which `String` may not convert. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/**
 * Orders a set like its earlier version: first the known elements in their old order, then the new ones. A comparison by index then shows only what
 * was added or removed.
 */
export function alignSet(values: readonly string[], earlier: readonly string[]): string[] {
  const kept = [...new Set(earlier)].filter((value) => values.includes(value));
  const added = values.filter((value) => !earlier.includes(value));
  return [...kept, ...added];
}

/** Returns the strings in an array; none if the value is not an array. */
export function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((element): element is string => typeof element === "string") : [];
}

/** Returns the property at the start of a path: `hostnames` for `hostnames[0].value`. */
export function propertyOf(path: string): string {
  return path.replace(/[.[].*$/, "");
}

/** Pulumi's placeholder for an unknown value in a preview. It can occur at any depth. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export function isUnknown(value: unknown): boolean {
  return value === unknownValue;
}
