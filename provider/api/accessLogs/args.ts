import type { AccessLogEntry, AccessLogPagination, AccessLogQuery } from "../../types/accessLog";
import type { CallOptions } from "../operation";

/** Limits and defaults of the contract. Times are in milliseconds. */
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
 * Maximum number of consecutive empty pages. Assumption: `country` and `search` are applied after a page was read, so some pages are empty.
 * At the service's rate limit, this many pages take five minutes.
 */
export const maxEmptyPages = 1_000;

/** Rate limit of the service for each pull zone. Assumption. */
export const defaultRate = { requests: 30, perSeconds: 10 } as const;

/** Default page size: a few megabytes, which is large enough to stay below the rate limit and small enough for memory. */
export const defaultPageSize = 5_000;

/** Minimum time between the retention limit and the start of a window, so that the window is still valid when the request arrives. */
export const retentionMarginMs = 60_000;

/** Options for reading access logs. */
export interface AccessLogsOptions extends CallOptions {
  /**
   * Maximum rate of requests for each pull zone, by default the service's limit.
   * @default { requests: 30, perSeconds: 10 }
   */
  readonly rate?: RequestRate;
  /** Number of entries per request of `accessLogs`: an integer from 1 to 10000. `getAccessLogs` uses `limit` instead. @default 5000 */
  readonly pageSize?: number;
}

/** A number of requests in a number of seconds. */
export interface RequestRate {
  readonly requests: number;
  readonly perSeconds: number;
}

/** Matching entries of an access log. */
export interface GetAccessLogsResult {
  /** At most `limit` entries, in the requested order. */
  entries: AccessLogEntry[];
  /** Position of `entries` among all matching entries; `hasMore` is true if there may be more. */
  pagination: AccessLogPagination;
  /** Query as the service applied it, with the window of all pages. */
  query: AccessLogQuery;
}
