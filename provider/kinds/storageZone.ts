import type { LinkedStorageZone } from "../types/storageZone";
import {
  addStorageZoneTable,
  linkedStorageZoneTable,
  storageZoneOptions,
  storageZoneTable,
  updateStorageZoneTable,
} from "../wire/storageZone";
import type { WholeKindOf } from "./kind";
import { kindOf } from "./kind";

/** A state has the pull zones of a storage zone by id and name. */
export const storageZone: WholeKindOf<LinkedStorageZone> = kindOf({
  name: "StorageZone",
  noun: "storage zone",
  description:
    "A storage zone.\n\n" +
    "`password` and `readOnlyPassword` are secret outputs. `storageUsed`, `filesStored`, `dateModified` and `replicationChangeInProgress` are never drift: on a declared zone they are as of its last creation or update, on a zone read with `get` they are absent.",
  table: linkedStorageZoneTable,
  bodies: [storageZoneTable, linkedStorageZoneTable, addStorageZoneTable, updateStorageZoneTable],
  // Assumption: names are unique, and the service ignores their case.
  nameField: "name",
  path: "/storagezone",
  filters: { search: "string", includeDeleted: "boolean" },
  idOutput: "storageZoneId",
  options: storageZoneOptions,
  linked: { pullZones: "PullZone" },
  // The service keeps the name of a deleted one for a while; see lifecycle/zones/create.
  replacedNotice:
    "is replaced under its own name: it is deleted with its files first, and the service can keep the name taken for some minutes, in which there is no zone. Another name avoids that",
  hints: { replaced: "deletes its files", recreated: "empty", refused: "declare the live regions in the program" },
});
