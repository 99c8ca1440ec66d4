import { pullZoneTable } from "../wire/pullZone";
import type { ZoneEndpoint } from "./zoneEndpoint";

export const pullZone = {
  noun: "pull zone",
  path: "/pullzone",
  table: pullZoneTable,
  filters: { search: "string" },
  listIsAssumed: true,
  hasParts: true,
} as const satisfies ZoneEndpoint;
