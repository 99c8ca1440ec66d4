import type { StorageFolderDetails } from "../types/storageFolder";
import { table } from "./fields";

/** The outputs of a folder, and where it is. All of it is an assumption: the contract has no files. */
export const storageFolderTable = table<StorageFolderDetails>(
  {
    object: "storage folder",
    type: "StorageFolderDetails",
    doc: "Files in a folder of a storage zone.",
    partial: true,
  },
  {
    StorageZoneId: {
      type: "int64",
      immutable: true,
      assumed: true,
      doc: "ID of the storage zone.",
      input: { required: true, doc: "ID of the storage zone. Changing it replaces the folder." },
    },
    Prefix: {
      type: "string?",
      immutable: true,
      assumed: true,
      doc: "Folder of the zone, with a slash at its end; absent for its root.",
      input: { doc: 'Folder of the zone, such as `"docs/v2"`. Changing it replaces the folder.', fallback: "its root" },
    },
    Files: {
      type: "json",
      map: true,
      readOnly: true,
      assumed: true,
      doc: "The files that were sent: their path below the folder, and their SHA-256 in hexadecimal digits.",
    },
    Release: {
      type: "string?",
      readOnly: true,
      assumed: true,
      doc: "With `releases`, the ID of the release: 12 hexadecimal digits that follow from its files and their content types.",
    },
    ReleasePath: {
      type: "string?",
      readOnly: true,
      assumed: true,
      doc: "With `releases`, the folder of the release in the zone, such as `/releases/3f9c1a2b4d5e/`: the third parameter of an edge rule `OriginStorage`.",
    },
    FileCount: { type: "int32", readOnly: true, assumed: true, doc: "How many files were sent." },
    TotalBytes: { type: "int64", readOnly: true, assumed: true, doc: "Size of these files in bytes." },
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
      doc: "How many releases stay.",
      input: {
        min: 2,
        fallback: "5",
        doc: "How many of the newest releases stay, at least 2. Those that an edge rule names stay besides, with the one before.",
      },
    },
  },
);

/** What is delivered, and how. */
export const storageFolderOptions = table(
  { object: "storage folder", type: "StorageFolderOptions", doc: "Options of a storage folder.", partial: true },
  {
    Source: {
      type: "string",
      doc: "Folder on this machine.",
      input: { required: true, doc: 'Folder on this machine, such as `"./public"`, from the folder of the project.' },
    },
    Exclude: {
      type: "string[]?",
      optional: true,
      doc: "Globs of files that are not sent.",
      input: {
        emptyIsNone: true,
        doc: "Globs of files that are not sent. One without a slash matches names in any folder.",
      },
    },
    Include: {
      type: "string[]?",
      optional: true,
      doc: "Globs of files that are sent although they are left out by default.",
      input: {
        emptyIsNone: true,
        doc: 'Globs of names that are sent although they are left out by default, such as `"*.pem"`.',
      },
    },
    ContentTypes: {
      type: "json",
      map: true,
      optional: true,
      doc: "Content types by glob.",
      input: {
        doc: 'Content types by glob, such as `{ "*.data": "application/json" }`; of several that match, the last one. Only for files whose extension does not tell.',
      },
    },
    Removed: {
      type: "string?",
      optional: true,
      doc: "What happens to files that the source no longer has.",
      input: {
        oneOf: ["delete", "keep"],
        fallback: '`"delete"`',
        doc: 'What happens to files that this resource sent and the source no longer has: `"delete"` or `"keep"`.',
      },
    },
    Releases: {
      type: "object",
      of: storageFolderReleasesTable,
      optional: true,
      doc: "How releases are kept, if the files are delivered as releases.",
      input: {
        orFalse: true,
        doc: "Delivers to a folder of its own for each content, `releases/ID/` below the prefix, such as `{ keep: 5 }`. An edge rule then decides which one visitors get.",
        fallback: "`false`: the files are delivered at the prefix",
      },
    },
    RootFiles: {
      type: "string[]?",
      optional: true,
      doc: "Globs of files that are delivered at the prefix as well.",
      input: {
        emptyIsNone: true,
        doc: 'With `releases`: globs of files that are delivered at the prefix as well, for settings that name a fixed path, such as `"404.html"`. They are sent last.',
      },
    },
    PurgePullZoneIds: {
      type: "int64[]?",
      optional: true,
      small: true,
      doc: "IDs of pull zones.",
      input: {
        emptyIsNone: true,
        doc: "IDs of the pull zones whose caches are emptied after a change, once the replicas have the files (after 30 s at most).",
      },
    },
  },
);
