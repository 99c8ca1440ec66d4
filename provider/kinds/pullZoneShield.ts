import type { GetPullZoneShieldResult } from "../types/pullZoneShield";
import type { ShieldAccessListContent, ShieldAccessLists } from "../types/shieldAccessList";
import type { GetShieldRateLimitResult } from "../types/shieldRateLimit";
import {
  addPullZoneShieldTable,
  pullZoneShieldOptions,
  pullZoneShieldTable,
  shieldZoneTable,
  updatePullZoneShieldTable,
} from "../wire/pullZoneShield";
import { planName } from "../wire/shieldConstants";
import { shieldListContentTable, shieldListsTable } from "../wire/shieldAccessList";
import { shieldLimitTable } from "../wire/shieldRateLimit";
import type { ListedAs, WholeKindOf, WithDetails } from "./kind";
import { defineKind } from "./kind";

const listedAs: ListedAs<GetPullZoneShieldResult> = {
  columns: [
    { head: "PULL ZONE", unit: "count", of: ({ pullZoneId }) => String(pullZoneId ?? "") },
    { head: "PLAN", of: ({ planType }) => planName(planType) },
    { head: "FIREWALL", of: ({ wafEnabled }) => (wafEnabled ? "on" : "off") },
  ],
  summary: ({ id, pullZoneId, planType, wafEnabled }) => ({ id, pullZoneId, plan: planName(planType), wafEnabled }),
};

export const pullZoneShield: WholeKindOf<GetPullZoneShieldResult> &
  WithDetails<{
    rateLimits: GetShieldRateLimitResult[];
    accessLists: ShieldAccessLists;
    accessList: ShieldAccessListContent;
  }> = defineKind({
  name: "PullZoneShield",
  noun: "shield",
  description:
    "The shield of a pull zone: firewall, protection from denial of service, and the settings of both. Only declared settings are sent, compared and switched off. The plan of an existing shield changes only with `allowPlanChange: true`. The service can't delete a shield, so deleting the resource keeps it.",
  class: {
    doc: [
      "The shield of a pull zone: its firewall and its protection from denial of service. Rate limits and access lists are separate resources. Only declared settings are sent, compared and switched off.",
      'A new shield is on the plan `Basic` unless `planType` says otherwise, and the account pays for every other plan. The plan of an existing shield changes only with `allowPlanChange: true`. The service can\'t delete a shield: deleting the resource keeps it, or switches it off with `onDelete: "off"`.',
      "Assumption: all of it; the contract has no shields.",
    ],
    example: `
      const web = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://www.acme.example" });

      const shield = new cdn.PullZoneShield("web", {
        pullZoneId: web.pullZoneId,
        wafEnabled: true,
        wafExecutionMode: cdn.ShieldWafMode.Block,
        ddosShieldSensitivity: cdn.ShieldDdosSensitivity.Medium,
      });
    `,
    get: "Reads an existing shield without managing it. Volatile outputs are undefined. If there is no such shield, the deployment fails.",
    id: "the id of the shield zone, which is not the id of the pull zone",
    args: "Omitted settings keep the service's values, and are never drift.",
  },
  table: pullZoneShieldTable,
  readTable: shieldZoneTable,
  bodies: [shieldZoneTable],
  listedAs,
  path: "/shield/shield-zones",
  dialect: {
    objectPath: "/shield/shield-zone",
    idField: "shieldZoneId",
    inData: true,
    patches: true,
    refusesIn2xx: true,
  },
  belongsTo: { kind: "PullZone", output: "pullZoneId", path: "/shield/shield-zone/get-by-pullzone" },
  filters: {},
  listIsAssumed: true,
  details: {
    rateLimits: {
      operation: "list the rate limits of a shield",
      path: "/shield/rate-limits",
      beforeId: true,
      isList: true,
      hasParts: true,
      table: shieldLimitTable,
    },
    accessLists: {
      operation: "list the access lists of a shield",
      path: "/access-lists",
      hasParts: true,
      table: shieldListsTable,
    },
    accessList: { operation: "read an access list", path: "/access-lists", table: shieldListContentTable },
  },
  add: addPullZoneShieldTable,
  update: updatePullZoneShieldTable,
  idOutput: "shieldZoneId",
  // The plan decides what a rate limit may be.
  partsCheckState: true,
  options: pullZoneShieldOptions,
  // A pull zone has one shield.
  claim: ({ pullZoneId }) => String(pullZoneId),
  refersTo: { pullZoneId: { kind: "PullZone", output: "pullZoneId" } },
  outline: ({ pullZoneId, planType }) => ({
    text: `of pull zone ${String(pullZoneId)}, on the plan ${planName(planType)}`,
  }),
  // An imported program must not be able to change the plan.
  importComments: ({ planType }) => ({
    pullZoneId: `The shield keeps its plan ${planName(planType)}: planType is not declared.`,
  }),
  linkedOutputs: ["planType", "rateLimitRulesLimit", "customWafRulesLimit"],
  stableOutputs: ["pullZoneId"],
  hints: {
    recreated: "with its declared settings, on the plan Basic unless the program declares another one",
    refused: "declare the live plan, remove planType, or declare allowPlanChange: true",
  },
});
