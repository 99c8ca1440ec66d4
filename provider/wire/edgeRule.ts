import { table } from "./fields";

// Action parameters can contain header values, hence credentials. The contract does not say whether fields of an edge rule can be
// null; these types allow it. The integer `…Type` fields are assumptions.

export const edgeRuleTriggerTable = table(
  {
    object: "edge rule trigger",
    type: "EdgeRuleTrigger",
    doc: "A trigger of an edge rule.",
  },
  {
    PatternMatches: { type: "string[]?", doc: "Patterns that are matched." },
    Parameter1: { type: "string?", doc: "Parameter of the trigger, such as a header's name." },
    Type: { type: "enum?", assumed: true, doc: "Kind of the trigger." },
    PatternMatchingType: { type: "enum?", assumed: true, doc: "How the patterns combine." },
  },
);

export const edgeRuleActionTable = table(
  {
    object: "edge rule action",
    type: "EdgeRuleAction",
    doc: "A further action of an edge rule.",
  },
  {
    ActionParameter1: {
      type: "string?",
      secret: true,
      doc: "First parameter of the action. It can carry header values.",
    },
    ActionParameter2: {
      type: "string?",
      secret: true,
      doc: "Second parameter of the action. It can carry header values.",
    },
    ActionParameter3: {
      type: "string?",
      secret: true,
      doc: "Third parameter of the action. It can carry header values.",
    },
    ActionType: { type: "enum?", assumed: true, doc: "Kind of the action." },
  },
);

export const edgeRuleTable = table(
  {
    object: "edge rule",
    type: "EdgeRule",
    doc: "An edge rule of a pull zone.",
  },
  {
    Guid: { type: "string", doc: "GUID of the rule." },
    ActionParameter1: {
      type: "string?",
      secret: true,
      doc: "First parameter of the action. It can carry header values.",
    },
    ActionParameter2: {
      type: "string?",
      secret: true,
      doc: "Second parameter of the action. It can carry header values.",
    },
    ActionParameter3: {
      type: "string?",
      secret: true,
      doc: "Third parameter of the action. It can carry header values.",
    },
    Triggers: { type: "object[]?", of: edgeRuleTriggerTable, doc: "The conditions of the rule." },
    ExtraActions: { type: "object[]?", of: edgeRuleActionTable, doc: "Further actions." },
    Description: { type: "string?", doc: "Description of the rule." },
    Enabled: { type: "boolean", doc: "Whether the rule is enabled." },
    OrderIndex: { type: "int32", doc: "Place of the rule in the order of rules." },
    ReadOnly: { type: "boolean", doc: "Whether the rule can't be changed." },
    ActionType: { type: "enum?", assumed: true, doc: "Kind of the action." },
    TriggerMatchingType: { type: "enum?", assumed: true, doc: "How the triggers combine." },
  },
);
