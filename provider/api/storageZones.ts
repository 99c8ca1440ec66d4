import { kinds } from "../kinds";
import type { GetStorageZoneResult } from "../types/storageZone";
import { storageZoneTable } from "../wire/storageZone";
import type { ZoneEndpoint } from "./zoneEndpoint";

/** One page of storage zones. */
export interface StorageZonePage {
  readonly items: GetStorageZoneResult[];
  readonly currentPage: number;
  readonly totalItems: number;
  readonly hasMoreItems: boolean;
}

/** Storage zones with all fields of their pull zones. */
export const storageZone: ZoneEndpoint<GetStorageZoneResult> = { ...kinds.StorageZone, table: storageZoneTable };
