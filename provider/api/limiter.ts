const initialLimit = 16;
/** Maximum number of parallel requests. More sockets gain nothing, and many systems allow a process only 256 or 1,024 of them. */
const maxLimit = 64;
/** Amount by which a response other than 429 raises the cap. After a 429, the cap grows more slowly so as not to provoke the next one. */
const [growth, growthAfterRefusal] = [0.25, 0.05];

/**
 * Caps the number of parallel requests of one client. A 429 halves the cap, and no request is sent until its `Retry-After` has passed. Every
 * other response raises the cap a little, up to {@link maxLimit}. `p-queue` and `p-limit` are ES modules and can't lower a limit in this way.
 */
export class Limiter {
  #limit: number;
  #growth = growth;
  #running = 0;
  #closedUntil = 0;
  #reducedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #queue: (() => void)[] = [];

  /** @param limit initial number of parallel requests */
  constructor(limit = initialLimit) {
    this.#limit = limit;
  }

  /**
   * Runs a request when it is its turn: first in, first out, but retries first. An abort ends the wait with the signal's reason.
   */
  async run<T>(request: () => Promise<T>, isRetry: boolean, signal?: AbortSignal): Promise<T> {
    await this.#turn(isRetry, signal);
    try {
      return await request();
    } finally {
      this.#running--;
      this.#startQueued();
    }
  }

  /** Notes that the service did not rate limit a request. */
  accepted(): void {
    this.#limit = Math.min(maxLimit, this.#limit + this.#growth);
  }

  /** Notes a 429 to a request that was sent at `sentAt`, or that this machine had no socket left for it. */
  refused(sentAt: number, pauseMs: number): void {
    this.#growth = growthAfterRefusal;
    this.#closedUntil = Math.max(this.#closedUntil, performance.now() + pauseMs);
    // Several 429s to requests that were sent together halve the cap only once.
    if (sentAt < this.#reducedAt) return;
    this.#reducedAt = performance.now();
    this.#limit = Math.max(1, this.#limit / 2);
  }

  #turn(isRetry: boolean, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        const place = this.#queue.indexOf(start);
        if (place >= 0) this.#queue.splice(place, 1);
        reject(signal?.reason as Error);
      };
      const start = (): void => {
        signal?.removeEventListener("abort", abort);
        this.#running++;
        resolve();
      };
      if (signal?.aborted) return abort();
      signal?.addEventListener("abort", abort);
      if (isRetry) this.#queue.unshift(start);
      else this.#queue.push(start);
      this.#startQueued();
    });
  }

  #startQueued(): void {
    const pauseMs = this.#closedUntil - performance.now();
    if (pauseMs > 0) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#startQueued();
      }, pauseMs);
      return;
    }
    while (this.#running < Math.floor(this.#limit)) {
      const start = this.#queue.shift();
      if (start === undefined) return;
      start();
    }
  }
}
