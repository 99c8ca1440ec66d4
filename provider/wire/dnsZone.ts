import type { DnsSecDetails, DnsZoneInputs, GetDnsZoneResult } from "../types/dnsZone";
import { dnsZoneRecordTable } from "./dnsRecord";
import type { FieldSpecs, Table } from "./fields";
import { option, partialBodyTable, table } from "./fields";

// Assumption, as everything of DNS: the contract has none.

export const logAnonymizationTypes = { OneDigit: 0, Drop: 1 } as const;
export const certificateKeyTypes = { Ecdsa: 0, Rsa: 1 } as const;

const fields: FieldSpecs = {
  Id: { type: "int64", essential: true, readOnly: true, doc: "ID of the DNS zone." },
  Domain: {
    type: "string?",
    always: true,
    immutable: true,
    essential: true,
    host: true,
    doc: "Domain of the zone.",
    input: {
      required: true,
      doc: 'Domain of the zone, such as `"acme.example"`. Changing it replaces the zone. Unique across the service, in any spelling: `"bücher.example"` is `"xn--bcher-kva.example"`.',
    },
  },
  Records: {
    type: "object[]?",
    of: dnsZoneRecordTable,
    readOnly: true,
    unordered: "Id",
    doc: "Records of the zone. Those that name its own nameservers are not among them.",
  },
  DateModified: { type: "date-time", readOnly: true, volatile: true, doc: "Last modification time." },
  DateCreated: { type: "date-time", readOnly: true, doc: "Time of creation." },
  Nameservers: {
    type: "string[]?",
    readOnly: true,
    derived: ({ nameserver1, nameserver2 }) => [nameserver1, nameserver2].filter((host) => typeof host === "string"),
    doc: "Both nameservers: what the domain's registrar is told.",
  },
  NameserversDetected: {
    type: "boolean",
    readOnly: true,
    volatile: true,
    doc: "Whether the service has detected the nameservers. True for every new zone, so it does not say that the domain is delegated to them.",
  },
  NameserversNextCheck: {
    type: "date-time?",
    readOnly: true,
    volatile: true,
    doc: "When the service looks for the nameservers again.",
  },
  CustomNameserversEnabled: {
    type: "boolean",
    doc: "Whether the nameservers have names of one's own.",
    input: {
      onlyUpdate: true,
      initial: false,
      fallback: "unchanged",
      doc: "Whether the nameservers have names of one's own, `nameserver1` and `nameserver2`. Their address records, and glue at the registrar, are up to you.",
    },
  },
  Nameserver1: {
    type: "string?",
    host: true,
    doc: "First nameserver.",
    input: {
      onlyUpdate: true,
      initial: "kiki.bunny.net",
      fallback: "unchanged",
      doc: "First nameserver. Needs `customNameserversEnabled: true`.",
    },
  },
  Nameserver2: {
    type: "string?",
    host: true,
    doc: "Second nameserver.",
    input: {
      onlyUpdate: true,
      initial: "coco.bunny.net",
      fallback: "unchanged",
      doc: "Second nameserver. Needs `customNameserversEnabled: true`.",
    },
  },
  SoaEmail: {
    type: "string?",
    doc: "Mail address in the zone's SOA record.",
    input: { onlyUpdate: true, initial: "hostmaster@bunny.net", fallback: "unchanged" },
  },
  LoggingEnabled: {
    type: "boolean",
    doc: "Whether queries are logged. The service keeps the logs for 3 days.",
    input: { onlyUpdate: true, initial: false, fallback: "unchanged" },
  },
  LoggingIPAnonymizationEnabled: {
    type: "boolean",
    doc: "Whether the logs have anonymized addresses.",
    input: { onlyUpdate: true, initial: true, fallback: "unchanged" },
  },
  LogAnonymizationType: {
    type: "enum",
    names: logAnonymizationTypes,
    doc: "What anonymizing does to an address: drops its last digits, or all of it.",
    input: {
      onlyUpdate: true,
      initial: "OneDigit",
      fallback: "unchanged",
      doc: 'What anonymizing does to an address: `"OneDigit"` or `"Drop"`; any other as an integer.',
    },
  },
  DnsSecEnabled: {
    type: "boolean",
    doc: "Whether the zone is signed with DNSSEC.",
    input: {
      onlyUpdate: true,
      initial: false,
      fallback: "unchanged",
      doc: "Whether the zone is signed with DNSSEC. The registrar then needs `dsRecord`, or its parts. Take it out there before setting this to false, or the domain no longer resolves.",
    },
  },
  CertificateKeyType: {
    type: "enum",
    names: certificateKeyTypes,
    doc: "Kind of the keys of certificates that the service obtains for the zone.",
    input: {
      onlyUpdate: true,
      initial: "Ecdsa",
      fallback: "unchanged",
      doc: 'Kind of the keys of certificates that the service obtains for the zone: `"Ecdsa"` or `"Rsa"`; any other as an integer.',
    },
  },
};

