import { isDeepStrictEqual } from "node:util";
import type { Reads } from "../../api/reads";
import { shieldRateLimit } from "../../kinds/shieldRateLimit";
import type { GetPullZoneShieldResult } from "../../types/pullZoneShield";
import type { GetShieldRateLimitResult, ShieldChainedCondition, ShieldCondition } from "../../types/shieldRateLimit";
import type { Field, InputField } from "../../wire/fields";
import { declaring } from "../../declared/declaring";
import type { Properties } from "../../declared/properties";
import { canonical } from "../../declared/properties";
import { isSameValue } from "../../declared/compare";
import type { LivePart } from "../locate";

/** A rate limit with its shield, as the service returned them. */
export type LiveLimit = LivePart<GetShieldRateLimitResult, "PullZoneShield">;

/** A shield with its rate limits, which the service returns separately. */
type WithLimits = GetPullZoneShieldResult & { readonly rateLimits?: readonly GetShieldRateLimitResult[] };

export const settings = shieldRateLimit.settings.filter(({ immutable }) => immutable !== true);

export function idOf({ whole: shield, part }: LiveLimit): string {
  return `${String(shield.id)}/${String(part.id)}`;
}

export async function withLimits(reader: Reads, shield: GetPullZoneShieldResult): Promise<WithLimits> {
  return { ...shield, rateLimits: (await reader.details("PullZoneShield", shield.id, "rateLimits")) ?? [] };
}

export function limitsOf(shield: WithLimits): readonly GetShieldRateLimitResult[] {
  return shield.rateLimits ?? [];
}

function conditionOf(condition: ShieldChainedCondition): ShieldCondition {
  const { variableTypes, operatorType, value, isNegated, isRegexVariable } = condition;
  const variables = Object.entries((variableTypes ?? {}) as Readonly<Record<string, unknown>>);
  const part = variables.map(([, one]) => one).find((one) => typeof one === "string" && one !== "");
  return {
    // The dashboard can compare several variables, or those that match a regular expression, which a program can't declare. They are shown, so
    // that they are drift.
    variable: `${variables.map(([name]) => name).join("|")}${isRegexVariable === true ? " (regular expression)" : ""}`,
    ...(typeof part === "string" ? { part } : {}),
    operator: operatorType,
    ...(value === undefined || value === "" ? {} : { value }),
    ...(isNegated === true ? { negated: true } : {}),
  };
}

function chainedOf({ variable, part = "", operator, value = "", negated = false }: ShieldCondition) {
  return { variableTypes: { [variable]: part }, operatorType: operator, value, isNegated: negated };
}

/** Returns the values of a rate limit as a program declares them. */
export function valuesOf({ ruleName, ruleDescription, ruleConfiguration: rule }: GetShieldRateLimitResult): Properties {
  return {
    name: ruleName,
    ...(ruleDescription === undefined ? {} : { description: ruleDescription }),
    conditions: [conditionOf(rule), ...rule.chainedRuleConditions.map(conditionOf)],
    transformations: rule.transformationTypes,
    action: rule.actionType,
    counterKey: rule.counterKeyType ?? 0,
    requests: rule.requestCount,
    timeframe: rule.timeframe,
    blockTime: rule.blockTime,
  };
}

/** Returns the body of a request, with everything that a rate limit has: what does not change keeps the form in which the service showed it. */
export function bodyOf(inputs: Properties, live?: LiveLimit, changed?: readonly InputField[]): object {
  const { name, description, conditions, transformations, action, counterKey, requests, timeframe, blockTime } =
    fromTables.fullBody(inputs, live, changed);
  const [first, ...chained] = (conditions as ShieldCondition[]).map(chainedOf);
  const rule = live?.part.ruleConfiguration;
  const keepsConditions = changed?.every((field) => field.name !== "conditions") === true;
  return {
    ruleName: name,
    ruleDescription: description ?? "",
    ruleConfiguration: {
      ...(rule?.severityType === undefined ? {} : { severityType: rule.severityType }),
      ...(keepsConditions ? rule : { ...first, chainedRuleConditions: chained }),
      actionType: action,
      transformationTypes: transformations,
      requestCount: requests,
      counterKeyType: counterKey,
      timeframe,
      blockTime,
    },
  };
}

/** Transformations with two numbers, and the number that this package uses. */
const sameTransformations: Readonly<Record<number, number>> = { 11: 10, 13: 12 };

/** Returns a condition with all its fields, in a form in which equal ones are equal. */
function wholeCondition(condition: unknown): string {
  if (typeof condition !== "object" || condition === null) return JSON.stringify(condition ?? null);
  const { variable, part = "", operator, value = "", negated = false } = condition as Partial<ShieldCondition>;
  return JSON.stringify([variable, part, operator, value, negated]);
}

/** Returns the form of a value in which equal ones are equal: conditions have no order, since all of them must hold. */
function meaning({ name }: Field, value: unknown): unknown {
  if (name === "transformations" && Array.isArray(value)) {
    return value.map((one: number) => sameTransformations[one] ?? one);
  }
  if (name !== "conditions" || !Array.isArray(value)) return value;
  return value.map(wholeCondition).sort();
}

/** Settings of a condition and their values if they are omitted. */
const omitted: Readonly<Record<string, unknown>> = { part: "", value: "", negated: false };

export function isSame(field: Field, a: unknown, b: unknown): boolean {
  if (Object.hasOwn(omitted, field.name)) return (a ?? omitted[field.name]) === (b ?? omitted[field.name]);
  return isSameValue(field, a, b) || isDeepStrictEqual(meaning(field, a), meaning(field, b));
}

/** Orders the conditions like the declared ones, so that a comparison by index shows only what differs. */
function inDeclaredOrder(live: readonly unknown[], knownValue: unknown): readonly unknown[] {
  if (!Array.isArray(knownValue)) return live;
  const left = [...live];
  const placed = (knownValue as unknown[]).map((one) => {
    const at = left.findIndex((other) => wholeCondition(other) === wholeCondition(one));
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  // A changed condition takes the place of one that no live condition equals.
  const filled = placed.map((one) => one ?? left.shift()).filter((one) => one !== undefined);
  return [...filled, ...left];
}

/** Returns the state of a rate limit that is only read. */
export function externalState({ whole: shield, part }: LiveLimit): Properties {
  return { ...canonical(shieldRateLimit.table, valuesOf(part)), shieldZoneId: shield.id };
}

// A rate limit is declared completely: an omitted setting has its default.
const fromTables = declaring<LiveLimit>({
  kind: shieldRateLimit,
  outputs: (live, known) => {
    const state = externalState(live);
    return { ...state, conditions: inDeclaredOrder(state["conditions"] as unknown[], known["conditions"]) };
  },
  isSame,
});
export const { managedState, liveInputs, importInputs } = fromTables;
export const comparison = fromTables.comparison();

/** Returns the settings in which a rate limit differs from the declaration. @param among the settings to compare */
export function differences(
  part: GetShieldRateLimitResult,
  inputs: Properties,
  among: readonly InputField[] = settings,
): InputField[] {
  return fromTables.differences({ whole: {} as GetPullZoneShieldResult, part }, inputs, among);
}

/** Returns the rate limits of a shield, if they were read, with names for a program. */
export function importable(shield: GetPullZoneShieldResult): { readonly live: LiveLimit; readonly name: string }[] {
  return limitsOf(shield).map((part) => ({
    live: { whole: shield, part },
    name: `shield-${String(shield.pullZoneId ?? shield.id)}-${part.ruleName}`,
  }));
}
