import { isDeepStrictEqual } from "node:util";
import { pullZoneEdgeRule } from "../../kinds/pullZoneEdgeRule";
import { edgeRuleActionTypes, edgeRuleTriggerTypes } from "../../wire/edgeRuleConstants";
import type { Report } from "../shared/checkInputs";
import { checkInputs, reportTo } from "../shared/checkInputs";
import type { CheckResult, Properties } from "../shared/lifeCycle";
import { CheckFailure } from "../shared/failures";
import { isUnknown } from "../shared/properties";
import { isSame } from "./state";

const maxTriggers = 5;
const cacheTimes: readonly unknown[] = [
  edgeRuleActionTypes.OverrideCacheTime,
  edgeRuleActionTypes.OverrideCacheTimePublic,
  edgeRuleActionTypes.OverrideBrowserCacheTime,
];

/** Validates and normalises a rule. A value as in the old inputs is written as there. */
export function checkRule(olds: Properties, news: Properties): CheckResult {
  const { inputs, failures } = checkInputs(pullZoneEdgeRule, news);
  if (failures.length === 0) {
    const report = reportTo(failures);
    checkTriggers(olds, inputs, report);
    checkActions(olds, inputs, report);
  }
  for (const field of pullZoneEdgeRule.settings) {
    const [old, value] = [olds[field.name], inputs[field.name]];
    if (old !== undefined && value !== undefined && isSame(field, value, old)) inputs[field.name] = old;
  }
  return { inputs, failures: failures.map(withoutParameter) };
}

// Assumption: what the service refuses. Only what changes is checked, so that a rule which the service has can be managed as it is.

function checkTriggers(olds: Properties, { triggers }: Properties, report: Report): void {
  if (!Array.isArray(triggers) || isDeepStrictEqual(triggers, olds["triggers"])) return;
  if (triggers.length === 0) report("triggers", "must have at least one trigger", "[]");
  if (triggers.length > maxTriggers) {
    report(
      "triggers",
      `must have at most ${String(maxTriggers)} triggers`,
      String(triggers.length),
      "One trigger can have several patterns; or declare two rules",
    );
  }
  for (const [index, trigger] of (triggers as unknown[]).entries()) {
    if (isUnknown(trigger)) continue;
    const { type, patternMatches } = trigger as Properties;
    if (type !== edgeRuleTriggerTypes.CountryCode || !Array.isArray(patternMatches)) continue;
    for (const [at, pattern] of (patternMatches as unknown[]).entries()) {
      if (isUnknown(pattern) || /^([a-z]{2}$|pattern:)|\*/i.test(String(pattern))) continue;
      report(
        `triggers[${String(index)}].patternMatches`,
        `[${String(at)}] must be a country's ISO code of two letters, such as DE`,
        JSON.stringify(pattern),
      );
    }
  }
}

const actionInputs = ["actionType", "actionParameter1", "actionParameter2"];

function checkActions(olds: Properties, inputs: Properties, report: Report): void {
  if (actionInputs.some((name) => inputs[name] !== olds[name])) checkAction(inputs, "", report);
  const { extraActions } = inputs;
  if (!Array.isArray(extraActions) || isDeepStrictEqual(extraActions, olds["extraActions"])) return;
  for (const [index, action] of (extraActions as unknown[]).entries()) {
    if (!isUnknown(action)) checkAction(action as Properties, `extraActions[${String(index)}].`, report);
  }
}

/** @param path of the action's properties */
function checkAction(
  { actionType, actionParameter1: first = "", actionParameter2: second = "" }: Properties,
  path: string,
  report: Report,
): void {
  const refuse = (property: string, value: unknown, rule: string): void =>
    report(`${path}${property}`, rule, value === "" ? "nothing" : "another value");
  if (actionType === edgeRuleActionTypes.Redirect && !isUnknown(first) && !isAbsolute(String(first))) {
    refuse("actionParameter1", first, "must be the absolute URL to redirect to, such as https://www.acme.example/new");
  }
  if (actionType === edgeRuleActionTypes.OriginStorage) {
    if (first === "") refuse("actionParameter1", first, "must be the ID of the storage zone, as a string");
    if (second === "") refuse("actionParameter2", second, "must be the name of the storage zone");
  }
  if (cacheTimes.includes(actionType) && !isUnknown(first) && !/^-?\d+$/.test(String(first))) {
    refuse("actionParameter1", first, "must be the cache time in seconds, a whole number");
  }
}

/** A variable may stand for anything, and so for the scheme. */
function isAbsolute(url: string): boolean {
  return /^([a-z][a-z0-9+.-]*:\/\/.|%\{|\{\{)/i.test(url);
}

/** A parameter may be secret, which only the engine knows. */
function withoutParameter(failure: CheckFailure): CheckFailure {
  const { property, rule, got } = failure;
  const isOpen = !/arameter|patternMatches|^extraActions/.test(property);
  return isOpen || got === "nothing" ? failure : new CheckFailure(property, rule);
}
