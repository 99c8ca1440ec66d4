import type { CdnClient } from "../../provider/api/client";
import {
  RateLimitedError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedResponseError,
  UnsupportedError,
} from "../../provider/api/errors";
import { Limiter } from "../../provider/api/limiter";
import { Reads } from "../../provider/api/reads";
import { unreadPrefix } from "../errors";

/** The number of failed requests in a row, each with retries, after which no more are sent. */
const maxFailures = 3;

/** Reads the objects of an account for a report, from lists where possible, until every further request would fail. */
export function reportReads({ objects }: CdnClient): Reads {
  const requests = new Requests();
  return new Reads(objects, {
    lists: true,
    // Zones that a stack updated later are read singly.
    purpose: "report",
    send: (request) => requests.send(request),
    onlyGets: true,
  });
}

/**
 * Sends the requests of a check. It stops once every further request would fail: a check of 1,000 zones must neither wait 1,000 times for a
 * service that is down nor send a refused key 1,000 times.
 */
class Requests {
  /**
   * Runs at most 16 requests at a time. The cap is fixed: one that grows, as in the client's own limiter, gains nothing on a fast service and
   * overloads a slow one. Other requests wait here, so that they are never sent after a permanent failure.
   */
  readonly #limiter = new Limiter();
  #failures = 0;
  #givenUp: Error | undefined;

  send<T>(request: () => Promise<T>): Promise<T> {
    return this.#limiter.run(() => this.#sendUnlessGivenUp(request), false);
  }

  async #sendUnlessGivenUp<T>(send: () => Promise<T>): Promise<T> {
    if (this.#givenUp !== undefined) {
      // The error is a new one, because the original names another zone.
      throw new Error(`${unreadPrefix}${this.#givenUp.message}`);
    }
    try {
      const result = await send();
      this.#failures = 0;
      return result;
    } catch (error) {
      if (error instanceof Error && this.#isHopeless(error)) this.#givenUp ??= error;
      throw error;
    }
  }

  /** Whether further requests would also fail. Counts failures in a row. */
  #isHopeless(error: Error): boolean {
    if (error instanceof UnauthorizedError) return error.evidence.status === 401;
    if (error instanceof UnsupportedError) return false;
    // A list that answers 404 means that the base URL is not that of the API.
    if (error instanceof UnexpectedResponseError) return error.evidence.status === 404;
    if (!(error instanceof UnavailableError) && !(error instanceof RateLimitedError)) return false;
    return ++this.#failures >= maxFailures;
  }
}
