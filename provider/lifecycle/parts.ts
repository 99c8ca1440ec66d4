import type { CdnClient } from "../api/client";
import { NotFoundError } from "../api/errors";
import { partId } from "../api/input";
import type { GetPullZoneResult } from "../types/pullZone";
import type { ObjectReader, Properties } from "./lifeCycle";
import { serviceKey } from "./lifeCycle";
import { findById } from "./zones/find";
import { refuseIfElsewhere, refuseToRead } from "./zones/identity";
import { requestOf } from "./zones/requests";

// Hostnames and edge rules are parts of a pull zone: they are read with it, and writes to one zone take turns.

/** The key under which the state of a part records the owner of its pull zone. */
export const ownerKey = "__owner";

/**
 * The pull zone of a part in a state; undefined if it no longer exists.
 *
 * @throws {CdnError} if it is another one, or only seems to be gone, because the address or the key is another account's
 */
export async function pullZoneOf(
  reader: ObjectReader,
  id: string | number,
  state: Properties,
): Promise<GetPullZoneResult | undefined> {
  const known = { userId: state[ownerKey], [serviceKey]: state[serviceKey] };
  const zone = await findById(reader, "PullZone", id);
  if (zone === undefined) await refuseIfElsewhere("PullZone", reader, String(id), known);
  else refuseToRead("PullZone", reader, zone, String(id), known);
  return zone;
}

/** The pull zone that a part is added to. @throws {NotFoundError} */
export async function pullZoneFor(client: CdnClient, noun: string, id: number): Promise<GetPullZoneResult> {
  const zone = await findById(client, "PullZone", id);
  if (zone !== undefined) return zone;
  throw new NotFoundError(
    `The ${noun} was not added: there is no pull zone ${String(id)} in this account. Check pullZoneId, and that the access key belongs to the account that owns the zone`,
    { request: requestOf("get", "PullZone", id), status: 404 },
  );
}

/** The error for a part that a first read, or an import, does not find: the engine would silently continue without it. */
export function noPartError(noun: string, id: string): NotFoundError {
  const { pullZoneId } = partId(noun, id);
  return new NotFoundError(
    `There is no ${noun} ${id} in this account. Check the id (the pull zone's, a slash, the ${noun}'s own), and that the access key belongs to the account that owns the zone`,
    { request: requestOf("get", "PullZone", pullZoneId), status: 404 },
  );
}
