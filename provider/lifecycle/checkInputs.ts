import { shown } from "../api/input";
import type { Kind } from "../kinds";
import type { InputField } from "../wire/fields";
import type { CheckFailure, Properties } from "./lifeCycle";
import { isUnknown, listed } from "./properties";

export type Report = (property: string, reason: string) => void;

/**
 * Validates what a program declares, by the table of its kind, and normalises it. All failures are reported at once, each on its
 * property. Unknown values pass; null and an empty array are the same as an omitted value.
 */
export function checkInputs(
  kind: Kind,
  news: Properties,
  extraRegions: readonly string[],
): { inputs: Properties; failures: CheckFailure[] } {
  const failures: CheckFailure[] = [];
  const report: Report = (property, reason) => failures.push({ property, reason });
  const inputs: Properties = {};
  for (const [key, value] of Object.entries(news)) {
    if (value === undefined || value === null) continue;
    const field = kind.inputs.find(({ name }) => name === key);
    if (field !== undefined) {
      const isEmpty = field.array && Array.isArray(value) && value.length === 0;
      if (!isEmpty) inputs[key] = checkValue(field, value, report, extraRegions);
    } else if (key.startsWith("__") && key !== "__proto__") {
      // Pulumi's own, such as __provider. Assigning to __proto__ would set the prototype.
      inputs[key] = value;
    } else {
      const names = listed(kind.inputs.map(({ name }) => name));
      report(key, `is not a property of a ${kind.noun}. Its properties are ${names}`);
    }
  }
  for (const { name } of kind.inputs.filter(({ input }) => input.required === true)) {
    if (inputs[name] === undefined && !failures.some(({ property }) => property === name)) {
      report(name, `is required, but got: ${shown(news[name])}`);
    }
  }
  return { inputs, failures };
}

/** Reports what is wrong with a value. @returns the normalised value */
function checkValue(field: InputField, value: unknown, report: Report, extraRegions: readonly string[]): unknown {
  if (isUnknown(value)) return value;
  const { name, input, array } = field;
  if (!array) return checkElement(field, value, "", report, extraRegions);
  if (!Array.isArray(value)) {
    const elements = input.codes === undefined ? "values" : "region codes";
    report(name, `must be an array of ${elements}, but got: ${shown(value)}`);
    return value;
  }
  return value.map((element: unknown, index) =>
    checkElement(field, element, `[${String(index)}] `, report, extraRegions),
  );
}

/** @param at the index in an array, such as "[0] " */
function checkElement(
  field: InputField,
  value: unknown,
  at: string,
  report: Report,
  extraRegions: readonly string[],
): unknown {
  if (isUnknown(value)) return value;
  const { name, input, scalar } = field;
  if (input.codes !== undefined) {
    const allowed = [...input.codes, ...extraRegions];
    const code = typeof value === "string" ? value.trim().toUpperCase() : undefined;
    if (code !== undefined && allowed.includes(code)) return code;
    report(
      name,
      `${at}must be one of ${allowed.join(", ")}, but got: ${shown(value)}. ` +
        `If the service knows more regions, allow them with: pulumi config set cdn:extraRegions CODE,CODE, or for an explicit provider with its argument extraRegions`,
    );
    return value;
  }
  const rule = ruleOf(input, scalar);
  if (!rule.allows(value)) report(name, `${at}must be ${rule.words}, but got: ${shown(value)}`);
  return value;
}

interface Rule {
  /** The rule in words: "must be …". */
  readonly words: string;
  readonly allows: (value: unknown) => boolean;
}

function ruleOf({ constants, min, max, required }: InputField["input"], scalar: InputField["scalar"]): Rule {
  if (constants !== undefined) {
    const { name, values } = constants;
    const words = Object.entries(values).map(([key, value]) => `${String(value)} (${name}.${key})`);
    return { words: words.join(" or "), allows: (value) => Object.values(values).some((one) => one === value) };
  }
  if (scalar === "boolean") return { words: "true or false", allows: (value) => typeof value === "boolean" };
  if (scalar === "string" && required === true)
    return { words: "a non-empty string", allows: (value) => typeof value === "string" && value !== "" };
  if (scalar === "string") return { words: 'a string ("" clears it)', allows: (value) => typeof value === "string" };
  const [least, most] = [min ?? -Infinity, max ?? Infinity];
  const noun = scalar === "decimal" || scalar === "double" ? "a number" : "an integer";
  const bounds =
    min === undefined
      ? ""
      : max === undefined
        ? ` of at least ${String(min)}`
        : ` from ${String(min)} to ${String(max)}`;
  const isNumber = noun === "a number" ? Number.isFinite : Number.isSafeInteger;
  return {
    words: noun + bounds,
    allows: (value) => isNumber(value) && least <= Number(value) && Number(value) <= most,
  };
}
