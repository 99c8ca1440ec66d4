import { kinds } from "../kinds";
import type { GetStorageZoneResult } from "../types/storageZone";
import { storageZoneTable } from "../wire/storageZone";

/** One page of storage zones. */
export interface StorageZonePage {
  readonly items: GetStorageZoneResult[];
  readonly currentPage: number;
  readonly totalItems: number;
  readonly hasMoreItems: boolean;
}

/** Storage zones with all fields of their pull zones. */
export const storageZone = { ...kinds.StorageZone, table: storageZoneTable };
