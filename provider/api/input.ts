import { InvalidInputError } from "./errors";

/** Says what came instead, short enough to print. */
export function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return JSON.stringify(value.length > 80 ? `${value.slice(0, 77)}…` : value);
  if (typeof value === "bigint" || typeof value === "symbol") return String(value);
  if (typeof value === "function") return "a function";
  const text = jsonOf(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

/** JSON has no word for a cycle or a bigint, and none at all for some objects. */
function jsonOf(value: unknown): string {
  try {
    const text: unknown = JSON.stringify(value);
    return typeof text === "string" ? text : "an object";
  } catch {
    return "an object";
  }
}

/**
 * Reads the id of a zone before it enters a path.
 *
 * @throws {InvalidInputError} unless it is a positive integer within 2^53 − 1, as a number or in digits
 */
export function zoneId(kind: "storage zone" | "pull zone", id: unknown): number {
  const number = typeof id === "string" && /^[0-9]{1,16}$/.test(id) ? Number(id) : id;
  if (typeof number === "number" && Number.isSafeInteger(number) && number > 0) return number;
  throw new InvalidInputError(
    `The id of a ${kind} must be a positive integer, but got: ${shown(id)}. The service shows it in the zone's address and in the list of zones.`,
    "id",
  );
}
