// Generated from the field tables in provider/wire by `npm run generate`.

/** Files in a folder of a storage zone. */
export interface StorageFolderDetails {
  /** ID of the storage zone. */
  storageZoneId: number;
  /** Folder in the zone, with a trailing slash; absent for the root. */
  prefix?: string;
  /** SHA-256 of each uploaded file in hexadecimal digits, by its path below the folder. */
  files: Record<string, string>;
  /** With `releases`, the ID of the release: 12 hexadecimal digits, derived from the files and their content types. */
  release?: string;
  /** With `releases`, the folder of the release in the zone, such as `/releases/3f9c1a2b4d5e/`, for the third parameter of an edge rule `OriginStorage`. */
  releasePath?: string;
  /** Number of uploaded files. */
  fileCount: number;
  /** Total size of the uploaded files, in bytes. */
  totalBytes: number;
}

/** What a program declares about a storage folder. */
export interface StorageFolderInputs {
  /** ID of the storage zone. Changing it replaces the folder. */
  storageZoneId: number;
  /** Folder in the zone, such as `"docs/v2"`. Changing it replaces the folder. @default the root of the zone */
  prefix?: string;
  /** Folder on this machine, such as `"./public"`, relative to the project's folder. */
  source: string;
  /** Globs of files that are not uploaded. A glob without a slash matches names in any folder. */
  exclude?: string[];
  /** Globs of names to upload although they are excluded by default, such as `"*.pem"`. */
  include?: string[];
  /** Content types by glob, such as `{ "*.data": "application/json" }`, for files whose extension does not determine the type. If several globs match, the last one applies. */
  contentTypes?: Record<string, string>;
  /** What happens to uploaded files that the source no longer has: `"delete"` or `"keep"`. @default `"delete"` */
  removed?: "delete" | "keep";
  /** Delivers each version of the files to its own folder `releases/ID/` below the prefix, for example with `{ keep: 5 }`. An edge rule selects the release that visitors get. @default `false`: the files are delivered at the prefix */
  releases?: StorageFolderReleasesInputs | false;
  /** With `releases`, globs of files to deliver also at the prefix, where settings such as `custom404FilePath` find them. A glob without a slash matches only at the root of the source. */
  rootFiles?: string[];
  /** IDs of the pull zones whose caches are emptied after a change. */
  purgePullZoneIds?: number[];
}

/** What a program declares about a setting of releases. */
export interface StorageFolderReleasesInputs {
  /** Number of the newest releases to keep, at least 2. In addition, each release that an edge rule names and its predecessor are kept. @default 5 */
  keep?: number;
}
