import type { EdgeRuleExtraAction, PullZoneEdgeRuleDetails } from "../types/pullZoneEdgeRule";
import type { FieldSpecs, Table } from "./fields";
import { option, table } from "./fields";
import { edgeRuleActionTypes, edgeRuleMatchings } from "./edgeRuleConstants";
import { edgeRuleActionMeanings, edgeRuleMatchingMeanings, meaningTexts } from "./edgeRuleMeanings";
import { edgeRuleTriggerTable } from "./pullZoneParts";

// Parameters of a declared rule are secret only if the program passes secrets. Those of a rule that is only read are always secret: see
// edgeRuleTable.
const action: FieldSpecs = {
  ActionType: {
    type: "enum",
    doc: "Type of the action: an `EdgeRuleActionType` or another integer.",
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
    doc: "First parameter of the action, such as the name of a header.",
    input: { resets: true },
  },
  ActionParameter2: {
    type: "string?",
    doc: "Second parameter of the action, such as the value of a header.",
    input: { resets: true },
  },
  ActionParameter3: {
    type: "string?",
    doc: "Third parameter of the action, such as a folder of a storage zone.",
    input: { resets: true },
  },
};

/** Arguments and outputs of an edge rule. */
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
      doc: "Conditions of the rule.",
      input: { required: true, doc: "Conditions of the rule: at least one." },
    },
    TriggerMatchingType: {
      type: "enum?",
      doc: "How the triggers combine: an `EdgeRuleMatching` or another integer.",
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
      doc: "Position of the rule in the order of rules.",
      input: { fallback: "the service's; never drift" },
    },
    ReadOnly: { type: "boolean", readOnly: true, doc: "Whether the rule is read-only." },
  },
);

/** Body of the operation that adds a rule, or replaces the rule with the given GUID. Assumption: all of it. */
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
      "Adopts a live rule with the declared settings that belongs to no resource of this run, instead of adding another rule. If several rules match, the creation fails.",
    ),
    AdoptByDescription: option(
      "With `adopt`: if no rule has the declared settings, adopts and changes the rule with the same description or, for a rule that chooses the files of every address (`OriginStorage`), the existing one. If several rules match, the creation fails. Set by `Website`.",
    ),
    ReportOthers: {
      type: "string[]?",
      optional: true,
      doc: "Hostnames of the program, for the report about the pull zone.",
      input: {
        doc: "Hostnames of the program. When the rule is created or adopted, the run reports edge rules of the pull zone that belong to no resource of this run, and hostnames that are not listed here. Set by a `Website` with `adopt: true`.",
      },
    },
    PurgeOnChange: option(
      "Empties the cache of the pull zone after each change of the rule: at once, and again after `cdn:edgeDelaySeconds`. The next `pulumi up` repeats a failed purge.",
    ),
    PurgeTriggers: {
      type: "string[]?",
      optional: true,
      doc: "Values after whose change the cache is emptied.",
      input: {
        emptyIsNone: true,
        doc: "With `purgeOnChange`: values whose change also empties the cache, such as outputs of another resource.",
      },
    },
  },
);
