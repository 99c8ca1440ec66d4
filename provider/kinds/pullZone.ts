import { pullZoneOptions, pullZoneTable } from "../wire/pullZone";
import { kindOf } from "./kind";

export const pullZone = kindOf({
  name: "PullZone",
  noun: "pull zone",
  table: pullZoneTable,
  idOutput: "pullZoneId",
  options: pullZoneOptions,
  readOnly: true,
  claim: ({ name }) => (typeof name === "string" ? name.toLowerCase() : ""),
});
