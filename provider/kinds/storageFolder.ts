import { storageFolderOptions, storageFolderTable } from "../wire/storageFolder";
import type { PartKindOf } from "./kind";
import { defineKind } from "./kind";

export const storageFolder: PartKindOf<"StorageZone"> = defineKind({
  name: "StorageFolder",
  noun: "storage folder",
  description:
    "The files of a local folder, delivered to a storage zone. The id is `STORAGE-ZONE-ID/`, followed by the folder in the zone with a trailing slash.",
  class: {
    doc: [
      "The files of a local folder, delivered to a storage zone. The id is `STORAGE-ZONE-ID/`, followed by the folder in the zone with a trailing slash.",
      "`pulumi preview --diff` names each file that is new, changed or removed. `pulumi up` uploads only the files that differ, assets before HTML, empties the caches of the pull zones, and then deletes files that it uploaded earlier and the source no longer has. It never touches other files in the zone.",
      "Assumption: the API of the storage host. The contract has no files.",
    ],
    example: `
      const site = new cdn.StorageZone("site", { name: "acme-site", region: "DE", replicationRegions: ["NY"] });
      const web = new cdn.PullZone("web", { name: "acme-web", storageZoneId: site.storageZoneId });

      const pages = new cdn.StorageFolder("pages", {
        storageZoneId: site.storageZoneId,
        source: "./public",
        exclude: ["*.map"],
        purgePullZoneIds: [web.pullZoneId],
      });
      export const files = pages.fileCount;
    `,
    get: "Reads all files of a folder without managing it. If there is no such storage zone, the deployment fails.",
    id: "the id of the storage zone, a slash, and the folder with a trailing slash, such as `4711/` or `4711/docs/`",
  },
  table: storageFolderTable,
  parent: "StorageZone",
  partId: {
    shape: /^(?:(?!\.{1,2}\/)[^/]+\/)*$/,
    example: "docs/",
    rule: "the id of the storage zone, a slash, and the folder with a trailing slash, such as 4711/ or 4711/docs/",
  },
  options: storageFolderOptions,
  computed: ["files", "release", "releasePath"],
  files: "files",
  // The new files are uploaded first, so that the site stays available. The life cycle deletes first where both folders overlap.
  deleteBeforeReplace: false,
  hints: { restored: "files of the source", kept: "live files, make the same changes in the source" },
  linkedOutputs: ["files", "fileCount", "totalBytes", "release", "releasePath"],
  noImport: (id) =>
    `Files can't be imported without their source: declare new StorageFolder(…) for ${id}. pulumi up adopts equal files without an upload, and leaves other files alone`,
  claim: ({ storageZoneId, prefix }) => `${String(storageZoneId)}/${typeof prefix === "string" ? prefix : ""}`,
});
