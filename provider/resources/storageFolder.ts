// Generated from provider/kinds/storageFolder.ts by `npm run generate`.

import type * as pulumi from "@pulumi/pulumi";
import type { Args } from "../types/args";
import type { StorageFolderDetails, StorageFolderInputs } from "../types/storageFolder";
import { CdnResource, isOfKind, withId } from "./cdnResource";
import type { Outputs } from "./cdnResource";

/** The arguments of a storage folder. */
export interface StorageFolderArgs extends Args<StorageFolderInputs> {
  // With a property of its own, the interface keeps its name in messages of the compiler.
  storageZoneId: pulumi.Input<number>;
}

/** The outputs of a storage folder. */
export interface StorageFolderState extends StorageFolderDetails {}

/**
 * The files of a folder of this machine, in a storage zone. Its id is `STORAGE-ZONE-ID/`, and the folder in the zone with a slash at its
 * end.
 *
 * The preview names each file that is new, changed or removed. `pulumi up` sends only what differs, assets before HTML, empties the
 * caches of the pull zones, and then deletes what it sent earlier and the source no longer has. Other files in the zone are never
 * touched.
 *
 * Assumption: the storage host's API; the contract has no files.
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
  // Without a comment of its own: an editor then shows that of the class.
  constructor(name: string, args: StorageFolderArgs, opts?: pulumi.CustomResourceOptions) {
    super("StorageFolder", name, args, opts);
  }

  /**
   * Reads all files of a folder without managing it. If there is no such storage zone, the deployment fails.
   *
   * @param id the id of its storage zone, a slash, and the folder with a slash at its end, such as `4711/` or `4711/docs/`
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): StorageFolder {
    return new StorageFolder(name, {} as StorageFolderArgs, withId(id, opts));
  }

  /** Whether a value is a `StorageFolder`, even of another copy of this package. */
  static override isInstance(value: unknown): value is StorageFolder {
    return isOfKind("StorageFolder", value);
  }
}

// Declares the outputs, which follow from the state's type.
export interface StorageFolder extends Outputs<StorageFolderState> {}
