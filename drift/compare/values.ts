import { isDeepStrictEqual } from "node:util";
import type { Field, Table } from "../../provider/wire/fields";
import { isNoId } from "../../provider/wire/fields";
import type { PropertyDifference } from "../model";
import { isObject, isSecret, plain, PlainSecret, Sealed } from "../state/secrets";

/** One value that differs. */
export type ValueDifference = Pick<PropertyDifference, "property" | "kind" | "expected" | "actual" | "hidden">;

export interface Comparison {
  readonly differences: readonly ValueDifference[];
  /** Paths of secrets for which the state has only the ciphertext. */
  readonly notCompared: readonly string[];
}

type Properties = Readonly<Record<string, unknown>>;

/**
 * Compares the properties in a state with live ones, field by field. Null equals absent, the order of a set is ignored, and
 * objects in a list are matched by id.
 *
 * @param expected the properties in the state, secrets as `PlainSecret` or `Sealed`
 */
export function compareProperties(
  table: Table,
  expected: Properties,
  actual: Properties,
  keep: (key: string) => boolean,
): Comparison {
  const comparer = new Comparer();
  for (const key of keysOf(expected, actual)) {
    const old = own(expected, key);
    const now = own(actual, key);
    // A fast path, because most values are equal.
    if (old === now || !keep(key) || isDeepStrictEqual(old, now)) continue;
    comparer.compare(key, fieldIn(table, key), old, now);
  }
  return comparer;
}

/** Collects the differences. */
class Comparer implements Comparison {
  readonly differences: ValueDifference[] = [];
  readonly notCompared: string[] = [];

  compare(path: string, field: Field | undefined, old: unknown, actual: unknown): void {
    if (old instanceof Sealed) this.#compareSealed(path, actual);
    else if (old instanceof PlainSecret && field?.of !== undefined) this.#compareWithin(path, field, old.value, actual);
    else if (old instanceof PlainSecret || field?.secret === true) this.#compareSecrets(path, plain(old), actual);
    else if (Array.isArray(old) && Array.isArray(actual)) {
      if (field?.of === undefined) this.#compareScalars(path, field, old, actual);
      else this.#compareObjects(path, field, field.of, old, actual);
    } else if (isObject(old) && isObject(actual) && field?.map === true) this.#compareMaps(path, old, actual);
    else if (isObject(old) && isObject(actual)) this.#compareFields(path, field?.of, old, actual);
    else if (field !== undefined && isNoId(field, old) && isNoId(field, actual)) return;
    else if (!same(old, actual)) this.#add(path, field, differenceKind(old, actual), old, actual);
  }

