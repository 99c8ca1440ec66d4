import type { ExtraFields } from "../extraFields";

/** An edge rule of a pull zone. Source: contract, unless a field says assumption. */
export interface EdgeRule extends ExtraFields {
  /** GUID of the rule. */
  guid: string;
  /** First parameter of the action. Secret: it can carry header values. */
  actionParameter1?: string;
  /** Second parameter of the action. Secret: it can carry header values. */
  actionParameter2?: string;
  /** Third parameter of the action. Secret: it can carry header values. */
  actionParameter3?: string;
  /** What sets the rule off. */
  triggers: EdgeRuleTrigger[];
  /** Further actions. */
  extraActions: EdgeRuleAction[];
  /** Description of the rule. */
  description?: string;
  /** Whether the rule is in force. */
  enabled: boolean;
  /** Place of the rule in the order of rules. */
  orderIndex: number;
  /** Whether the rule can't be changed. */
  readOnly: boolean;
  /** Kind of the action. Assumption. */
  actionType?: number;
  /** How the triggers combine. Assumption. */
  triggerMatchingType?: number;
}

/** A trigger of an edge rule. Source: contract, unless a field says assumption. */
export interface EdgeRuleTrigger extends ExtraFields {
  /** Patterns that are matched. */
  patternMatches: string[];
  /** Parameter of the trigger, such as a header's name. */
  parameter1?: string;
  /** Kind of the trigger. Assumption. */
  type?: number;
  /** How the patterns combine. Assumption. */
  patternMatchingType?: number;
}

/** A further action of an edge rule. Source: contract, unless a field says assumption. */
export interface EdgeRuleAction extends ExtraFields {
  /** First parameter of the action. Secret: it can carry header values. */
  actionParameter1?: string;
  /** Second parameter of the action. Secret: it can carry header values. */
  actionParameter2?: string;
  /** Third parameter of the action. Secret: it can carry header values. */
  actionParameter3?: string;
  /** Kind of the action. Assumption. */
  actionType?: number;
}
