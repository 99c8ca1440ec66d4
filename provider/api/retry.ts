/** What decides whether and when to retry. */
interface FailedAttempt {
  /** 0 for the first one. */
  readonly attempt: number;
  /** Milliseconds since the first attempt was sent. */
  readonly elapsed: number;
  /** `Retry-After` or what stands for it, in milliseconds. */
  readonly retryAfter?: number | undefined;
  /** No retry starts later than this after the first attempt was sent, in milliseconds. @default {@link retryDeadlineMs} */
  readonly deadline?: number;
}

export const retryDeadlineMs = 60_000;
/** A longer wait that the service asks for is never waited for. */
export const maxWaitMs = 600_000;
const firstDelayMs = 250;
const maxDelayMs = 8_000;

/**
 * The delay before the next attempt, in milliseconds: exponential backoff with up to 25 % jitter, or `Retry-After` if that is longer.
 *
 * @param random a number in [0, 1)
 * @returns undefined if there must be no further attempt
 */
export function delayFor(
  { attempt, elapsed, retryAfter, deadline = retryDeadlineMs }: FailedAttempt,
  maxRetries: number,
  random: number,
): number | undefined {
  const backoff = Math.min(maxDelayMs, firstDelayMs * 2 ** attempt) * (0.75 + 0.25 * random);
  const delay = Math.max(backoff, retryAfter ?? 0);
  return attempt >= maxRetries || elapsed + delay > deadline ? undefined : delay;
}

/** Reads a `Retry-After` header, in seconds or as a date, into milliseconds from `now`. */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  // `Date.parse` takes a negative number for a date.
  if (/^\s*-/.test(header)) return undefined;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Reads the seconds that the public service has in the body of a 429, into milliseconds. */
export function retryAfterIn(body: string): number | undefined {
  try {
    const { retry_after_seconds: seconds } = JSON.parse(body) as { readonly retry_after_seconds?: unknown };
    return typeof seconds === "number" && seconds >= 0 ? seconds * 1000 : undefined;
  } catch {
    return undefined;
  }
}

/** The first that is present counts, as in ky. */
const resetHeaders = ["ratelimit-reset", "x-ratelimit-retry-after", "x-ratelimit-reset", "x-rate-limit-reset"];
/** A number of seconds beyond this is not a delay, but a time since the epoch. */
const earliestReset = Date.parse("2024-01-01");

/** Reads when a rate limit is reset, in seconds, as an epoch time or as a date, into milliseconds from `now`. */
export function rateLimitResetOf(
  headers: Readonly<Record<string, string | undefined>>,
  now: number,
): number | undefined {
  const header = resetHeaders.map((name) => headers[name]).find((value) => value !== undefined);
  const delay = retryAfterOf(header, now);
  return delay !== undefined && delay >= earliestReset ? Math.max(0, delay - now) : delay;
}
