import { distance } from "fastest-levenshtein";
import { inMessage, withArticle, sentence } from "../wire/words";
import type { Kind, WholeKind } from "../kinds";
import { wholeKinds } from "../kinds";
import type { InputField, Table } from "../wire/fields";
import { inputFields, isNoId } from "../wire/fields";
import { expectationOf, integerOfName, nameOfInteger } from "../wire/scalar";
import { isHiddenKey } from "../wire/stateKeys";
import type { Properties } from "./properties";
import { CheckFailure } from "./failures";
import { checkExisting, existingIdIn, missingAdvice } from "./existing";
import { isUnknown } from "./properties";
import { alignedTo } from "./compare";

/** Settings that determine which region codes are accepted. */
export interface AcceptedRegions {
  /** Region codes accepted in addition to the contract's. */
  readonly extraRegions?: readonly string[];
  /** Whether the base URL is the public service's. @default false */
  readonly isPublicService?: boolean;
}

/** Reports a failure; see {@link CheckFailure}. */
export type Report = (...failure: ConstructorParameters<typeof CheckFailure>) => void;

export function reportTo(failures: CheckFailure[]): Report {
  return (...failure) => failures.push(new CheckFailure(...failure));
}

/**
 * Validates and normalises the inputs of a resource according to the table of its kind. All failures are reported together, each for its property.
 * Unknown values pass, and null counts as omitted.
 */
export function checkInputs(
  kind: Kind,
  news: Properties,
  regions: AcceptedRegions = {},
): { inputs: Properties; failures: CheckFailure[] } {
  const failures: CheckFailure[] = [];
  const report = reportTo(failures);
  const inputs: Properties = {};
  for (const [key, value] of Object.entries(news)) {
    if (value === undefined || value === null) continue;
    const field = kind.args.find(({ name }) => name === key);
    if (field !== undefined) {
      const { emptyIsNone, orFalse } = field.input;
      const isNone = (emptyIsNone && Array.isArray(value) && value.length === 0) || (orFalse && value === false);
      if (isNone !== true) inputs[key] = checkValue(field, value, field.name, report, regions);
    } else if (isHiddenKey(key) && key !== "__proto__") {
      // These keys are Pulumi's, such as __provider. Assigning to __proto__ would set the prototype.
      inputs[key] = value;
    } else if (kind.table.fields.some(({ name }) => name === key)) {
      report(key, "can't be declared, because it is an output: only the service sets it. Remove it");
    } else {
      report(key, unknownText(key, kind.noun, kind.args));
    }
  }
  for (const { name, input } of kind.args.filter(({ input }) => input.required === true)) {
    const mayBeOmitted = input.orExisting === true && existingIdIn(news) !== undefined;
    if (inputs[name] === undefined && !mayBeOmitted && !failures.some(({ property }) => property === name)) {
      const advice =
        input.orExisting === true && name === kind.nameField ? missingAdvice(kind) : targetAdvice(kind, name);
      report(name, "is required", inMessage(news[name]), advice);
    }
  }
  checkExisting(kind, inputs, report);
  return { inputs, failures };
}

/** Returns advice for a missing id: in a run with --target, the engine passes no outputs of a new zone that is not targeted. */
function targetAdvice({ parent }: Kind, name: string): string | undefined {
  if (parent === undefined) return undefined;
  const whole = wholeKinds[parent as WholeKind];
  if (whole.idOutput !== name) return undefined;
  return `In a run with --target, a new ${whole.noun} has an id only if it is targeted: add --target "**:${whole.name}::NAME", with the name of its resource`;
}

function unknownText(given: string, noun: string, fields: readonly InputField[]): string {
  const names = fields.map(({ name }) => name);
  const rule = `is not a property of ${withArticle(noun)}`;
  if (names.length <= 20) return `${rule}. Its properties are ${sentence(names)}`;
  return `${rule}. The nearest of its ${String(names.length)} properties are ${sentence(nearestOf(names, given))}`;
}

/** Returns the three names that are most like another one. */
export function nearestOf(names: readonly string[], given: string): string[] {
  const far = (name: string): number => distance(name.toLowerCase(), given.toLowerCase());
  return [...names].sort((a, b) => far(a) - far(b)).slice(0, 3);
}

/** Checks a value and reports its faults. @param path path of the value, such as `triggers[0].type` @returns the normalised value */
function checkValue(
  field: InputField,
  value: unknown,
  path: string,
  report: Report,
  regions: AcceptedRegions,
): unknown {
  if (isUnknown(value)) return value;
  const { input, array } = field;
  if (!array && field.of !== undefined) return checkObject(field.of, value, path, report, regions);
  if (!array) return checkElement(field, value, path, "", report, regions);
  if (!Array.isArray(value)) {
    const elements = input.codes !== undefined ? "region codes" : field.of !== undefined ? "objects" : "values";
    report(path, `must be an array of ${elements}`, inMessage(value));
    return value;
  }
  return value.map((element: unknown, index) => {
    const at = `[${String(index)}]`;
    return field.of === undefined
      ? checkElement(field, element, path, `${at} `, report, regions)
      : checkObject(field.of, element, `${path}${at}`, report, regions);
  });
}

