import type { RateLimit } from "../http/rateLimiter";
import { RateLimiter } from "../http/rateLimiter";

/** The rate limit of access logs, which holds for each pull zone by itself. */
export class LogRateLimits {
  readonly #limiters = new Map<number, RateLimiter>();

  constructor(
    private readonly limit: RateLimit | "none",
    private readonly now: () => number,
  ) {}

  /** Admits a query (0), or says in how many milliseconds there is room for one. */
  admit(pullZoneId: number): number {
    if (this.limit === "none") return 0;
    let limiter = this.#limiters.get(pullZoneId);
    if (limiter === undefined) {
      limiter = new RateLimiter(this.limit, this.now);
      this.#limiters.set(pullZoneId, limiter);
    }
    return limiter.admit();
  }
}
