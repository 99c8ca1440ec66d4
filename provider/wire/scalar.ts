import { describe, WireError } from "./wireError";
import type { ScalarType } from "./fields";

/**
 * Checks one scalar of the wire. JSON.parse has rounded an integer past 2^53 before we see it, so whatever stands beyond
 * the safe range is refused rather than passed on wrong.
 */
export function readScalar(type: ScalarType | "json", value: unknown, secret: boolean): unknown {
  const fault = faultOf(type, value);
  if (fault !== undefined) throw new WireError("value", "", fault, describe(value, secret));
  return value;
}

function faultOf(type: ScalarType | "json", value: unknown): string | undefined {
  switch (type) {
    case "json":
      return undefined;
    case "string":
      return typeof value === "string" ? undefined : "a string";
    case "boolean":
      return typeof value === "boolean" ? undefined : "a boolean";
    case "decimal":
    case "double":
      // JSON.parse makes a number too large for any double infinite.
      return Number.isFinite(value) ? undefined : "a finite number";
    case "date-time":
      return typeof value === "string" && !Number.isNaN(Date.parse(value)) ? undefined : "an ISO 8601 date and time";
    case "int32":
    case "int64":
    case "enum":
      return Number.isSafeInteger(value) ? undefined : "an integer within ±(2^53 − 1)";
  }
}
