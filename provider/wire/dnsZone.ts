import type { DnsSecDetails, DnsZoneInputs, GetDnsZoneResult } from "../types/dnsZone";
import { dnsZoneRecordTable } from "./dnsRecord";
import type { FieldSpecs, Table } from "./fields";
import { option, partialBodyTable, table } from "./fields";

// Assumption: everything about DNS. The contract has none of it.

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
      doc: 'Domain of the zone, such as `"acme.example"`, unique across the service. Changing it replaces the zone. `"bücher.example"` equals `"xn--bcher-kva.example"`.',
    },
  },
  Records: {
    type: "object[]?",
    of: dnsZoneRecordTable,
    readOnly: true,
    unordered: "Id",
    doc: "Records of the zone, except those that name the zone's own nameservers.",
  },
  DateModified: { type: "date-time", readOnly: true, volatile: true, doc: "Last modification time." },
  DateCreated: { type: "date-time", readOnly: true, doc: "Time of creation." },
  Nameservers: {
    type: "string[]?",
    readOnly: true,
    derived: ({ nameserver1, nameserver2 }) => [nameserver1, nameserver2].filter((host) => typeof host === "string"),
    doc: "Both nameservers of the zone, for the registrar.",
  },
  NameserversDetected: {
    type: "boolean",
    readOnly: true,
    volatile: true,
    doc: "Whether the service has detected the nameservers; true for every new zone.",
  },
  NameserversNextCheck: {
    type: "date-time?",
    readOnly: true,
    volatile: true,
    doc: "When the service next checks the nameservers.",
  },
  CustomNameserversEnabled: {
    type: "boolean",
    doc: "Uses custom nameserver names.",
    input: {
      onlyUpdate: true,
      initial: false,
      fallback: "unchanged",
      doc: "Uses custom nameserver names, `nameserver1` and `nameserver2`. They need address records, and glue records at the registrar.",
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
      doc: "First nameserver. Requires `customNameserversEnabled: true`.",
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
      doc: "Second nameserver. Requires `customNameserversEnabled: true`.",
    },
  },
  SoaEmail: {
    type: "string?",
    doc: "Email address in the zone's SOA record.",
    input: { onlyUpdate: true, initial: "hostmaster@bunny.net", fallback: "unchanged" },
  },
  LoggingEnabled: {
    type: "boolean",
    doc: "Logs queries, for 3 days.",
    input: { onlyUpdate: true, initial: false, fallback: "unchanged" },
  },
  LoggingIPAnonymizationEnabled: {
    type: "boolean",
    doc: "Anonymizes IP addresses in the logs.",
    input: { onlyUpdate: true, initial: true, fallback: "unchanged" },
  },
  LogAnonymizationType: {
    type: "enum",
    names: logAnonymizationTypes,
    doc: 'How addresses are anonymized: `"OneDigit"` drops the last digits, `"Drop"` the whole address.',
    input: {
      onlyUpdate: true,
      initial: "OneDigit",
      fallback: "unchanged",
      doc: 'How addresses are anonymized: `"OneDigit"` drops the last digits, `"Drop"` the whole address; other values as an integer.',
    },
  },
  DnsSecEnabled: {
    type: "boolean",
    doc: "Signs the zone with DNSSEC.",
    input: {
      onlyUpdate: true,
      initial: false,
      fallback: "unchanged",
      doc: "Signs the zone with DNSSEC. Before you change this to false, remove the DS record at the registrar.",
    },
  },
  CertificateKeyType: {
    type: "enum",
    names: certificateKeyTypes,
    doc: "Key type of the certificates that the service obtains for the zone.",
    input: {
      onlyUpdate: true,
      initial: "Ecdsa",
      fallback: "unchanged",
      doc: 'Key type of the certificates that the service obtains for the zone: `"Ecdsa"` or `"Rsa"`; other values as an integer.',
    },
  },
};

/** A DNS zone, with its records. */
export const dnsZoneTable = table<GetDnsZoneResult>(
  { object: "DNS zone", type: "GetDnsZoneResult", doc: "A DNS zone.", assumed: true },
  fields,
);

