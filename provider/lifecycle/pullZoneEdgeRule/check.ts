import { isDeepStrictEqual } from "node:util";
import { pullZoneEdgeRule } from "../../kinds/pullZoneEdgeRule";
import { edgeRuleActionTypes, edgeRuleTriggerTypes } from "../../wire/edgeRuleConstants";
import { pullZoneLimits } from "../../wire/pullZoneLimits";
import type { Report } from "../../declared/checkInputs";
import { checkInputs, reportTo } from "../../declared/checkInputs";
import type { CheckContext, CheckResult } from "../lifeCycle";
import { limitNotices } from "../zoneLimits";
import type { Properties } from "../../declared/properties";
import { CheckFailure } from "../../declared/failures";
import { isUnknown } from "../../declared/properties";
import { isSame } from "./state";

const cacheTimes: readonly unknown[] = [
  edgeRuleActionTypes.OverrideCacheTime,
  edgeRuleActionTypes.OverrideCacheTimePublic,
  edgeRuleActionTypes.OverrideBrowserCacheTime,
];

/** Validates and normalises a rule. An unchanged value keeps its old spelling. */
export function checkRule(olds: Properties, news: Properties, { memory }: CheckContext): CheckResult {
  const { inputs, failures } = checkInputs(pullZoneEdgeRule, news);
  for (const field of pullZoneEdgeRule.settings) {
    const [old, value] = [olds[field.name], inputs[field.name]];
    if (old !== undefined && value !== undefined && isSame(field, value, old)) inputs[field.name] = old;
  }
  if (inputs["purgeTriggers"] !== undefined && inputs["purgeOnChange"] === undefined) {
    reportTo(failures)("purgeTriggers", "must be declared with purgeOnChange: true", "purgeTriggers alone");
  }
  const notices: string[] = [];
  const counts: CheckFailure[] = [];
  notices.push(...limitNotices(memory, pullZoneEdgeRule, "rules", inputs));
  if (failures.length === 0) {
    const to: Findings = {
      refuse: reportTo(failures),
      refuseCount: reportTo(counts),
      warn: (text) => notices.push(text),
    };
    checkTriggers(olds, inputs, to);
    checkActions(olds, inputs, to);
  }
  return { inputs, failures: [...counts, ...failures.map(withoutParameter)], notices };
}

// Assumption: these rules of the service. Only changed values are checked, so that an existing rule can be managed unchanged.

interface Findings {
  /** Reports a value that the service refuses or can't use. */
  readonly refuse: Report;
  /** Reports a wrong number of elements, which says nothing about their values. */
  readonly refuseCount: Report;
  /** Reports a value that the service may refuse. The text does not contain the value, because only the engine knows whether it is secret. */
  readonly warn: (text: string) => void;
}

function checkTriggers(olds: Properties, { triggers }: Properties, to: Findings): void {
  if (!Array.isArray(triggers) || isDeepStrictEqual(triggers, olds["triggers"])) return;
  const [maxTriggers, maxPatterns] = [String(pullZoneLimits.triggers), String(pullZoneLimits.patterns)];
  const former = Array.isArray(olds["triggers"]) ? (olds["triggers"] as unknown[]) : [];
  if (triggers.length === 0) to.refuse("triggers", "must have at least one trigger", "[]");
  if (triggers.length > pullZoneLimits.triggers) {
    to.refuseCount(
      "triggers",
      `must have at most ${maxTriggers} triggers`,
      String(triggers.length),
      `Combine triggers of the same type, each with at most ${maxPatterns} patterns, or declare two rules`,
    );
  }
  const before = former.flatMap(patternsIn);
  for (const [index, trigger] of (triggers as unknown[]).entries()) {
    if (former.some((old) => isDeepStrictEqual(old, trigger))) continue;
    const [property, patterns] = [`triggers[${String(index)}].patternMatches`, patternsIn(trigger)];
    if (patterns.length > pullZoneLimits.patterns) {
      to.refuseCount(
        property,
        `must have at most ${maxPatterns} patterns`,
        String(patterns.length),
        `Divide them among up to ${maxTriggers} triggers with the triggerMatchingType MatchAny, or among several rules`,
      );
    }
    for (const [at, pattern] of patterns.entries()) {
      if (before.some((old) => isDeepStrictEqual(old, pattern))) continue;
      checkPattern(pattern, property, `[${String(at)}]`, to);
    }
  }
}

interface Pattern {
  /** Type of the pattern's trigger. */
  readonly type: unknown;
  readonly value: unknown;
}

function patternsIn(trigger: unknown): Pattern[] {
  if (isUnknown(trigger)) return [];
  const { type, patternMatches } = trigger as Properties;
  return Array.isArray(patternMatches) ? patternMatches.map((value: unknown) => ({ type, value })) : [];
}

