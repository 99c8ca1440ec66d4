import * as pulumi from "@pulumi/pulumi";
import { zoneId } from "../api/input";
import { importKey } from "../serve/dynamic/importedIds";
import { providerText, resourceType } from "../serve/dynamic/providerText";
import type { GetStorageZoneResult } from "../types/storageZone";
import { withoutStack } from "./withoutStack";
import { fieldNames } from "../wire/fields";
import { storageZoneTable } from "../wire/storageZone";

/**
 * Tier that stores a storage zone's data. Source: contract (the values), assumption (the names).
 * Publicly, Edge requires the main region DE.
 */
export const ZoneTier = { Standard: 0, Edge: 1 } as const;

/** S3 support of a storage zone. Source: contract (the values), assumption (the names). */
export const StorageZoneType = { Standard: 0, S3: 1 } as const;

/** What a storage zone is declared with. */
export interface StorageZoneArgs {
  /**
   * Name of the zone: at least 1 character. Another name is another zone.
   * Source: contract. Publicly, names are 4 to 64 of `a-z0-9-` and unique across the service, which refuses others.
   */
  name: pulumi.Input<string>;
  /**
   * Main region: DE, NY, LA or SG, in any case; more by the setting `cdn:extraRegions`. Another region is another zone.
   * Source: contract.
   */
  region: pulumi.Input<string>;
  /**
   * Replication regions, a set: each of DE, NY, LA, SG, SYD; more by `cdn:extraRegions`. Source: contract.
   * None of them is the main region, and regions can be added, never removed: either fails before anything is sent. Source:
   * assumption.
   *
   * @default none
   */
  replicationRegions?: pulumi.Input<pulumi.Input<string>[] | null>;
  /** Tier that stores the data: see `ZoneTier`. Another tier is another zone. Source: contract. @default the service's */
  zoneTier?: pulumi.Input<number>;
  /** S3 support: see `StorageZoneType`. Another type is another zone. Source: contract. @default the service's */
  storageZoneType?: pulumi.Input<number>;
  /** Whether 404 status codes are rewritten to 200. Source: contract; that it can be set, assumption. @default left as it is */
  rewrite404To200?: pulumi.Input<boolean>;
  /**
   * Path of the file returned for a missing one; empty for none. Source: contract; that it can be set, assumption.
   *
   * @default left as it is
   */
  custom404FilePath?: pulumi.Input<string>;
  /**
   * Allows deleting the zone although it holds files or is the origin of pull zones, which themselves are never deleted.
   *
   * @default false
   */
  forceDestroy?: pulumi.Input<boolean>;
  /**
   * Takes over a zone of this name that stands in the account already, if its immutable properties agree.
   *
   * @default false
   */
  adopt?: pulumi.Input<boolean>;
  /** Waits, up to 10 minutes, until a new replication region is enabled. @default false */
  waitForReplication?: pulumi.Input<boolean>;
}

/** A pull zone that is connected to a storage zone. */
export interface PullZoneLink {
  /** ID of the pull zone. */
  id: number;
  /** Its name. */
  name: string;
}

/** The outputs of a storage zone: every field of the contract, `storageZoneId` for its `Id`. */
export interface StorageZoneState extends Omit<GetStorageZoneResult, "id" | "extraFields" | "pullZones"> {
  /** ID of the zone as a number, to link other objects by. Pulumi's own `id` is the same as a string. */
  storageZoneId: number;
  /** The connected pull zones, by id and name; `getStorageZone` returns them whole. */
  pullZones: PullZoneLink[];
}

type StorageZoneOutputs = { readonly [Key in keyof StorageZoneState]-?: pulumi.Output<StorageZoneState[Key]> };

/**
 * A storage zone: created, read, and, by assumption, updated and deleted.
 *
 * `password` and `readOnlyPassword` are secret outputs. `storageUsed`, `filesStored`, `dateModified` and
 * `replicationChangeInProgress` are volatile: they are never drift. On a declared zone they are as of its last creation or
 * update, on a zone read with {@link StorageZone.get} they are absent; `getStorageZone` returns them as they are now.
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
  /**
   * @param name the resource's name in the program
   * @param args what the zone is declared with; every failure is reported at once, each on its property
   */
  constructor(name: string, args: StorageZoneArgs, opts?: pulumi.CustomResourceOptions) {
    // The engine can't import dynamic resources: see importKey.
    const { import: imported, ...options } = opts ?? {};
    const properties = propertiesOf(args);
    if (imported !== undefined) properties[importKey] = idToImport(imported);
    super(resourceType("StorageZone"), name, properties, {
      // A name is unique, so the old zone must go first, also where Diff is not asked: `up --replace`, a tainted resource.
      deleteBeforeReplace: true,
      ...options,
      additionalSecretOutputs: [...secretOutputs, ...(opts?.additionalSecretOutputs ?? [])],
    });
  }

  /**
   * Reads an existing zone that another stack, or nobody, manages. Its outputs hold nothing volatile, so that
   * `pulumi refresh` shows exactly what someone changed: `dateModified`, `storageUsed`, `filesStored` and
   * `replicationChangeInProgress` are undefined. Where there is no such zone, the deployment fails.
   *
   * @param id the zone's id
   */
  static get(name: string, id: pulumi.Input<pulumi.ID | number>, opts?: pulumi.CustomResourceOptions): StorageZone {
    return new StorageZone(name, {} as StorageZoneArgs, { ...opts, id: pulumi.output(id).apply(String) });
  }

  /** Whether a value is a storage zone of this package, also of another copy of it. */
  static override isInstance(value: unknown): value is StorageZone {
    return (value as { __pulumiType?: unknown } | undefined)?.__pulumiType === resourceType("StorageZone");
  }
}

// The outputs are declared beside the class, since they are the state's properties one by one.
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type
export interface StorageZone extends StorageZoneOutputs {}

const secretOutputs = fieldNames(storageZoneTable, (field) => field.secret === true);
const outputNames = [...fieldNames(storageZoneTable, (field) => field.name !== "id"), "storageZoneId"];

/** The inputs, and a place for each output. */
function propertiesOf(args: StorageZoneArgs): pulumi.Inputs {
  const outputs = Object.fromEntries(outputNames.map((output) => [output, undefined]));
  return { ...outputs, ...args, __provider: providerText("StorageZone") };
}

/** @throws {InvalidInputError} in the preview already, unless it is an id */
function idToImport(id: unknown): string {
  try {
    return String(zoneId("storage zone", id));
  } catch (error) {
    throw withoutStack(error);
  }
}
