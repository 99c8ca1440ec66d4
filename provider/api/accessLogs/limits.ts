/** Numbers of the contract, unless one says assumption. Times are in milliseconds. */
export const logLimits = {
  retentionMs: 3 * 24 * 60 * 60_000,
  widestWindowMs: 3 * 24 * 60 * 60_000,
  defaultWindowMs: 24 * 60 * 60_000,
  defaultLimit: 100,
  largestLimit: 10_000,
  mostTokens: 16,
  longestToken: 128,
} as const;

/** Assumption: what the service allows each pull zone. */
export const defaultRate = { requests: 30, perSeconds: 10 } as const;

/** A few megabytes at a time: large enough to keep clear of the rate, small enough not to be felt in memory. */
export const defaultPageSize = 5_000;

/** How far a window at the edge of retention is moved in, so that the edge does not overtake the request. */
export const retentionMarginMs = 60_000;
