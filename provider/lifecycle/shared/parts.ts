import type { CdnClient } from "../../api/client";
import { NotFoundError } from "../../api/errors";
import { partId } from "../../api/input";
import type { GetPullZoneResult } from "../../types/pullZone";
import type { ObjectReader, Properties } from "./lifeCycle";
import { serviceKey } from "./lifeCycle";
import { findById } from "./find";
import { digest, isZoneOf, refuseIfElsewhere, refuseRenamed, refuseToRead, renamedFrom, renamedKey } from "./identity";
import { requestOf } from "./requests";

// Hostnames and edge rules are parts of a pull zone: they are read with it, and writes to one zone take turns.

/** The keys under which the state of a part records the owner of its pull zone, and a digest of the zone's name. */
const [ownerKey, zoneNameKey] = ["__owner", "__zoneName"];

/** What the state of a part records of its pull zone. */
export function zoneRecord({ userId, name }: GetPullZoneResult): Properties {
  return {
    ...(userId === undefined ? {} : { [ownerKey]: userId }),
    ...(name === undefined ? {} : { [zoneNameKey]: digest(name) }),
  };
}

/** A part and its pull zone, as the service has them. */
export interface LivePart<Part> {
  readonly zone: GetPullZoneResult;
  readonly part: Part;
}

/**
 * The part in a state, with its pull zone; undefined if one of them no longer exists.
 *
 * @param step what the part is looked for
 * @throws {CdnError} if the zone is another one, or the part only seems to be gone, because the address or the key is another account's
 */
export async function findPart<Part>(
  reader: ObjectReader,
  pullZoneId: number,
  state: Properties,
  step: "read" | "changed",
  partIn: (zone: GetPullZoneResult) => Part | undefined,
): Promise<LivePart<Part> | undefined> {
  const known = { userId: state[ownerKey], [serviceKey]: state[serviceKey] };
  const { zone, part } = await lookForPart(reader, pullZoneId, partIn);
  if (zone !== undefined) {
    refuseToRead("PullZone", reader, zone, String(pullZoneId), known);
    refuseRenamed("PullZone", reader, zone, String(pullZoneId), known, state[zoneNameKey], step);
  }
  if (zone !== undefined && part !== undefined) return { zone, part };
  await refuseIfElsewhere("PullZone", reader, String(pullZoneId), known);
  return undefined;
}

/** Whether this account has the part in a state. */
export async function hasPart(
  reader: ObjectReader,
  pullZoneId: number,
  state: Properties,
  partIn: (zone: GetPullZoneResult) => unknown,
): Promise<boolean> {
  const { zone, part } = await lookForPart(reader, pullZoneId, partIn);
  const known = { userId: state[ownerKey], [renamedKey]: state[zoneNameKey] };
  return (
    zone !== undefined &&
    isZoneOf("PullZone", zone, known) &&
    !renamedFrom("PullZone", zone, known) &&
    part !== undefined
  );
}

/** A zone and a part of it, if there are any. A part that is missing is looked for in the zone by itself: the list may not show it. */
export async function lookForPart<Part>(
  reader: ObjectReader,
  pullZoneId: number,
  partIn: (zone: GetPullZoneResult) => Part | undefined,
): Promise<Partial<LivePart<Part>>> {
  let zone: GetPullZoneResult | undefined;
  for (const options of [{}, { singly: true }] as const) {
    zone = await findById(reader, "PullZone", pullZoneId, options);
    const part = zone && partIn(zone);
    if (zone === undefined) return {};
    if (part !== undefined) return { zone, part };
  }
  return zone === undefined ? {} : { zone };
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
