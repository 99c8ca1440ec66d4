import { NotFoundError, UnauthorizedError, UnexpectedResponseError } from "../../provider/api/errors";
import { RateLimitedError, UnavailableError } from "../../provider/api/errors";
import { DriftError } from "../errors";

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
  /** Whether the service has answered as the API does. */
  #proven = false;
  #probe: Promise<void> | undefined;

  /** @param prove asks for what every account has, and fails where the address is not the API's */
  constructor(private readonly prove: () => Promise<unknown>) {}

  /** @throws what the read throws; or, without reading, the error that closed the gate */
  async pass<T>(read: () => Promise<T>): Promise<T> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free--;
    try {
      if (this.#closed !== undefined) throw this.#closed;
      const answer = await read();
      this.#proven = true;
      this.#failures = 0;
      return answer;
    } catch (error) {
      if (error instanceof NotFoundError && !this.#proven) await (this.#probe ??= this.#probed());
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
    if (!(error instanceof UnavailableError) && !(error instanceof RateLimitedError)) return;
    if (++this.#failures >= mostFailures) this.#closed ??= error;
  }

  /** A wrong address answers 404 to everything, and every zone would seem to be gone. */
  async #probed(): Promise<void> {
    try {
      await this.prove();
      this.#proven = true;
    } catch (error) {
      if (!(error instanceof NotFoundError) && !(error instanceof UnexpectedResponseError)) throw error;
      throw new DriftError(
        `The zone was answered with 404, but so may be everything at this address: ${error.message}`,
      );
    }
  }
}