/** Checks an object that is an element of an array. */
function checkObject(of: Table, value: unknown, path: string, report: Report, regions: AcceptedRegions): unknown {
  if (isUnknown(value)) return value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    report(path, "must be an object", inMessage(value));
    return value;
  }
  const given = value as Properties;
  const fields = inputFields(of);
  const checked: Properties = {};
  for (const [key, inner] of Object.entries(given)) {
    const field = fields.find(({ name }) => name === key);
    if (inner === undefined || inner === null) continue;
    if (field === undefined) report(`${path}.${key}`, unknownText(key, of.object, fields));
    else checked[key] = checkValue(field, inner, `${path}.${key}`, report, regions);
  }
  for (const { name } of fields.filter(({ input }) => input.required === true)) {
    if (given[name] === undefined || given[name] === null) report(`${path}.${name}`, "is required", "nothing");
  }
  return checked;
}

/** Checks a scalar value. @param at index in an array, such as "[0] ", or "" */
function checkElement(
  field: InputField,
  value: unknown,
  path: string,
  at: string,
  report: Report,
  regions: AcceptedRegions,
): unknown {
  if (isUnknown(value)) return value;
  const { input } = field;
  if (input.codes !== undefined) {
    const allowed = acceptedCodes(input, regions);
    const code = typeof value === "string" ? value.trim().toUpperCase() : undefined;
    if (code !== undefined && allowed.includes(code)) return code;
    report(
      path,
      `${at}must be one of ${allowed.join(", ")}`,
      inMessage(value),
      "If the service has more regions, allow them with: pulumi config set cdn:extraRegions CODE,CODE, or for an explicit provider with its argument extraRegions",
    );
    return value;
  }
  if (field.names !== undefined) {
    const integer = integerOfName(field.names, value);
    if (integer !== undefined) return nameOfInteger(field.names, integer);
    report(path, `${at}must be ${expectationOf(field)}`, inMessage(value));
    return value;
  }
  if (input.required !== true && input.min === undefined && Number.isInteger(value) && isNoId(field, value)) return 0;
  const rule = ruleOf(field);
  if (!rule.allows(value)) {
    // The `id` of a Pulumi resource is a string.
    const advice =
      field.id && typeof value === "string"
        ? [`To refer to a resource, pass ${outputOf(field)} instead of its id`]
        : [];
    report(path, `${at}must be ${rule.words}`, field.secret === true ? "another value" : inMessage(value), ...advice);
  }
  return value;
}

/** Returns the region codes that an input accepts. */
export function acceptedCodes(
  { codes = [], publicCodes = [] }: Pick<InputField["input"], "codes" | "publicCodes">,
  { extraRegions = [], isPublicService = false }: AcceptedRegions,
): string[] {
  return [...new Set([...codes, ...(isPublicService ? publicCodes : []), ...extraRegions])];
}

/** Returns the output to refer to: `storageZoneId` for `loggingStorageZoneId`. */
function outputOf({ name }: InputField): string {
  const outputs: readonly string[] = Object.values(wholeKinds).map(({ idOutput }) => idOutput);
  const output = outputs.find((one) => name.toLowerCase().endsWith(one.toLowerCase()));
  return output === undefined ? "the number" : `its output ${output}`;
}

interface Rule {
  /** Returns the text of the rule: "must be …". */
  readonly words: string;
  readonly allows: (value: unknown) => boolean;
}

function ruleOf({ input: { constants, min, max, required }, scalar, id }: InputField): Rule {
  if (constants !== undefined && constants.open !== true) {
    const { name, values } = constants;
    const words = Object.entries(values).map(([key, value]) => `${String(value)} (${name}.${key})`);
    return { words: words.join(" or "), allows: (value) => Object.values(values).some((one) => one === value) };
  }
  if (scalar === "json") return { words: "any value", allows: () => true };
  if (scalar === "boolean") return { words: "true or false", allows: (value) => typeof value === "boolean" };
  if (scalar === "string" && required === true)
    return { words: "a non-empty string", allows: (value) => typeof value === "string" && value !== "" };
  if (scalar === "string") return { words: 'a string ("" clears it)', allows: (value) => typeof value === "string" };
  const isInteger = scalar !== "decimal" && scalar !== "double";
  const noun = scalar === "int32" ? "a 32-bit integer" : isInteger ? "an integer" : "a number";
  const widest = scalar === "int32" ? 2 ** 31 : Infinity;
  // 0 means none. Lower values mean the same, and have already been normalised to 0.
  const least = min ?? (id ? Number(required === true) : undefined);
  const [from, to] = [least ?? -widest, max ?? widest - 1];
  const bounds =
    least === undefined
      ? ""
      : max === undefined
        ? ` of at least ${String(least)}`
        : ` from ${String(least)} to ${String(max)}`;
  return {
    words: noun + bounds,
    allows: (value) =>
      (isInteger ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
      from <= Number(value) &&
      Number(value) <= to,
  };
}

/** Returns the inputs, with the old spelling for each value that the service treats as unchanged, so that comparisons show no difference. */
export function alignInputs({ settings }: Kind, olds: Properties, inputs: Properties): Properties {
  const aligned = { ...inputs };
  for (const field of settings) {
    const value = inputs[field.name];
    if (value !== undefined && !isUnknown(value)) aligned[field.name] = alignedTo(field, value, olds[field.name]);
  }
  return aligned;
}
