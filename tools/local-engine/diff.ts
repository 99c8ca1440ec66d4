import { isMap, reveal, Secret, type PropertyMap, type PropertyValue } from "./values";

export type PropertyDiffKind = "add" | "delete" | "update" | "add-replace" | "delete-replace" | "update-replace";

/** The differing properties by path, as the CLI reports them. */
export type DetailedDiff = Record<string, PropertyDiffKind>;

/** A property that differs. Its values are secret if they, or an object that contains them, are marked as secret. */
export interface PropertyChange {
  /** The path, such as `hostnames[0].value`. */
  path: string;
  kind: PropertyDiffKind;
  before: PropertyValue;
  after: PropertyValue;
}

/** Returns the differences between two property maps. A null property equals a missing one; arrays are compared by position. */
export function propertyChanges(before: PropertyMap, after: PropertyMap): PropertyChange[] {
  return compare("", before, after, false);
}

function compare(path: string, before: PropertyValue, after: PropertyValue, secret: boolean): PropertyChange[] {
  if (before instanceof Secret) return compare(path, before.reveal(), after, true);
  if (after instanceof Secret) return compare(path, before, after.reveal(), true);
  if (isMap(before) && isMap(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => compare(join(path, key), before[key] ?? null, after[key] ?? null, secret));
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const longer = before.length > after.length ? before : after;
    return longer.flatMap((_, index) => {
      const [step, old, now] = [`${path}[${index}]`, before[index], after[index]];
      if (old !== undefined && now !== undefined) return compare(step, old, now, secret);
      return change(step, old === undefined ? "add" : "delete", old ?? null, now ?? null, secret);
    });
  }
  if (JSON.stringify(reveal(before)) === JSON.stringify(reveal(after))) return [];
  return change(path, before === null ? "add" : after === null ? "delete" : "update", before, after, secret);
}

function change(
  path: string,
  kind: PropertyDiffKind,
  before: PropertyValue,
  after: PropertyValue,
  secret: boolean,
): PropertyChange[] {
  const shown = (value: PropertyValue): PropertyValue => (secret && value !== null ? new Secret(value) : value);
  return [{ path, kind, before: shown(before), after: shown(after) }];
}

function join(path: string, key: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}["${key.replaceAll('"', '\\"')}"]`;
  return path === "" ? key : `${path}.${key}`;
}

/** Returns the property of the resource that contains a path. */
export function topLevelKey(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? path;
}
