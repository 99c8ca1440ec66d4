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
  /** Storage used, in bytes. Volatile: changes by itself, never drift. */
  storageUsed: number;
  /** Number of files. Volatile: changes by itself, never drift. */
  filesStored: number;
  /** Main region. */
  region?: string;
  /** Enabled replication regions. */
  replicationRegions: string[];
  /** Pull zones connected to the storage zone. */
  pullZones: GetPullZoneResult[];
  /** Read-only API access key or FTP password. Secret. */
  readOnlyPassword?: string;
  /** Whether 404 status codes are rewritten to 200. */
  rewrite404To200: boolean;
  /** Path of the file that is returned for a missing file. */
  custom404FilePath?: string;
  /** Storage hostname of the zone. */
  storageHostname?: string;
  /** Hostname of the zone for S3. */
  s3Hostname?: string;
  /** URL at which S3 tools reach a zone with S3, such as `https://de-s3.storage.bunnycdn.com`. */
  s3Endpoint?: string;
  /** Storage tier: 0 Standard, 1 Edge; others are possible. */
  zoneTier: number;
  /** Whether a new replication region is being enabled. Volatile: changes by itself, never drift. */
  replicationChangeInProgress: boolean;
  /** Custom price, in $/TB/month. */
  priceOverride: number;
  /** Discount of the zone. */
  discount: number;
  /** S3 support: 0 without S3, 1 with S3; others are possible. */
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
  /** Storage used, in bytes. Volatile: changes by itself, never drift. */
  storageUsed: number;
  /** Number of files. Volatile: changes by itself, never drift. */
  filesStored: number;
  /** Main region. */
  region?: string;
  /** Enabled replication regions. */
  replicationRegions: string[];
  /** Pull zones connected to the storage zone. */
  pullZones: LinkedPullZone[];
  /** Read-only API access key or FTP password. Secret. */
  readOnlyPassword?: string;
  /** Whether 404 status codes are rewritten to 200. */
  rewrite404To200: boolean;
  /** Path of the file that is returned for a missing file. */
  custom404FilePath?: string;
  /** Storage hostname of the zone. */
  storageHostname?: string;
  /** Hostname of the zone for S3. */
  s3Hostname?: string;
  /** URL at which S3 tools reach a zone with S3, such as `https://de-s3.storage.bunnycdn.com`. */
  s3Endpoint?: string;
  /** Storage tier: 0 Standard, 1 Edge; others are possible. */
  zoneTier: number;
  /** Whether a new replication region is being enabled. Volatile: changes by itself, never drift. */
  replicationChangeInProgress: boolean;
  /** Custom price, in $/TB/month. */
  priceOverride: number;
  /** Discount of the zone. */
  discount: number;
  /** S3 support: 0 without S3, 1 with S3; others are possible. */
  storageZoneType: number;
}

/** A pull zone by id and name. */
export interface LinkedPullZone {
  /** ID of the pull zone. */
  id: number;
  /** Name of the pull zone. */
  name?: string;
  /** ID of the video library for which the service made it. */
  videoLibraryId?: number;
}

/** The body of the operation that adds a storage zone. */
export interface AddStorageZoneBody {
  /** Name of the zone. */
  name: string;
  /** Main region. */
  region: string;
  /** Enabled replication regions. @default none */
  replicationRegions?: string[];
  /** Storage tier: 0 Standard, 1 Edge; others are possible. @default the service's */
  zoneTier?: number;
  /** S3 support: 0 without S3, 1 with S3; others are possible. @default the service's */
  storageZoneType?: number;
}

/** The body of the operation that updates a storage zone. All three are sent, so that no default of the service applies. */
export interface UpdateStorageZoneBody {
  /** Enabled replication regions. */
  replicationZones: string[];
  /** Whether 404 status codes are rewritten to 200. */
  rewrite404To200: boolean;
  /** Path of the file that is returned for a missing file. */
  custom404FilePath?: string;
}

/** What a program declares about a storage zone. */
export interface StorageZoneInputs {
  /** Name of the zone, unique across the service: at least 1 character, at the public service 4 to 64 of `a-z0-9-`. Changing it replaces the zone. */
  name?: string;
  /** Main region, in any case: DE, NY, LA or SG; at the public service also UK, SE, SYD, BR and JH. `cdn:extraRegions` adds others. Changing it replaces the zone. */
  region?: "DE" | "NY" | "LA" | "SG" | (string & {});
  /** Replication regions, without the main region: DE, NY, LA, SG, SYD; at the public service also UK, SE, BR, JH, ES, CZ, MI, WA, HK, JP. `cdn:extraRegions` adds others. A region can be added but not removed. @default none */
  replicationRegions?: ("DE" | "NY" | "LA" | "SG" | "SYD" | (string & {}))[];
  /** Storage tier: `ZoneTier.Standard`, or `ZoneTier.Edge` in the region DE only (assumption). Changing it replaces the zone. @default the service's */
  zoneTier?: 0 | 1 | (number & {});
  /** S3 support: `StorageZoneType.Standard` or `StorageZoneType.S3`. Changing it replaces the zone. @default the service's */
  storageZoneType?: 0 | 1 | (number & {});
  /** Whether 404 status codes are rewritten to 200. @default unchanged */
  rewrite404To200?: boolean;
  /** Path of the file that is returned for a missing file; `""` clears it. @default unchanged */
  custom404FilePath?: string;
  /** Allows deleting the zone even if it holds files or is the origin of pull zones. Pull zones are never deleted. @default false */
  forceDestroy?: boolean;
  /** Adopts an existing zone of this name, if its region, tier and type are as declared, instead of failing. @default false */
  adopt?: boolean;
  /** ID of a storage zone that the service made, such as that of a video library. The resource adopts it, and never deletes it. All other arguments are then optional. */
  existingId?: number;
  /** Waits up to 10 minutes for a new replication region to be enabled. @default false */
  waitForReplication?: boolean;
}

/** Fields of a storage zone that change by themselves. */
export type StorageZoneVolatile = "dateModified" | "storageUsed" | "filesStored" | "replicationChangeInProgress";

/** Fields of a storage zone that may be null by contract, but never are. */
export type StorageZoneAlways = "userId" | "name" | "password" | "region" | "readOnlyPassword" | "storageHostname";
