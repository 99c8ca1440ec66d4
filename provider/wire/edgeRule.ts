import { table } from "./fields";

// The parameters of an action can carry header values, hence credentials. The contract says nothing of null inside an
// edge rule; the types below allow it. The integer `…Type` fields are assumptions.

export const edgeRuleTriggerTable = table("edge rule trigger", {
  PatternMatches: "string[]?",
  Parameter1: "string?",
  Type: { type: "enum?", assumed: true },
  PatternMatchingType: { type: "enum?", assumed: true },
});

export const edgeRuleActionTable = table("edge rule action", {
  ActionParameter1: { type: "string?", secret: true },
  ActionParameter2: { type: "string?", secret: true },
  ActionParameter3: { type: "string?", secret: true },
  ActionType: { type: "enum?", assumed: true },
});

export const edgeRuleTable = table("edge rule", {
  Guid: "string",
  ActionParameter1: { type: "string?", secret: true },
  ActionParameter2: { type: "string?", secret: true },
  ActionParameter3: { type: "string?", secret: true },
  Triggers: { type: "object[]?", of: edgeRuleTriggerTable },
  ExtraActions: { type: "object[]?", of: edgeRuleActionTable },
  Description: "string?",
  Enabled: "boolean",
  OrderIndex: "int32",
  ReadOnly: "boolean",
  ActionType: { type: "enum?", assumed: true },
  TriggerMatchingType: { type: "enum?", assumed: true },
});
