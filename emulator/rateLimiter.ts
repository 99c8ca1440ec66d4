/** A number of requests in a sliding window of seconds. */
export interface RateLimit {
  readonly requests: number;
  readonly perSeconds: number;
}

/** Limits requests by key. Each key has its own window, and a refused request does not count. */
export class RateLimiter {
  readonly #admitted = new Map<unknown, number[]>();

  /** @param limit undefined or "none" admits everything */
  constructor(
    private readonly limit: RateLimit | "none" | undefined,
    private readonly now: () => number,
  ) {}

  /** Admits a request (0), or returns the seconds to wait, rounded up. */
  admit(key?: unknown): number {
    if (this.limit === undefined || this.limit === "none") return 0;
    const now = this.now();
    const start = now - this.limit.perSeconds * 1000;
    const admitted = (this.#admitted.get(key) ?? []).filter((at) => at > start);
    this.#admitted.set(key, admitted);
    if (admitted.length >= this.limit.requests) return Math.max(1, Math.ceil(((admitted[0] ?? now) - start) / 1000));
    admitted.push(now);
    return 0;
  }

  reset(): void {
    this.#admitted.clear();
  }
}
