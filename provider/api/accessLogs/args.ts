import type { AccessLogEntry, AccessLogPagination, AccessLogQuery } from "../../types/accessLog";

/** Numbers of the contract. Times are in milliseconds. */
export const logLimits = {
  retentionMs: 3 * 24 * 60 * 60_000,
  maxWindowMs: 3 * 24 * 60 * 60_000,
  defaultWindowMs: 24 * 60 * 60_000,
  defaultLimit: 100,
  maxLimit: 10_000,
  maxTokens: 16,
  maxTokenLength: 128,
} as const;

/**
 * Assumption: `country` and `search` are applied after a page was read, so some pages are empty. At the service's rate this many take
 * five minutes.
 */
export const maxEmptyPages = 1_000;

/** Assumption: what the service allows each pull zone. */
export const defaultRate = { requests: 30, perSeconds: 10 } as const;

/** A few megabytes: large enough to stay below the rate limit, small enough for memory. */
export const defaultPageSize = 5_000;

/** Windows start at least this long after the retention limit, so that they are still valid when the request arrives. */
export const retentionMarginMs = 60_000;

/** A time: a Date, or a string in one of the formats that {@link AccessLogFilters.from} names. */
export type LogTime = Date | string;

/** A status code, or a string with one or more codes and classes: "5xx", "404,5xx". */
export type LogStatus = number | string;

/** Filters. An omitted one matches all entries; a list matches any of its elements. */
export interface AccessLogFilters {
  /**
   * Start of the window, inclusive, at most 3 days ago: logs are kept for 3 days. A date, `"2026-01-31"`; a date and time,
   * `"2026-01-31T12:00"`, in UTC unless it has an offset, `"2026-01-31T12:00:30+01:00"`; or a time ago in days, hours, minutes and
   * seconds, `"2h"`, `"1d12h"`, `"90s"`. Within a minute of the limit, the start is moved forward to one minute after it, because
   * entries expire during the query. @default 24 hours before `to`
   */
  from?: LogTime;
  /** End of the window, exclusive, at most 3 days after `from`; formats as for `from`. A time in the future means now. @default now */
  to?: LogTime;
  /**
   * Status codes from 100 to 599 and classes from 1xx to 5xx, as a number, a string or a list: `"404"`, `"5xx"`, `"404,5xx"`,
   * `[404, "5xx"]`.
   */
  status?: LogStatus | readonly LogStatus[];
  /** Cache statuses, case-insensitive: `["HIT", "MISS"]`. Other values are possible. */
  cacheStatus?: string | readonly string[];
  /** Countries of the clients as ISO 3166 alpha-2 codes: `["DE", "FR"]`. */
  country?: string | readonly string[];
  /** Edge location, matched exactly, as entries have it. */
  edgeLocation?: string;
  /**
   * IPv4 or IPv6 address of the client. If the zone drops the last octet, it matches the /24 or /64 network; if the zone drops
   * addresses altogether, it has no effect.
   */
  remoteIp?: string;
  /** Part of host and path, case-insensitive. */
  urlContains?: string;
  /** Part of the User-Agent header, case-insensitive. */
  userAgentContains?: string;
  /** Part of the Referer header, case-insensitive. */
  refererContains?: string;
  /**
   * Free text: words, or a string that is split at white space; at most 16 words of at most 128 characters. An entry
   * matches if any word occurs, case-insensitive, in its cache status, request ID, edge location, host, path, user agent,
   * referer, or (zones with extended logging only) content range. If no returned entry contains any of
   * the words, the query fails: the service seems to have another name for the parameter.
   */
  search?: string | readonly string[];
  /** ID of a request: a UUID or 32 hexadecimal digits. */
  requestId?: string;
  /** Whether to include requests from the edge to the origin shield. @default false */
  includeOriginShield?: boolean;
}

/** Which entries of which pull zone, in what order. */
export interface AccessLogsArgs extends AccessLogFilters {
  /** ID of the pull zone: a positive integer, as a number or string. */
  pullZoneId: number | string;
  /** Order by timestamp. @default "desc", the newest first */
  order?: "asc" | "desc";
  /** Number of matching entries to skip. @default 0 */
  offset?: number;
}

/** {@link AccessLogsArgs} with a limit. */
export interface GetAccessLogsArgs extends AccessLogsArgs {
  /** Maximum number of entries: an integer from 1 to 10000. @default 100 */
  limit?: number;
}

/** How access logs are read. */
export interface AccessLogsOptions {
  /** Aborts the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /**
   * Maximum rate of requests for each pull zone. The default is the service's limit.
   * @default { requests: 30, perSeconds: 10 }
   */
  readonly rate?: RequestRate;
  /** Number of entries per request of `accessLogs`: an integer from 1 to 10000. `getAccessLogs` has none: it follows `limit`. @default 5000 */
  readonly pageSize?: number;
}

/** A number of requests in a number of seconds. */
export interface RequestRate {
  readonly requests: number;
  readonly perSeconds: number;
}

/** The matching entries. */
export interface GetAccessLogsResult {
  /** The entries in the requested order, at most `limit`. */
  entries: AccessLogEntry[];
  /** The position of `entries` among all matching ones; `hasMore` if there may be more. */
  pagination: AccessLogPagination;
  /** The query as the service applied it, with the window of all pages. */
  query: AccessLogQuery;
}