  /** Compares a secret without its plaintext: only its removal can be noticed. */
  #compareSealed(path: string, actual: unknown): void {
    if (isAbsent(actual)) this.#addHidden(path, "removed");
    else this.notCompared.push(path);
  }

  #compareSecrets(path: string, expected: unknown, actual: unknown): void {
    if (!same(expected, actual)) this.#addHidden(path, differenceKind(expected, actual));
  }

  /** Compares the parts of a secret list or object. The state of a list is secret as a whole if the program passes a secret anywhere in it. */
  #compareWithin(path: string, field: Field, expected: unknown, actual: unknown): void {
    const inner = new Comparer();
    inner.compare(path, field, expected, actual);
    this.notCompared.push(...inner.notCompared);
    for (const { property, kind } of inner.differences) this.#addHidden(property, kind);
  }

  #compareFields(path: string, table: Table | undefined, expected: Properties, actual: Properties): void {
    for (const key of keysOf(expected, actual)) {
      const field = table === undefined ? undefined : fieldIn(table, key);
      this.compare(`${path}.${key}`, field, own(expected, key), own(actual, key));
    }
  }

  #compareMaps(path: string, expected: Properties, actual: Properties): void {
    for (const key of keysOf(expected, actual)) {
      this.compare(`${path}[${JSON.stringify(key)}]`, undefined, own(expected, key), own(actual, key));
    }
  }

  #compareScalars(
    path: string,
    field: Field | undefined,
    expected: readonly unknown[],
    actual: readonly unknown[],
  ): void {
    if (expected.some((element) => element instanceof Sealed)) {
      // Without the plain values, only the number of elements can be compared.
      if (expected.length === actual.length) this.notCompared.push(path);
      else this.#addHidden(path, "changed");
      return;
    }
    const values = plain(expected);
    const sameElements = same(sorted(values), sorted(actual));
    if (sameElements && (field?.unordered === true || same(values, actual))) return;
    const kind = sameElements ? "reordered" : "changed";
    if (expected.some(isSecret)) this.#addHidden(path, kind);
    else this.#add(path, field, kind, expected, actual);
  }

  /** Compares lists of objects, which are matched by id or, if they have none, by position. */
  #compareObjects(
    path: string,
    field: Field,
    table: Table,
    expected: readonly unknown[],
    actual: readonly unknown[],
  ): void {
    const key = identifierOf(field, table, [expected, actual]);
    const previously = this.differences.length;
    const [olds, news] = [named(key, expected), named(key, actual)];
    for (const name of new Set([...olds.keys(), ...news.keys()])) {
      const [old, now] = [olds.get(name), news.get(name)];
      const element = `${path}[${name}]`;
      if (isObject(old) && isObject(now)) this.#compareFields(element, table, old, now);
      else if (!same(plain(old), now)) this.#add(element, field, differenceKind(old, now), old, now);
    }
    // The order is reported only if the elements are the same.
    if (this.differences.length > previously) return;
    const [oldOrder, newOrder] = [[...olds.keys()], [...news.keys()]];
    if (!same(oldOrder, newOrder)) this.#add(path, undefined, "reordered", oldOrder, newOrder);
  }

  #add(
    property: string,
    field: Field | undefined,
    kind: ValueDifference["kind"],
    expected: unknown,
    actual: unknown,
  ): void {
    this.differences.push({
      property,
      kind,
      ...(isAbsent(expected) ? {} : { expected: withoutSecrets(field, expected) }),
      ...(isAbsent(actual) ? {} : { actual: withoutSecrets(field, actual) }),
      hidden: false,
    });
  }

  #addHidden(property: string, kind: ValueDifference["kind"]): void {
    this.differences.push({ property, kind, hidden: true });
  }
}

/** Returns the field that identifies the objects: `Guid`, or else the field that they are sorted by. */
function identifierOf(field: Field, table: Table, lists: readonly (readonly unknown[])[]): string | undefined {
  const candidates = ["Guid", field.unordered].flatMap((wire) => table.fields.filter((one) => one.wire === wire));
  return candidates.find(({ name }) => lists.every((list) => identifies(name, list)))?.name;
}

function identifies(key: string, list: readonly unknown[]): boolean {
  const values = list.map((element) => (isObject(element) ? element[key] : undefined));
  const usable = values.every((value) => (typeof value === "string" && value !== "") || typeof value === "number");
  return usable && new Set(values).size === values.length;
}

function named(key: string | undefined, list: readonly unknown[]): Map<string, unknown> {
  return new Map(
    list.map((element, index) => {
      if (key === undefined) return [String(index), element];
      const id = String((element as Properties)[key]);
      return [`${key}=${/^[\w.-]+$/.test(id) ? id : JSON.stringify(id)}`, element];
    }),
  );
}

/** Returns a value with its secrets replaced: those marked in the state, and those of secret fields. */
function withoutSecrets(field: Field | undefined, value: unknown): unknown {
  if (isSecret(value) || (field?.secret === true && !isAbsent(value))) return "(hidden)";
  if (Array.isArray(value)) return value.map((element) => withoutSecrets(field, element));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutSecrets(field?.of && fieldIn(field.of, key), inner)]),
  );
}

function differenceKind(expected: unknown, actual: unknown): ValueDifference["kind"] {
  return isAbsent(expected) ? "added" : isAbsent(actual) ? "removed" : "changed";
}

function same(expected: unknown, actual: unknown): boolean {
  if (expected === actual || (isAbsent(expected) && isAbsent(actual))) return true;
  return isDeepStrictEqual(expected, actual);
}

function sorted(values: unknown): string[] {
  return (values as unknown[]).map((value) => JSON.stringify(value)).sort();
}

function fieldIn(table: Table, name: string): Field | undefined {
  return table.fields.find((field) => field.name === name);
}

function keysOf(expected: object, actual: object): string[] {
  return [...Object.keys(expected), ...Object.keys(actual).filter((key) => !Object.hasOwn(expected, key))];
}

/** A state may have a key such as `constructor`, which every object inherits. */
function own(object: Properties, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}
