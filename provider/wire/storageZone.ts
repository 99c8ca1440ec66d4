import type {
  AddStorageZoneBody,
  GetStorageZoneResult,
  LinkedPullZone,
  LinkedStorageZone,
  UpdateStorageZoneBody,
} from "../types/storageZone";
import type { FieldSpecs } from "./fields";
import { bodyTable, option, table } from "./fields";
import { pullZoneTable } from "./pullZone";

/** The contract's codes of main regions. A service may have more: see the setting `cdn:extraRegions`. */
export const mainRegions = ["DE", "NY", "LA", "SG"] as const;
/** The contract's codes of replication regions. */
export const replicationRegions = [...mainRegions, "SYD"] as const;
/** Recorded: further codes of the public service. */
export const publicMainRegions = ["UK", "SE", "SYD", "BR", "JH"] as const;
/** Recorded: further codes of the public service. */
export const publicReplicationRegions = ["UK", "SE", "BR", "JH", "ES", "CZ", "MI", "WA", "HK", "JP"] as const;
/** Assumption: the meanings. */
export const zoneTiers = { Standard: 0, Edge: 1 } as const;
/** Assumption: the meanings. */
export const storageZoneTypes = { Standard: 0, S3: 1 } as const;

const fields: FieldSpecs = {
  Id: { type: "int64", essential: true, doc: "ID of the storage zone." },
  UserId: { type: "string?", always: true, doc: "ID of the owning user." },
  Name: {
    type: "string?",
    always: true,
    immutable: true,
    essential: true,
    anyCase: true,
    doc: "Name of the zone.",
    input: {
      required: true,
      doc: "Name of the zone: at least 1 character. Changing it replaces the zone. The public service requires 4 to 64 characters of `a-z0-9-`, unique across the service.",
    },
  },
  Password: { type: "string?", always: true, secret: true, doc: "API access key or FTP password of the zone." },
  DateModified: { type: "date-time", volatile: true, doc: "Last modification time." },
  Deleted: { type: "boolean", essential: true, doc: "Whether the zone was deleted." },
  StorageUsed: { type: "int64", volatile: true, assumes: "unit", doc: "Total storage used by the zone, in bytes." },
  FilesStored: { type: "int64", volatile: true, doc: "Total number of files stored." },
  Region: {
    type: "string?",
    always: true,
    immutable: true,
    essential: true,
    doc: "Main region of the zone.",
    input: {
      required: true,
      codes: mainRegions,
      publicCodes: publicMainRegions,
      doc: "Main region: DE, NY, LA or SG, in upper or lower case; at the public service also UK, SE, SYD, BR or JH; `cdn:extraRegions` adds others. Changing it replaces the zone.",
    },
  },
  ReplicationRegions: {
    type: "string[]?",
    unordered: true,
    essential: true,
    doc: "Replication regions enabled.",
    input: {
      codes: replicationRegions,
      publicCodes: publicReplicationRegions,
      updateName: "ReplicationZones",
      emptyIsNone: true,
      fallback: "none",
      doc: "Replication regions, in any order: of DE, NY, LA, SG, SYD; at the public service also UK, SE, BR, JH, ES, CZ, MI, WA, HK, JP; `cdn:extraRegions` adds others. The main region can't be one of them, and a region can be added but not removed.",
    },
  },
  PullZones: {
    type: "object[]?",
    of: pullZoneTable,
    unordered: "Id",
    doc: "Pull zones connected to the storage zone.",
  },
  ReadOnlyPassword: { type: "string?", always: true, secret: true, doc: "Read-only API access key or FTP password." },
  Rewrite404To200: {
    type: "boolean",
    essential: true,
    doc: "Whether 404 status codes are rewritten to 200.",
    input: {
      onlyUpdate: true,
      initial: false,
      fallback: "unchanged",
      doc: "Whether 404 status codes are rewritten to 200.",
    },
  },
  Custom404FilePath: {
    type: "string?",
    essential: true,
    doc: "Path of the custom 404 file returned for a missing file.",
    input: {
      onlyUpdate: true,
      initial: "",
      fallback: "unchanged",
      doc: 'Path of the file returned for a missing file; `""` clears it.',
    },
  },
  StorageHostname: { type: "string?", always: true, doc: "Storage hostname of the zone." },
  S3Hostname: { type: "string?", assumed: true, doc: "Hostname of the zone for the protocol S3." },
  ZoneTier: {
    type: "enum",
    immutable: true,
    essential: true,
    assumes: "meanings",
    doc: "Tier that stores the data: 0 Standard, 1 Edge; other integers are possible.",
    input: {
      constants: {
        name: "ZoneTier",
        values: zoneTiers,
        docs: { Standard: "The standard tier.", Edge: "The edge tier, in the region DE only (assumption)." },
      },
      initial: 0,
      fallback: "the service's",
      doc: "Tier that stores the data: `ZoneTier.Standard`, or `ZoneTier.Edge` in the region DE only (assumption). Changing it replaces the zone.",
    },
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
    input: {
      constants: {
        name: "StorageZoneType",
        values: storageZoneTypes,
        docs: { Standard: "Without S3.", S3: "With the S3 interface." },
      },
      initial: 0,
      fallback: "the service's",
      doc: "S3 support: `StorageZoneType.Standard` or `StorageZoneType.S3`. Changing it replaces the zone.",
    },
  },
};

export const storageZoneTable = table<GetStorageZoneResult>(
  {
    object: "storage zone",
    type: "GetStorageZoneResult",
    doc: "A storage zone.",
  },
  fields,
);

/** A storage zone with its pull zones by id and name: decoding all their fields would take ten times as long. */
export const linkedStorageZoneTable = table<LinkedStorageZone>(
  { object: "storage zone", type: "LinkedStorageZone", doc: "A storage zone with its pull zones by id and name." },
  {
    ...fields,
    PullZones: {
      type: "object[]?",
      of: table<LinkedPullZone>(
        { object: "pull zone", type: "LinkedPullZone", doc: "A pull zone by id and name.", partial: true },
        { Id: { type: "int64", doc: "ID of the pull zone." }, Name: { type: "string?", doc: "Its name." } },
      ),
      unordered: "Id",
      doc: "Pull zones connected to the storage zone.",
    },
  },
);

export const addStorageZoneTable = bodyTable<AddStorageZoneBody>(storageZoneTable, "add", {
  object: "new storage zone",
  type: "AddStorageZoneBody",
  doc: "The body of the operation that adds a storage zone.",
});

/** Assumption. Note `ReplicationZones`, not `ReplicationRegions`. */
export const updateStorageZoneTable = bodyTable<UpdateStorageZoneBody>(storageZoneTable, "update", {
  object: "storage zone update",
  type: "UpdateStorageZoneBody",
  doc: "The body of the operation that updates a storage zone. All three are sent, so that no default of the service applies.",
});

/** What a program declares about the life of a storage zone. The service does not know it. */
export const storageZoneOptions = table(
  { object: "storage zone", type: "StorageZoneOptions", doc: "Options of a declared storage zone.", partial: true },
  {
    ForceDestroy: option(
      "Allows deleting the zone even if it holds files or is the origin of pull zones. Pull zones are never deleted.",
    ),
    Adopt: option(
      "Adopts an existing zone of this name if its region, tier and type are those declared, instead of failing.",
    ),
    WaitForReplication: option("Waits up to 10 minutes until a new replication region is enabled."),
  },
);
