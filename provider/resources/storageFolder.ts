// Generated from provider/kinds/storageFolder.ts by `npm run generate`.

import type * as pulumi from "@pulumi/pulumi";
import type { Args } from "../types/args";
import type { StorageFolderDetails, StorageFolderInputs } from "../types/storageFolder";
import { CdnResource, isOfKind, withId } from "./cdnResource";
import type { Outputs } from "./cdnResource";

/** The arguments of a storage folder. */
export interface StorageFolderArgs extends Args<StorageFolderInputs> {
  // With at least one own property, the interface keeps its name in compiler messages.
  storageZoneId: pulumi.Input<number>;
}

/** The outputs of a storage folder. */
export interface StorageFolderState extends StorageFolderDetails {}

/**
 * The files of a local folder, delivered to a storage zone. The id is `STORAGE-ZONE-ID/`, followed by the folder in the zone with a
 * trailing slash.
 *
 * `pulumi preview --diff` names each file that is new, changed or removed. `pulumi up` uploads only the files that differ, assets before
 * HTML, empties the caches of the pull zones, and then deletes files that it uploaded earlier and the source no longer has. It never
 * touches other files in the zone.
 *
 * Assumption: the API of the storage host. The contract has no files.
 *
 * @example
 * ```ts
 * import * as cdn from "pulumi-cdn-zones";
 *
 * const site = new cdn.StorageZone("site", { name: "acme-site", region: "DE", replicationRegions: ["NY"] });
 * const web = new cdn.PullZone("web", { name: "acme-web", storageZoneId: site.storageZoneId });
 *
 * const pages = new cdn.StorageFolder("pages", {
 *   storageZoneId: site.storageZoneId,
 *   source: "./public",
 *   exclude: ["*.map"],
 *   purgePullZoneIds: [web.pullZoneId],
 * });
 * export const files = pages.fileCount;
 * ```
 */
export class StorageFolder extends CdnResource {
  // Without a comment, so that an editor shows the comment of the class.
  constructor(name: string, args: StorageFolderArgs, opts?: pulumi.CustomResourceOptions) {
    super("StorageFolder", name, args, opts);
  }

  /**
   * Reads all files of a folder without managing it. If there is no such storage zone, the deployment fails.
   *
   * @param id the id of the storage zone, a slash, and the folder with a trailing slash, such as `4711/` or `4711/docs/`
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): StorageFolder {
    return new StorageFolder(name, {} as StorageFolderArgs, withId(id, opts));
  }

  /** Whether a value is an instance of `StorageFolder`, also from another copy of this package. */
  static override isInstance(value: unknown): value is StorageFolder {
    return isOfKind("StorageFolder", value);
  }
}

// Declares the outputs, which follow from the state's type.
export interface StorageFolder extends Outputs<StorageFolderState> {}
