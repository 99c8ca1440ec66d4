import type { PropertyPath } from "../property/path";
import { isMap, Secret, unknownValue, type PropertyMap, type PropertyValue } from "../property/value";

/** A value as text: secrets hidden, keys that only Pulumi uses left out. */
export function formatValue(value: PropertyValue | undefined): string {
  if (value === undefined) return "(none)";
  if (value instanceof Secret) return "[secret]";
  if (value === unknownValue) return "(not known yet)";
  if (Array.isArray(value)) return `[${value.map(formatValue).join(", ")}]`;
  if (!isMap(value)) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([key]) => !isInternal(key));
  if (fields.length === 0) return "{}";
  return `{ ${fields.map(([key, field]) => `${key}: ${formatValue(field)}`).join(", ")} }`;
}

/** Keys such as `__provider`, which Pulumi and its providers keep for themselves. */
export function isInternal(key: string | number | undefined): boolean {
  return typeof key === "string" && key.startsWith("__");
}

/** The value at a path; what lies within a secret is a secret. */
export function shownAt(map: PropertyMap, path: PropertyPath): PropertyValue | undefined {
  let value: PropertyValue | undefined = map;
  for (const key of path) {
    if (value instanceof Secret) return value;
    if (Array.isArray(value) && typeof key === "number") value = value[key];
    else if (isMap(value) && typeof key === "string") value = value[key];
    else return undefined;
  }
  return value;
}
