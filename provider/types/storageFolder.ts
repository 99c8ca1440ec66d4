// Generated from the field tables in provider/wire by `npm run generate`.

/** Files in a folder of a storage zone. */
export interface StorageFolderDetails {
  /** ID of the storage zone. */
  storageZoneId: number;
  /** Folder of the zone, with a slash at its end; absent for its root. */
  prefix?: string;
  /** The files that were sent: their path below the folder, and their SHA-256 in hexadecimal digits. */
  files: Record<string, string>;
  /** How many files were sent. */
  fileCount: number;
  /** Size of these files in bytes. */
  totalBytes: number;
}

/** What a program declares about a storage folder. */
export interface StorageFolderInputs {
  /** ID of the storage zone. Changing it replaces the folder. */
  storageZoneId: number;
  /** Folder of the zone, such as `"docs/v2"`. Changing it replaces the folder. @default its root */
  prefix?: string;
  /** Folder on this machine, such as `"./public"`, from the folder of the project. */
  source: string;
  /** Globs of files that are not sent. One without a slash matches names in any folder. */
  exclude?: string[];
  /** Globs of names that are sent although they are left out by default, such as `"*.pem"`. */
  include?: string[];
  /** Content types by glob, such as `{ "*.data": "application/json" }`; of several that match, the last one. Only for files whose extension does not tell. */
  contentTypes?: Record<string, string>;
  /** What happens to files that this resource sent and the source no longer has: `"delete"` or `"keep"`. @default `"delete"` */
  removed?: "delete" | "keep";
  /** IDs of the pull zones whose caches are emptied after a change, once the replicas have the files (after 30 s at most). */
  purgePullZoneIds?: number[];
}
