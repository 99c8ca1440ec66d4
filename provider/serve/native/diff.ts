import { isDeepStrictEqual } from "node:util";
import type { Properties } from "../../declared/properties";
import { stringsIn } from "../../declared/properties";
import { afterIgnoring } from "../../declared/ignoreChanges";
import type { Table } from "../../wire/fields";
import { declaredKey, isHiddenKey } from "../../wire/stateKeys";

export interface PropertyChange {
  readonly kind: "ADD" | "DELETE" | "UPDATE";
  /** Whether the change requires a replacement. */
  readonly replaces: boolean;
  /** Whether the inputs differ, as opposed to the new input and the state. */
  readonly inInputs: boolean;
}

interface Compared {
  readonly table: Table;
  readonly oldInputs: Properties;
  readonly state: Properties;
  readonly news: Properties;
  /** The properties whose change requires a replacement, as the life cycle determines them. */
  readonly replaces: readonly string[];
  /** Property paths that the resource option `ignoreChanges` names. */
  readonly ignored: readonly string[];
}

/** Returns the changes from old to new inputs, by property path. Sets are compared by element, not by position. */
export function changesOf({ table, oldInputs, state, news, replaces, ignored }: Compared): Map<string, PropertyChange> {
  const changes = new Map<string, PropertyChange>();
  for (const key of new Set([...Object.keys(oldInputs), ...Object.keys(news)])) {
    if (isHiddenKey(key)) continue;
    const field = table.fields.find(({ name }) => name === key);
    const old = oldInputs[key];
    const declared = afterIgnoring(key, old, news[key], ignored);
    const isReplaced = replaces.includes(key);
    // If the life cycle does not replace an immutable property, it needs no change: the service treats both values as equal, such as
    // names that differ in case, or the property is no longer declared.
    if (field?.immutable === true && !isReplaced) continue;
    // A property that the state records as declared is no change, although the inputs lack it. Any other one is: the state must record it, or a later
    // update would send it for the first time.
    const isRecorded = stringsIn(state[declaredKey]).includes(key);
    if (old === undefined && isRecorded && isDeepStrictEqual(state[key], declared)) continue;
    const found =
      field?.unordered === true && Array.isArray(old) && Array.isArray(declared)
        ? setChanges(key, old, declared)
        : valueChange(key, old, declared);
    for (const [path, kind] of found) changes.set(path, { kind, replaces: isReplaced, inInputs: true });
  }
  // The inputs are equal, but the state can differ: with `ignoreChanges`, a refresh wrote the live region only to the state, and the
  // program has since removed the option.
  for (const key of replaces) {
    const isIgnored = isDeepStrictEqual(afterIgnoring(key, news[key], state[key], ignored), news[key]);
    if (!changes.has(key) && !isIgnored) changes.set(key, { kind: "UPDATE", replaces: true, inInputs: false });
  }
  return changes;
}

type Changes = [path: string, kind: PropertyChange["kind"]][];

/** Returns the change of a value: for a map, a change of each entry; for anything else, of the whole. */
export function valueChange(key: string, old: unknown, declared: unknown): Changes {
  if (isDeepStrictEqual(old, declared)) return [];
  if (isMap(old) && isMap(declared)) {
    const keys = new Set([...Object.keys(old), ...Object.keys(declared)]);
    return [...keys].flatMap((name) => valueChange(`${key}[${JSON.stringify(name)}]`, old[name], declared[name]));
  }
  return [[key, old === undefined ? "ADD" : declared === undefined ? "DELETE" : "UPDATE"]];
}

function isMap(value: unknown): value is Properties {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function setChanges(key: string, old: readonly unknown[], declared: readonly unknown[]): Changes {
  const changes: Changes = [];
  for (let index = 0; index < Math.max(old.length, declared.length); index++) {
    const isGone = index < old.length && !declared.includes(old[index]);
    // `ignoreChanges` may have reset an element to one that also exists elsewhere in the list.
    const isRepeated = declared.indexOf(declared[index]) < index && declared[index] !== old[index];
    const isAdded = index < declared.length && (!old.includes(declared[index]) || isRepeated);
    if (isGone || isAdded)
      changes.push([`${key}[${String(index)}]`, isGone && isAdded ? "UPDATE" : isGone ? "DELETE" : "ADD"]);
  }
  return changes;
}
