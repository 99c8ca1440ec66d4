import type { ScalarType } from "./fields";

/**
 * Whether a value of the wire is of a type. JSON.parse has rounded an integer past 2^53 before we see it, so whatever
 * stands beyond the safe range is refused rather than passed on wrong; and it makes a number too large for any double
 * infinite.
 */
export function isOfType(type: ScalarType | "json", value: unknown): boolean {
  switch (type) {
    case "boolean":
      return typeof value === "boolean";
    case "string":
      return typeof value === "string";
    case "int32":
    case "int64":
    case "enum":
      return Number.isSafeInteger(value);
    case "decimal":
    case "double":
      return Number.isFinite(value);
    case "date-time":
      return typeof value === "string" && !Number.isNaN(Date.parse(value));
    case "json":
      return true;
  }
}

/** What a type asks for, in words: "must be …". */
export const expectations: Readonly<Record<ScalarType | "json", string>> = {
  boolean: "a boolean",
  string: "a string",
  int32: "an integer within ±(2^53 − 1)",
  int64: "an integer within ±(2^53 − 1)",
  enum: "an integer within ±(2^53 − 1)",
  decimal: "a finite number",
  double: "a finite number",
  "date-time": "an ISO 8601 date and time",
  json: "any value",
};
