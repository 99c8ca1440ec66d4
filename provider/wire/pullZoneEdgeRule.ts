import type { EdgeRuleExtraAction, PullZoneEdgeRuleDetails } from "../types/pullZoneEdgeRule";
import type { FieldSpecs, Table } from "./fields";
import { option, table } from "./fields";
import { edgeRuleActionTypes, edgeRuleMatchings } from "./edgeRuleConstants";
import { edgeRuleActionMeanings, edgeRuleMatchingMeanings, meaningTexts } from "./edgeRuleMeanings";
import { edgeRuleTriggerTable } from "./pullZoneParts";

// A declared rule's parameters are as secret as what the program passes. Those of a rule that is only read are secret: see edgeRuleTable.
const action: FieldSpecs = {
  ActionType: {
    type: "enum",
    doc: "Kind of the action: an `EdgeRuleActionType`, or another integer.",
    input: {
      required: true,
      constants: {
        name: "EdgeRuleActionType",
        values: edgeRuleActionTypes,
        docs: meaningTexts(edgeRuleActionMeanings),
        open: true,
      },
    },
  },
  ActionParameter1: {
    type: "string?",
    doc: "First parameter of the action, such as a header's name.",
    input: { resets: true },
  },
  ActionParameter2: {
    type: "string?",
    doc: "Second parameter of the action, such as a header's value.",
    input: { resets: true },
  },
  ActionParameter3: {
    type: "string?",
    doc: "Third parameter of the action, such as a folder of a storage zone.",
    input: { resets: true },
  },
};

/** What a program declares about an edge rule, and its outputs. */
export const pullZoneEdgeRuleTable = table<PullZoneEdgeRuleDetails>(
  { object: "edge rule", type: "PullZoneEdgeRuleDetails", doc: "An edge rule of a pull zone.", partial: true },
  {
    PullZoneId: {
      type: "int64",
      immutable: true,
      doc: "ID of the pull zone.",
      input: { required: true, doc: "ID of the pull zone. Changing it replaces the rule." },
    },
    Guid: { type: "string", readOnly: true, doc: "GUID of the rule." },
    Description: { type: "string?", doc: "Description of the rule.", input: { resets: true } },
    Enabled: {
      type: "boolean",
      doc: "Whether the rule is enabled.",
      input: { initial: true, resets: true, fallback: "true" },
    },
    ...action,
    Triggers: {
      type: "object[]?",
      of: edgeRuleTriggerTable,
      doc: "The conditions of the rule.",
      input: { required: true, doc: "The conditions of the rule: at least one." },
    },
    TriggerMatchingType: {
      type: "enum?",
      doc: "How the triggers combine: an `EdgeRuleMatching`, or another integer.",
      input: {
        fallback: "the service's",
        initial: 0,
        constants: {
          name: "EdgeRuleMatching",
          values: edgeRuleMatchings,
          docs: meaningTexts(edgeRuleMatchingMeanings),
          open: true,
        },
      },
    },
    ExtraActions: {
      type: "object[]?",
      of: table<EdgeRuleExtraAction>(
        {
          object: "edge rule action",
          type: "EdgeRuleExtraAction",
          doc: "A further action of a declared edge rule.",
          partial: true,
        },
        action,
      ),
      doc: "Further actions.",
      input: { resets: true },
    },
    OrderIndex: {
      type: "int32",
      doc: "Place of the rule in the order of rules.",
      input: { fallback: "the service's, which is then never drift" },
    },
    ReadOnly: { type: "boolean", readOnly: true, doc: "Whether the rule can't be changed." },
  },
);

/** Assumption. The body of the operation that adds a rule, or replaces the one with that GUID. */
export const edgeRuleBodyTable: Table = {
  ...pullZoneEdgeRuleTable,
  sent: true,
  omitsAbsent: true,
  fields: pullZoneEdgeRuleTable.fields.filter(({ wire }) => wire !== "PullZoneId" && wire !== "ReadOnly"),
};

export const pullZoneEdgeRuleOptions = table(
  { object: "edge rule", type: "PullZoneEdgeRuleOptions", doc: "Options of a declared edge rule.", partial: true },
  {
    Adopt: option(
      "Takes over the live rule that equals the declared one in all settings, if there is one that no resource of this run has, instead of adding another. If there are several, the creation fails.",
    ),
    PurgeOnChange: option(
      "Empties the cache of the pull zone after each creation, update and deletion of the rule: at once, and again 3 s later, as an edge may learn of the rule late. If that fails, the next `pulumi up` empties it.",
    ),
  },
);
