import type { Field } from "./fields";

/**
 * Whether a value of the wire has a field's type. JSON.parse rounds an integer past 2^53: a counter stays a number, but a
 * rounded id would name another object. A number too large for a double is infinite, which JSON has no word for.
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
      return isId(field) ? Number.isSafeInteger(value) : Number.isFinite(value);
    case "date-time":
      return typeof value === "string" && !Number.isNaN(Date.parse(value));
    case "json":
      return true;
  }
}

/** What a field's type asks for, in words: "must be …". */
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
      return isId(field) ? "an integer within ±(2^53 − 1)" : "a finite number";
    case "date-time":
      return "an ISO 8601 date and time";
    case "json":
      return "any value";
  }
}

function isId({ scalar, wire }: Field): boolean {
  return scalar === "int64" && wire.endsWith("Id");
}
