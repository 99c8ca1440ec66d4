import type { AccessLogEntry, AccessLogPagination, AccessLogQuery } from "../../types/accessLog";
import type { CallOptions } from "../operation";

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

/** How access logs are read. */
export interface AccessLogsOptions extends CallOptions {
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
