import type { GetShieldRateLimitResult, ShieldCondition, ShieldRateLimitDetails } from "../types/shieldRateLimit";
import type { FieldSpecs, Table } from "./fields";
import { option, table } from "./fields";
import {
  shieldCounterKeys,
  shieldLimitActions,
  shieldMeanings,
  shieldOperators,
  shieldTransformations,
  shieldVariables,
} from "./shieldConstants";

// Assumption: everything about Shield. The contract has none of it.

const of = { partial: true, assumed: true } as const;

/** A condition as the service has it: variables with their parts. */
const condition: FieldSpecs = {
  variableTypes: { type: "json", essential: true, doc: "The variables, each with its part or an empty string." },
  operatorType: { type: "enum", doc: "How the variable is compared." },
  value: { type: "string?", doc: "Value with which it is compared." },
  isNegated: { type: "boolean", optional: true, doc: "Whether the condition must not hold." },
  isRegexVariable: {
    type: "boolean",
    optional: true,
    doc: "Whether the part of the variable is a regular expression.",
  },
};

const chainedTable = table(
  { ...of, object: "condition", type: "ShieldChainedCondition", doc: "A further condition of a rate limit." },
  condition,
);

const configurationTable = table(
  { ...of, object: "rate limit", type: "ShieldRateLimitConfiguration", doc: "What a rate limit counts, and when." },
  {
    actionType: { type: "enum", doc: "What happens to a request beyond the limit." },
    ...condition,
    transformationTypes: { type: "enum[]?", doc: "Changes of the value before it is compared." },
    chainedRuleConditions: { type: "object[]?", of: chainedTable, doc: "Further conditions, all of which must hold." },
    requestCount: { type: "int32", doc: "Number of requests." },
    counterKeyType: { type: "enum", optional: true, doc: "By what requests are counted." },
    timeframe: { type: "int32", doc: "Time in which they are counted, in seconds." },
    blockTime: { type: "int32", doc: "How long further requests are blocked, in seconds." },
    severityType: { type: "enum", optional: true, doc: "Severity of a match." },
  },
);

const limit: FieldSpecs = {
  ruleName: { type: "string", essential: true, doc: "Name of the rate limit." },
  ruleDescription: { type: "string?", doc: "Description of the rate limit." },
  ruleConfiguration: { type: "object", of: configurationTable, essential: true, doc: "Its settings." },
};

/** A rate limit as the service shows it in the list of a shield's limits. */
export const shieldLimitTable = table<GetShieldRateLimitResult>(
  { ...of, object: "rate limit", type: "GetShieldRateLimitResult", doc: "A rate limit of a shield." },
  { id: { type: "int64", essential: true, readOnly: true, doc: "ID of the rate limit." }, ...limit },
);

/** Body of the operations that add or update a rate limit. Only an addition names the shield. */
export const shieldLimitBodyTable: Table = table(
  {
    object: "rate limit",
    type: "ShieldRateLimitBody",
    doc: "Adds or updates a rate limit.",
    sent: true,
    omitsAbsent: true,
    assumed: true,
  },
  { shieldZoneId: { type: "int64", optional: true, doc: "ID of the shield." }, ...limit },
);

export const shieldConditionTable = table<ShieldCondition>(
  { ...of, object: "condition", type: "ShieldCondition", doc: "A condition of a rate limit." },
  {
    variable: {
      type: "string",
      doc: "What is compared: a `ShieldVariable`.",
      input: {
        required: true,
        doc: 'What is compared: a `ShieldVariable`, such as `"REQUEST_URI"`, or another variable.',
        constants: { name: "ShieldVariable", values: shieldVariables, open: true, docs: shieldMeanings.variables },
      },
    },
    part: {
      type: "string?",
      doc: "Part of the variable.",
      input: {
        initial: "",
        doc: 'Part of the variable, such as the name of a header for `"REQUEST_HEADERS"`; for variables that have parts.',
      },
    },
    operator: {
      type: "enum",
      doc: "How the variable is compared: a `ShieldOperator`.",
      input: {
        required: true,
        doc: "How the variable is compared: a `ShieldOperator` or another integer.",
        constants: { name: "ShieldOperator", values: shieldOperators, open: true, docs: shieldMeanings.operators },
      },
    },
    value: {
      type: "string?",
      doc: "Value with which the variable is compared.",
      input: { initial: "", doc: "Value with which the variable is compared, such as `/login`." },
    },
    negated: {
      type: "boolean",
      optional: true,
      doc: "Whether the condition must not hold.",
      input: { initial: false, fallback: "false" },
    },
  },
);

