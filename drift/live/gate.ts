import {
  RateLimitedError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedResponseError,
} from "../../provider/api/errors";

/** Reads under way at once. More gain nothing on a fast service and hurt a slow one. */
const mostAtOnce = 16;
/** So many reads in a row, each with all its retries, must fail before the service is taken to be down. */
const mostFailures = 3;

/**
 * Lets reads through: not too many at once, and none at all once it is clear that they would fail, because a check of
 * 1,000 zones must not wait 1,000 times for a service that is down, nor send a refused key 1,000 times.
 */
export class Gate {
  #closed: Error | undefined;
  #failures = 0;
  #free = mostAtOnce;
  readonly #waiting: (() => void)[] = [];

  /** @throws what the read throws; or, without reading, the error that closed the gate */
  async pass<T>(read: () => Promise<T>): Promise<T> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free--;
    try {
      if (this.#closed !== undefined) throw this.#closed;
      const answer = await read();
      this.#failures = 0;
      return answer;
    } catch (error) {
      this.#note(error);
      throw error;
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }

  #note(error: unknown): void {
    if (error instanceof UnauthorizedError && error.evidence.status === 401) this.#closed ??= error;
    if (error instanceof UnexpectedResponseError && error.evidence.status === 404) this.#closed ??= error;
    if (!(error instanceof UnavailableError) && !(error instanceof RateLimitedError)) return;
    if (++this.#failures >= mostFailures) this.#closed ??= error;
  }
}
