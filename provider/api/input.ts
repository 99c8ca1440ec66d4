import type { Field, Table } from "../wire/fields";
import { inMessage } from "../wire/words";
import { expectationOf, integerOfName, isOfType } from "../wire/scalar";
import { InvalidInputError } from "./errors";

/** Validates a URL to purge. @throws {InvalidInputError} unless it is an absolute http or https URL */
export function absoluteUrl(url: unknown): string {
  if (typeof url === "string" && /^https?:\/\/[^/?#\s]+(\/\S*)?$/i.test(url)) return url;
  throw new InvalidInputError(
    `A URL to purge must be absolute, such as https://www.acme.example/style.css, but got: ${inMessage(url)}`,
    "url",
  );
}

/**
 * Checks optional arguments against their types.
 *
 * @throws {InvalidInputError} with the name of an argument that is unknown or has another type
 */
export function checkArguments(args: object, types: Readonly<Record<string, "string" | "boolean">>): void {
  for (const [property, value] of Object.entries(args)) {
    const type = Object.hasOwn(types, property) ? types[property] : undefined;
    if (type === undefined) {
      const names = Object.keys(types).join(", ");
      throw new InvalidInputError(`${property} is not a known argument. The arguments are: ${names}`, property);
    }
    if (value === undefined || value === null || typeof value === type) continue;
    throw new InvalidInputError(`${property} must be a ${type}, but got: ${inMessage(value)}`, property);
  }
}

/** Checks an argument. @throws {InvalidInputError} unless it is an integer from `min` to `max` */
export function checkInteger(property: string, value: number, min: number, max: number): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw new InvalidInputError(
    `${property} must be an integer from ${String(min)} to ${String(max)}, but got: ${inMessage(value)}`,
    property,
  );
}

/**
 * Checks a body against its table before it is sent.
 *
 * @throws {InvalidInputError} with the name of the invalid property
 */
export function checkBody(table: Table, body: object): void {
  for (const field of table.fields) {
    const value = (body as Record<string, unknown>)[field.name];
    if (isSendable(field, value)) continue;
    const rule = field.array
      ? `an array, each element ${expectationOf(field)}`
      : `${expectationOf(field)}${field.nullable ? "" : requiredText(field)}`;
    throw new InvalidInputError(`${field.name} must be ${rule}, but got: ${inMessage(value)}`, field.name);
  }
}

function isSendable(field: Field, value: unknown): boolean {
  if (value === undefined) return field.nullable || field.optional === true;
  if (value === null) return field.nullable;
  if (field.names !== undefined) return integerOfName(field.names, value) !== undefined;
  if (field.array) return Array.isArray(value) && value.every((element) => isOfType(field, element));
  return isOfType(field, value) && (field.nullable || value !== "");
}

function requiredText({ scalar }: Field): string {
  return scalar === "string" ? " of at least 1 character" : "";
}
