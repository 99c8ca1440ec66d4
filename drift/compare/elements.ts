import type { Table } from "../../provider/wire/fields";
import type { Comparison, Place } from "./values";
import { compareFields, difference, isObject } from "./values";

/**
 * Compares lists of objects. An object is found again by what identifies it, so that one that was added shows as one
 * difference, and not as a change of every one behind it. Where nothing identifies them, their place does.
 */
export function compareObjects(
  place: Place,
  table: Table,
  expected: readonly unknown[],
  actual: readonly unknown[],
  found: Comparison,
): void {
  const key = identityOf(place, table, expected, actual);
  const before = found.differences.length;
  const [olds, news] = [named(key, expected), named(key, actual)];
  for (const name of new Set([...olds.keys(), ...news.keys()])) {
    const element = { path: `${place.path}[${name}]`, field: place.field };
    const [old, now] = [olds.get(name), news.get(name)];
    if (isObject(old) && isObject(now)) compareFields(element.path, table, old, now, found);
    else if (now === undefined) found.differences.push(difference(element, "removed", old, undefined));
    else found.differences.push(difference(element, old === undefined ? "added" : "changed", old, now));
  }
  if (found.differences.length > before) return;
  const orders = [[...olds.keys()], [...news.keys()]] as const;
  if (orders[0].join() !== orders[1].join()) {
    found.differences.push({
      path: place.path,
      kind: "reordered",
      expected: orders[0],
      actual: orders[1],
      hidden: false,
    });
  }
}

/** The field that tells the objects apart: their own id where they have one, else what their table orders them by. */
function identityOf(place: Place, table: Table, ...lists: (readonly unknown[])[]): string | undefined {
  const wires = ["Guid", place.field?.unordered].filter((wire) => typeof wire === "string");
  const candidates = wires.flatMap((wire) => table.fields.filter((field) => field.wire === wire));
  return candidates.find(({ name }) => lists.every((list) => identifies(name, list)))?.name;
}

function identifies(key: string, list: readonly unknown[]): boolean {
  const values = list.map((element) => (isObject(element) ? element[key] : undefined));
  const usable = values.every((value) => (typeof value === "string" && value !== "") || typeof value === "number");
  return usable && new Set(values).size === values.length;
}

function named(key: string | undefined, list: readonly unknown[]): Map<string, unknown> {
  return new Map(
    list.map((element, index) => [
      key === undefined ? String(index) : `${key}=${text((element as Readonly<Record<string, unknown>>)[key])}`,
      element,
    ]),
  );
}

function text(value: unknown): string {
  const plainText = String(value);
  return /^[\w.-]+$/.test(plainText) ? plainText : JSON.stringify(plainText);
}
