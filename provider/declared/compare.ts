import { isDeepStrictEqual } from "node:util";
import type { Field, InputField } from "../wire/fields";
import { hostKey, nameKey } from "../wire/dnsName";
import { isNoId } from "../wire/fields";
import { isReplacement } from "../wire/replaced";
import { parsedUrl } from "../wire/url";
import { inMessage } from "../wire/words";
import type { Properties } from "./properties";
import { alignSet, canonicalValue, stringsIn } from "./properties";

// The one comparison of live and declared values. Three others have rules of their own: `immutableChanges` (updates.ts) decides about replacements,
// so an unknown value differs from every other one; `changesOf` of the plugin (native/diff.ts) imitates the engine's comparison of texts; drift
// (drift/compare/values.ts) names the path of each difference.

/** How the values of a kind are compared. */
export interface Comparison {
  /** Whether the service treats two values of a setting as equal. */
  isSame(field: InputField, a: unknown, b: unknown): boolean;
  /** Whether the program leaves a setting unchanged. */
  isOpen(field: InputField, inputs: Properties): boolean;
}

/** Comparison by the flags of the table. Undeclared settings are left unchanged. */
export const settingBySetting: Comparison = {
  isSame: isSameValue,
  isOpen: ({ name }, inputs) => inputs[name] === undefined,
};

/** Returns the settings, among some, in which a live object differs from its declaration. @param live the object's values by name */
export function differing(
  live: Properties,
  inputs: Properties,
  among: readonly InputField[],
  comparison: Comparison = settingBySetting,
): InputField[] {
  return among.filter(
    (field) =>
      !comparison.isOpen(field, inputs) && !shows(field, live[field.name], inputs[field.name], live, comparison),
  );
}

/** Returns the settings that an update can change and in which a live object differs from its declaration, as far as responses have them. */
export function unapplied(live: object, inputs: Properties, among: readonly InputField[]): InputField[] {
  const isCompared = ({ immutable, writeOnly }: InputField): boolean => immutable !== true && writeOnly !== true;
  return differing(live as Properties, inputs, among.filter(isCompared));
}

/** Whether a live value is the declared one, or what the service stores instead of it. @param object all values of the live object */
export function shows(
  field: InputField,
  live: unknown,
  declared: unknown,
  object: Properties,
  comparison: Comparison,
): boolean {
  return comparison.isSame(field, live, declared) || isReplacement(field, live, declared, object);
}

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

/** Returns the known value if it equals the new one. A set is returned in its known order, so that a comparison by index shows only changes. */
export function alignedTo(field: Field, value: unknown, knownValue: unknown): unknown {
  if (knownValue !== undefined && isSameValue(field, value, knownValue)) return knownValue;
  const isSet = field.array && field.unordered === true && Array.isArray(value) && Array.isArray(knownValue);
  return isSet ? alignSet(stringsIn(value), stringsIn(knownValue)) : value;
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

/** Describes a setting whose live value is not the declared one. */
export function differenceText(name: string, live: Properties, inputs: Properties): string {
  return `${name} is ${inMessage(live[name])} instead of the declared ${inMessage(inputs[name])}`;
}
