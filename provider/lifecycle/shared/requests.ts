import type { CdnClient } from "../../api/client";
import type { RequestInfo, ServiceEvidence } from "../../api/errors";
import { hasNoOperation, NotFoundError, ServiceError, UnexpectedResponseError } from "../../api/errors";
import { requestFor } from "../../api/operation";
import type { WholeKind } from "../../kinds";
import { kinds } from "../../kinds";
import { capitalized } from "../../wire/name";
import { findById } from "./find";

/** The request in an error about a zone; without an id, about a new one or all of them. */
export function requestOf(verb: Parameters<typeof requestFor>[0], kind: WholeKind, id?: number | string): RequestInfo {
  return requestFor(verb, kinds[kind], id);
}

/** "storage zone", or "Storage zone" at the start of a sentence. */
export function nounOf(kind: WholeKind, atStart?: "atStart"): string {
  const { noun } = kinds[kind];
  return atStart === undefined ? noun : capitalized(noun);
}

/** The error for a zone that a first read, or an import, does not find: the engine would silently continue without it. */
export function noZoneError(
  kind: WholeKind,
  which: string,
  evidence: ServiceEvidence = { request: requestOf("get", kind, which), status: 404 },
): NotFoundError {
  const advice = "Check the id, and that the access key belongs to the account that owns the zone";
  return new NotFoundError(`There is no ${nounOf(kind)} ${which} in this account. ${advice}`, evidence);
}

/** The error for an object that is gone. @param fact what became of it */
export function goneError(fact: string, request: RequestInfo): NotFoundError {
  return new NotFoundError(`${fact}. Run pulumi refresh; the next pulumi up then creates it again`, {
    request,
    status: 404,
  });
}

/**
 * The error for an operation that this service does not have; undefined if the error has another cause. A 404 can mean that the
 * zone or that the operation does not exist, so the zone is read.
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
  const zoneExists = error instanceof NotFoundError && (await findById(client, kind, id)) !== undefined;
  return zoneExists || status === 405 || status === 501
    ? new UnexpectedResponseError(message, error.evidence)
    : undefined;
}

/**
 * Deletes a zone, or a part of it. A 404 is a success only if a second witness says that it is gone; otherwise the request is repeated once.
 *
 * @param find looks for it after a 404
 */
export async function deleteOrAdvise(
  what: string,
  verb: "delete" | "remove",
  request: () => Promise<void>,
  find: () => Promise<unknown>,
): Promise<void> {
  for (const isLast of [false, true]) {
    try {
      return await request();
    } catch (error) {
      if (error instanceof NotFoundError) {
        if ((await find()) === undefined) return;
        if (!isLast) continue;
      }
      if (!hasNoOperation(error)) throw error;
      const why =
        error instanceof NotFoundError
          ? `the service answers 404, but still has it. Look in the service's dashboard whether the account is suspended. If it is not, ${verb} it there`
          : `this service has no operation that ${verb}s one. ${capitalized(verb)} it in the service's dashboard`;
      throw new UnexpectedResponseError(
        `${what} was not ${verb}d: ${why}, or stop managing it: set the resource option retainOnDelete: true, run pulumi up, and then remove it from the program`,
        error.evidence,
      );
    }
  }
}
