// Generated from the interfaces of the arguments by `npm run generate`.

/** An argument: its type as TypeScript writes it, and what it means. */
export interface ArgumentSpec {
  readonly type: string;
  readonly doc: string;
  readonly optional?: true;
}

/** The arguments of a function, by name. */
export type ArgumentSpecs = Readonly<Record<string, ArgumentSpec>>;

export const argumentSpecs: Readonly<
  Record<"getStorageZone" | "getStorageZones" | "getPullZone" | "getAccessLogs" | "settings", ArgumentSpecs>
> = {
  getStorageZone: {
    id: { type: "number | string", doc: "ID of the zone: a positive integer, as a number or string.", optional: true },
    name: { type: "string", doc: "The exact name of the zone.", optional: true },
  },
  getStorageZones: {
    search: {
      type: "string",
      doc: "A search term; the service decides which fields are searched. Default: all zones.",
      optional: true,
    },
    includeDeleted: { type: "boolean", doc: "Whether to include deleted zones. Default: false.", optional: true },
  },
  getPullZone: {
    id: { type: "number | string", doc: "ID of the zone: a positive integer, as a number or string." },
    includeCertificate: {
      type: "boolean",
      doc: "Whether hostnames include their certificates and (secret) private keys. Default: false.",
      optional: true,
    },
  },
  getAccessLogs: {
    limit: {
      type: "number",
      doc: "Maximum number of entries: an integer from 1 to 10000. Default: 100.",
      optional: true,
    },
    pullZoneId: { type: "number | string", doc: "ID of the pull zone: a positive integer, as a number or string." },
    order: { type: '"asc" | "desc"', doc: 'Order by timestamp. Default: "desc", the newest first.', optional: true },
    offset: { type: "number", doc: "Number of matching entries to skip. Default: 0.", optional: true },
    from: {
      type: "LogTime",
      doc: 'Start of the window, inclusive, at most 3 days ago: logs are kept for 3 days. A date, `"2026-01-31"`; a date and time, `"2026-01-31T12:00"`, in UTC unless it has an offset, `"2026-01-31T12:00:30+01:00"`; or a time ago in days, hours, minutes and seconds, `"2h"`, `"1d12h"`, `"90s"`. Within a minute of the limit, the start is moved forward to one minute after it, because entries expire during the query. Default: 24 hours before `to`.',
      optional: true,
    },
    to: {
      type: "LogTime",
      doc: "End of the window, exclusive, at most 3 days after `from`; formats as for `from`. A time in the future means now. Default: now.",
      optional: true,
    },
    status: {
      type: "LogStatus | readonly LogStatus[]",
      doc: 'Status codes from 100 to 599 and classes from 1xx to 5xx, as a number, a string or a list: `"404"`, `"5xx"`, `"404,5xx"`, `[404, "5xx"]`.',
      optional: true,
    },
    cacheStatus: {
      type: "string | readonly string[]",
      doc: 'Cache statuses, case-insensitive: `["HIT", "MISS"]`. Other values are possible.',
      optional: true,
    },
    country: {
      type: "string | readonly string[]",
      doc: 'Countries of the clients as ISO 3166 alpha-2 codes: `["DE", "FR"]`.',
      optional: true,
    },
    edgeLocation: { type: "string", doc: "Edge location, matched exactly, as entries have it.", optional: true },
    remoteIp: {
      type: "string",
      doc: "IPv4 or IPv6 address of the client. If the zone drops the last octet, it matches the /24 or /64 network; if the zone drops addresses altogether, it has no effect.",
      optional: true,
    },
    urlContains: { type: "string", doc: "Part of host and path, case-insensitive.", optional: true },
    userAgentContains: { type: "string", doc: "Part of the User-Agent header, case-insensitive.", optional: true },
    refererContains: { type: "string", doc: "Part of the Referer header, case-insensitive.", optional: true },
    search: {
      type: "string | readonly string[]",
      doc: "Free text: words, or a string that is split at white space; at most 16 words of at most 128 characters. An entry matches if any word occurs, case-insensitive, in its cache status, request ID, edge location, host, path, user agent, referer, or (zones with extended logging only) content range. If no returned entry contains any of the words, the query fails: the service seems to have another name for the parameter.",
      optional: true,
    },
    requestId: { type: "string", doc: "ID of a request: a UUID or 32 hexadecimal digits.", optional: true },
    includeOriginShield: {
      type: "boolean",
      doc: "Whether to include requests from the edge to the origin shield. Default: false.",
      optional: true,
    },
  },
  settings: {
    baseUrl: { type: "string", doc: "Base URL of the API, such as `https://api.example.com`." },
    logsBaseUrl: {
      type: "string",
      doc: "Base URL of the access logs, if they have a host of their own. Default: the base URL.",
      optional: true,
    },
    accessKey: { type: "string", doc: "The API access key. Secret: it is in no message." },
    timeoutSeconds: { type: "number", doc: "Time limit of one request, in seconds. Default: 30." },
    maxRetries: { type: "number", doc: "Maximum number of retries of a request. Default: 8." },
    extraRegions: {
      type: "readonly string[]",
      doc: "Region codes accepted in addition to the contract's, for main and replication regions. Default: [].",
    },
    allowInsecure: { type: "boolean", doc: "Whether to allow plain `http:` to other machines. Default: false." },
  },
};
