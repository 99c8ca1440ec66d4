import { wholeKey } from "../../kinds";
import { shieldRateLimit } from "../../kinds/shieldRateLimit";
import {
  planName,
  shieldCounterKeys,
  shieldLimitActions,
  shieldPlans,
  shieldVariables,
  shieldVariablesWithPart,
} from "../../wire/shieldConstants";
import { inMessage, sentence } from "../../wire/words";
import type { Report } from "../../declared/checkInputs";
import { checkInputs, nearestOf, reportTo } from "../../declared/checkInputs";
import type { Properties } from "../../declared/properties";
import { isUnknown } from "../../declared/properties";
import type { RunMemory } from "../../run/memory";
import type { CheckContext, CheckResult } from "../lifeCycle";
import { isSame } from "./state";

/** Validates and normalises a rate limit. An unchanged value keeps its old spelling. */
export function checkLimit(olds: Properties, news: Properties, context: CheckContext): CheckResult {
  const { inputs, failures } = checkInputs(shieldRateLimit, news);
  for (const field of shieldRateLimit.settings) {
    const [old, value] = [olds[field.name], inputs[field.name]];
    if (old !== undefined && value !== undefined && isSame(field, value, old)) inputs[field.name] = old;
  }
  const notices: string[] = [];
  if (failures.length === 0) {
    const report = reportTo(failures);
    const warn = (text: string): void => void notices.push(`Rate limit ${inMessage(inputs["name"])}: ${text}`);
    checkTexts(inputs, report);
    checkConditions(inputs["conditions"], report, warn);
    checkNumbers(inputs, warn);
    if (context.memory !== undefined) checkName(context.memory, olds, inputs, report);
    checkPlan(context, olds, inputs, report, warn);
  }
  return { inputs, failures, ...(notices.length === 0 ? {} : { notices }) };
}

type Warn = (text: string) => void;

/** Assumption: the service refuses other characters. */
function checkTexts({ name, description }: Properties, report: Report): void {
  for (const [property, text] of Object.entries({ name, description })) {
    if (typeof text !== "string" || isUnknown(text) || /^[A-Za-z0-9 ]*$/.test(text)) continue;
    report(property, "must consist of letters, digits and spaces", inMessage(text));
  }
}

function checkConditions(conditions: unknown, report: Report, warn: Warn): void {
  if (!Array.isArray(conditions)) return;
  if (conditions.length === 0) report("conditions", "must have at least one condition", "[]");
  const knownNames: readonly string[] = Object.values(shieldVariables);
  for (const [index, condition] of (conditions as unknown[]).entries()) {
    if (isUnknown(condition)) continue;
    const { variable, part } = condition as Properties;
    if (typeof variable !== "string" || isUnknown(variable)) continue;
    const path = `conditions[${String(index)}]`;
    if (!/^[A-Z][A-Z0-9_]*$/.test(variable)) {
      const rule = "must be one variable in capitals, such as REQUEST_URI";
      report(`${path}.variable`, rule, inMessage(variable), "Declare a condition for each variable");
    } else if (!knownNames.includes(variable)) {
      const nearest = sentence(nearestOf(knownNames, variable));
      warn(`${path}.variable is ${variable}, which is not known. The nearest known variables are ${nearest}`);
    } else if (part !== undefined && part !== "" && !shieldVariablesWithPart.includes(variable)) {
      report(`${path}.part`, `can't be declared for ${variable}, which has no parts`, inMessage(part), "Remove it");
    }
  }
}

const timeframes = [1, 10, 60, 300, 900, 3600];
const blockTimes = [30, 60, 300, 900, 1800, 3600];

function checkNumbers({ timeframe, blockTime }: Properties, warn: Warn): void {
  for (const [name, seconds, values] of [
    ["timeframe", timeframe, timeframes],
    ["blockTime", blockTime, blockTimes],
  ] as const) {
    if (typeof seconds !== "number" || values.includes(seconds)) continue;
    warn(`${name} is ${String(seconds)}. Known values are ${sentence(values.map(String))}`);
  }
}

/** Names of the rate limits that a run declares, with the former inputs of the resource that declares each. */
const namesOf = new WeakMap<RunMemory, Map<string, Properties>>();

/** Refuses a name that another rate limit of the same shield has. The rate limits of several new shields can't be distinguished. */
function checkName(memory: RunMemory, olds: Properties, inputs: Properties, report: Report): void {
  const { shieldZoneId, name } = inputs;
  if (typeof shieldZoneId !== "number" || isUnknown(name)) return;
  const names = namesOf.get(memory) ?? new Map<string, Properties>();
  namesOf.set(memory, names);
  const claim = shieldRateLimit.claim(inputs);
  const other = names.get(claim);
  names.set(claim, inputs);
  // The engine may check one resource several times, with the same inputs.
  const isOther =
    other !== undefined && shieldRateLimit.args.some((field) => !isSame(field, other[field.name], inputs[field.name]));
  if (!isOther || shieldRateLimit.claim(olds) === claim) return;
  report("name", `must differ from that of another rate limit of shield ${String(shieldZoneId)}`, inMessage(name));
}

/** Checks what the plan of the shield allows, if a state has it. An unchanged rate limit is accepted as it is. */
function checkPlan(context: CheckContext, olds: Properties, inputs: Properties, report: Report, warn: Warn): void {
  const { shieldZoneId, timeframe, counterKey, action } = inputs;
  if (typeof shieldZoneId !== "number") return;
  const state = context.lastStates?.get(wholeKey("PullZoneShield", String(shieldZoneId))) ?? {};
  const { planType, rateLimitRulesLimit: max } = state;
  const isChanged = (name: string): boolean => inputs[name] !== olds[name];
  if (planType === shieldPlans.Basic) {
    if (typeof timeframe === "number" && ![1, 10].includes(timeframe) && isChanged("timeframe")) {
      const advice = "Declare 1 or 10, or choose another plan for the shield, which the account pays for";
      report("timeframe", "must be 1 or 10 on the plan Basic", String(timeframe), advice);
    }
    if (action === shieldLimitActions.Challenge && isChanged("action"))
      warn("the plan Basic may refuse the action Challenge");
    if (![undefined, shieldCounterKeys.Ip].includes(counterKey as 0) && isChanged("counterKey")) {
      warn("the plan Basic may refuse a counterKey other than Ip");
    }
  }
  const declarations = context.memory?.declaresPart(shieldZoneId, shieldRateLimit.claim(inputs));
  const { count, wasKnown } = declarations ?? { count: 1, wasKnown: false };
  const isNew = !wasKnown && Object.keys(olds).length === 0;
  if (!isNew || typeof max !== "number" || count <= max) return;
  const rule = `must be one of at most ${String(max)} rate limits, which the plan ${planName(planType)} of shield ${String(shieldZoneId)} allows`;
  report("name", rule, `${inMessage(inputs["name"])}, as number ${String(count)}`);
}
