/** What there is to know of a failed attempt for saying when, if at all, to try again. */
export interface FailedAttempt {
  /** 0 for the first one. */
  readonly attempt: number;
  /** Milliseconds since the first attempt was sent, or since the service began to fail everybody so. */
  readonly elapsed: number;
  /** What `Retry-After` asks for, in milliseconds. */
  readonly retryAfter?: number;
}

/** No attempt is begun later than this after the first one, unless the service itself named a time. */
const patienceMs = 60_000;
const firstDelayMs = 250;
const longestDelayMs = 8_000;
/** A longer wait than this is not honoured but reported: nobody watches a run that sleeps for an hour. */
export const longestRetryAfterMs = 120_000;
/** Nor is a wait honoured after so long, however short it is: a service that always asks for one more is away. */
const longestPatienceMs = 180_000;

/** Whether a wait that the service asks for is too much, by itself or after all the waiting before. */
export function isOutOfPatience(retryAfter: number, elapsed: number): boolean {
  return retryAfter > longestRetryAfterMs || elapsed > longestPatienceMs;
}

/**
 * The wait before the next attempt, in milliseconds: exponential with a quarter of jitter, or what the service asks for.
 *
 * @param random a number in [0, 1)
 * @returns undefined where the attempt was the last
 */
export function delayFor(failed: FailedAttempt, maxRetries: number, random: number): number | undefined {
  if (failed.attempt >= maxRetries) return undefined;
  const jitter = 0.75 + 0.25 * random;
  if (failed.retryAfter !== undefined) {
    return isOutOfPatience(failed.retryAfter, failed.elapsed) ? undefined : failed.retryAfter + firstDelayMs * random;
  }
  const delay = Math.min(longestDelayMs, firstDelayMs * 2 ** failed.attempt) * jitter;
  return failed.elapsed + delay > patienceMs ? undefined : delay;
}

/** Reads a `Retry-After` header, in seconds or as a date, into milliseconds from `now`. */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
