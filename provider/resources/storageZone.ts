import * as pulumi from "@pulumi/pulumi";
import { zoneId } from "../api/input";
import { importKey } from "../serve/dynamic/importedIds";
import { checkInstallation } from "./installation";
import { providerText, resourceType } from "../serve/dynamic/providerText";
import type { GetStorageZoneResult } from "../types/storageZone";
import { suspendStackTraces, withoutStack } from "./stackTraces";
import { fieldNames, type FlaggedOf } from "../wire/fields";
import type { mainRegions, replicationRegions } from "../wire/storageZone";
import { storageZoneTable } from "../wire/storageZone";

// The types below are open, so that the output of another zone can be passed as an argument.

/** Tier that stores a storage zone's data. The public service has Edge in the main region DE only. */
export const ZoneTier = { Standard: 0, Edge: 1 } as const;
export type ZoneTier = (typeof ZoneTier)[keyof typeof ZoneTier] | (number & {});

/** S3 support of a storage zone. */
export const StorageZoneType = { Standard: 0, S3: 1 } as const;
export type StorageZoneType = (typeof StorageZoneType)[keyof typeof StorageZoneType] | (number & {});

/** A region code: one of the contract's, or another one that `cdn:extraRegions` allows. */
export type MainRegion = (typeof mainRegions)[number] | (string & {});
/** A replication region code: one of the contract's, or another one that `cdn:extraRegions` allows. */
export type ReplicationRegion = (typeof replicationRegions)[number] | (string & {});

/** The arguments of a storage zone. */
export interface StorageZoneArgs {
  /**
   * Name of the zone: at least 1 character. Changing it replaces the zone. The public service requires 4 to 64 characters of
   * `a-z0-9-`, unique across the service.
   */
  name: pulumi.Input<string>;
  /**
   * Main region: DE, NY, LA or SG, in upper or lower case; `cdn:extraRegions` adds others. Changing it replaces the zone.
   */
  region: pulumi.Input<MainRegion>;
  /**
   * Replication regions, in any order: of DE, NY, LA, SG, SYD; `cdn:extraRegions` adds others. The main region
   * can't be one of them, and a region can be added but not removed.
   *
   * @default none
   */
  replicationRegions?: pulumi.Input<pulumi.Input<ReplicationRegion>[] | null>;
  /** Tier that stores the data: `ZoneTier.Standard` or `ZoneTier.Edge`. Changing it replaces the zone. @default the service's */
  zoneTier?: pulumi.Input<ZoneTier>;
  /** S3 support: `StorageZoneType.Standard` or `StorageZoneType.S3`. Changing it replaces the zone. @default the service's */
  storageZoneType?: pulumi.Input<StorageZoneType>;
  /** Whether 404 status codes are rewritten to 200. @default unchanged */
  rewrite404To200?: pulumi.Input<boolean>;
  /**
   * Path of the file returned for a missing file; `""` clears it.
   *
   * @default unchanged
   */
  custom404FilePath?: pulumi.Input<string | undefined>;
  /**
   * Allows deleting the zone even if it holds files or is the origin of pull zones. Pull zones are never deleted.
   *
   * @default false
   */
  forceDestroy?: pulumi.Input<boolean>;
  /**
   * Adopts an existing zone of this name if its region, tier and type are those declared, instead of failing.
   *
   * @default false
   */
  adopt?: pulumi.Input<boolean>;
  /** Waits up to 10 minutes until a new replication region is enabled. @default false */
  waitForReplication?: pulumi.Input<boolean>;
}

/** A pull zone that is connected to a storage zone. */
export interface PullZoneLink {
  /** ID of the pull zone. */
  id: number;
  /** Its name. */
  name: string;
}

type AlwaysShown = FlaggedOf<typeof storageZoneTable, "always">;

/** The outputs of a storage zone: its fields, with `storageZoneId` for `Id`. */
export interface StorageZoneState
  extends
    Omit<GetStorageZoneResult, "id" | "extraFields" | "pullZones" | AlwaysShown>,
    Required<Pick<GetStorageZoneResult, AlwaysShown>> {
  /** ID of the zone as a number. Pulumi's own `id` is the same as a string. */
  storageZoneId: number;
  /** The connected pull zones, by id and name; `getStorageZone` returns all their fields. */
  pullZones: PullZoneLink[];
}

/** The outputs that change by themselves. A zone that is read with `get` does not have them. */
export type StorageZoneVolatile = FlaggedOf<typeof storageZoneTable, "volatile">;

/** A storage zone that is read, not managed. */
export type ExistingStorageZone = Omit<StorageZone, StorageZoneVolatile>;

type StorageZoneOutputs = { readonly [Key in keyof StorageZoneState]-?: pulumi.Output<StorageZoneState[Key]> };

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
export class StorageZone extends pulumi.CustomResource {
  // Without a comment of its own: an editor then shows that of the class.
  constructor(name: string, args: StorageZoneArgs, opts?: pulumi.CustomResourceOptions) {
    checkInstallation();
    // The engine can't import dynamic resources: see importKey.
    const { import: imported, ...options } = opts ?? {};
    const properties = propertiesOf(args);
    if (imported !== undefined) properties[importKey] = idToImport(imported);
    const stackTraces = suspendStackTraces();
    try {
      super(resourceType("StorageZone"), name, properties, {
        // Names are unique, so the old zone must be deleted first. Diff says so, but is not called for `up --replace` and taint.
        deleteBeforeReplace: true,
        ...options,
        additionalSecretOutputs: [...secretOutputs, ...(opts?.additionalSecretOutputs ?? [])],
      });
    } catch (error) {
      throw stackTraces.resume(error);
    }
    stackTraces.resume();
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
    return new StorageZone(name, {} as StorageZoneArgs, { ...opts, id: pulumi.output(id).apply(String) });
  }

  /** Whether a value is a `StorageZone`, even of another copy of this package. */
  static override isInstance(value: unknown): value is StorageZone {
    return (value as { __pulumiType?: unknown } | undefined)?.__pulumiType === resourceType("StorageZone");
  }
}

// Declares the outputs, which follow from the state's type.
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type
export interface StorageZone extends StorageZoneOutputs {}

const secretOutputs = fieldNames(storageZoneTable, (field) => field.secret === true);
const outputNames = [...fieldNames(storageZoneTable, (field) => field.name !== "id"), "storageZoneId"];

/** The inputs, and every output as undefined: the SDK makes an Output only of a property that the constructor names. */
function propertiesOf(args: StorageZoneArgs): pulumi.Inputs {
  const outputs = Object.fromEntries(outputNames.map((output) => [output, undefined]));
  return { ...outputs, ...args, __provider: providerText("StorageZone") };
}

/** @throws {InvalidInputError} if it is not an id, so in the preview already */
function idToImport(id: unknown): string {
  try {
    return String(zoneId("storage zone", id));
  } catch (error) {
    throw withoutStack(error);
  }
}
