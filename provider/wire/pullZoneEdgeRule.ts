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
      "With `adopt`, if no rule has the declared settings, adopts the rule with the same description, and changes it. A rule that chooses the files of every address (`OriginStorage`) adopts the rule that does so already. If several rules match, the creation fails. A `Website` sets this for its rules.",
    ),
    ReportOthers: {
      type: "string[]?",
      optional: true,
      doc: "Hostnames of the program, for the report about the pull zone.",
      input: {
        doc: "When the rule is created or adopted, the run reports which other edge rules of the pull zone belong to no resource of this run, and which hostnames are not among these. A `Website` with `adopt: true` sets this for its last rule.",
      },
    },
    PurgeOnChange: option(
      "Empties the cache of the pull zone after each creation, update and deletion of the rule: at once, and again when every edge has the rule (`cdn:edgeDelaySeconds`). The next `pulumi up` repeats a failed purge.",
    ),
    PurgeTriggers: {
      type: "string[]?",
      optional: true,
      doc: "Values after whose change the cache is emptied.",
      input: {
        emptyIsNone: true,
        doc: "With `purgeOnChange`, values of the program, such as a setting of the pull zone: the cache is also emptied after a change of one of them, although the rule stays the same.",
      },
    },
  },
);
