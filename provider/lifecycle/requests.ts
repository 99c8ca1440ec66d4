import type { CdnClient } from "../api/client";
import type { RequestInfo } from "../api/errors";
import { hasNoOperation, NotFoundError, ServiceError, UnexpectedResponseError, UnsupportedError } from "../api/errors";
import type { WholeKind } from "../kinds";
import { capitalized } from "../wire/words";

// Requests that change something, and what their responses mean.

/** Maximum number of requests for a creation with an unclear result. */
export const maxRequests = 5;

/**
 * Creates an object once, even if responses are lost: after an unclear response, it looks for the object before it repeats the request.
 *
 * @param request returns what it has created, or the error that leaves the result unclear; see {@link isUnclear}
 * @param find looks for what a request may have created
 * @returns what was created, or the last error if the result stays unclear
 */
export async function createOnce<Created>(
  request: () => Promise<Created | ServiceError>,
  find: (unclear: ServiceError) => Promise<Created | undefined>,
  max = maxRequests,
): Promise<Created | ServiceError> {
  for (let requests = 1; ; requests++) {
    const answer = await request();
    if (!(answer instanceof ServiceError)) return answer;
    const found = await find(answer);
    if (found !== undefined) return found;
    if (requests === max) return answer;
  }
}

/**
 * Returns the error for an operation that this service does not have; undefined if the error has another cause. A 404 can mean that either the zone
 * or the operation does not exist, so the zone is read.
 */
export async function unsupportedError(
  client: CdnClient,
  kind: WholeKind,
  id: string | number,
  error: unknown,
  message: string,
): Promise<UnexpectedResponseError | undefined> {
  if (!(error instanceof ServiceError)) return undefined;
  const { status } = error.evidence;
  const zoneExists = error instanceof NotFoundError && (await client.reads.find(kind, id)) !== undefined;
  return zoneExists || status === 405 || status === 501
    ? new UnexpectedResponseError(message, error.evidence)
    : undefined;
}

/** Returns the error for an update that the service answered with success, but that changed nothing. The next update sends it again. */
export function unchangedError(what: string, request: RequestInfo): UnexpectedResponseError {
  const text = `${what} was not updated: the service answered that it was, but still shows the former values. Run the same command again; if it stays so, make the change in the service's dashboard`;
  return new UnexpectedResponseError(text, { request, status: 200 });
}

/** Returns the objects of a list; none if the service has no such list. */
export async function listedOrNone<Live>(list: Promise<Live[]>): Promise<Live[]> {
  return list.catch((error: unknown) => {
    if (error instanceof UnsupportedError) return [];
    throw error;
  });
}

/**
 * Deletes a zone, or a part of it. A 404 is a success only if a second request confirms the deletion; otherwise the request is repeated once.
 *
 * @param find looks for the object after a 404
 * @returns whether the service answered that it was deleted; false if the object no longer exists
 */
export async function deleteOrAdvise(
  what: string,
  verb: "delete" | "remove",
  request: () => Promise<void>,
  find: () => Promise<unknown>,
): Promise<boolean> {
  for (let isLast = false; ; isLast = true) {
    try {
      await request();
      return true;
    } catch (error) {
      if (error instanceof NotFoundError) {
        if ((await find()) === undefined) return false;
        if (!isLast) continue;
      }
      if (!hasNoOperation(error)) throw error;
      const why =
        error instanceof NotFoundError
          ? `the service responds with 404, but still shows it. Check in the service's dashboard whether the account is suspended. If not, ${verb} it there`
          : `this service has no operation that ${verb}s one. ${capitalized(verb)} it in the service's dashboard`;
      throw new UnexpectedResponseError(
        `${what} was not ${verb}d: ${why}, or stop managing it: set the resource option retainOnDelete: true, run pulumi up, and then remove it from the program`,
        error.evidence,
      );
    }
  }
}
