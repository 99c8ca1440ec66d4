import type { DnsRecordDetails, DnsZoneRecord } from "../types/dnsRecord";
import type { FieldSpec, FieldSpecs, Table } from "./fields";
import { option, table } from "./fields";

// Assumption: everything about DNS. The contract has none of it.

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
      Value: {
        type: "string?",
        ...(isSecret ? { secret: true } : {}),
        doc: "Value of the variable.",
        input: { required: true },
      },
    },
  );

/** Settings of a record, which a program declares and the service returns. */
const settings: FieldSpecs = {
  Type: {
    type: "enum",
    names: dnsRecordTypes,
    immutable: true,
    essential: true,
    doc: "Type of the record.",
    input: {
      required: true,
      doc: 'Type of the record, by name: `"A"`, `"AAAA"`, `"CNAME"`, `"TXT"`, `"MX"`, `"Redirect"`, `"Flatten"`, `"PullZone"`, `"SRV"`, `"CAA"`, `"PTR"`, `"Script"`, `"NS"`, `"SVCB"`, `"HTTPS"` or `"TLSA"`; other types as an integer. Changing it replaces the record.',
    },
  },
  Name: {
    type: "string?",
    anyCase: true,
    doc: 'Name of the record, relative to the zone, such as `"www"`; absent or `""` for the domain itself.',
    input: { resets: true, fallback: "the domain itself" },
  },
  Value: {
    type: "string?",
    doc: "Value of the record, such as an address, a host or a text.",
    input: {
      resets: true,
      doc: "Value of the record, such as an address, a host or a text, without the quotes and escapes of a zone file. For HTTPS and SVCB: the target and optional parameters.",
    },
  },
  Ttl: { type: "int32", doc: "Time to live in seconds.", input: { min: 0, fallback: "the service's" } },
  Priority: { type: "int32", doc: "Priority of an MX, SRV, HTTPS or SVCB record.", input: { min: 0, max: 65535 } },
  Weight: {
    type: "int32",
    doc: "Weight: 0 to 100 for A and AAAA, 0 to 65535 for SRV. Other types have no weight.",
    input: { min: 0, max: 65535, fallback: "the service's" },
  },
  Port: { type: "int32", doc: "Port of an SRV record.", input: { min: 0, max: 65535 } },
  Flags: {
    type: "int32",
    doc: "Flags of a CAA record.",
    input: { resets: true, min: 0, max: 255, initial: 0, fallback: "0" },
  },
  Tag: { type: "string?", anyCase: true, doc: "Tag of a CAA record: `issue`, `issuewild` or `iodef`.", input: {} },
  PullZoneId: {
    type: "int64",
    optional: true,
    derived: ({ type, linkName }) => linkedId(type, linkName, "PullZone"),
    doc: "ID of the pull zone of a PullZone record.",
    input: {},
  },
  ScriptId: {
    type: "int64",
    optional: true,
    derived: ({ type, linkName }) => linkedId(type, linkName, "Script"),
    doc: "ID of the edge script of a Script record.",
    input: {},
  },
  Accelerated: {
    type: "boolean",
    doc: "Whether the service delivers the host of an A or CNAME record through a pull zone that it creates.",
    input: {
      resets: true,
      initial: false,
      fallback: "false",
      doc: "Whether the service delivers the host of an A or CNAME record through a pull zone that it creates.",
    },
  },
  SmartRoutingType: {
    type: "enum",
    names: dnsSmartRoutingTypes,
    doc: "How the service chooses among records of the same name.",
    input: {
      resets: true,
      initial: "None",
      fallback: "`None`",
      doc: 'How the service chooses among records of the same name: `"None"`, `"Latency"` or `"Geolocation"`; other values as an integer.',
    },
  },
  LatencyZone: {
    type: "string?",
    doc: "Zone from which latency is measured, for smart routing by latency.",
    input: {},
  },
  GeolocationLatitude: {
    type: "double",
    doc: "Latitude in degrees, for smart routing by geolocation.",
    input: { min: -90, max: 90 },
  },
  GeolocationLongitude: {
    type: "double",
    doc: "Longitude in degrees, for smart routing by geolocation.",
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
      doc: 'How the service monitors the record\'s host: `"None"`, `"Ping"`, `"Http"` or `"Monitor"`; other values as an integer. DNS answers omit an offline host.',
    },
  },
  AutoSslIssuance: {
    type: "boolean",
    doc: "Whether the service automatically obtains a certificate for the record's hostname.",
    input: { fallback: "the service's" },
  },
  Disabled: {
    type: "boolean",
    doc: "Whether DNS answers omit the record.",
    input: { resets: true, initial: false, fallback: "false" },
  },
  Comment: { type: "string?", doc: "Comment on the record.", input: { resets: true } },
};

/** Outputs that only the service sets. */
const outputs: FieldSpecs = {
  LinkName: {
    type: "string?",
    readOnly: true,
    doc: "ID of the linked pull zone or script, as the service returns it.",
  },
  AcceleratedPullZoneId: {
    type: "int64",
    optional: true,
    readOnly: true,
    volatile: true,
    doc: "ID of the pull zone that the service created for an accelerated record; absent until then.",
  },
};

/** Makes the numbers optional that only some types of records have. */
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

/** A record, as the service returns it in its zone. The values of variables are secret: they may be credentials. */
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
      doc: "Latest result of the monitor.",
    },
    AccelerationStatus: {
      type: "enum",
      names: dnsAccelerationStatuses,
      readOnly: true,
      volatile: true,
      doc: "Progress of the service in creating the pull zone of an accelerated record.",
    },
    IPGeoLocationInfo: {
      type: "json",
      readOnly: true,
      optional: true,
      volatile: true,
      doc: "Location of the record's address, as the service returns it.",
    },
    GeolocationInfo: {
      type: "json",
      readOnly: true,
      optional: true,
      volatile: true,
      doc: "Location from which the record is routed, as the service returns it.",
    },
  },
);

/** Arguments and outputs of a record. Values of variables are secret only if the program passes secrets. */
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

/** Body of the operations that add or update a record. An update contains the ID. */
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
      "Adopts a live record with the declared settings that belongs to no resource of this run, instead of adding another record. A `PullZone` record also adopts and changes the one of its name, unless another pull zone of the account has the hostname. If several records match, the creation fails.",
    ),
    TakeOver: option(
      "For a `PullZone` record whose hostname moves here from another pull zone of this account (`takeOver` of the `PullZoneHostname`): changes the existing record of the name instead of adding another one.",
    ),
  },
);

function linkedId(type: unknown, linkName: unknown, wanted: string): number | undefined {
  const id =
    type === wanted && typeof linkName === "string" && /^[1-9][0-9]{0,15}$/.test(linkName) ? Number(linkName) : 0;
  return id > 0 ? id : undefined;
}
