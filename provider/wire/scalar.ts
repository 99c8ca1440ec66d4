import type { Field } from "./fields";

/**
 * Whether a wire value has the field's type. JSON.parse rounds integers beyond 2^53. That is accepted except in ids, because a rounded id
 * would name another object. A number too large for a double becomes Infinity, which JSON can't express.
 */
export function isOfType(field: Field, value: unknown): boolean {
  switch (field.scalar) {
    case "boolean":
      return typeof value === "boolean";
    case "string":
      return typeof value === "string";
    case "int32":
    case "int64":
    case "enum":
    case "decimal":
    case "double":
      return field.id ? Number.isSafeInteger(value) : Number.isFinite(value);
    case "date-time":
      return typeof value === "string" && !Number.isNaN(Date.parse(value));
    case "json":
      return true;
  }
}

/** Returns the text that describes the field's type, for messages: "must be …". */
export function expectationOf(field: Field): string {
  switch (field.scalar) {
    case "boolean":
      return "a boolean";
    case "string":
      return "a string";
    case "int32":
    case "int64":
    case "enum":
    case "decimal":
    case "double":
      if (field.names !== undefined) return namesText(field.names);
      return field.id ? "an integer within ±(2^53 − 1)" : "a finite number";
    case "date-time":
      return "an ISO 8601 date and time";
    case "json":
      return "any value";
  }
}

/** Returns the name that typed objects have instead of an integer, or the digits if it has no name. */
export function nameOfInteger(names: Readonly<Record<string, number>>, integer: number): string {
  return Object.keys(names).find((name) => names[name] === integer) ?? String(integer);
}

/** Returns the integer of a name, in any case, or of digits; undefined for another value. */
export function integerOfName(names: Readonly<Record<string, number>>, value: unknown): number | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value !== "string") return undefined;
  if (/^-?[0-9]{1,9}$/.test(value)) return Number(value);
  const name = Object.keys(names).find((one) => one.toLowerCase() === value.toLowerCase());
  return name === undefined ? undefined : names[name];
}

function namesText(names: Readonly<Record<string, number>>): string {
  return `one of ${Object.keys(names).join(", ")}, or an integer`;
}
