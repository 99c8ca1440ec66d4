import type { Kind, KindName } from "../kinds";
import { kinds } from "../kinds";
import { inMessage, withArticle } from "../wire/words";
import { InvalidInputError } from "./errors";

/**
 * Validates the id of a zone before it becomes part of a path.
 *
 * @param kind noun of the zone, for the message
 * @throws {InvalidInputError} unless the id is a positive integer of at most 2^53 − 1, as a number or in decimal digits
 */
export function zoneId(kind: string, id: unknown): number {
  const number = typeof id === "string" && /^[0-9]{1,16}$/.test(id) ? Number(id) : id;
  if (typeof number === "number" && Number.isSafeInteger(number) && number > 0) return number;
  throw new InvalidInputError(
    `The id of a ${kind} must be a positive integer below 2^53, but got: ${inMessage(id)}. It is in the zone's URL in the dashboard, and in the list of zones`,
    "id",
  );
}

/**
 * Splits the id of a part of a zone, such as `4711/www.acme.example`.
 *
 * @param kind kind of the part
 * @returns the id of the zone, the part's own id, and the id as it was passed
 * @throws {InvalidInputError} if the text does not have the shape that the kind requires
 */
export function partId(
  { noun, parent, partId: format }: Kind,
  id: string,
): { readonly zoneId: number; readonly part: string; readonly id: string } {
  if (format === undefined) throw new TypeError(`${withArticle(noun)} is not a part of a zone`);
  const { shape, example, rule } = format;
  const zone = kinds[parent as KindName].noun;
  const [, number = "", part = ""] = /^([1-9][0-9]{0,15})\/(.*)$/s.exec(id) ?? [];
  if (number !== "" && shape.test(part)) return { zoneId: zoneId(zone, number), part, id };
  const text = rule ?? `the id of its ${zone}, a slash and its own id, such as 4711/${example}`;
  throw new InvalidInputError(`The id of ${withArticle(noun)} must be ${text}, but got: ${inMessage(id)}`, "id");
}
