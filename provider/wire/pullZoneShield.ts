import type { GetPullZoneShieldResult, ShieldEngineSetting } from "../types/pullZoneShield";
import type { FieldSpecs, Table } from "./fields";
import { inputFields, option, table } from "./fields";
import { shieldDdosSensitivities, shieldMeanings, shieldPlans, shieldWafModes } from "./shieldConstants";

// Assumption: everything about Shield. The contract has none of it.

const unordered = { type: "string[]?", unordered: true } as const;
const service = "the service's";

/** Settings and outputs of a shield that a read and a resource have in common. */
const common: FieldSpecs = {
  shieldZoneId: {
    type: "int64",
    typed: "id",
    essential: true,
    readOnly: true,
    doc: "ID of the shield zone, which is not the ID of the pull zone.",
  },
  pullZoneId: {
    type: "int64?",
    always: true,
    immutable: true,
    essential: true,
    doc: "ID of the pull zone that the shield protects.",
    input: {
      required: true,
      doc: "ID of the pull zone that the shield protects. Changing it replaces the shield: the former pull zone keeps its own.",
    },
  },
  planType: {
    type: "enum",
    essential: true,
    doc: "Plan of the shield, which the account pays for: a `ShieldPlan`.",
    input: {
      fallback: "`Basic` for a new shield; an existing one keeps its plan",
      doc: "Plan of the shield: a `ShieldPlan` or another integer. The account pays for a plan above `Basic`.",
      constants: {
        name: "ShieldPlan",
        values: shieldPlans,
        open: true,
        docs: {
          Basic: "Has no fee.",
          Advanced: "The account pays for it.",
          Business: "The account pays for it.",
          Enterprise: "The account pays for it.",
        },
      },
    },
  },
  learningMode: {
    type: "boolean",
    doc: "Whether the shield is learning: it logs, and does not block yet.",
    input: {
      initial: false,
      fallback: "false for a new shield; an existing one keeps its value",
      doc: "Whether the shield learns for some days, in which it logs and does not block.",
    },
  },
  wafEnabled: { type: "boolean", doc: "Switches the firewall on.", input: { fallback: service } },
  wafExecutionMode: {
    type: "enum",
    doc: "What the firewall does with a request that matches a rule: a `ShieldWafMode`.",
    input: {
      fallback: service,
      doc: "What the firewall does with a request that matches a rule: a `ShieldWafMode` or another integer.",
      constants: {
        name: "ShieldWafMode",
        values: shieldWafModes,
        open: true,
        docs: { Log: "Logs the request and lets it pass.", Block: "Blocks the request." },
      },
    },
  },
  wafProfileId: {
    type: "int32",
    doc: "Profile of the managed rules, such as 1 for WordPress and 2 for general use.",
    input: { fallback: service },
  },
  wafDisabledRules: {
    ...unordered,
    doc: "IDs of managed rules that are off.",
    input: {
      initial: [],
      fallback: service,
      doc: 'IDs of managed rules that are off, such as `["952100"]`. `[]` enables all of them.',
    },
  },
  wafLogOnlyRules: {
    ...unordered,
    doc: "IDs of managed rules that only log.",
    input: {
      initial: [],
      fallback: service,
      doc: "IDs of managed rules that only log, also in the mode `Block`. `[]` empties the list.",
    },
  },
  wafRequestHeaderLoggingEnabled: {
    type: "boolean",
    doc: "Logs the headers of requests.",
    input: { fallback: service },
  },
  requestBodyLoggingEnabled: {
    type: "boolean",
    doc: "Logs the bodies of requests.",
    input: { fallback: service },
  },
  wafRequestIgnoredHeaders: {
    ...unordered,
    doc: "Headers of requests that logs omit.",
    input: {
      initial: [],
      fallback: service,
      doc: 'Headers of requests that logs omit, such as `["Authorization", "Cookie"]`.',
    },
  },
  wafRealtimeThreatIntelligenceEnabled: {
    type: "boolean",
    doc: "Uses current threat intelligence.",
    input: {
      initial: false,
      fallback: service,
      doc: "Uses current threat intelligence. Not on the plan `Basic`.",
    },
  },
  whitelabelResponsePages: {
    type: "boolean",
    doc: "Omits the name of the service from response pages.",
    input: {
      initial: false,
      fallback: service,
      doc: "Omits the name of the service from response pages. Not on the plan `Basic`.",
    },
  },
  wafRequestBodyLimitAction: {
    type: "enum",
    doc: "What happens to a request whose body is too large to inspect: 0 blocks it, 1 logs it, 2 ignores it.",
    input: { fallback: service },
  },
  wafResponseBodyLimitAction: {
    type: "enum",
    doc: "What happens to a response whose body is too large to inspect: 0 blocks it, 1 logs it, 2 ignores it.",
    input: { fallback: service },
  },
  dDoSShieldSensitivity: {
    type: "enum",
    typed: "ddosShieldSensitivity",
    doc: "Sensitivity of the protection from denial of service: a `ShieldDdosSensitivity`.",
    input: {
      fallback: service,
      doc: "Sensitivity of the protection from denial of service: a `ShieldDdosSensitivity` or another integer.",
      constants: {
        name: "ShieldDdosSensitivity",
        values: shieldDdosSensitivities,
        open: true,
        docs: shieldMeanings.ddosSensitivities,
      },
    },
  },
  dDoSChallengeWindow: {
    type: "int32",
    typed: "ddosChallengeWindow",
    doc: "How long a visitor who passed a challenge gets no other one, in seconds.",
    input: {
      fallback: service,
      doc: "How long a visitor who passed a challenge gets no other one, in seconds: 900, 1800, 3600, 21600, 43200 or 86400.",
    },
  },
  learningModeUntil: { type: "date-time?", readOnly: true, volatile: true, doc: "When learning ends." },
  dDoSExecutionMode: {
    type: "enum",
    typed: "ddosExecutionMode",
    readOnly: true,
    optional: true,
    doc: "What the protection from denial of service does: 0 logs, 1 blocks.",
  },
  rateLimitRulesLimit: {
    type: "int32",
    readOnly: true,
    optional: true,
    doc: "Number of rate limits that the plan allows.",
  },
  customWafRulesLimit: {
    type: "int32",
    readOnly: true,
    optional: true,
    doc: "Number of own firewall rules that the plan allows.",
  },
};

