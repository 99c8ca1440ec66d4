import type { AccessLogEntry, AccessLogPagination, AccessLogQuery } from "../../types/accessLog";

/** Numbers of the contract, unless one says assumption. Times are in milliseconds. */
export const logLimits = {
  retentionMs: 3 * 24 * 60 * 60_000,
  maxWindowMs: 3 * 24 * 60 * 60_000,
  defaultWindowMs: 24 * 60 * 60_000,
  defaultLimit: 100,
  maxLimit: 10_000,
  maxTokens: 16,
  maxTokenLength: 128,
} as const;

/** Assumption: what the service allows each pull zone. */
export const defaultRate = { requests: 30, perSeconds: 10 } as const;

/** A few megabytes at a time: large enough to stay below the rate limit, small enough for the memory. */
export const defaultPageSize = 5_000;

/** How far a window at the edge of retention is moved in, so that the edge does not overtake the request. */
export const retentionMarginMs = 60_000;

/** A point in time: a Date, an ISO 8601 text (UTC unless it says otherwise), or how long ago, such as "2h" or "1h30m". */
export type LogTime = Date | string;

/** A status code from 100 to 599, or a class such as "5xx". */
export type LogStatus = number | string;

/** What entries must match. Whatever is left out matches all; lists match any of their elements. Source: contract, unless one says assumption. */
export interface AccessLogFilters {
  /**
   * Start of the window, inclusive. It lies within the 3 days for which logs are kept. At the very edge of these it is
   * moved in by a minute, since entries vanish while they are read. @default 24 hours before `to`
   */
  from?: LogTime;
  /** End of the window, exclusive, at most 3 days after `from`. A time to come means now. @default now */
  to?: LogTime;
  /** Status codes and classes: `[404, "5xx"]`. */
  status?: LogStatus | readonly LogStatus[];
  /** Cache statuses, matched exactly: `["HIT", "MISS"]`. An open set. */
  cacheStatus?: string | readonly string[];
  /** Countries of the clients as ISO 3166 alpha-2 codes: `["DE", "FR"]`. */
  country?: string | readonly string[];
  /** Edge location, matched exactly. */
  edgeLocation?: string;
  /**
   * IPv4 or IPv6 address of the client. It matches as widely as the zone anonymizes: exactly; by /24 or /64 where the last
   * octet is dropped; and not at all, so everything, where addresses are dropped whole.
   */
  remoteIp?: string;
  /** Part of host and path, whatever its case. */
  urlContains?: string;
  /** Part of the User-Agent header, whatever its case. */
  userAgentContains?: string;
  /** Part of the Referer header, whatever its case. */
  refererContains?: string;
  /**
   * Free text: words, or a text that is split at white space; at most 16 of at most 128 characters. An entry matches when
   * any of them stands, whatever its case, in its cache status, request ID, edge location, host, path, user agent, referer,
   * or (zones with extended logging only) content range. The name of the service's parameter, `search`, is an assumption: where
   * the entries that come hold none of the words, the query fails.
   */
  search?: string | readonly string[];
  /** ID of one request: a UUID or 32 hexadecimal digits. */
  requestId?: string;
  /** Requests from the edge to the origin shield too. @default false */
  includeOriginShield?: boolean;
}

/** Which entries of which pull zone, in what order. */
export interface AccessLogsArgs extends AccessLogFilters {
  /** ID of the pull zone: a positive integer, as a number or in digits. */
  pullZoneId: number | string;
  /** Order by timestamp. Source: contract. @default "desc", the newest first */
  order?: "asc" | "desc";
  /** Matching entries to skip: an integer of at least 0. Source: contract. @default 0 */
  offset?: number;
}

/** {@link AccessLogsArgs} for a list of limited length. */
export interface GetAccessLogsArgs extends AccessLogsArgs {
  /** How many entries at most: an integer from 1 to 10000. Source: contract. @default 100 */
  limit?: number;
}

/** How access logs are read. */
export interface AccessLogsOptions {
  /** Ends the reading, also while it waits; it then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /**
   * How many requests go to the service within how many seconds, for each pull zone. Its limit is an assumption.
   * @default { requests: 30, perSeconds: 10 }
   */
  readonly rate?: RequestRate;
  /** Entries asked for with each request of an iteration: an integer from 1 to 10000. @default 5000 */
  readonly pageSize?: number;
}

/** So many requests in so many seconds. */
export interface RequestRate {
  readonly requests: number;
  readonly perSeconds: number;
}

/** The entries that were found. */
export interface GetAccessLogsResult {
  /** The entries in the order asked for, as many as the limit allows. */
  entries: AccessLogEntry[];
  /** Where they stand among all that match; `hasMore` says that there may be more than the limit allowed. */
  pagination: AccessLogPagination;
  /** The query as the service applied it, with the window that all pages were read from. */
  query: AccessLogQuery;
}
