import type { EdgeRule, EdgeRuleAction, EdgeRuleTrigger, GetPullZoneResult } from "../types/pullZone";
import { edgeRuleActionTypes, edgeRuleMatchings, edgeRuleTriggerTypes } from "../wire/edgeRuleConstants";
import { sentence } from "../wire/words";

type Actions = Pick<EdgeRule, "actionType"> & { readonly extraActions?: readonly EdgeRuleAction[] };
type Conditions = Pick<EdgeRule, "triggerMatchingType"> & { readonly triggers?: readonly EdgeRuleTrigger[] };

/** Whether a rule certainly applies to every request. Other triggers may as well, but what they mean is the service's matter. */
export function isForEveryAddress({
  triggers = [],
  triggerMatchingType = edgeRuleMatchings.MatchAny,
}: Conditions): boolean {
  const isCatchAll = ({
    type,
    patternMatches = [],
    patternMatchingType = edgeRuleMatchings.MatchAny,
  }: EdgeRuleTrigger): boolean =>
    type === edgeRuleTriggerTypes.Url &&
    patternMatchingType === edgeRuleMatchings.MatchAny &&
    patternMatches.some((pattern) => ["*", "/*", "*/*"].includes(pattern));
  if (triggerMatchingType === edgeRuleMatchings.MatchAny) return triggers.some(isCatchAll);
  return triggerMatchingType === edgeRuleMatchings.MatchAll && triggers.length > 0 && triggers.every(isCatchAll);
}

/** Whether a rule makes its pull zone fetch the files of every address from a storage zone. */
export function isOriginOfAll(rule: Actions & Conditions): boolean {
  return actionTypesOf(rule).includes(edgeRuleActionTypes.OriginStorage) && isForEveryAddress(rule);
}

/** Returns the enabled rules that choose the files of every address: from a storage zone, or from a URL. */
export function originsOfAll(edgeRules: readonly EdgeRule[]): EdgeRule[] {
  const isUrlOfAll = (rule: EdgeRule): boolean =>
    actionTypesOf(rule).includes(edgeRuleActionTypes.OriginUrl) && isForEveryAddress(rule);
  return edgeRules.filter((rule) => rule.enabled && (isOriginOfAll(rule) || isUrlOfAll(rule)));
}

function actionTypesOf({ actionType, extraActions = [] }: Actions): (number | undefined)[] {
  return [actionType, ...extraActions.map((one) => one.actionType)];
}

/** Names rules with the paths that they deliver, but without URLs, which can be secret. */
export function namesOf(rules: readonly EdgeRule[]): string {
  return sentence(rules.map(({ guid, actionParameter3: path }) => (path ? `${guid} (${path})` : guid)));
}

/**
 * Describes several enabled rules that choose the files of every address: visitors get those of one, whatever the others say.
 *
 * @returns undefined if there are no two
 */
export function rivalsText({ id, name, edgeRules }: Pick<GetPullZoneResult, "id" | "name" | "edgeRules">) {
  const rivals = originsOfAll(edgeRules);
  if (rivals.length < 2) return undefined;
  return `Several enabled edge rules of pull zone ${name ?? String(id)} choose the files of every address, and visitors get those of only one rule: ${namesOf(rivals)}`;
}