/** Arguments and outputs of a rate limit. */
export const shieldRateLimitTable = table<ShieldRateLimitDetails>(
  { ...of, object: "rate limit", type: "ShieldRateLimitDetails", doc: "A rate limit of a shield." },
  {
    shieldZoneId: {
      type: "int64",
      immutable: true,
      doc: "ID of the shield.",
      input: {
        required: true,
        doc: "ID of the shield: its output `shieldZoneId`, not the ID of the pull zone. Changing it replaces the rate limit.",
      },
    },
    name: {
      type: "string",
      doc: "Name of the rate limit.",
      input: {
        required: true,
        doc: "Name of the rate limit, of letters, digits and spaces. A shield has each name once.",
      },
    },
    description: {
      type: "string?",
      doc: "Description of the rate limit.",
      input: { initial: "", resets: true, doc: "Description of the rate limit, of letters, digits and spaces." },
    },
    conditions: {
      type: "object[]?",
      of: shieldConditionTable,
      doc: "Conditions of the requests to count, all of which must hold.",
      input: {
        required: true,
        doc: "Conditions of the requests to count, all of which must hold: at least one.",
      },
    },
    transformations: {
      type: "enum[]?",
      doc: "Changes of a variable before it is compared.",
      input: {
        initial: [],
        resets: true,
        doc: "Changes of a variable before it is compared, in this order, such as `[cdn.ShieldTransformation.Lowercase]`. They apply to all conditions.",
        constants: {
          name: "ShieldTransformation",
          values: shieldTransformations,
          open: true,
          docs: shieldMeanings.transformations,
        },
      },
    },
    action: {
      type: "enum",
      doc: "What happens to a request beyond the limit: a `ShieldLimitAction`.",
      input: {
        initial: shieldLimitActions.RateLimit,
        resets: true,
        fallback: "`RateLimit`",
        doc: "What happens to a request beyond the limit: a `ShieldLimitAction` or another integer.",
        constants: {
          name: "ShieldLimitAction",
          values: shieldLimitActions,
          open: true,
          docs: shieldMeanings.limitActions,
        },
      },
    },
    counterKey: {
      type: "enum",
      doc: "By what requests are counted: a `ShieldCounterKey`.",
      input: {
        initial: shieldCounterKeys.Ip,
        resets: true,
        fallback: "`Ip`",
        doc: "By what requests are counted: a `ShieldCounterKey` or another integer. The plan `Basic` has only `Ip`.",
        constants: {
          name: "ShieldCounterKey",
          values: shieldCounterKeys,
          open: true,
          docs: shieldMeanings.counterKeys,
        },
      },
    },
    requests: {
      type: "int32",
      doc: "Number of requests that are allowed in the timeframe.",
      input: { required: true, min: 1 },
    },
    timeframe: {
      type: "int32",
      doc: "Time in which requests are counted, in seconds.",
      input: {
        required: true,
        min: 1,
        doc: "Time in which requests are counted, in seconds: 1, 10, 60, 300, 900 or 3600. The plan `Basic` has only 1 and 10.",
      },
    },
    blockTime: {
      type: "int32",
      doc: "How long further requests are blocked, in seconds.",
      input: {
        required: true,
        min: 1,
        doc: "How long further requests are blocked, in seconds: 30, 60, 300, 900, 1800 or 3600.",
      },
    },
  },
);

export const shieldRateLimitOptions = table(
  { object: "rate limit", type: "ShieldRateLimitOptions", doc: "Options of a declared rate limit.", partial: true },
  {
    Adopt: option(
      "Adopts the rate limit of this name that the shield already has and applies the declared settings to it, instead of adding another one. If several have the name, the creation fails.",
    ),
  },
);
