import type {
  EdgeRule,
  EdgeRuleAction,
  EdgeRuleTrigger,
  Hostname,
  ImageBlueprint,
  OptimizerClass,
} from "../types/pullZone";
import { edgeRuleMatchings, edgeRuleTriggerTypes } from "./edgeRuleConstants";
import { edgeRuleMatchingMeanings, edgeRuleTriggerMeanings, meaningTexts } from "./edgeRuleMeanings";
import type { FieldSpecs } from "./fields";
import { table } from "./fields";

// Objects inside a pull zone.

export const hostnameTable = table<Hostname>(
  {
    object: "hostname",
    type: "Hostname",
    doc: "A hostname linked to a pull zone.",
  },
  {
    Id: { type: "int64", doc: "ID of the hostname." },
    Value: { type: "string", doc: "The hostname." },
    ForceSSL: { type: "boolean", doc: "Whether plain HTTP is redirected to HTTPS." },
    IsSystemHostname: { type: "boolean", doc: "Whether the service created the hostname." },
    IsManagedHostname: { type: "boolean", doc: "Whether the service manages the hostname." },
    HasCertificate: { type: "boolean", doc: "Whether a certificate is installed." },
    Certificate: { type: "string?", doc: "Content of the certificate; only with `includeCertificate`." },
    CertificateKey: {
      type: "string?",
      secret: true,
      doc: "Private key of the certificate; only with `includeCertificate`.",
    },
    CertificateKeyType: {
      type: "enum?",
      assumed: true,
      doc: "Type of the certificate's key. The meanings of the integers are unknown.",
    },
    CertificateProvisionType: {
      type: "enum?",
      assumed: true,
      doc: "How the certificate was obtained. The meanings of the integers are unknown.",
    },
  },
);

export const optimizerClassTable = table<OptimizerClass>(
  { object: "optimizer class", type: "OptimizerClass", doc: "An optimizer class of a pull zone." },
  {
    Name: { type: "string", doc: "Name of the class.", input: { required: true } },
    Properties: {
      type: "json",
      doc: "Its properties, unchanged: the contract does not show their content.",
      input: {},
    },
  },
);

export const imageBlueprintTable = table<ImageBlueprint>(
  { object: "image blueprint", type: "ImageBlueprint", doc: "An image AI blueprint of a pull zone." },
  {
    Name: { type: "string", doc: "Name of the blueprint.", input: { required: true } },
    Properties: {
      type: "json",
      doc: "Its properties, unchanged: the contract does not show their content.",
      input: {},
    },
  },
);

// The contract does not say whether fields of an edge rule can be null; these types allow it. The integer `…Type` fields are
// assumptions.

/** Parameters of an action. They can contain header values, and so credentials. */
const actionParameters: FieldSpecs = {
  ActionParameter1: {
    type: "string?",
    secret: true,
    doc: "First parameter of the action. It can contain header values.",
  },
  ActionParameter2: {
    type: "string?",
    secret: true,
    doc: "Second parameter of the action. It can contain header values.",
  },
  ActionParameter3: {
    type: "string?",
    secret: true,
    doc: "Third parameter of the action. It can contain header values.",
  },
};

export const edgeRuleTriggerTable = table<EdgeRuleTrigger>(
  {
    object: "edge rule trigger",
    type: "EdgeRuleTrigger",
    doc: "A trigger of an edge rule.",
  },
  {
    PatternMatches: { type: "string[]?", doc: "Patterns to match, such as `*.pdf`.", input: {} },
    Parameter1: { type: "string?", doc: "Parameter of the trigger, such as the name of a header.", input: {} },
    Parameter2: {
      type: "string?",
      assumed: true,
      doc: "Second parameter of the trigger. Its meaning is not documented.",
      input: {},
    },
    Type: {
      type: "enum?",
      assumed: true,
      doc: "Type of the trigger: an `EdgeRuleTriggerType` or another integer.",
      input: {
        required: true,
        constants: {
          name: "EdgeRuleTriggerType",
          values: edgeRuleTriggerTypes,
          docs: meaningTexts(edgeRuleTriggerMeanings),
          open: true,
        },
      },
    },
    PatternMatchingType: {
      type: "enum?",
      assumed: true,
      doc: "How the patterns combine: an `EdgeRuleMatching` or another integer.",
      input: {
        fallback: "`MatchAny`",
        initial: 0,
        constants: {
          name: "EdgeRuleMatching",
          values: edgeRuleMatchings,
          docs: meaningTexts(edgeRuleMatchingMeanings),
          open: true,
        },
      },
    },
  },
);

export const edgeRuleActionTable = table<EdgeRuleAction>(
  {
    object: "edge rule action",
    type: "EdgeRuleAction",
    doc: "A further action of an edge rule.",
  },
  {
    ...actionParameters,
    ActionType: { type: "enum?", assumed: true, doc: "Type of the action." },
  },
);

export const edgeRuleTable = table<EdgeRule>(
  {
    object: "edge rule",
    type: "EdgeRule",
    doc: "An edge rule of a pull zone.",
  },
  {
    Guid: { type: "string", doc: "GUID of the rule." },
    ...actionParameters,
    Triggers: { type: "object[]?", of: edgeRuleTriggerTable, doc: "Conditions of the rule." },
    ExtraActions: { type: "object[]?", of: edgeRuleActionTable, doc: "Further actions." },
    Description: { type: "string?", doc: "Description of the rule." },
    Enabled: { type: "boolean", doc: "Whether the rule is enabled." },
    OrderIndex: { type: "int32", doc: "Position of the rule in the order of rules." },
    ReadOnly: { type: "boolean", doc: "Whether the rule is read-only." },
    ActionType: { type: "enum?", assumed: true, doc: "Type of the action." },
    TriggerMatchingType: { type: "enum?", assumed: true, doc: "How the triggers combine." },
  },
);
