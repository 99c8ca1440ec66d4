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
import { givenUp } from "../errors";

/** Longer than any check, so that one list serves it. Zones that a stack updated later are read singly. */
const listMaxAgeMs = 60 * 60 * 1000;

/** What is known of an object of every listed kind. */
export interface ListedObject {
  readonly id: number;
  readonly region?: string;
}

/** After this many failed requests in a row, each with its retries, no more are sent. */
const maxFailures = 3;

/** Reads the objects of an account for a report: from lists, without a change, and until every further request would fail. */
export function reportReads({ objects }: CdnClient): Reads {
  const requests = new Requests();
  return new Reads(objects, {
    lists: true,
    maxAgeMs: listMaxAgeMs,
    send: (request) => requests.send(request),
    onlyGets: true,
  });
}

/**
 * The requests of a check. Once every further one would fail, none is sent: a check of 1,000 zones must not wait 1,000 times for a service
 * that is down, nor send a refused key 1,000 times.
 */
class Requests {
  /**
   * Starts 16 requests at a time: the cap stays, because this limiter is never told of responses. A cap that grows, as in the
   * client's own limiter, gains nothing on a fast service and overloads a slow one. The other requests wait here, so that they are
   * never sent once one has failed for good.
   */
  readonly #limiter = new Limiter();
  #failures = 0;
  #givenUp: Error | undefined;

  send<T>(request: () => Promise<T>): Promise<T> {
    return this.#limiter.run(() => this.#sendUnlessGivenUp(request), false);
  }

  async #sendUnlessGivenUp<T>(send: () => Promise<T>): Promise<T> {
    if (this.#givenUp !== undefined) {
      // A new error, because the original one names another zone.
      throw new Error(`${givenUp}${this.#givenUp.message}`);
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

  /** Whether further requests would fail as well; counts failures in a row. */
  #isHopeless(error: Error): boolean {
    if (error instanceof UnauthorizedError) return error.evidence.status === 401;
    if (error instanceof UnsupportedError) return false;
    // 404 for the list: the base URL is not that of the API.
    if (error instanceof UnexpectedResponseError) return error.evidence.status === 404;
    if (!(error instanceof UnavailableError) && !(error instanceof RateLimitedError)) return false;
    return ++this.#failures >= maxFailures;
  }
}
