/** An argument of a function, or a setting. The interface, the plugin's schema and the docs follow from it. */
export interface ArgumentSpec {
  /** Its type, as TypeScript writes it; a number is an integer. */
  readonly type: string;
  /** A number that may be a fraction. */
  readonly fraction?: true;
  /** Meaning, unit and bounds: what an editor shows. */
  readonly doc: string;
  /** The default if it is omitted, in words. */
  readonly fallback?: string;
  readonly required?: boolean;
}

/** Arguments by name. */
export type ArgumentSpecs = Readonly<Record<string, ArgumentSpec>>;

/** The arguments of a function. */
export interface ArgumentTable {
  /** The name of their interface in provider/types. */
  readonly type: string;
  readonly doc: string;
  readonly specs: ArgumentSpecs;
  /** Further arguments, whose interface this one extends. */
  readonly base?: ArgumentTable;
}

/** All arguments of a table, its own first. */
export function argumentsOf({ specs, base }: ArgumentTable): ArgumentSpecs {
  return base === undefined ? specs : { ...specs, ...argumentsOf(base) };
}

const strings = "string | readonly string[]";
const name = { type: "string", doc: "The exact name of the zone." };
const id = { type: "number | string", doc: "ID of the zone: a positive integer, as a number or string." };
const search = {
  type: "string | null",
  doc: "A search term; the service decides which fields are searched.",
  fallback: "all zones",
};

const accessLogFilters: ArgumentTable = {
  type: "AccessLogFilters",
  doc: "Filters. An omitted one matches all entries; a list matches any of its elements.",
  specs: {
    from: {
      type: "LogTime",
      doc: 'Start of the window, inclusive, at most 3 days ago: `"2026-01-31"`, `"2026-01-31T12:00"` (UTC), `"2026-01-31T12:00:30+01:00"`, or a time ago in days, hours, minutes and seconds, `"2h"`, `"1d12h"`, `"90s"`. Near the limit, one minute after it is used, because entries expire meanwhile.',
      fallback: "24 hours before `to`",
    },
    to: {
      type: "LogTime",
      doc: "End of the window, exclusive, at most 3 days after `from`; formats as for `from`. A time in the future means now.",
      fallback: "now",
    },
    status: {
      type: "LogStatus | readonly LogStatus[]",
      doc: 'Status codes from 100 to 599 and classes from 1xx to 5xx, as a number, a string or a list: `"404"`, `"5xx"`, `"404,5xx"`, `[404, "5xx"]`.',
    },
    cacheStatus: {
      type: strings,
      doc: 'Cache statuses, case-insensitive: `["HIT", "MISS"]`. Other values are possible.',
    },
    country: { type: strings, doc: 'Countries of the clients as ISO 3166 alpha-2 codes: `["DE", "FR"]`.' },
    edgeLocation: { type: "string", doc: "Edge location, matched exactly, as entries have it." },
    remoteIp: {
      type: "string",
      doc: "IPv4 or IPv6 address of the client. If the zone drops the last octet, it matches the /24 or /64 network; if the zone drops addresses altogether, it has no effect.",
    },
    urlContains: { type: "string", doc: "Part of host and path, case-insensitive." },
    userAgentContains: { type: "string", doc: "Part of the User-Agent header, case-insensitive." },
    refererContains: { type: "string", doc: "Part of the Referer header, case-insensitive." },
    search: {
      type: strings,
      doc: "Free text: at most 16 words of at most 128 characters, as a list or in one string. An entry matches if any word occurs in its texts, case-insensitive. If no returned entry contains any of them, the query fails: the service seems to have another name for the parameter.",
    },
    requestId: { type: "string", doc: "ID of a request: a UUID or 32 hexadecimal digits." },
    includeOriginShield: {
      type: "boolean",
      doc: "Whether to include requests from the edge to the origin shield.",
      fallback: "false",
    },
  },
};

const accessLogs: ArgumentTable = {
  type: "AccessLogsArgs",
  doc: "Which entries of which pull zone, in what order.",
  specs: {
    pullZoneId: { ...id, doc: "ID of the pull zone: a positive integer, as a number or string.", required: true },
    order: { type: '"asc" | "desc"', doc: "Order by timestamp.", fallback: '"desc", the newest first' },
    offset: { type: "number", doc: "Number of matching entries to skip.", fallback: "0" },
  },
  base: accessLogFilters,
};

/** The arguments of each function. */
export const functionTables = {
  getStorageZone: {
    type: "GetStorageZoneArgs",
    doc: "Which storage zone to get: by id or by name.",
    specs: { id, name },
  },
  getStorageZones: {
    type: "ListStorageZonesArgs",
    doc: "Which storage zones to get.",
    specs: {
      search,
      includeDeleted: { type: "boolean", doc: "Whether to include deleted zones.", fallback: "false" },
    },
  },
  getPullZone: {
    type: "GetPullZoneArgs",
    doc: "Which pull zone to get, by id or by name, and how.",
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
  getPullZones: { type: "ListPullZonesArgs", doc: "Which pull zones to get.", specs: { search } },
  getDnsZone: {
    type: "GetDnsZoneArgs",
    doc: "Which DNS zone to get: by id or by domain.",
    specs: { id, domain: { type: "string", doc: "The exact domain of the zone, in any case." } },
  },
  getDnsZones: { type: "ListDnsZonesArgs", doc: "Which DNS zones to get.", specs: { search } },
  getAccessLogs: {
    type: "GetAccessLogsArgs",
    doc: "{@link AccessLogsArgs} with a limit.",
    specs: {
      limit: { type: "number", doc: "Maximum number of entries: an integer from 1 to 10000.", fallback: "100" },
    },
    base: accessLogs,
  },
} as const satisfies Readonly<Record<string, ArgumentTable>>;
