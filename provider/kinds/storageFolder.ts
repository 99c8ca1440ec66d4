import { storageFolderOptions, storageFolderTable } from "../wire/storageFolder";
import type { Kind } from "./kind";
import { kindOf } from "./kind";

export const storageFolder: Kind = kindOf({
  name: "StorageFolder",
  noun: "storage folder",
  description:
    "The files of a folder of this machine, in a storage zone. Its id is `STORAGE-ZONE-ID/`, and the folder in the zone with a slash at its end.",
  table: storageFolderTable,
  parent: "StorageZone",
  options: storageFolderOptions,
  computed: ["files"],
  // The site is served all along; where both overlap, the life cycle says otherwise.
  deleteBeforeReplace: false,
  hints: { restored: "files of the source", kept: "live files, change the source likewise" },
  linkedOutputs: ["files", "fileCount", "totalBytes"],
  noImport: (id) =>
    `The import of files needs their source: declare new StorageFolder(…) for ${id}. pulumi up takes over files that are equal, without an upload, and leaves others alone`,
  claim: ({ storageZoneId, prefix }) => `${String(storageZoneId)}/${typeof prefix === "string" ? prefix : ""}`,
});
