import { linkedStorageZoneTable, storageZoneOptions } from "../wire/storageZone";
import { kindOf } from "./kind";

/** A state has the pull zones of a storage zone by id and name. */
export const storageZone = kindOf({
  name: "StorageZone",
  noun: "storage zone",
  table: linkedStorageZoneTable,
  idOutput: "storageZoneId",
  options: storageZoneOptions,
  listed: true,
  // Assumption: names are unique, and the service ignores their case.
  claim: ({ name }) => String(name).toLowerCase(),
});
