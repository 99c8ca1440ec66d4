import { pullZoneEdgeRuleOptions, pullZoneEdgeRuleTable } from "../wire/pullZoneEdgeRule";
import { kindOf } from "./kind";

export const pullZoneEdgeRule = kindOf({
  name: "PullZoneEdgeRule",
  noun: "edge rule",
  description:
    "An edge rule of a pull zone. Its id is `PULL-ZONE-ID/GUID`. Its parameters are as secret as what the program passes.",
  table: pullZoneEdgeRuleTable,
  parent: "PullZone",
  options: pullZoneEdgeRuleOptions,
  // Rules have no name: two may be equal.
  claim: (inputs) => JSON.stringify(inputs),
});
