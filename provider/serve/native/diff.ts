import { isDeepStrictEqual } from "node:util";
import type { Properties } from "../../lifecycle/lifeCycle";
import type { Table } from "../../wire/fields";

export interface PropertyChange {
  readonly kind: "ADD" | "DELETE" | "UPDATE";
  /** Whether it takes another object. */
  readonly replaces: boolean;
  /** Whether the inputs differ, as opposed to the new input and the state. */
  readonly inInputs: boolean;
}

export interface Compared {
  readonly table: Table;
  readonly oldInputs: Properties;
  readonly state: Properties;
  readonly news: Properties;
  /** The properties that take another object. */
  readonly replaces: readonly string[];
  /** Property paths that the resource option `ignoreChanges` names. */
  readonly ignored: readonly string[];
}

/** What changes between old and new inputs, by property path: a set element by element, whatever its order. */
export function changesOf({ table, oldInputs, state, news, replaces, ignored }: Compared): Map<string, PropertyChange> {
  const changes = new Map<string, PropertyChange>();
  for (const key of new Set([...Object.keys(oldInputs), ...Object.keys(news)])) {
    if (key.startsWith("__")) continue;
    const field = table.fields.find(({ name }) => name === key);
    const [old, declared] = [oldInputs[key], news[key]];
    const isReplaced = replaces.includes(key);
    // Where the life cycle sees no other object, there is nothing to do: such a property can't change in place.
    if (field?.immutable === true && !isReplaced) continue;
    // Declared for the first time, as it stands.
    if (old === undefined && isDeepStrictEqual(state[key], declared)) continue;
    const found =
      field?.unordered === true && Array.isArray(old) && Array.isArray(declared)
        ? setChanges(key, old, declared)
        : valueChange(key, old, declared);
    for (const [path, kind] of found) changes.set(path, { kind, replaces: isReplaced, inInputs: true });
  }
  for (const key of replaces) {
    if (!changes.has(key) && news[key] !== undefined)
      changes.set(key, { kind: "UPDATE", replaces: true, inInputs: false });
  }
  for (const path of changes.keys()) if (ignored.some((pattern) => covers(pattern, path))) changes.delete(path);
  return changes;
}

type Kinds = [path: string, kind: PropertyChange["kind"]][];

function valueChange(key: string, old: unknown, declared: unknown): Kinds {
  if (isDeepStrictEqual(old, declared)) return [];
  return [[key, old === undefined ? "ADD" : declared === undefined ? "DELETE" : "UPDATE"]];
}

function setChanges(key: string, old: readonly unknown[], declared: readonly unknown[]): Kinds {
  const gone: Kinds = [...old.entries()]
    .filter(([, element]) => !declared.includes(element))
    .map(([index]) => [`${key}[${String(index)}]`, "DELETE"]);
  const added: Kinds = [...declared.entries()]
    .filter(([, element]) => !old.includes(element))
    .map(([index]) => [`${key}[${String(index)}]`, "ADD"]);
  const both = new Set(gone.map(([path]) => path).filter((path) => added.some(([other]) => other === path)));
  const kinds: Kinds = [...gone, ...added];
  return kinds.map(([path, kind]) => [path, both.has(path) ? "UPDATE" : kind]);
}

/** Whether a path of `ignoreChanges` names a property or what contains it. */
function covers(pattern: string, path: string): boolean {
  if (pattern === "*") return true;
  const [wanted, steps] = [stepsOf(pattern), stepsOf(path)];
  return wanted.length <= steps.length && wanted.every((step, index) => step === "*" || step === steps[index]);
}

function stepsOf(path: string): string[] {
  return path.split(/[.[\]"]+/).filter((step) => step !== "");
}
