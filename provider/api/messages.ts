import type { RequestInfo, ServiceEvidence } from "./errors";
import { NotFoundError } from "./errors";
import { requestFor } from "./dialect";
import type { WholeKind } from "../kinds";
import { kinds } from "../kinds";
import type { Service } from "./settings";
import { capitalized } from "../wire/words";

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

/** The command that deletes an object by hand, for messages. @param path below the base URL */
export function deleteCommand({ address }: Pick<Service, "address">, path: string): string {
  return `curl -X DELETE -H "AccessKey: $CDN_ACCESS_KEY" '${`${address}${path}`.replaceAll("'", "%27")}'`;
}
