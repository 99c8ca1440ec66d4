import type { Field, InputField, InputSpec, Table } from "./fields";
import { sentence } from "./words";

// What the service stores instead of a declared value, without an error. The comparison with live values, the warning in the preview,
// the reference and the emulator follow from the same lines of a kind's table.

/** Values by typed name. */
type Values = Readonly<Record<string, unknown>>;
type Accepted = NonNullable<InputSpec["accepts"]>;

/** Whether a live value is what the service stores for another declared value. @param object all values of the live object */
export function isReplacement({ input }: Field, live: unknown, declared: unknown, object: Values): boolean {
  if (input === undefined || declared === undefined) return false;
  if (input.impliedBy?.value === live && causeOf(input, object) !== undefined) return true;
  return typeof live === "number" && replacements(input, declared).includes(live);
}

/** Returns the names of declared settings that another setting has replaced until now. @param before all values of the object before the update */
export function noLongerReplaced(fields: readonly InputField[], before: Values, inputs: Values): string[] {
  const after = { ...before, ...inputs };
  const isReleased = ({ name, input }: InputField): boolean =>
    inputs[name] !== undefined && causeOf(input, before) !== undefined && causeOf(input, after) === undefined;
  return fields.filter(isReleased).map(({ name }) => name);
}

/** Returns a warning for each declared value that the service replaces. */
export function replacedValues(fields: readonly InputField[], inputs: Values): string[] {
  return fields.flatMap(({ name, input }) => {
    const value = inputs[name];
    const implied = input.impliedBy?.value;
    const cause = causeOf(input, inputs);
    if (cause !== undefined && typeof value === typeof implied) {
      const isOther = value !== implied;
      return isOther ? [`the service sets ${name} to ${String(implied)}, because ${cause} is declared`] : [];
    }
    const others = replacements(input, value).filter((one) => one !== value);
    if (others.length === 0) return [];
    const { accepts = [], rounds, orMultiplesOf } = input;
    if (rounds === undefined)
      return [
        `the service presumably accepts only ${acceptedText(accepts)} for ${name}, and stores one of these instead of ${String(value)}`,
      ];
    const stores = orMultiplesOf === undefined ? "stores" : "may store";
    return [`the service ${stores} ${joined(others)} instead of the declared ${name} ${String(value)}`];
  });
}

/** Returns what the reference says about replaced values. */
export function replacedText({ accepts = [], rounds, orMultiplesOf, impliedBy }: InputSpec): string {
  const accepted = acceptedText(accepts);
  const multiples = orMultiplesOf === undefined ? "" : ` or, by another source, to the next ${String(orMultiplesOf)}`;
  const causes = impliedBy?.settings.map((name) => `\`${name}\``) ?? [];
  return [
    ...(accepted === "" || rounds !== undefined ? [] : [`Presumably accepted: ${accepted}.`]),
    ...(rounds === undefined ? [] : [`The service rounds it ${rounds} to ${accepted}${multiples}.`]),
    ...(impliedBy === undefined
      ? []
      : [`The service sets it to ${String(impliedBy.value)} while ${joined(causes)} is set.`]),
  ].join(" ");
}

/** Returns what the service stores instead of the values of a request, by wire name. For the emulator. */
export function storedInstead({ fields }: Table, given: Values, before: Values): Values {
  const all = { ...before, ...given };
  const typed = Object.fromEntries(fields.map(({ name, wire }) => [name, all[wire]]));
  const stored = fields.flatMap(({ wire, input = {} }): [string, unknown][] => {
    const value = given[wire];
    if (causeOf(input, typed) !== undefined) return [[wire, input.impliedBy?.value]];
    if (typeof value !== "number" || replacements(input, value).length === 0) return [];
    return [[wire, rounded(input.accepts ?? [], value, input.rounds)]];
  });
  return Object.fromEntries(stored);
}

/**
 * Returns the values that the service may store for a declared one that it does not accept; none for an accepted one. If nobody knows how it
 * rounds, that is any value of a list, or the nearest bound.
 */
function replacements({ accepts, rounds, orMultiplesOf }: InputSpec, declared: unknown): readonly number[] {
  if (accepts === undefined || typeof declared !== "number" || isAccepted({ accepts }, declared)) return [];
  if (rounds === undefined && isList(accepts)) return accepts;
  const values = [rounded(accepts, declared, rounds)];
  return orMultiplesOf === undefined
    ? values
    : [Math.max(1, Math.ceil(declared / orMultiplesOf)) * orMultiplesOf, ...values];
}

/** Whether the service is known to store a number as it is, or nothing is known about it. */
export function isAccepted({ accepts }: Pick<InputSpec, "accepts">, value: number): boolean {
  if (accepts === undefined) return true;
  return isList(accepts) ? accepts.includes(value) : accepts.min <= value && value <= accepts.max;
}

/** Rounds a number to an accepted one. Assumption: if nobody knows how, down. */
function rounded(accepts: Accepted, value: number, rounds: "down" | "up" = "down"): number {
  if (!isList(accepts)) return Math.min(Math.max(value, accepts.min), accepts.max);
  const found = rounds === "down" ? accepts.findLast((one) => one <= value) : accepts.find((one) => one >= value);
  return found ?? accepts.at(rounds === "down" ? 0 : -1) ?? value;
}

function acceptedText(accepts: Accepted): string {
  return isList(accepts) ? joined(accepts) : `${String(accepts.min)} to ${String(accepts.max)}`;
}

function isList(accepts: Accepted): accepts is readonly number[] {
  return Array.isArray(accepts);
}

function joined(values: readonly unknown[]): string {
  return sentence(values.map(String)).replace(" and ", " or ");
}

/** Returns the name of the setting that implies a value, if an object has it. */
function causeOf({ impliedBy }: InputSpec, object: Values): string | undefined {
  return impliedBy?.settings.find((name) => {
    const value = object[name];
    return value === true || (typeof value === "number" && value > 0);
  });
}
