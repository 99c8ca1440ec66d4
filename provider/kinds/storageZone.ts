import type { LinkedPullZone, LinkedStorageZone } from "../types/storageZone";
import {
  addStorageZoneTable,
  linkedStorageZoneTable,
  storageZoneOptions,
  storageZoneTable,
  updateStorageZoneTable,
} from "../wire/storageZone";
import type { ListedAs, WholeKindOf } from "./kind";
import { defineKind } from "./kind";

const listedAs: ListedAs<LinkedStorageZone> = {
  columns: [
    { head: "REGION", of: ({ region }) => region },
    { head: "REPLICAS", of: ({ replicationRegions }) => replicationRegions },
    { head: "FILES", unit: "count", of: ({ filesStored }) => filesStored },
    { head: "SIZE", unit: "bytes", of: ({ storageUsed }) => storageUsed },
    { head: "PULL ZONES", of: ({ pullZones }) => pullZones.map(({ id, name }) => name ?? String(id)) },
  ],
  summary: (zone) => {
    const { id, name, region, replicationRegions, zoneTier, storageZoneType, filesStored, storageUsed } = zone;
    const pullZones = zone.pullZones.map((pullZone) => ({ id: pullZone.id, name: pullZone.name }));
    return { id, name, region, replicationRegions, zoneTier, storageZoneType, filesStored, storageUsed, pullZones };
  },
};

/** The kind of storage zones. A state contains the pull zones of a storage zone by id and name only. */
export const storageZone: WholeKindOf<LinkedStorageZone> = defineKind({
  name: "StorageZone",
  noun: "storage zone",
  description:
    "A storage zone.\n\n" +
    "`password` and `readOnlyPassword` are secret outputs. `storageUsed`, `filesStored`, `dateModified` and `replicationChangeInProgress` are never drift: on a declared zone they have the values of its last creation or update; on a zone read with `get` they are absent.",
  class: {
    doc: [
      "A storage zone.",
      "`password` and `readOnlyPassword` are secret outputs. `storageUsed`, `filesStored`, `dateModified` and `replicationChangeInProgress` are volatile and never drift: on a declared zone they have the values of its last creation or update; on a zone read with {@link StorageZone.get} they are undefined. `getStorageZone` returns current values.",
    ],
    example: `
      const zone = new cdn.StorageZone("assets", { name: "acme-assets", region: "DE", replicationRegions: ["NY", "SYD"] });

      export const hostname = zone.storageHostname;
    `,
    get: "Reads an existing zone without managing it. Volatile outputs are undefined. If there is no such zone, the deployment fails.",
    outputs: {
      pullZones: {
        type: "PullZoneLink[]",
        doc: "Connected pull zones, by id and name; `getStorageZone` returns all their fields.",
      },
    },
  },
  table: linkedStorageZoneTable,
  bodies: [storageZoneTable, linkedStorageZoneTable, addStorageZoneTable, updateStorageZoneTable],
  // Assumption: names are unique, and the service ignores their case.
  nameField: "name",
  listedAs,
  path: "/storagezone",
  filters: { search: "string", includeDeleted: "boolean" },
  add: addStorageZoneTable,
  update: updateStorageZoneTable,
  // By default, the public service deletes linked pull zones.
  deleteQuery: { deleteLinkedPullZones: false },
  idOutput: "storageZoneId",
  options: storageZoneOptions,
  linked: { pullZones: "PullZone" },
  madeBy: ({ pullZones = [] }) => {
    const linked = pullZones as readonly Partial<LinkedPullZone>[];
    const id = linked.map(({ videoLibraryId = 0 }) => videoLibraryId).find((library) => library > 0);
    return id === undefined ? undefined : { text: `video library ${String(id)}`, isCertain: true };
  },
  // The service keeps the name of a deleted zone for a while; see lifecycle/byName.
  replacedNotice:
    "is replaced and keeps its name: it is first deleted with its files, and the service can keep the name taken for some minutes, during which there is no zone. Another name avoids that",
  hints: { replaced: "deletes its files", recreated: "empty", refused: "declare the live regions in the program" },
});
