import type * as pulumi from "@pulumi/pulumi";
import type {
  GetStorageZoneResult,
  StorageZoneAlways,
  StorageZoneInputs,
  StorageZoneVolatile,
} from "../types/storageZone";
import type { mainRegions, replicationRegions } from "../wire/storageZone";
import { storageZoneTypes, zoneTiers } from "../wire/storageZone";
import { CdnResource, isOfKind, withId } from "./cdnResource";
import type { Args, Outputs } from "./cdnResource";

// The types below are open, so that the output of another zone can be passed as an argument.

/** Tier that stores a storage zone's data. The public service has Edge in the main region DE only. */
export const ZoneTier = zoneTiers;
export type ZoneTier = (typeof ZoneTier)[keyof typeof ZoneTier] | (number & {});

/** S3 support of a storage zone. */
export const StorageZoneType = storageZoneTypes;
export type StorageZoneType = (typeof StorageZoneType)[keyof typeof StorageZoneType] | (number & {});

/** A region code: one of the contract's, or another one that `cdn:extraRegions` allows. */
export type MainRegion = (typeof mainRegions)[number] | (string & {});
/** A replication region code: one of the contract's, or another one that `cdn:extraRegions` allows. */
export type ReplicationRegion = (typeof replicationRegions)[number] | (string & {});

/** The arguments of a storage zone. */
export interface StorageZoneArgs extends Args<StorageZoneInputs> {
  // With a property of its own, the interface keeps its name in messages of the compiler.
  name: pulumi.Input<string>;
}

/** A pull zone that is connected to a storage zone. */
export interface PullZoneLink {
  /** ID of the pull zone. */
  id: number;
  /** Its name. */
  name: string;
}

/** The outputs of a storage zone: its fields, with `storageZoneId` for `Id`. */
export interface StorageZoneState
  extends
    Omit<GetStorageZoneResult, "id" | "extraFields" | "pullZones" | StorageZoneAlways>,
    Required<Pick<GetStorageZoneResult, StorageZoneAlways>> {
  /** ID of the zone as a number. Pulumi's own `id` is the same as a string. */
  storageZoneId: number;
  /** The connected pull zones, by id and name; `getStorageZone` returns all their fields. */
  pullZones: PullZoneLink[];
}

/** A storage zone that is read, not managed: without the outputs that change by themselves. */
export type ExistingStorageZone = Omit<StorageZone, StorageZoneVolatile>;

/**
 * A storage zone.
 *
 * `password` and `readOnlyPassword` are secret outputs. `storageUsed`, `filesStored`, `dateModified` and
 * `replicationChangeInProgress` are volatile, so they are never drift: on a declared zone they have the values of its last
 * creation or update, on a zone read with {@link StorageZone.get} they are undefined. `getStorageZone` returns current values.
 *
 * @example
 * ```ts
 * import * as cdn from "pulumi-cdn-zones";
 *
 * const zone = new cdn.StorageZone("assets", { name: "acme-assets", region: "DE", replicationRegions: ["NY", "SYD"] });
 *
 * export const hostname = zone.storageHostname;
 * ```
 */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- see the interface below
export class StorageZone extends CdnResource {
  // Without a comment of its own: an editor then shows that of the class.
  constructor(name: string, args: StorageZoneArgs, opts?: pulumi.CustomResourceOptions) {
    super("StorageZone", name, args, opts);
  }

  /**
   * Reads an existing zone without managing it. It has no volatile outputs. If there is no such zone, the deployment fails.
   *
   * @param id the zone's id
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID | number>,
    opts?: pulumi.CustomResourceOptions,
  ): ExistingStorageZone {
    return new StorageZone(name, {} as StorageZoneArgs, withId(id, opts));
  }

  /** Whether a value is a `StorageZone`, even of another copy of this package. */
  static override isInstance(value: unknown): value is StorageZone {
    return isOfKind("StorageZone", value);
  }
}

// Declares the outputs, which follow from the state's type.
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type
export interface StorageZone extends Outputs<StorageZoneState> {}