/** A DNS zone, with its records. */
export const dnsZoneTable = table<GetDnsZoneResult>(
  { object: "DNS zone", type: "GetDnsZoneResult", doc: "A DNS zone.", assumed: true },
  fields,
);

/** A DNS zone as a list has it. */
export const listedDnsZoneTable = table<Omit<GetDnsZoneResult, "records">>(
  { object: "DNS zone", type: "ListedDnsZone", doc: "A DNS zone, without its records.", assumed: true },
  Object.fromEntries(Object.entries(fields).filter(([wire]) => wire !== "Records")),
);

/** What a registrar is told of a zone that is signed. */
export const dnsSecTable = table<DnsSecDetails>(
  {
    object: "DNSSEC data",
    type: "DnsSecDetails",
    doc: "What a registrar is told of a zone with DNSSEC.",
    partial: true,
    assumed: true,
  },
  {
    Enabled: { type: "boolean", doc: "Whether the zone is signed." },
    DsRecord: { type: "string?", doc: "The whole DS record." },
    Digest: { type: "string?", doc: "Digest of the key." },
    DigestType: { type: "string?", doc: "Kind of the digest." },
    Algorithm: { type: "int32", doc: "Algorithm of the key, such as 13 for ECDSA P-256." },
    PublicKey: { type: "string?", doc: "The public key." },
    KeyTag: { type: "int32", doc: "Tag of the key." },
    Flags: { type: "int32", doc: "Flags of the key." },
    DsConfigured: { type: "boolean", volatile: true, doc: "Whether the service has seen the DS record at the parent." },
  },
);

const dnsSecOutputs: FieldSpecs = {
  DsRecord: { type: "string?", readOnly: true, doc: "DS record for the registrar; only with `dnsSecEnabled: true`." },
  DsDigest: { type: "string?", readOnly: true, doc: "Digest of the DS record." },
  DsDigestType: { type: "string?", readOnly: true, doc: "Digest type of the DS record." },
  DsAlgorithm: { type: "int32?", readOnly: true, doc: "Algorithm of the DS record." },
  DsKeyTag: { type: "int32?", readOnly: true, doc: "Key tag of the DS record." },
  DsFlags: { type: "int32?", readOnly: true, doc: "Flags of the key." },
  DsPublicKey: { type: "string?", readOnly: true, doc: "Public key of the zone, which some registrars want instead." },
};

/** A zone as a resource has it. The service does not show the DNSSEC outputs with it. */
export const dnsZoneDetailsTable = table<GetDnsZoneResult>(
  { object: "DNS zone", type: "DnsZoneDetails", doc: "A DNS zone, as a resource has it.", assumed: true },
  { ...fields, ...dnsSecOutputs },
);

/** The settings of a zone that an update can change. */
export type DnsZoneSettings = Partial<Omit<DnsZoneInputs, "domain" | "dnsSecEnabled" | "adopt" | "forceDestroy">>;

/** The body of the operation that adds a zone. */
export const addDnsZoneTable: Table<Pick<DnsZoneInputs, "domain">> = {
  ...dnsZoneTable,
  sent: true,
  fields: dnsZoneTable.fields.filter(({ wire }) => wire === "Domain"),
} as Table as Table<Pick<DnsZoneInputs, "domain">>;

/** The body of the operation that updates a zone: what it omits stays as it is. */
export const updateDnsZoneTable = partialBodyTable<DnsZoneSettings>({
  ...dnsZoneTable,
  fields: dnsZoneTable.fields.filter(({ wire }) => wire !== "Domain" && wire !== "DnsSecEnabled"),
});

/** What a program declares about the life of a DNS zone. The service does not know it. */
export const dnsZoneOptions = table(
  { object: "DNS zone", type: "DnsZoneOptions", doc: "Options of a declared DNS zone.", partial: true },
  {
    ForceDestroy: option("Allows deleting the zone even if it has records that no resource of the program has."),
    Adopt: option(
      "Adopts an existing zone of this domain, and applies the declared settings to it, instead of failing.",
    ),
  },
);
