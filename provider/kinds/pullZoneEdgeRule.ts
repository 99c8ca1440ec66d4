import { pullZoneEdgeRuleOptions, pullZoneEdgeRuleTable } from "../wire/pullZoneEdgeRule";
import { edgeRuleTable } from "../wire/pullZoneParts";
import type { PartKindOf } from "./kind";
import { kindOf } from "./kind";

export const pullZoneEdgeRule: PartKindOf<"PullZone"> = kindOf({
  name: "PullZoneEdgeRule",
  noun: "edge rule",
  description:
    "An edge rule of a pull zone. Its id is `PULL-ZONE-ID/GUID`. Its parameters are as secret as what the program passes.",
  table: pullZoneEdgeRuleTable,
  // The program does not say which parameters are secret.
  readTable: edgeRuleTable,
  parent: "PullZone",
  options: pullZoneEdgeRuleOptions,
  // Rules have no name: two may be equal. An engine may pass the same inputs in another order.
  claim: (inputs) => JSON.stringify(inputs, (_key, value: unknown) => ordered(value)),
});

/** An object by key, without null and what Pulumi adds. */
function ordered(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).filter(([key, inner]) => !key.startsWith("__") && inner !== null);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
