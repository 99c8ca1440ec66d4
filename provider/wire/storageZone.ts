import { table } from "./fields";
import { pullZoneTable } from "./pullZone";

/** The contract's codes of main regions. A service may have more: see the setting `cdn:extraRegions`. */
export const mainRegions = ["DE", "NY", "LA", "SG"] as const;
/** The contract's codes of replication regions. */
export const replicationRegions = [...mainRegions, "SYD"] as const;

const fields = {
  Id: { type: "int64", essential: true, doc: "ID of the storage zone." },
  UserId: { type: "string?", always: true, doc: "ID of the owning user." },
  Name: { type: "string?", always: true, immutable: true, essential: true, doc: "Name of the zone." },
  Password: { type: "string?", always: true, secret: true, doc: "API access key or FTP password of the zone." },
  DateModified: { type: "date-time", volatile: true, doc: "Last modification time." },
  Deleted: { type: "boolean", essential: true, doc: "Whether the zone was deleted." },
  StorageUsed: { type: "int64", volatile: true, assumes: "unit", doc: "Total storage used by the zone, in bytes." },
  FilesStored: { type: "int64", volatile: true, doc: "Total number of files stored." },
  Region: { type: "string?", always: true, immutable: true, essential: true, doc: "Main region of the zone." },
  ReplicationRegions: { type: "string[]?", unordered: true, essential: true, doc: "Replication regions enabled." },
  PullZones: {
    type: "object[]?",
    of: pullZoneTable,
    unordered: "Id",
    doc: "Pull zones connected to the storage zone.",
  },
  ReadOnlyPassword: { type: "string?", always: true, secret: true, doc: "Read-only API access key or FTP password." },
  Rewrite404To200: { type: "boolean", essential: true, doc: "Whether 404 status codes are rewritten to 200." },
  Custom404FilePath: {
    type: "string?",
    essential: true,
    doc: "Path of the custom 404 file returned for a missing file.",
  },
  StorageHostname: { type: "string?", always: true, doc: "Storage hostname of the zone." },
  ZoneTier: {
    type: "enum",
    immutable: true,
    essential: true,
    assumes: "meanings",
    doc: "Tier that stores the data: 0 Standard, 1 Edge; other integers are possible.",
  },
  ReplicationChangeInProgress: {
    type: "boolean",
    volatile: true,
    doc: "True while a new replication region is being enabled.",
  },
  PriceOverride: { type: "decimal", doc: "Custom price override; unit is $/TB/month." },
  Discount: { type: "int32", doc: "Zone-specific pricing discount." },
  StorageZoneType: {
    type: "enum",
    immutable: true,
    essential: true,
    assumes: "meanings",
    doc: "S3 support type of the zone: 0 without S3, 1 with S3; other integers are possible.",
  },
} as const;

export const storageZoneTable = table(
  {
    object: "storage zone",
    type: "GetStorageZoneResult",
    doc: "A storage zone.",
  },
  fields,
);

/** A storage zone with its pull zones by id and name: decoding all their fields would take ten times as long. */
export const linkedStorageZoneTable = table(
  { object: "storage zone", type: "LinkedStorageZone", doc: "A storage zone with its pull zones by id and name." },
  {
    ...fields,
    PullZones: {
      type: "object[]?",
      of: table(
        { object: "pull zone", type: "LinkedPullZone", doc: "A pull zone by id and name.", partial: true },
        { Id: { type: "int64", doc: "ID of the pull zone." }, Name: { type: "string?", doc: "Its name." } },
      ),
      unordered: "Id",
      doc: "Pull zones connected to the storage zone.",
    },
  },
);

export const addStorageZoneTable = table(
  {
    object: "new storage zone",
    type: "AddStorageZoneBody",
    doc: "The body of the operation that adds a storage zone.",
    sent: true,
  },
  {
    Name: { type: "string", doc: "Name of the zone: at least 1 character." },
    Region: { type: "string", doc: `Main region: one of ${mainRegions.join(", ")}; a service may have more.` },
    ReplicationRegions: {
      type: "string[]?",
      optional: true,
      unordered: true,
      doc: `Replication regions: each one of ${replicationRegions.join(", ")}, and not the main region; a service may have more.`,
      fallback: "none",
    },
    ZoneTier: {
      type: "enum",
      optional: true,
      doc: "Tier that stores the data: see `ZoneTier`.",
      fallback: "the service's",
    },
    StorageZoneType: {
      type: "enum",
      optional: true,
      doc: "S3 support: see `StorageZoneType`.",
      fallback: "the service's",
    },
  },
);

/** Assumption. Note `ReplicationZones`, not `ReplicationRegions`. */
export const updateStorageZoneTable = table(
  {
    object: "storage zone update",
    type: "UpdateStorageZoneBody",
    doc: "The body of the operation that updates a storage zone. All three are sent, so that no default of the service applies.",
    sent: true,
  },
  {
    ReplicationZones: { type: "string[]?", unordered: true, doc: "The complete list." },
    Rewrite404To200: { type: "boolean", doc: "Whether 404 status codes are rewritten to 200." },
    Custom404FilePath: { type: "string?", doc: "Path of the file returned for a missing file." },
  },
);
