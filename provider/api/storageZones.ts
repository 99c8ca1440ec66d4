import type { GetStorageZoneResult } from "../types/storageZone";
import { linkedStorageZoneTable, storageZoneTable } from "../wire/storageZone";
import type { ZoneEndpoint } from "./zoneEndpoint";

/** One page of storage zones. */
export interface StorageZonePage {
  readonly items: GetStorageZoneResult[];
  readonly currentPage: number;
  readonly totalItems: number;
  readonly hasMoreItems: boolean;
}

export const storageZone = {
  noun: "storage zone",
  path: "/storagezone",
  table: storageZoneTable,
  filters: { search: "string", includeDeleted: "boolean" },
} as const satisfies ZoneEndpoint;

/** Storage zones with their pull zones by id and name only. */
export const linkedStorageZone = {
  ...storageZone,
  table: linkedStorageZoneTable,
  trim: dropPullZoneSettings,
} as const satisfies ZoneEndpoint;

/** With whole pull zones, a thousand zones of a list take ten times the memory. */
function dropPullZoneSettings(item: unknown): void {
  const zone = item as { PullZones?: unknown } | null;
  if (!Array.isArray(zone?.PullZones)) return;
  zone.PullZones = zone.PullZones.map((one: unknown) => {
    if (typeof one !== "object" || one === null) return one;
    const { Id, Name } = one as { Id?: unknown; Name?: unknown };
    return { Id, Name };
  });
}
