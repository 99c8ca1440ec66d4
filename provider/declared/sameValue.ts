import { isDeepStrictEqual } from "node:util";
import type { Field } from "../wire/fields";
import { hostKey, nameKey } from "../wire/dnsName";
import { isNoId } from "../wire/fields";
import { isReplacement } from "../wire/replaced";
import { parsedUrl } from "../wire/url";
import type { Properties } from "./properties";
import { alignSet, canonicalValue, stringsIn } from "./properties";

/**
 * Whether the service treats two values of a setting as equal: an absent string equals "", an absent id equals 0, and sets have no order. An omitted
 * setting that resets equals its value in a new object.
 */
export function isSameValue(field: Field, a: unknown, b: unknown): boolean {
  if (a === b || (isNothing(field, a) && isNothing(field, b)) || (isNoId(field, a) && isNoId(field, b))) return true;
  if (field.address === true) return isSameAddress(a, b);
  if (typeof a === "string" && typeof b === "string") {
    if (field.host === true) return hostKey(a) === hostKey(b);
    if (field.anyCase === true) return nameKey(a) === nameKey(b);
  }
  if (!field.array || !Array.isArray(a) || !Array.isArray(b)) return isDeepStrictEqual(a, b);
  return isDeepStrictEqual(canonicalValue(field, a), canonicalValue(field, b));
}

/** Whether a live object shows a declared value, or what the service stores instead of it. @param live the object's values */
export function showsValue(field: Field, live: Properties, declared: unknown): boolean {
  const value = live[field.name];
  return isSameValue(field, value, declared) || isReplacement(field, value, declared, live);
}

/** Returns the known value if it equals the new one. A set is returned in its known order, so that a comparison by index shows only changes. */
export function alignedTo(field: Field, value: unknown, known: unknown): unknown {
  if (known !== undefined && isSameValue(field, value, known)) return known;
  const isSet = field.array && field.unordered === true && Array.isArray(value) && Array.isArray(known);
  return isSet ? alignSet(stringsIn(value), stringsIn(known)) : value;
}

function isNothing({ input }: Field, value: unknown): boolean {
  if (input?.resets === true && value === input.initial) return true;
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Whether two URLs are equal. Assumption: the service drops a trailing slash and the default port of the scheme. */
function isSameAddress(a: unknown, b: unknown): boolean {
  return typeof a === "string" && typeof b === "string" && addressOf(a) === addressOf(b);
}

function addressOf(text: string): string {
  return (parsedUrl(text)?.href ?? text).replace(/\/$/, "");
}
