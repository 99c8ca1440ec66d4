import type { RequestInfo, ServiceEvidence } from "./errors";
import { NotFoundError } from "./errors";
import { requestFor } from "./dialect";
import type { WholeKind } from "../kinds";
import { kinds } from "../kinds";
import type { Service } from "./settings";
import { capitalized } from "../wire/words";

/** Returns the request for an error about a zone or, without an id, about a new zone or the list of zones. */
export function requestOf(verb: Parameters<typeof requestFor>[0], kind: WholeKind, id?: number | string): RequestInfo {
  return requestFor(verb, kinds[kind], id);
}

/** Returns the noun of a kind: "storage zone", or "Storage zone" at the start of a sentence. */
export function nounOf(kind: WholeKind, atStart?: "atStart"): string {
  const { noun } = kinds[kind];
  return atStart === undefined ? noun : capitalized(noun);
}

/** Returns the error for a zone that the first read or an import does not find. Without an error, the engine would silently continue. */
export function noZoneError(
  kind: WholeKind,
  which: string,
  evidence: ServiceEvidence = { request: requestOf("get", kind, which), status: 404 },
): NotFoundError {
  const advice = "Check the id, and that the access key belongs to the account that owns the zone";
  return new NotFoundError(`There is no ${nounOf(kind)} ${which} in this account. ${advice}`, evidence);
}

/** Returns the error for an object that no longer exists. @param fact what happened to it */
export function goneError(fact: string, request: RequestInfo): NotFoundError {
  return new NotFoundError(`${fact}. Run pulumi refresh; the next pulumi up then creates it again`, {
    request,
    status: 404,
  });
}

/** Returns a command for messages by which a user can delete an object. @param path path below the base URL */
export function deleteCommand({ address }: Pick<Service, "address">, path: string): string {
  return `curl -X DELETE -H "AccessKey: $CDN_ACCESS_KEY" '${`${address}${path}`.replaceAll("'", "%27")}'`;
}