const engineConfigTable = table<ShieldEngineSetting>(
  {
    object: "engine setting",
    type: "ShieldEngineSetting",
    doc: "A setting of the firewall's engine.",
    partial: true,
    assumed: true,
  },
  {
    name: { type: "string", essential: true, doc: "Name of the setting." },
    valueEncoded: { type: "string?", essential: true, doc: "Its value, as plain text." },
  },
);

const engineConfig: FieldSpecs = {
  wafEngineConfig: {
    type: "object[]?",
    of: engineConfigTable,
    unordered: "name",
    doc: "Settings of the firewall's engine that differ from its defaults.",
  },
};

const head = { object: "shield", doc: "The shield of a pull zone.", partial: true, assumed: true } as const;

/** A shield as the service shows it. Its list shows all of it. */
export const shieldZoneTable = table<GetPullZoneShieldResult>(
  { ...head, type: "GetPullZoneShieldResult" },
  { ...common, ...engineConfig },
);

/** Arguments and outputs of a shield. */
export const pullZoneShieldTable = table<GetPullZoneShieldResult>(
  { ...head, type: "PullZoneShieldDetails" },
  {
    ...common,
    wafEngineConfig: {
      type: "json",
      map: true,
      optional: true,
      doc: "Settings of the firewall's engine, by name.",
      input: {
        initial: {},
        fallback: "the service's, name by name",
        doc: 'Settings of the firewall\'s engine by name, such as `{ detection_paranoia_level: "2" }`. Names that the program does not declare keep their values.',
      },
    },
  },
);

/** The settings in a body, which has only those to set. */
const shieldSettingsTable: Table = {
  ...shieldZoneTable,
  sent: true,
  omitsAbsent: true,
  fields: [
    ...inputFields(pullZoneShieldTable).filter(({ name }) => name !== "pullZoneId" && name !== "wafEngineConfig"),
    ...shieldZoneTable.fields.filter(({ name }) => name === "wafEngineConfig"),
  ].map((field) => ({ ...field, optional: true as const })),
};

const sent = { object: "shield", sent: true, omitsAbsent: true, assumed: true } as const;
const settings = { type: "object", of: shieldSettingsTable, doc: "Settings of the shield." } as const;

/** Body of the operation that adds a shield to a pull zone. */
export const addPullZoneShieldTable = table(
  { ...sent, type: "AddPullZoneShieldBody", doc: "Adds a shield." },
  { pullZoneId: { type: "int64", doc: "ID of the pull zone." }, shieldZone: settings },
);

/** Body of the operation that updates a shield. The service keeps the settings that it omits. */
export const updatePullZoneShieldTable = table(
  { ...sent, type: "UpdatePullZoneShieldBody", doc: "Updates a shield." },
  { shieldZoneId: { type: "int64", typed: "id", doc: "ID of the shield zone." }, shieldZone: settings },
);

export const pullZoneShieldOptions = table(
  { object: "shield", type: "PullZoneShieldOptions", doc: "Options of a declared shield.", partial: true },
  {
    Adopt: option(
      "Adopts the shield that the pull zone already has and applies the declared settings to it, instead of failing. Its plan stays.",
    ),
    AllowPlanChange: option(
      "Allows changing the plan of an existing shield to the declared `planType`. Without it, a different plan is an error.",
    ),
    OnDelete: {
      type: "string?",
      optional: true,
      doc: "What happens to the shield when the resource is deleted.",
      input: {
        oneOf: ["keep", "off"],
        fallback: '`"keep"`',
        doc: 'What happens to the shield when the resource is deleted: `"keep"` leaves it as it is; `"off"` switches off the firewall and the protection from denial of service if the program declared them. The plan stays.',
      },
    },
  },
);
