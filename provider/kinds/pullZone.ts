import { pullZoneOptions, pullZoneTable } from "../wire/pullZone";
import { kindOf } from "./kind";

export const pullZone = kindOf({
  name: "PullZone",
  noun: "pull zone",
  description:
    "A pull zone, to be read with `get`: its configuration as outputs, and `pulumi refresh` shows what changed in it. It can't be declared.",
  table: pullZoneTable,
  idOutput: "pullZoneId",
  options: pullZoneOptions,
  readOnly: true,
  claim: ({ name }) => (typeof name === "string" ? name.toLowerCase() : ""),
});
