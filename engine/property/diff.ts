import { formatPath, type PropertyPath } from "./path";
import { isMap, Secret, type PropertyMap, type PropertyValue } from "./value";

export type PropertyDiffKind = "add" | "delete" | "update" | "add-replace" | "delete-replace" | "update-replace";

/** Which properties differ, by path. */
export type DetailedDiff = Record<string, PropertyDiffKind>;

export function detailedDiff(before: PropertyMap, after: PropertyMap): DetailedDiff {
  const found: DetailedDiff = {};
  diffMaps([], before, after, found);
  return found;
}

function diffMaps(path: PropertyPath, before: PropertyMap, after: PropertyMap, found: DetailedDiff): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    diffValues([...path, key], before[key] ?? null, after[key] ?? null, found);
  }
}

function diffValues(path: PropertyPath, before: PropertyValue, after: PropertyValue, found: DetailedDiff): void {
  if (isMap(before) && isMap(after)) return diffMaps(path, before, after, found);
  if (Array.isArray(before) && Array.isArray(after)) {
    for (let index = 0; index < Math.max(before.length, after.length); index++) {
      const step = [...path, index];
      const [old, now] = [before[index], after[index]];
      // An element that is there but null still counts as an element: arrays are compared by position.
      if (old === undefined) found[formatPath(step)] = "add";
      else if (now === undefined) found[formatPath(step)] = "delete";
      else diffValues(step, old, now, found);
    }
    return;
  }
  if (deepEquals(before, after)) return;
  found[formatPath(path)] = before === null ? "add" : after === null ? "delete" : "update";
}

/** Equal values, where a null property and a missing one are the same. */
export function deepEquals(left: PropertyValue, right: PropertyValue): boolean {
  if (left instanceof Secret || right instanceof Secret) {
    return left instanceof Secret && right instanceof Secret && deepEquals(left.reveal(), right.reveal());
  }
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((element, index) => deepEquals(element, right[index] ?? null));
  }
  if (isMap(left) && isMap(right)) {
    const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...keys].every((key) => deepEquals(left[key] ?? null, right[key] ?? null));
  }
  return left === right;
}

const inverse: Record<PropertyDiffKind, PropertyDiffKind> = {
  add: "delete",
  delete: "add",
  update: "update",
  "add-replace": "delete-replace",
  "delete-replace": "add-replace",
  "update-replace": "update-replace",
};

/** The diff that would undo this one: a refresh shows what came from outside, not what `up` would do about it. */
export function invert(diff: DetailedDiff): DetailedDiff {
  return Object.fromEntries(Object.entries(diff).map(([path, kind]) => [path, inverse[kind]]));
}
