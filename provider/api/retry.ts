/** The facts that decide whether and when to retry. */
interface FailedAttempt {
  /** Number of the attempt, 0 for the first one. */
  readonly attempt: number;
  /** Milliseconds since the first attempt was sent. */
  readonly elapsed: number;
  /** `Retry-After` or an equivalent, in milliseconds. */
  readonly retryAfter?: number | undefined;
  /** Time after the first attempt was sent within which a retry must start, in milliseconds. @default {@link retryDeadlineMs} */
  readonly deadline?: number;
}

export const retryDeadlineMs = 60_000;
/** Deadline if nothing listens at an address of this machine and nothing has answered there yet. */
export const localRetryDeadlineMs = 4_000;
/** Maximum wait, in milliseconds: if the service requests a longer one, the operation fails instead. */
export const maxWaitMs = 600_000;
const firstDelayMs = 250;
const maxDelayMs = 8_000;

/**
 * Returns the delay before the next attempt, in milliseconds: exponential backoff with up to 25 % jitter, or `Retry-After` if that is longer.
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

/** Parses a `Retry-After` header, in seconds or as a date, into milliseconds from `now`. */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000;
  // `Date.parse` would accept a negative number as a date.
  if (/^\s*-/.test(header)) return undefined;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Reads the delay in the body of a 429 of the public service, in milliseconds. The body has seconds. */
export function retryAfterIn(body: string): number | undefined {
  try {
    const { retry_after_seconds: seconds } = JSON.parse(body) as { readonly retry_after_seconds?: unknown };
    return typeof seconds === "number" && seconds >= 0 ? seconds * 1000 : undefined;
  } catch {
    return undefined;
  }
}

/** Headers with the reset time of a rate limit. The first one that is present counts, as in ky. */
const resetHeaders = ["ratelimit-reset", "x-ratelimit-retry-after", "x-ratelimit-reset", "x-rate-limit-reset"];
/** A larger number is a time since the epoch instead of a delay. */
const earliestReset = Date.parse("2024-01-01");

/** Parses the reset time of a rate limit, in seconds, as an epoch time or as a date, into milliseconds from `now`. */
export function rateLimitResetOf(
  headers: Readonly<Record<string, string | undefined>>,
  now: number,
): number | undefined {
  const header = resetHeaders.map((name) => headers[name]).find((value) => value !== undefined);
  const delay = retryAfterOf(header, now);
  return delay !== undefined && delay >= earliestReset ? Math.max(0, delay - now) : delay;
}