/** A DNS zone, as a list contains it. */
export const listedDnsZoneTable = table<Omit<GetDnsZoneResult, "records">>(
  { object: "DNS zone", type: "ListedDnsZone", doc: "A DNS zone, without its records.", assumed: true },
  Object.fromEntries(Object.entries(fields).filter(([wire]) => wire !== "Records")),
);

/** DNSSEC data of a signed zone, for the registrar. */
export const dnsSecTable = table<DnsSecDetails>(
  {
    object: "DNSSEC data",
    type: "DnsSecDetails",
    doc: "DNSSEC data of a signed zone, for the registrar.",
    partial: true,
    assumed: true,
  },
  {
    Enabled: { type: "boolean", doc: "Whether the zone is signed." },
    DsRecord: { type: "string?", doc: "The whole DS record." },
    Digest: { type: "string?", doc: "Digest of the key." },
    DigestType: { type: "string?", doc: "Type of the digest." },
    Algorithm: { type: "int32", doc: "Algorithm of the key, such as 13 for ECDSA P-256." },
    PublicKey: { type: "string?", doc: "The public key." },
    KeyTag: { type: "int32", doc: "Tag of the key." },
    Flags: { type: "int32", doc: "Flags of the key." },
    DsConfigured: {
      type: "boolean",
      volatile: true,
      doc: "Whether the service has seen the DS record in the parent zone.",
    },
  },
);

const dnsSecOutputs: FieldSpecs = {
  DsRecord: { type: "string?", readOnly: true, doc: "DS record for the registrar; only with `dnsSecEnabled: true`." },
  DsDigest: { type: "string?", readOnly: true, doc: "Digest of the DS record." },
  DsDigestType: { type: "string?", readOnly: true, doc: "Digest type of the DS record." },
  DsAlgorithm: { type: "int32?", readOnly: true, doc: "Algorithm of the DS record." },
  DsKeyTag: { type: "int32?", readOnly: true, doc: "Key tag of the DS record." },
  DsFlags: { type: "int32?", readOnly: true, doc: "Flags of the key." },
  DsPublicKey: {
    type: "string?",
    readOnly: true,
    doc: "Public key of the zone, for registrars that require it instead.",
  },
};

/** Arguments and outputs of a zone. The service does not return the DNSSEC outputs with the zone. */
export const dnsZoneDetailsTable = table<GetDnsZoneResult>(
  { object: "DNS zone", type: "DnsZoneDetails", doc: "A DNS zone, as a resource has it.", assumed: true },
  { ...fields, ...dnsSecOutputs },
);

/** Settings of a zone that an update can change. */
export type DnsZoneSettings = Partial<Omit<DnsZoneInputs, "domain" | "dnsSecEnabled" | "adopt" | "forceDestroy">>;

/** Body of the operation that adds a zone. */
export const addDnsZoneTable: Table<Pick<DnsZoneInputs, "domain">> = {
  ...dnsZoneTable,
  sent: true,
  fields: dnsZoneTable.fields.filter(({ wire }) => wire === "Domain"),
} as Table as Table<Pick<DnsZoneInputs, "domain">>;

/** Body of the operation that updates a zone. Omitted settings keep their values. */
export const updateDnsZoneTable = partialBodyTable<DnsZoneSettings>({
  ...dnsZoneTable,
  fields: dnsZoneTable.fields.filter(({ wire }) => wire !== "Domain" && wire !== "DnsSecEnabled"),
});

/** Options that control how a DNS zone is managed. They are not sent to the service. */
export const dnsZoneOptions = table(
  { object: "DNS zone", type: "DnsZoneOptions", doc: "Options of a declared DNS zone.", partial: true },
  {
    ForceDestroy: option("Allows deleting the zone even if it has records that belong to no resource of the program."),
    Adopt: option(
      "Adopts an existing zone of this domain and applies the declared settings to it, instead of failing.",
    ),
  },
);
