/** So many requests in so many seconds, in a window that slides. */
export interface RateLimit {
  readonly requests: number;
  readonly perSeconds: number;
}

/** Counts the requests of a sliding window. A refused request does not count. */
export class RateLimiter {
  readonly #limit: RateLimit;
  readonly #now: () => number;
  #admitted: number[] = [];

  constructor(limit: RateLimit, now: () => number) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Admits a request (0), or says in how many milliseconds the window has room for one. */
  admit(): number {
    const now = this.#now();
    const start = now - this.#limit.perSeconds * 1000;
    this.#admitted = this.#admitted.filter((at) => at > start);
    if (this.#admitted.length < this.#limit.requests) {
      this.#admitted.push(now);
      return 0;
    }
    return Math.max(1, (this.#admitted[0] ?? now) - start);
  }

  reset(): void {
    this.#admitted = [];
  }
}
