import { table } from "./fields";
import { pullZoneTable } from "./pullZone";

const fields = {
  Id: { type: "int64", essential: true },
  UserId: "string?",
  Name: { type: "string?", immutable: true, essential: true },
  Password: { type: "string?", secret: true },
  DateModified: { type: "date-time", volatile: true },
  Deleted: { type: "boolean", essential: true },
  StorageUsed: { type: "int64", volatile: true },
  FilesStored: { type: "int64", volatile: true },
  Region: { type: "string?", immutable: true, essential: true },
  ReplicationRegions: { type: "string[]?", unordered: true, essential: true },
  PullZones: { type: "object[]?", of: pullZoneTable, unordered: "Id" },
  ReadOnlyPassword: { type: "string?", secret: true },
  Rewrite404To200: { type: "boolean", essential: true },
  Custom404FilePath: { type: "string?", essential: true },
  StorageHostname: "string?",
  ZoneTier: { type: "enum", immutable: true, essential: true },
  ReplicationChangeInProgress: { type: "boolean", volatile: true },
  PriceOverride: "decimal",
  Discount: "int32",
  StorageZoneType: { type: "enum", immutable: true, essential: true },
} as const;

/** A storage zone, field by field as the contract lists them. */
export const storageZoneTable = table("storage zone", fields);

/** A storage zone with its pull zones by id and name: to read them whole takes nine tenths of the time. */
export const linkedStorageZoneTable = table("storage zone", {
  ...fields,
  PullZones: {
    type: "object[]?",
    of: table("pull zone", { Id: "int64", Name: "string?" }, { partial: true }),
    unordered: "Id",
  },
});

/** The body of the operation that adds a storage zone. */
export const addStorageZoneTable = table("new storage zone", {
  Name: "string",
  Region: "string",
  ReplicationRegions: { type: "string[]?", unordered: true },
  ZoneTier: { type: "enum", optional: true },
  StorageZoneType: { type: "enum", optional: true },
});

/** Assumption: the body of the operation that updates one. Mind the first name: it is not ReplicationRegions. */
export const updateStorageZoneTable = table("storage zone update", {
  ReplicationZones: { type: "string[]?", unordered: true },
  Rewrite404To200: "boolean",
  Custom404FilePath: "string?",
});
