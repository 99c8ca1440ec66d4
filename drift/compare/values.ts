import { isDeepStrictEqual } from "node:util";
import type { Field, Table } from "../../provider/wire/fields";
import { plain, PlainSecret, Sealed } from "../state/secrets";
import { compareObjects } from "./elements";
import { shownValue } from "./hide";

/** In which way a value differs; `reordered`: the same elements in another order, where the order means something. */
export type DifferenceKind = "changed" | "added" | "removed" | "reordered";

/** One value that differs. */
export interface ValueDifference {
  /** Such as `region`, `hostnames[id=2].forceSSL`, `edgeRules[guid=ab12]`. */
  readonly path: string;
  readonly kind: DifferenceKind;
  /** As it may be shown; absent where there is none, and where it is hidden. */
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly hidden: boolean;
}

/** What a comparison finds. */
export interface Comparison {
  readonly differences: ValueDifference[];
  /** Paths of secrets of which the state holds only the ciphertext. */
  readonly notCompared: string[];
}

/** Where a comparison stands. */
export interface Place {
  readonly path: string;
  readonly field: Field | undefined;
}

/**
 * Compares the properties of a state with live ones, field by field as the table describes them. Null and absent are the
 * same; the order of a set means nothing; the objects of a list are told apart by what identifies them.
 *
 * @param expected of the state, with its secrets opened
 */
export function compareProperties(
  table: Table,
  expected: Readonly<Record<string, unknown>>,
  actual: Readonly<Record<string, unknown>>,
  keep: (key: string) => boolean,
): Comparison {
  const found: Comparison = { differences: [], notCompared: [] };
  const fields = fieldsOf(table);
  for (const key of keysOf(expected, actual)) {
    // Most values are equal scalars; of 1,000 zones with 20 fields each that is worth a line.
    if (expected[key] !== actual[key] && keep(key))
      compareValues({ path: key, field: fields.get(key) }, own(expected, key), own(actual, key), found);
  }
  return found;
}

/** Compares one value and all that is in it. */
export function compareValues(place: Place, expected: unknown, actual: unknown, found: Comparison): void {
  const { path, field } = place;
  if (expected instanceof Sealed) {
    // That a secret is gone can be told without knowing it.
    if (isAbsent(actual)) found.differences.push({ path, kind: "removed", hidden: true });
    else found.notCompared.push(path);
    return;
  }
  // An array is marked as a whole where a field of its objects is secret; which field that is, the table tells.
  if (expected instanceof PlainSecret && field?.of !== undefined && !field.secret) {
    return compareValues(place, expected.value, actual, found);
  }
  if (expected instanceof PlainSecret || field?.secret === true) {
    const [old, now] = [plain(expected), actual];
    if (!same(old, now)) found.differences.push({ path, kind: kindOf(old, now), hidden: true });
    return;
  }
  if (isArray(expected) && isArray(actual)) return compareArrays(place, expected, actual, found);
  if (isObject(expected) && isObject(actual) && (field === undefined || field.of !== undefined)) {
    return compareFields(path, field?.of, expected, actual, found);
  }
  if (same(plain(expected), actual)) return;
  found.differences.push(difference(place, kindOf(expected, actual), expected, actual));
}

/** Compares two objects that stand for the same thing. */
export function compareFields(
  path: string,
  table: Table | undefined,
  expected: Readonly<Record<string, unknown>>,
  actual: Readonly<Record<string, unknown>>,
  found: Comparison,
): void {
  const fields = table === undefined ? undefined : fieldsOf(table);
  for (const key of keysOf(expected, actual)) {
    compareValues({ path: `${path}.${key}`, field: fields?.get(key) }, own(expected, key), own(actual, key), found);
  }
}

/** A difference whose values may be shown, but for the secrets in them. */
export function difference(place: Place, kind: DifferenceKind, expected: unknown, actual: unknown): ValueDifference {
  return {
    path: place.path,
    kind,
    ...(isAbsent(expected) ? {} : { expected: shownValue(place.field, expected) }),
    ...(isAbsent(actual) ? {} : { actual: shownValue(place.field, actual) }),
    hidden: false,
  };
}

function compareArrays(place: Place, expected: unknown[], actual: unknown[], found: Comparison): void {
  // A secret in it, marked as one, is equal to nothing.
  if (isDeepStrictEqual(expected, actual)) return;
  if (place.field?.of !== undefined) return compareObjects(place, place.field.of, expected, actual, found);
  if (expected.some((element) => element instanceof Sealed || element instanceof PlainSecret)) {
    if (expected.length !== actual.length) found.differences.push({ path: place.path, kind: "changed", hidden: true });
    else if (expected.some((element) => element instanceof Sealed)) found.notCompared.push(place.path);
    else if (!same(plain(expected), actual)) {
      found.differences.push({ path: place.path, kind: "changed", hidden: true });
    }
    return;
  }
  const sameElements = same(sorted(expected), sorted(actual));
  if (sameElements && (place.field?.unordered === true || same(expected, actual))) return;
  found.differences.push(difference(place, sameElements ? "reordered" : "changed", expected, actual));
}

function kindOf(expected: unknown, actual: unknown): DifferenceKind {
  return isAbsent(expected) ? "added" : isAbsent(actual) ? "removed" : "changed";
}

function same(expected: unknown, actual: unknown): boolean {
  if (expected === actual || (isAbsent(expected) && isAbsent(actual))) return true;
  // Only objects can be equal without being the same.
  return typeof expected === "object" && isDeepStrictEqual(expected, actual);
}

function sorted(values: readonly unknown[]): string[] {
  return values.map((value) => JSON.stringify(value)).sort();
}

const tables = new WeakMap<Table, ReadonlyMap<string, Field>>();

function fieldsOf(table: Table): ReadonlyMap<string, Field> {
  let fields = tables.get(table);
  if (fields === undefined) {
    fields = new Map(table.fields.map((field) => [field.name, field]));
    tables.set(table, fields);
  }
  return fields;
}

function keysOf(expected: object, actual: object): string[] {
  const keys = Object.keys(expected);
  for (const key of Object.keys(actual)) if (!Object.hasOwn(expected, key)) keys.push(key);
  return keys;
}

/** A state may hold any key, also one that every object inherits. */
function own(object: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

function isArray(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

/** A plain object: not a marked secret. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.getPrototypeOf(value) === Object.prototype
  );
}
