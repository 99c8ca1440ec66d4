/** An edge rule of a pull zone. The fields that may be absent are assumed ones. */
export interface EdgeRule extends Record<string, unknown> {
  Guid: string;
  ActionParameter1: string | null;
  ActionParameter2: string | null;
  ActionParameter3: string | null;
  Triggers: EdgeRuleTrigger[] | null;
  ExtraActions: EdgeRuleAction[] | null;
  Description: string | null;
  Enabled: boolean;
  OrderIndex: number;
  ReadOnly: boolean;
  ActionType?: number | null;
  TriggerMatchingType?: number | null;
}

/** A trigger of an edge rule. */
export interface EdgeRuleTrigger extends Record<string, unknown> {
  PatternMatches: string[] | null;
  Parameter1: string | null;
  Type?: number | null;
  PatternMatchingType?: number | null;
}

/** A further action of an edge rule. */
export interface EdgeRuleAction extends Record<string, unknown> {
  ActionParameter1: string | null;
  ActionParameter2: string | null;
  ActionParameter3: string | null;
  ActionType?: number | null;
}
