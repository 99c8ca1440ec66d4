import type { GetPullZoneResult } from "../types/pullZone";
import { pullZoneOptions, pullZoneTable } from "../wire/pullZone";
import type { WholeKindOf } from "./kind";
import { kindOf } from "./kind";

export const pullZone: WholeKindOf<GetPullZoneResult> = kindOf({
  name: "PullZone",
  noun: "pull zone",
  description:
    "A pull zone: delivery of files from an origin. What is not declared keeps the service's value and is never drift. Deleting it stops the delivery: use the resource option `protect`. With `get` it is only read, and `pulumi refresh` shows what changed in it.",
  table: pullZoneTable,
  // Assumption: names are unique, and the service ignores their case.
  nameField: "name",
  path: "/pullzone",
  filters: { search: "string" },
  listIsAssumed: true,
  idOutput: "pullZoneId",
  options: pullZoneOptions,
  parts: {
    hostnames: { kind: "PullZoneHostname", key: "value" },
    edgeRules: { kind: "PullZoneEdgeRule", key: "guid" },
  },
  linkedOutputs: ["originUrl", "storageZoneId", "originType"],
  hasVolatileOutputs: false,
  hints: { replaced: "stops its delivery", refused: "declare the live values in the program" },
});
