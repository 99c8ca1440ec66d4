// Generated from the field tables in provider/wire by `npm run generate`.

import type { ExtraFields } from "./extraFields";
import type { GetPullZoneResult } from "./pullZone";

/** A storage zone. */
export interface GetStorageZoneResult extends ExtraFields {
  /** ID of the storage zone. */
  id: number;
  /** ID of the owning user. */
  userId?: string;
  /** Name of the zone. */
  name?: string;
  /** API access key or FTP password of the zone. Secret. */
  password?: string;
  /** Last modification time. Volatile: changes by itself, never drift. */
  dateModified: string;
  /** Whether the zone was deleted. */
  deleted: boolean;
  /** Total storage used by the zone, in bytes. Volatile: changes by itself, never drift. */
  storageUsed: number;
  /** Total number of files stored. Volatile: changes by itself, never drift. */
  filesStored: number;
  /** Main region of the zone. */
  region?: string;
  /** Replication regions enabled. */
  replicationRegions: string[];
  /** Pull zones connected to the storage zone. */
  pullZones: GetPullZoneResult[];
  /** Read-only API access key or FTP password. Secret. */
  readOnlyPassword?: string;
  /** Whether 404 status codes are rewritten to 200. */
  rewrite404To200: boolean;
  /** Path of the custom 404 file returned for a missing file. */
  custom404FilePath?: string;
  /** Storage hostname of the zone. */
  storageHostname?: string;
  /** Tier that stores the data: 0 Standard, 1 Edge; other integers are possible. */
  zoneTier: number;
  /** True while a new replication region is being enabled. Volatile: changes by itself, never drift. */
  replicationChangeInProgress: boolean;
  /** Custom price override; unit is $/TB/month. */
  priceOverride: number;
  /** Zone-specific pricing discount. */
  discount: number;
  /** S3 support type of the zone: 0 without S3, 1 with S3; other integers are possible. */
  storageZoneType: number;
}

/** A storage zone with its pull zones by id and name. */
export interface LinkedStorageZone extends ExtraFields {
  /** ID of the storage zone. */
  id: number;
  /** ID of the owning user. */
  userId?: string;
  /** Name of the zone. */
  name?: string;
  /** API access key or FTP password of the zone. Secret. */
  password?: string;
  /** Last modification time. Volatile: changes by itself, never drift. */
  dateModified: string;
  /** Whether the zone was deleted. */
  deleted: boolean;
  /** Total storage used by the zone, in bytes. Volatile: changes by itself, never drift. */
  storageUsed: number;
  /** Total number of files stored. Volatile: changes by itself, never drift. */
  filesStored: number;
  /** Main region of the zone. */
  region?: string;
  /** Replication regions enabled. */
  replicationRegions: string[];
  /** Pull zones connected to the storage zone. */
  pullZones: LinkedPullZone[];
  /** Read-only API access key or FTP password. Secret. */
  readOnlyPassword?: string;
  /** Whether 404 status codes are rewritten to 200. */
  rewrite404To200: boolean;
  /** Path of the custom 404 file returned for a missing file. */
  custom404FilePath?: string;
  /** Storage hostname of the zone. */
  storageHostname?: string;
  /** Tier that stores the data: 0 Standard, 1 Edge; other integers are possible. */
  zoneTier: number;
  /** True while a new replication region is being enabled. Volatile: changes by itself, never drift. */
  replicationChangeInProgress: boolean;
  /** Custom price override; unit is $/TB/month. */
  priceOverride: number;
  /** Zone-specific pricing discount. */
  discount: number;
  /** S3 support type of the zone: 0 without S3, 1 with S3; other integers are possible. */
  storageZoneType: number;
}

/** A pull zone by id and name. */
export interface LinkedPullZone {
  /** ID of the pull zone. */
  id: number;
  /** Its name. */
  name?: string;
}

/** The body of the operation that adds a storage zone. */
export interface AddStorageZoneBody {
  /** Name of the zone: at least 1 character. */
  name: string;
  /** Main region: one of DE, NY, LA, SG; a service may have more. */
  region: string;
  /** Replication regions: each one of DE, NY, LA, SG, SYD, and not the main region; a service may have more. @default none */
  replicationRegions?: string[];
  /** Tier that stores the data: see `ZoneTier`. @default the service's */
  zoneTier?: number;
  /** S3 support: see `StorageZoneType`. @default the service's */
  storageZoneType?: number;
}

/** The body of the operation that updates a storage zone. All three are sent, so that no default of the service applies. */
export interface UpdateStorageZoneBody {
  /** The complete list. */
  replicationZones: string[];
  /** Whether 404 status codes are rewritten to 200. */
  rewrite404To200: boolean;
  /** Path of the file returned for a missing file. */
  custom404FilePath?: string;
}
