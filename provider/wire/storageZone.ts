import type {
  AddStorageZoneBody,
  GetStorageZoneResult,
  LinkedPullZone,
  LinkedStorageZone,
  UpdateStorageZoneBody,
} from "../types/storageZone";
import type { FieldSpecs } from "./fields";
import { bodyTable, existingOption, option, table } from "./fields";
import { pullZoneTable } from "./pullZone";

/** Codes of main regions in the contract. A service may have more: see the setting `cdn:extraRegions`. */
export const mainRegions = ["DE", "NY", "LA", "SG"] as const;
/** Codes of replication regions in the contract. */
export const replicationRegions = [...mainRegions, "SYD"] as const;
/** Further codes of main regions at the public service. Source: recorded. */
export const publicMainRegions = ["UK", "SE", "SYD", "BR", "JH"] as const;
/** Further codes of replication regions at the public service. Source: recorded. */
export const publicReplicationRegions = ["UK", "SE", "BR", "JH", "ES", "CZ", "MI", "WA", "HK", "JP"] as const;
/** Tiers of storage zones. Assumption: the meanings. */
export const zoneTiers = { Standard: 0, Edge: 1 } as const;
/** Types of storage zones. Assumption: the meanings. */
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
      orExisting: true,
      doc: "Name of the zone, unique across the service: at least 1 character, at the public service 4 to 64 of `a-z0-9-`. Changing it replaces the zone.",
    },
  },
  Password: { type: "string?", always: true, secret: true, doc: "API access key or FTP password of the zone." },
  DateModified: { type: "date-time", volatile: true, doc: "Last modification time." },
  Deleted: { type: "boolean", essential: true, doc: "Whether the zone was deleted." },
  StorageUsed: { type: "int64", volatile: true, assumes: "unit", doc: "Storage used, in bytes." },
  FilesStored: { type: "int64", volatile: true, doc: "Number of files." },
  Region: {
    type: "string?",
    always: true,
    immutable: true,
    essential: true,
    doc: "Main region.",
    input: {
      required: true,
      orExisting: true,
      codes: mainRegions,
      publicCodes: publicMainRegions,
      doc: "Main region, in any case: DE, NY, LA or SG; at the public service also UK, SE, SYD, BR and JH. `cdn:extraRegions` adds others. Changing it replaces the zone.",
    },
  },
  ReplicationRegions: {
    type: "string[]?",
    unordered: true,
    essential: true,
    doc: "Enabled replication regions.",
    input: {
      codes: replicationRegions,
      publicCodes: publicReplicationRegions,
      updateName: "ReplicationZones",
      emptyIsNone: true,
      fallback: "none",
      doc: "Replication regions, without the main region: DE, NY, LA, SG, SYD; at the public service also UK, SE, BR, JH, ES, CZ, MI, WA, HK, JP. `cdn:extraRegions` adds others. A region can be added but not removed.",
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
    input: { onlyUpdate: true, initial: false, fallback: "unchanged" },
  },
  Custom404FilePath: {
    type: "string?",
    essential: true,
    doc: "Path of the file that is returned for a missing file.",
    input: {
      onlyUpdate: true,
      initial: "",
      fallback: "unchanged",
      doc: 'Path of the file that is returned for a missing file; `""` clears it.',
    },
  },
  StorageHostname: { type: "string?", always: true, doc: "Storage hostname of the zone." },
  S3Hostname: { type: "string?", late: true, assumed: true, doc: "Hostname of the zone for S3." },
  S3Endpoint: {
    type: "string?",
    readOnly: true,
    late: true,
    assumed: true,
    derived: s3Endpoint,
    doc: "URL at which S3 tools reach a zone with S3, such as `https://de-s3.storage.bunnycdn.com`.",
  },
  ZoneTier: {
    type: "enum",
    immutable: true,
    essential: true,
    assumes: "meanings",
    doc: "Storage tier: 0 Standard, 1 Edge; others are possible.",
    input: {
      constants: {
        name: "ZoneTier",
        values: zoneTiers,
        docs: { Standard: "Standard tier.", Edge: "Edge tier, in the region DE only (assumption)." },
      },
      initial: 0,
      fallback: "the service's",
      doc: "Storage tier: `ZoneTier.Standard`, or `ZoneTier.Edge` in the region DE only (assumption). Changing it replaces the zone.",
    },
  },
  ReplicationChangeInProgress: {
    type: "boolean",
    volatile: true,
    doc: "Whether a new replication region is being enabled.",
  },
  PriceOverride: { type: "decimal", doc: "Custom price, in $/TB/month." },
  Discount: { type: "int32", doc: "Discount of the zone." },
  StorageZoneType: {
    type: "enum",
    immutable: true,
    essential: true,
    assumes: "meanings",
    doc: "S3 support: 0 without S3, 1 with S3; others are possible.",
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

/** Returns the endpoint for S3 of a zone with S3. Only the hosts of the public service follow from the region. Source: the vendor's pages and CLI. */
function s3Endpoint({
  storageZoneType,
  s3Hostname,
  storageHostname,
  region,
}: Readonly<Record<string, unknown>>): string | undefined {
  if (storageZoneType !== storageZoneTypes.S3) return undefined;
  if (typeof s3Hostname === "string" && s3Hostname !== "") return `https://${s3Hostname}`;
  const isPublic = typeof storageHostname === "string" && /(^|\.)storage\.bunnycdn\.com$/.test(storageHostname);
  return isPublic && typeof region === "string" && region !== ""
    ? `https://${region.toLowerCase()}-s3.storage.bunnycdn.com`
    : undefined;
}

export const storageZoneTable = table<GetStorageZoneResult>(
  {
    object: "storage zone",
    type: "GetStorageZoneResult",
    doc: "A storage zone.",
  },
  fields,
);

/** Names that the public service accepts. */
export const publicName = /^[a-z0-9-]{4,64}$/;

/** A storage zone with its pull zones by id and name only: decoding all fields of the pull zones would take ten times as long. */
export const linkedStorageZoneTable = table<LinkedStorageZone>(
  { object: "storage zone", type: "LinkedStorageZone", doc: "A storage zone with its pull zones by id and name." },
  {
    ...fields,
    PullZones: {
      type: "object[]?",
      of: table<LinkedPullZone>(
        { object: "pull zone", type: "LinkedPullZone", doc: "A pull zone by id and name.", partial: true },
        {
          Id: { type: "int64", doc: "ID of the pull zone." },
          Name: { type: "string?", doc: "Name of the pull zone." },
          VideoLibraryId: {
            type: "int64",
            optional: true,
            doc: "ID of the video library for which the service made it.",
          },
        },
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

/** Body of the operation that updates a storage zone. Assumption: all of it. The field is `ReplicationZones`, not `ReplicationRegions`. */
export const updateStorageZoneTable = bodyTable<UpdateStorageZoneBody>(storageZoneTable, "update", {
  object: "storage zone update",
  type: "UpdateStorageZoneBody",
  doc: "The body of the operation that updates a storage zone. All three are sent, so that no default of the service applies.",
});

/** Options that control how a storage zone is managed. They are not sent to the service. */
export const storageZoneOptions = table(
  { object: "storage zone", type: "StorageZoneOptions", doc: "Options of a declared storage zone.", partial: true },
  {
    ForceDestroy: option(
      "Allows deleting the zone even if it holds files or is the origin of pull zones. Pull zones are never deleted.",
    ),
    Adopt: option(
      "Adopts an existing zone of this name, if its region, tier and type are as declared, instead of failing.",
    ),
    ExistingId: existingOption(
      "ID of a storage zone that the service made, such as that of a video library. The resource adopts it, and never deletes it. All other arguments are then optional.",
    ),
    WaitForReplication: option("Waits up to 10 minutes for a new replication region to be enabled."),
  },
);
