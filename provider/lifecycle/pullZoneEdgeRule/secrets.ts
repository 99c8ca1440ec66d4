import type { EdgeRule, EdgeRuleAction } from "../../types/pullZone";
import { edgeRuleActionTypes } from "../../wire/edgeRuleConstants";

// Parameters of an edge rule that may contain a credential. Parameters that visitors see, such as the target of a redirect or a response header,
// don't.

const knownActions: readonly number[] = Object.values(edgeRuleActionTypes);

/** Returns the names of the inputs of a rule that may contain a credential. */
export function secretInputs(rule: Partial<EdgeRule>): string[] {
  const { extraActions = [] } = rule;
  return [
    ...secretParameters(rule),
    ...(extraActions.some((action) => secretParameters(action).length > 0) ? ["extraActions"] : []),
  ];
}

function secretParameters(action: Partial<EdgeRuleAction>): string[] {
  const { actionType = -1, actionParameter1 } = action;
  if (actionType === edgeRuleActionTypes.SetRequestHeader) return ["actionParameter2"];
  if (actionType === edgeRuleActionTypes.OriginUrl) return hasCredentials(actionParameter1) ? ["actionParameter1"] : [];
  if (knownActions.includes(actionType)) return [];
  // The parameters of an unknown action may contain anything.
  const names = ["actionParameter1", "actionParameter2", "actionParameter3"] as const;
  return names.filter((name) => Boolean(action[name]));
}

/** Whether a URL has user information or a query. */
function hasCredentials(address = ""): boolean {
  return /^[^/]*\/\/[^/]*@|\?/.test(address);
}
