// Generated from the field tables in provider/wire by `npm run generate`.

/** Files in a folder of a storage zone. */
export interface StorageFolderDetails {
  /** ID of the storage zone. */
  storageZoneId: number;
  /** Folder of the zone, with a slash at its end; absent for its root. */
  prefix?: string;
  /** The files that were sent: their path below the folder, and their SHA-256 in hexadecimal digits. */
  files: Record<string, string>;
  /** With `releases`, the ID of the release: 12 hexadecimal digits that follow from its files and their content types. */
  release?: string;
  /** With `releases`, the folder of the release in the zone, such as `/releases/3f9c1a2b4d5e/`: the third parameter of an edge rule `OriginStorage`. */
  releasePath?: string;
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
  /** Delivers to a folder of its own for each content, `releases/ID/` below the prefix, such as `{ keep: 5 }`. An edge rule then decides which one visitors get. @default `false`: the files are delivered at the prefix */
  releases?: StorageFolderReleasesInputs | false;
  /** With `releases`: globs of files that are delivered at the prefix as well, for settings that name a fixed path, such as `"404.html"`. They are sent last. */
  rootFiles?: string[];
  /** IDs of the pull zones whose caches are emptied after a change, once the replicas have the files (after 30 s at most). */
  purgePullZoneIds?: number[];
}

/** What a program declares about a setting of releases. */
export interface StorageFolderReleasesInputs {
  /** How many of the newest releases stay, at least 2. Those that an edge rule names stay besides, with the one before. @default 5 */
  keep?: number;
}
