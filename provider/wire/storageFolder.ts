import type { StorageFolderDetails } from "../types/storageFolder";
import { table } from "./fields";

/** Outputs and location of a folder. Assumption: all of it. The contract has no files. */
export const storageFolderTable = table<StorageFolderDetails>(
  {
    object: "storage folder",
    type: "StorageFolderDetails",
    doc: "Files in a folder of a storage zone.",
    partial: true,
    assumed: true,
  },
  {
    StorageZoneId: {
      type: "int64",
      immutable: true,
      doc: "ID of the storage zone.",
      input: { required: true, doc: "ID of the storage zone. Changing it replaces the folder." },
    },
    Prefix: {
      type: "string?",
      immutable: true,
      doc: "Folder in the zone, with a trailing slash; absent for the root.",
      input: {
        doc: 'Folder in the zone, such as `"docs/v2"`. Changing it replaces the folder.',
        fallback: "the root of the zone",
      },
    },
    Files: {
      type: "json",
      map: true,
      readOnly: true,
      doc: "SHA-256 of each uploaded file in hexadecimal digits, by its path below the folder.",
    },
    Release: {
      type: "string?",
      readOnly: true,
      doc: "With `releases`, the ID of the release: 12 hexadecimal digits, derived from the files and their content types.",
    },
    ReleasePath: {
      type: "string?",
      readOnly: true,
      doc: "With `releases`, the folder of the release in the zone, such as `/releases/3f9c1a2b4d5e/`, for the third parameter of an edge rule `OriginStorage`.",
    },
    FileCount: { type: "int32", readOnly: true, doc: "Number of uploaded files." },
    TotalBytes: { type: "int64", readOnly: true, doc: "Total size of the uploaded files, in bytes." },
  },
);

/** How a storage folder keeps releases. */
export const storageFolderReleasesTable = table(
  {
    object: "setting of releases",
    type: "StorageFolderReleases",
    doc: "How a storage folder keeps releases.",
    partial: true,
  },
  {
    Keep: {
      type: "int32",
      optional: true,
      doc: "Number of releases to keep.",
      input: {
        min: 2,
        fallback: "5",
        doc: "Number of the newest releases to keep, at least 2. In addition, each release that an edge rule names and its predecessor are kept.",
      },
    },
  },
);

/** Options of a storage folder: which files are delivered, and how. */
export const storageFolderOptions = table(
  { object: "storage folder", type: "StorageFolderOptions", doc: "Options of a storage folder.", partial: true },
  {
    Source: {
      type: "string",
      doc: "Folder on this machine.",
      input: {
        required: true,
        doc: 'Folder on this machine, such as `"./public"`, relative to the project\'s folder.',
      },
    },
    Exclude: {
      type: "string[]?",
      optional: true,
      doc: "Globs of files that are not uploaded.",
      input: {
        emptyIsNone: true,
        doc: "Globs of files that are not uploaded. A glob without a slash matches names in any folder.",
      },
    },
    Include: {
      type: "string[]?",
      optional: true,
      doc: "Globs of files to upload although they are excluded by default.",
      input: {
        emptyIsNone: true,
        doc: 'Globs of names to upload although they are excluded by default, such as `"*.pem"`.',
      },
    },
    ContentTypes: {
      type: "json",
      map: true,
      optional: true,
      doc: "Content types by glob.",
      input: {
        doc: 'Content types by glob, such as `{ "*.data": "application/json" }`, for files whose extension does not determine the type. If several globs match, the last one applies.',
      },
    },
    Removed: {
      type: "string?",
      optional: true,
      doc: "What happens to files that the source no longer has.",
      input: {
        oneOf: ["delete", "keep"],
        fallback: '`"delete"`',
        doc: 'What happens to uploaded files that the source no longer has: `"delete"` or `"keep"`.',
      },
    },
    Releases: {
      type: "object",
      of: storageFolderReleasesTable,
      optional: true,
      doc: "How releases are kept, if the files are delivered as releases.",
      input: {
        orFalse: true,
        doc: "Delivers each version of the files to its own folder `releases/ID/` below the prefix, for example with `{ keep: 5 }`. An edge rule selects the release that visitors get.",
        fallback: "`false`: the files are delivered at the prefix",
      },
    },
    RootFiles: {
      type: "string[]?",
      optional: true,
      doc: "Globs of files that are also delivered at the prefix.",
      input: {
        emptyIsNone: true,
        doc: "With `releases`, globs of files to deliver also at the prefix, where settings such as `custom404FilePath` find them. A glob without a slash matches only at the root of the source.",
      },
    },
    PurgePullZoneIds: {
      type: "int64[]?",
      optional: true,
      small: true,
      doc: "IDs of pull zones.",
      input: {
        emptyIsNone: true,
        doc: "IDs of the pull zones whose caches are emptied after a change.",
      },
    },
  },
);
