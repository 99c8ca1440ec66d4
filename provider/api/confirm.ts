import { InvalidInputError, isRefusal, ServiceError, UnavailableError } from "./errors";
import { eventually } from "./waits";

/**
 * Sends a request that changes an object, and returns the object afterwards. A successful response alone proves nothing: the service may answer 200
 * with an error, or 202, and do nothing. So the response must show the whole object as it should be, or a read must.
 *
 * @param request returns the object, if the response shows all of it
 * @param look reads the object
 * @param isDone whether an object is as it should be
 * @param delays delays before each read, in milliseconds
 * @returns the object as it should be or, after a few seconds, its last version; undefined if it does not exist
 */
export async function confirmed<Live>(
  request: () => Promise<Live | undefined>,
  look: () => Promise<Live | undefined>,
  isDone: (live: Live) => boolean,
  delays?: number[],
): Promise<Live | undefined> {
  const answered = await request();
  if (answered !== undefined && isDone(answered)) return answered;
  return eventually(look, isDone, delays).catch((error: unknown) => {
    throw unconfirmedError(error);
  });
}

/** Returns the error of a read after a change. If the service refuses the read, the change may still have been applied. */
function unconfirmedError(error: unknown): unknown {
  const isOfService = error instanceof ServiceError || error instanceof InvalidInputError;
  if (!isOfService || error.evidence === undefined || !isRefusal(error)) return error;
  const { request, requestId } = error.evidence;
  return new UnavailableError(error.message, { request, ...(requestId !== undefined && { requestId }) }, true);
}
