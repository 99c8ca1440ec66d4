import { pullZoneEdgeRuleOptions, pullZoneEdgeRuleTable } from "../wire/pullZoneEdgeRule";
import { edgeRuleTable } from "../wire/pullZoneParts";
import type { PartKindOf } from "./kind";
import { inputsText, kindOf } from "./kind";

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
  // Rules have no name: two may be equal.
  claim: inputsText,
});
