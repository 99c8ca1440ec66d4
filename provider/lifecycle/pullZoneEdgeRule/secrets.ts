import type { EdgeRule, EdgeRuleAction } from "../../types/pullZone";
import { edgeRuleActionTypes } from "../../wire/edgeRuleConstants";

// Which parameters of an edge rule may hold a credential. What visitors see, such as a redirect's target or a header of the response, is none.

const knownActions: readonly number[] = Object.values(edgeRuleActionTypes);

/** The names of the inputs of a rule that may hold a credential. */
export function secretInputs(rule: EdgeRule): string[] {
  return [
    ...secretParameters(rule),
    ...(rule.extraActions.some((action) => secretParameters(action).length > 0) ? ["extraActions"] : []),
  ];
}

function secretParameters(action: EdgeRule | EdgeRuleAction): string[] {
  const { actionType = -1, actionParameter1 } = action;
  if (actionType === edgeRuleActionTypes.SetRequestHeader) return ["actionParameter2"];
  if (actionType === edgeRuleActionTypes.OriginUrl) return hasCredentials(actionParameter1) ? ["actionParameter1"] : [];
  if (knownActions.includes(actionType)) return [];
  // What the parameters of an unknown action mean is not known either.
  const names = ["actionParameter1", "actionParameter2", "actionParameter3"] as const;
  return names.filter((name) => Boolean(action[name]));
}

/** Whether an address has a user, or a query. */
function hasCredentials(address = ""): boolean {
  return /^[^/]*\/\/[^/]*@|\?/.test(address);
}