/** Required start of a Lua pattern of a URL, which must match the complete URL. Recorded. */
const urlStart = "pattern:^https?://[^/]+/";

/** Checks a pattern of a trigger. @param at index of the pattern, such as "[0]" */
function checkPattern({ type, value }: Pattern, property: string, at: string, { refuse, warn }: Findings): void {
  if (isUnknown(value)) return;
  const pattern = String(value);
  if (type === edgeRuleTriggerTypes.CountryCode && !/^([a-z]{2}$|pattern:)|\*/i.test(pattern)) {
    refuse(property, `${at} must be a two-letter ISO country code, such as DE`, JSON.stringify(pattern));
  }
  if (type !== edgeRuleTriggerTypes.Url || !/^pattern:/i.test(pattern)) return;
  if (!/^pattern:\^https?\??:\/\/.+\$$/i.test(pattern)) {
    const rule = `${at} must match the whole URL: a Lua pattern begins with ${urlStart} and ends in $, such as ${urlStart}v%d+/.*$`;
    refuse(property, rule, JSON.stringify(pattern));
  } else if (!pattern.startsWith(urlStart)) {
    warn(`${property}${at}: the service was seen to accept only Lua patterns that begin with ${urlStart}`);
  }
}

const actionInputs = ["actionType", "actionParameter1", "actionParameter2"];

function checkActions(olds: Properties, inputs: Properties, to: Findings): void {
  if (actionInputs.some((name) => inputs[name] !== olds[name])) checkAction(inputs, "", to);
  const { extraActions } = inputs;
  if (!Array.isArray(extraActions) || isDeepStrictEqual(extraActions, olds["extraActions"])) return;
  for (const [index, action] of (extraActions as unknown[]).entries()) {
    if (!isUnknown(action)) checkAction(action as Properties, `extraActions[${String(index)}].`, to);
  }
}

/** Checks an action. @param path path of the action's properties, with a trailing dot, or "" */
function checkAction(
  { actionType, actionParameter1: first = "", actionParameter2: second = "" }: Properties,
  path: string,
  to: Findings,
): void {
  const refuse = (property: string, value: unknown, rule: string): void =>
    to.refuse(`${path}${property}`, rule, value === "" ? "nothing" : "another value");
  if (actionType === edgeRuleActionTypes.Redirect && !isUnknown(first)) {
    const rule = redirectRule(String(first));
    if (rule !== undefined) refuse("actionParameter1", first, rule);
    else if (/^%\{/.test(String(first))) {
      to.warn(`${path}actionParameter1: the service may prepend http:// to a URL that begins with a variable`);
    }
  }
  /** Refuses a parameter whose digits are not in the given form. */
  const digits = (property: string, value: unknown, form: RegExp, rule: string): void => {
    if (!isUnknown(value) && !form.test(String(value))) refuse(property, value, rule);
  };
  if (actionType === edgeRuleActionTypes.OriginStorage) {
    // YAML prints a number of seven digits as 4.711001e+06.
    digits(
      "actionParameter1",
      first,
      /^\d+$/,
      "must be the ID of the storage zone, as a string of digits. Pass the resource's id, ${zone.id} in YAML and zone.id elsewhere, because storageZoneId is a number",
    );
    if (second === "") refuse("actionParameter2", second, "must be the name of the storage zone");
  }
  if (actionType === edgeRuleActionTypes.Redirect) {
    digits("actionParameter2", second, /^(\d{3})?$/, "must be the status of the redirect, three digits such as 301");
  }
  if (actionType === edgeRuleActionTypes.SetStatusCode) {
    digits("actionParameter1", first, /^\d{3}$/, "must be the status of the response, three digits such as 404");
  }
  if (cacheTimes.includes(actionType)) {
    digits("actionParameter1", first, /^-?\d+$/, "must be the cache time in seconds, a whole number");
  }
}

/** Returns the rule that the target of a redirect breaks; undefined if it is valid. A variable at its start may contain a complete URL. */
function redirectRule(url: string): string | undefined {
  if (/^%\{[^}]*\}:\/\//.test(url)) {
    return "must begin with https:// or http://: the service prepends http:// to a variable for the scheme, so the redirect fails";
  }
  if (/\{\{.*\}\}/.test(url)) {
    return "must name variables as %{Name}, such as https://%{Url.Hostname}/new: the service refuses {{…}}";
  }
  if (/^([a-z][a-z0-9+.-]*:\/\/.|%\{)/i.test(url)) return undefined;
  return "must be the absolute URL to redirect to, such as https://www.acme.example/new";
}

/** Removes the value of a parameter from a failure: it may be secret, which only the engine knows. */
function withoutParameter(failure: CheckFailure): CheckFailure {
  const { property, rule, got } = failure;
  const isOpen = !/arameter|patternMatches|^extraActions/.test(property);
  return isOpen || got === "nothing" ? failure : new CheckFailure(property, rule);
}
