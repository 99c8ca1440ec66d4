// Generated from provider/kinds/storageZone.ts by `npm run generate`.

import type * as pulumi from "@pulumi/pulumi";
import type { Args } from "../types/args";
import type {
  LinkedStorageZone,
  StorageZoneAlways,
  StorageZoneInputs,
  StorageZoneVolatile,
} from "../types/storageZone";
import { CdnResource, isOfKind, withId } from "./cdnResource";
import type { Outputs } from "./cdnResource";
import type { PullZoneLink } from "./values";

/** The arguments of a storage zone. */
export interface StorageZoneArgs extends Args<StorageZoneInputs> {
  // With at least one own property, the interface keeps its name in compiler messages.
  name?: pulumi.Input<string | undefined>;
}

/** The outputs of a storage zone: its fields. `storageZoneId` is the field `Id`. */
export interface StorageZoneState
  extends
    Omit<LinkedStorageZone, "id" | "extraFields" | "pullZones" | StorageZoneAlways>,
    Required<Pick<LinkedStorageZone, StorageZoneAlways>> {
  /** ID of the storage zone as a number. Pulumi's `id` is the same ID as a string. */
  storageZoneId: number;
  /** Connected pull zones, by id and name; `getStorageZone` returns all their fields. */
  pullZones: PullZoneLink[];
}

/** A storage zone that is read but not managed. It has no volatile outputs. */
export type ExistingStorageZone = Omit<StorageZone, StorageZoneVolatile>;

/**
 * A storage zone.
 *
 * `password` and `readOnlyPassword` are secret outputs. `storageUsed`, `filesStored`, `dateModified` and `replicationChangeInProgress`
 * are volatile and never drift: on a declared zone they have the values of its last creation or update; on a zone read with
 * {@link StorageZone.get} they are undefined. `getStorageZone` returns current values.
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
export class StorageZone extends CdnResource {
  // Without a comment, so that an editor shows the comment of the class.
  constructor(name: string, args: StorageZoneArgs, opts?: pulumi.CustomResourceOptions) {
    super("StorageZone", name, args, opts);
  }

  /**
   * Reads an existing zone without managing it. Volatile outputs are undefined. If there is no such zone, the deployment fails.
   *
   * @param id the id of the storage zone
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID | number>,
    opts?: pulumi.CustomResourceOptions,
  ): ExistingStorageZone {
    return new StorageZone(name, {}, withId(id, opts));
  }

  /** Whether a value is an instance of `StorageZone`, also from another copy of this package. */
  static override isInstance(value: unknown): value is StorageZone {
    return isOfKind("StorageZone", value);
  }
}

// Declares the outputs, which follow from the state's type.
export interface StorageZone extends Outputs<StorageZoneState> {}
