/** An argument of a function, or a setting. The interface, the plugin's schema and the docs follow from it. */
export interface ArgumentSpec {
  /** Type of the argument, as TypeScript writes it; a number is an integer. */
  readonly type: string;
  /** Whether a number may be a fraction. */
  readonly fraction?: true;
  /** Meaning, unit and bounds, as an editor shows them. */
  readonly doc: string;
  /** Text that describes the default. */
  readonly fallback?: string;
  readonly required?: boolean;
}

/** Arguments by name. */
export type ArgumentSpecs = Readonly<Record<string, ArgumentSpec>>;

/** The arguments of a function. */
export interface ArgumentTable {
  /** Name of the interface in provider/types. */
  readonly type: string;
  readonly doc: string;
  readonly specs: ArgumentSpecs;
  /** Further arguments. Their interface is the one that this interface extends. */
  readonly base?: ArgumentTable;
}

/** Returns all arguments of a table, followed by those of its base. */
export function argumentsOf({ specs, base }: ArgumentTable): ArgumentSpecs {
  return base === undefined ? specs : { ...specs, ...argumentsOf(base) };
}

const strings = "string | readonly string[]";
const name = { type: "string", doc: "The exact name of the zone." };
const id = { type: "number | string", doc: "ID of the zone, a positive integer." };
const search = {
  type: "string | null",
  doc: "Search term. The service decides which fields are searched.",
};

const accessLogFilters: ArgumentTable = {
  type: "AccessLogFilters",
  doc: "Filters. An omitted filter matches all entries; a list matches any of its elements.",
  specs: {
    from: {
      type: "LogTime",
      doc: 'Start of the window, inclusive, at most 3 days ago: a date or time, UTC by default, such as `"2026-01-31"`, `"2026-01-31T12:00"` or `"2026-01-31T12:00:30+01:00"`, or a duration before now, such as `"2h"`, `"1d12h"` or `"90s"`. A start close to the limit is moved to one minute after the limit.',
      fallback: "24 hours before `to`",
    },
    to: {
      type: "LogTime",
      doc: "End of the window, exclusive, at most 3 days after `from`, in the same formats. A time in the future means now.",
      fallback: "now",
    },
    status: {
      type: "LogStatus | readonly LogStatus[]",
      doc: 'Status codes from 100 to 599 or classes from 1xx to 5xx: `"404"`, `"5xx"`, `"404,5xx"` or `["404", "5xx"]`.',
    },
    cacheStatus: {
      type: strings,
      doc: 'Cache statuses, case-insensitive: `["HIT", "MISS"]`. Other values are possible.',
    },
    country: { type: strings, doc: 'Countries of the clients as ISO 3166 alpha-2 codes: `["DE", "FR"]`.' },
    edgeLocation: { type: "string", doc: "Edge location, exactly as in the entries." },
    remoteIp: {
      type: "string",
      doc: "IPv4 or IPv6 address of the client. If the log drops the last octet, the filter matches the /24 or /64 network; without addresses, it has no effect.",
    },
    urlContains: { type: "string", doc: "Part of the host and path, case-insensitive." },
    userAgentContains: { type: "string", doc: "Part of the User-Agent header, case-insensitive." },
    refererContains: { type: "string", doc: "Part of the Referer header, case-insensitive." },
    search: {
      type: strings,
      doc: "At most 16 words of at most 128 characters, as a list or in one string. An entry matches if it contains any of the words, in any case. If no returned entry contains any of them, the query fails.",
    },
    requestId: { type: "string", doc: "ID of one request: a UUID or 32 hexadecimal digits." },
    includeOriginShield: {
      type: "boolean",
      doc: "Whether to include requests from the edge to the origin shield.",
      fallback: "false",
    },
  },
};

const accessLogs: ArgumentTable = {
  type: "AccessLogsArgs",
  doc: "Pull zone, filters and order of the entries to read.",
  specs: {
    pullZoneId: { ...id, doc: "ID of the pull zone, a positive integer.", required: true },
    order: { type: '"asc" | "desc"', doc: "Order by timestamp; `desc` begins with the newest.", fallback: '`"desc"`' },
    offset: { type: "number", doc: "Number of matching entries to skip.", fallback: "0" },
  },
  base: accessLogFilters,
};

/** The arguments of each function. */
export const functionTables = {
  getStorageZone: {
    type: "GetStorageZoneArgs",
    doc: "Storage zone to get, by id or by name.",
    specs: { id, name },
  },
  getStorageZones: {
    type: "ListStorageZonesArgs",
    doc: "Storage zones to get.",
    specs: {
      search,
      includeDeleted: { type: "boolean", doc: "Whether to include deleted zones.", fallback: "false" },
    },
  },
  getPullZone: {
    type: "GetPullZoneArgs",
    doc: "Pull zone to get, by id or by name, and how.",
    specs: {
      id,
      name,
      includeCertificate: {
        type: "boolean",
        doc: "Whether hostnames include their certificates and (secret) private keys.",
        fallback: "false",
      },
    },
  },
  getPullZones: { type: "ListPullZonesArgs", doc: "Pull zones to get.", specs: { search } },
  getDnsZone: {
    type: "GetDnsZoneArgs",
    doc: "DNS zone to get, by id or by domain.",
    specs: { id, domain: { type: "string", doc: "The exact domain of the zone, in any case." } },
  },
  getDnsZones: { type: "ListDnsZonesArgs", doc: "DNS zones to get.", specs: { search } },
  getEdgeScript: {
    type: "GetEdgeScriptArgs",
    doc: "Edge script to get, by id or by name.",
    specs: {
      edgeScriptId: { ...id, doc: "ID of the edge script, a positive integer." },
      name: {
        type: "string",
        doc: "The exact name of the script. If several scripts have it, the id is required.",
      },
    },
  },
  getEdgeScripts: {
    type: "ListEdgeScriptsArgs",
    doc: "Edge scripts to get.",
    specs: { search },
  },
  getAccessLogs: {
    type: "GetAccessLogsArgs",
    doc: "{@link AccessLogsArgs} with a limit.",
    specs: {
      limit: { type: "number", doc: "Maximum number of entries: an integer from 1 to 10000.", fallback: "100" },
    },
    base: accessLogs,
  },
} as const satisfies Readonly<Record<string, ArgumentTable>>;
