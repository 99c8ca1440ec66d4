import { isDeepStrictEqual } from "node:util";
import type { PropertyDifference } from "../model";

/** The length, in characters, up to which a value is shown whole as JSON. */
const maxJsonLength = 80;
const maxRows = 20;

/**
 * Returns the rows that show a difference. Long objects and lists get a row for each property that differs, because a change is hard to find
 * in two long lines of JSON. Checksums are shortened to their first digits.
 */
export function rowsOf(found: PropertyDifference): PropertyDifference[] {
  const { property, hidden, kind } = found;
  const [expected, actual] = [withShortChecksums(found.expected), withShortChecksums(found.actual)];
  const undivided = { ...found, expected, actual };
  if (hidden || kind === "reordered") return [undivided];
  const rows = partsOf(property, expected, actual).map(([path, old, now]) => ({
    ...found,
    property: path,
    expected: old,
    actual: now,
  }));
  return rows.length === 0 || rows.length > maxRows ? [undivided] : rows;
}

type Part = [path: string, expected: unknown, actual: unknown];

/** Returns the parts of two values that differ. Parts that are empty on both sides are omitted. */
function partsOf(path: string, expected: unknown, actual: unknown): Part[] {
  if (isDeepStrictEqual(expected, actual) || (isEmpty(expected) && isEmpty(actual))) return [];
  const sides = [expected, actual].filter((side) => !isEmpty(side));
  const isLong = sides.some((side) => JSON.stringify(side).length > maxJsonLength);
  if (!isLong || !sides.every(isObject)) return [[path, expected, actual]];
  if (sides.every((side) => Array.isArray(side) && !side.some(isObject))) return [elementsOf(path, expected, actual)];
  const keys = new Set(sides.flatMap((side) => Object.keys(side)));
  const within = (key: string): string => (Array.isArray(sides[0]) ? `${path}[${key}]` : `${path}.${key}`);
  return [...keys].flatMap((key) => partsOf(within(key), valueAt(expected, key), valueAt(actual, key)));
}

/** Reduces two lists of strings or numbers to the elements that the other list lacks. */
function elementsOf(path: string, expected: unknown, actual: unknown): Part {
  if (!Array.isArray(expected) || !Array.isArray(actual)) return [path, expected, actual];
  const [lost, added] = [
    expected.filter((one) => !actual.includes(one)),
    actual.filter((one) => !expected.includes(one)),
  ];
  return lost.length + added.length === 0 ? [path, expected, actual] : [`${path} (what differs)`, lost, added];
}

function valueAt(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (isObject(value) && Object.keys(value).length === 0);
}

function withShortChecksums(value: unknown): unknown {
  if (typeof value === "string") return /^[0-9a-f]{64}$/i.test(value) ? `${value.slice(0, 12)}…` : value;
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map(withShortChecksums);
  return Object.fromEntries(Object.entries(value).map(([path, inner]) => [path, withShortChecksums(inner)]));
}
