import { NotFoundError, UnexpectedResponseError } from "./errors";
import { headline } from "./outcome";

/**
 * Tells a zone that is missing from an address that is wrong. A wrong address answers 404 to everything, and every zone
 * would seem to be gone; so until something was answered as the API answers it, a 404 is believed only after what every
 * account has was found.
 */
export class ProvenAddress {
  #isProven = false;
  #proof: Promise<unknown> | undefined;

  /** @param prove asks for what every account has */
  constructor(private readonly prove: () => Promise<unknown>) {}

  /** Says that something was answered as the API answers it. */
  proven(): void {
    this.#isProven = true;
  }

  /** @returns the error of an operation on one zone, or the one to throw in its place */
  async judge(error: unknown): Promise<unknown> {
    if (this.#isProven || !(error instanceof NotFoundError)) return error;
    try {
      await (this.#proof ??= this.prove());
      return error;
    } catch (failure) {
      if (!(failure instanceof UnexpectedResponseError)) return failure;
      const { request } = error.evidence;
      return new UnexpectedResponseError(
        `${headline(request)} failed with 404, but no zone is taken for gone at this address: ${failure.message}`,
        error.evidence,
      );
    } finally {
      this.#proof = undefined;
    }
  }
}
