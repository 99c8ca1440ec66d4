import type { DnsRecordDetails, DnsZoneRecord } from "../types/dnsRecord";
import type { FieldSpec, FieldSpecs, Table } from "./fields";
import { option, table } from "./fields";

// Assumption, as everything of DNS: the contract has none.

export const dnsRecordTypes = {
  A: 0,
  AAAA: 1,
  CNAME: 2,
  TXT: 3,
  MX: 4,
  Redirect: 5,
  Flatten: 6,
  PullZone: 7,
  SRV: 8,
  CAA: 9,
  PTR: 10,
  Script: 11,
  NS: 12,
  SVCB: 13,
  HTTPS: 14,
  TLSA: 15,
} as const;

export const dnsMonitorTypes = { None: 0, Ping: 1, Http: 2, Monitor: 3 } as const;
export const dnsMonitorStatuses = { Unknown: 0, Online: 1, Offline: 2 } as const;
export const dnsSmartRoutingTypes = { None: 0, Latency: 1, Geolocation: 2 } as const;
export const dnsAccelerationStatuses = { None: 0, Pending: 1, Processing: 2, Completed: 3, Failed: 4 } as const;

const variable = (isSecret: boolean): Table =>
  table(
    {
      object: "environment variable",
      type: isSecret ? "DnsZoneRecordVariable" : "DnsRecordVariable",
      doc: "An environment variable of a DNS record.",
      partial: true,
      assumed: true,
    },
    {
      Name: { type: "string?", doc: "Name of the variable.", input: { required: true } },
      Value: { type: "string?", ...(isSecret ? { secret: true } : {}), doc: "Its value.", input: { required: true } },
    },
  );

/** What a program declares of a record, and the service shows of it. */
const settings: FieldSpecs = {
  Type: {
    type: "enum",
    names: dnsRecordTypes,
    immutable: true,
    essential: true,
    doc: "Type of the record.",
    input: {
      required: true,
      doc: 'Type of the record, by name: `"A"`, `"AAAA"`, `"CNAME"`, `"TXT"`, `"MX"`, `"Redirect"`, `"Flatten"`, `"PullZone"`, `"SRV"`, `"CAA"`, `"PTR"`, `"Script"`, `"NS"`, `"SVCB"`, `"HTTPS"` or `"TLSA"`; any other as an integer. Changing it replaces the record.',
    },
  },
  Name: {
    type: "string?",
    doc: 'Name of the record, relative to its zone; absent or `""` for the domain itself.',
    input: {
      resets: true,
      doc: 'Name of the record, relative to its zone, such as `"www"`.',
      fallback: "the domain itself",
    },
  },
  Value: {
    type: "string?",
    doc: "Value of the record, such as an address, a host or a text.",
    input: {
      resets: true,
      doc: "Value of the record, such as an address, a host or a text, without the quotes and escapes of a zone file. Of HTTPS and SVCB: the target and its parameters, if any.",
    },
  },
  Ttl: { type: "int32", doc: "Time to live in seconds.", input: { min: 0, fallback: "the service's" } },
  Priority: { type: "int32", doc: "Priority of an MX, SRV, HTTPS or SVCB record.", input: { min: 0, max: 65535 } },
  Weight: {
    type: "int32",
    doc: "Weight: 0 to 100 for A and AAAA, 0 to 65535 for SRV. Other types have none.",
    input: { min: 0, max: 65535, fallback: "the service's" },
  },
  Port: { type: "int32", doc: "Port of an SRV record.", input: { min: 0, max: 65535 } },
  Flags: {
    type: "int32",
    doc: "Flags of a CAA record.",
    input: { resets: true, min: 0, max: 255, initial: 0, fallback: "0" },
  },
  Tag: { type: "string?", doc: "Tag of a CAA record: `issue`, `issuewild` or `iodef`.", input: {} },
  PullZoneId: {
    type: "int64",
    optional: true,
    derived: ({ type, linkName }) => linkedId(type, linkName, "PullZone"),
    doc: "ID of the pull zone of a PullZone record. The service shows it as `linkName`.",
    input: { doc: "ID of the pull zone, for the type `PullZone`." },
  },
  ScriptId: {
    type: "int64",
    optional: true,
    derived: ({ type, linkName }) => linkedId(type, linkName, "Script"),
    doc: "ID of the edge script of a Script record. The service shows it as `linkName`.",
    input: { doc: "ID of the edge script, for the type `Script`." },
  },
  Accelerated: {
    type: "boolean",
    doc: "Whether the service delivers the record's host through a pull zone that it makes for it.",
    input: {
      resets: true,
      initial: false,
      fallback: "false",
      doc: "Whether the service delivers the host of an A or CNAME record through a pull zone that it makes for it. Set to false, that pull zone stays, inactive.",
    },
  },
  SmartRoutingType: {
    type: "enum",
    names: dnsSmartRoutingTypes,
    doc: "How the service chooses among records of one name.",
    input: {
      resets: true,
      initial: "None",
      fallback: "`None`",
      doc: 'How the service chooses among records of one name: `"None"`, `"Latency"` or `"Geolocation"`; any other as an integer.',
    },
  },
  LatencyZone: {
    type: "string?",
    doc: "Zone that latency is measured from, with smart routing by latency.",
    input: {},
  },
  GeolocationLatitude: {
    type: "double",
    doc: "Latitude in degrees, with smart routing by geolocation.",
    input: { min: -90, max: 90 },
  },
  GeolocationLongitude: {
    type: "double",
    doc: "Longitude in degrees, with smart routing by geolocation.",
    input: { min: -180, max: 180 },
  },
  MonitorType: {
    type: "enum",
    names: dnsMonitorTypes,
    doc: "How the service monitors the record's host.",
    input: {
      resets: true,
      initial: "None",
      fallback: "`None`",
      doc: 'How the service monitors the record\'s host, which is left out of the answers while it is offline: `"None"`, `"Ping"`, `"Http"` or `"Monitor"`; any other as an integer.',
    },
  },
  AutoSslIssuance: {
    type: "boolean",
    doc: "Whether the service obtains a certificate for the record's hostname by itself.",
    input: { fallback: "the service's" },
  },
  Disabled: {
    type: "boolean",
    doc: "Whether the record is kept, but not answered.",
    input: { resets: true, initial: false, fallback: "false" },
  },
  Comment: { type: "string?", doc: "Comment on the record.", input: { resets: true } },
};

