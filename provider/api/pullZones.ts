import { pullZoneTable } from "../wire/pullZone";
import type { ZoneKind } from "./zones";

export const pullZone = {
  noun: "pull zone",
  path: "/pullzone",
  table: pullZoneTable,
  filters: {},
} as const satisfies ZoneKind;
