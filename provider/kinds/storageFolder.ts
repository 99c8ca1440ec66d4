import { storageFolderOptions, storageFolderTable } from "../wire/storageFolder";
import type { PartKindOf } from "./kind";
import { defineKind } from "./kind";

export const storageFolder: PartKindOf<"StorageZone"> = defineKind({
  name: "StorageFolder",
  noun: "storage folder",
  description:
    "The files of a folder of this machine, in a storage zone. Its id is `STORAGE-ZONE-ID/`, and the folder in the zone with a slash at its end.",
  class: {
    doc: [
      "The files of a folder of this machine, in a storage zone. Its id is `STORAGE-ZONE-ID/`, and the folder in the zone with a slash at its end.",
      "The preview names each file that is new, changed or removed. `pulumi up` sends only what differs, assets before HTML, empties the caches of the pull zones, and then deletes what it sent earlier and the source no longer has. Other files in the zone are never touched.",
      "Assumption: the storage host's API; the contract has no files.",
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
    id: "the id of its storage zone, a slash, and the folder with a slash at its end, such as `4711/` or `4711/docs/`",
  },
  table: storageFolderTable,
  parent: "StorageZone",
  partId: {
    shape: /^(?:(?!\.{1,2}\/)[^/]+\/)*$/,
    example: "docs/",
    rule: "the id of its storage zone, a slash, and the folder with a slash at its end, such as 4711/ or 4711/docs/",
  },
  options: storageFolderOptions,
  computed: ["files", "release", "releasePath"],
  files: "files",
  // The site is served all along; where both overlap, the life cycle says otherwise.
  deleteBeforeReplace: false,
  hints: { restored: "files of the source", kept: "live files, change the source likewise" },
  linkedOutputs: ["files", "fileCount", "totalBytes", "release", "releasePath"],
  noImport: (id) =>
    `The import of files needs their source: declare new StorageFolder(…) for ${id}. pulumi up takes over files that are equal, without an upload, and leaves others alone`,
  claim: ({ storageZoneId, prefix }) => `${String(storageZoneId)}/${typeof prefix === "string" ? prefix : ""}`,
});