/** What only the service sets. */
const outputs: FieldSpecs = {
  LinkName: {
    type: "string?",
    readOnly: true,
    doc: "ID of the linked pull zone or script, as the service shows it.",
  },
  AcceleratedPullZoneId: {
    type: "int64",
    optional: true,
    readOnly: true,
    volatile: true,
    doc: "ID of the pull zone that the service made for an accelerated record; absent until it has.",
  },
};

/** Numbers that a resource has only if its type has them. */
function ofSomeTypes(specs: FieldSpecs): FieldSpecs {
  const names = ["Ttl", "Priority", "Weight", "Port", "Flags"];
  const entries = Object.entries(specs).map(([name, spec]): [string, FieldSpec] => [
    name,
    names.includes(name) ? { ...spec, optional: true } : spec,
  ]);
  return Object.fromEntries(entries);
}

function variablesOf(of: Table): FieldSpecs {
  return {
    EnviromentalVariables: {
      type: "object[]?",
      of,
      typed: "environmentalVariables",
      unordered: "Name",
      doc: "Environment variables of a Script record.",
      input: { resets: true },
    },
  };
}

/** A record, as its zone shows it: the values of its variables may be credentials. */
export const dnsZoneRecordTable = table<DnsZoneRecord>(
  { object: "DNS record", type: "DnsZoneRecord", doc: "A record of a DNS zone.", assumed: true },
  {
    Id: { type: "int64", essential: true, readOnly: true, doc: "ID of the record." },
    ...settings,
    ...variablesOf(variable(true)),
    ...outputs,
    MonitorStatus: {
      type: "enum",
      names: dnsMonitorStatuses,
      readOnly: true,
      volatile: true,
      doc: "What the monitor found last.",
    },
    AccelerationStatus: {
      type: "enum",
      names: dnsAccelerationStatuses,
      readOnly: true,
      volatile: true,
      doc: "How far the service is with the pull zone of an accelerated record.",
    },
    IPGeoLocationInfo: {
      type: "json",
      readOnly: true,
      optional: true,
      volatile: true,
      doc: "Where the record's address is, unchanged.",
    },
    GeolocationInfo: {
      type: "json",
      readOnly: true,
      optional: true,
      volatile: true,
      doc: "Where the record is routed from, unchanged.",
    },
  },
);

/** What a program declares about a record, and its outputs. The values of variables are as secret as what the program passes. */
export const dnsRecordTable = table<DnsRecordDetails>(
  { object: "DNS record", type: "DnsRecordDetails", doc: "A record of a DNS zone.", partial: true, assumed: true },
  {
    DnsZoneId: {
      type: "int64",
      immutable: true,
      doc: "ID of the DNS zone.",
      input: { required: true, doc: "ID of the DNS zone. Changing it replaces the record." },
    },
    ...ofSomeTypes(settings),
    ...variablesOf(variable(false)),
    ...outputs,
  },
);

/** The body of the operations that add or update a record: with an ID for the latter. */
export const dnsRecordBodyTable: Table = {
  ...dnsRecordTable,
  sent: true,
  omitsAbsent: true,
  fields: [
    ...dnsZoneRecordTable.fields
      .filter(({ wire }) => wire === "Id")
      .map((field) => ({ ...field, optional: true as const })),
    ...dnsRecordTable.fields
      .filter(({ input, wire }) => input !== undefined && wire !== "DnsZoneId")
      .map((field) => ({ ...field, optional: true as const })),
  ],
};

export const dnsRecordOptions = table(
  { object: "DNS record", type: "DnsRecordOptions", doc: "Options of a declared DNS record.", partial: true },
  {
    Adopt: option(
      "Takes over the live record that equals the declared one in all settings, if there is one that no resource of this run has, instead of adding another. If there are several, the creation fails.",
    ),
  },
);

function linkedId(type: unknown, linkName: unknown, wanted: string): number | undefined {
  const id =
    type === wanted && typeof linkName === "string" && /^[1-9][0-9]{0,15}$/.test(linkName) ? Number(linkName) : 0;
  return id > 0 ? id : undefined;
}
