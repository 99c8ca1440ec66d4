import type { CdnClient } from "../../api/client";
import type { RequestInfo } from "../../api/errors";
import { NotFoundError, ServiceError, UnexpectedResponseError } from "../../api/errors";
import { findById } from "./find";

/** The request in the errors of a creation. */
export const addRequest: RequestInfo = { operation: "add storage zone", method: "POST", path: "/storagezone" };

/** The request in an error about a zone that was looked for by name. */
export const listRequest: RequestInfo = { operation: "list storage zones", method: "GET", path: "/storagezone" };

/** The request in an error about a zone that was looked for by id. */
export function getRequest(id: string): RequestInfo {
  return { operation: "get storage zone", method: "GET", path: `/storagezone/${id}` };
}

/**
 * The error for an operation that this service does not have; undefined if the error has another cause. A 404 can mean that the
 * zone or that the operation does not exist, so the zone is read.
 */
export async function unsupportedError(
  client: CdnClient,
  id: string | number,
  error: unknown,
  message: string,
): Promise<UnexpectedResponseError | undefined> {
  if (!(error instanceof ServiceError)) return undefined;
  const { status } = error.evidence;
  const zoneExists = error instanceof NotFoundError && (await findById(client, id)) !== undefined;
  return zoneExists || status === 405 || status === 501
    ? new UnexpectedResponseError(message, error.evidence)
    : undefined;
}
