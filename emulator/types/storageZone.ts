import type { Given } from "./given";
import type { PullZone } from "./pullZone";

/** A storage zone under its wire names; what each field says stands with `GetStorageZoneResult`. */
export interface StorageZone extends Record<string, unknown> {
  Id: number;
  UserId: string | null;
  Name: string | null;
  Password: string | null;
  DateModified: string;
  Deleted: boolean;
  StorageUsed: number;
  FilesStored: number;
  Region: string | null;
  ReplicationRegions: string[] | null;
  PullZones: PullZone[] | null;
  ReadOnlyPassword: string | null;
  Rewrite404To200: boolean;
  Custom404FilePath: string | null;
  StorageHostname: string | null;
  ZoneTier: number;
  ReplicationChangeInProgress: boolean;
  PriceOverride: number;
  Discount: number;
  StorageZoneType: number;
}

/** What is given of a storage zone; the rest is filled. */
export type PartialStorageZone = Given<StorageZone>;
