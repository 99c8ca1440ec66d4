import type { CdnClient } from "../../api/client";
import { NotFoundError, ServiceError, UnexpectedResponseError } from "../../api/errors";
import { findById } from "./find";

/**
 * The error for an operation that this service does not have, or undefined where the answer meant something else. "Not
 * found" means that the zone is gone, or that there is no such operation: the zone itself tells.
 *
 * @param text what to say, the ways out included
 */
export async function notServed(
  client: CdnClient,
  id: string | number,
  error: unknown,
  text: string,
): Promise<UnexpectedResponseError | undefined> {
  if (!(error instanceof ServiceError)) return undefined;
  const { status } = error.evidence;
  const isMissing = error instanceof NotFoundError ? (await findById(client, id)) !== undefined : false;
  return isMissing || status === 405 || status === 501 ? new UnexpectedResponseError(text, error.evidence) : undefined;
}
