import type { CdnClient } from "../../api/client";
import { NotFoundError } from "../../api/errors";
import { partId } from "../../api/input";
import type { Kind, WholeKind } from "../../kinds";
import type { GetPullZoneResult } from "../../types/pullZone";
import { capitalized } from "../../wire/name";
import { findById } from "../shared/find";
import type { KnownZone } from "../shared/identity";
import { digest, isKnownZone, refuseIfElsewhere, refuseOther } from "../shared/identity";
import type { ObjectReader, Properties } from "../shared/lifeCycle";
import { serviceKey } from "../shared/lifeCycle";
import { goneError, requestOf } from "../shared/messages";

// Hostnames and edge rules are parts of a pull zone: they are read with it.

/** The keys under which the state of a part records the owner of its pull zone, and a digest of the zone's name. */
const [ownerKey, zoneNameKey] = ["__owner", "__zoneName"];

/** What the state of a part records of its pull zone. */
export function zoneRecord({ userId, name }: { readonly userId?: string; readonly name?: string }): Properties {
  return {
    ...(userId === undefined ? {} : { [ownerKey]: userId }),
    ...(name === undefined ? {} : { [zoneNameKey]: digest(name) }),
  };
}

/** The zone that the state of a part, or of a folder, is about. */
export function knownParent(kind: WholeKind, zoneId: number, state: Properties): KnownZone {
  const [owner, nameDigest, seenAt] = [ownerKey, zoneNameKey, serviceKey].map((key) => state[key]);
  return { kind, id: String(zoneId), owner, nameDigest, seenAt };
}

/** A part and its pull zone, as the service has them. */
export interface LivePart<Part> {
  readonly zone: GetPullZoneResult;
  readonly part: Part;
}

/** What finds a kind of parts. */
export interface PartFinder<Part> {
  readonly kind: Kind;
  /** Finds the part with an id in its zone. @throws {InvalidInputError} for another text */
  partIn(id: string): (zone: GetPullZoneResult) => Part | undefined;
}

/** The id of the pull zone in the id of a part. */
export function pullZoneIdOf({ kind }: { readonly kind: Kind }, id: string): number {
  return partId(kind.noun, id).pullZoneId;
}

/**
 * The part in a state, with its pull zone; undefined if one of them no longer exists.
 *
 * @param step what the part is looked for
 * @throws {CdnError} if the zone is another one, or the part only seems to be gone, because the address or the key is another account's
 */
export async function findPart<Part>(
  parts: PartFinder<Part>,
  reader: ObjectReader,
  id: string,
  state: Properties,
  step: "read" | "changed",
): Promise<LivePart<Part> | undefined> {
  const { zone, part } = await lookFor(parts, reader, id);
  const known = knownParent("PullZone", pullZoneIdOf(parts, id), state);
  if (zone !== undefined) refuseOther(reader, zone, known, step);
  if (zone !== undefined && part !== undefined) return { zone, part };
  await refuseIfElsewhere(reader, known);
  return undefined;
}

/** Whether this account has the part in a state. */
export async function hasPart(
  parts: PartFinder<unknown>,
  reader: ObjectReader,
  id: string,
  state: Properties,
): Promise<boolean> {
  const { zone, part } = await lookFor(parts, reader, id);
  return (
    zone !== undefined &&
    part !== undefined &&
    isKnownZone(zone, knownParent("PullZone", pullZoneIdOf(parts, id), state))
  );
}

/** A zone and a part of it, if there are any. A part that is missing is looked for in the zone by itself: the list may not show it. */
async function lookFor<Part>(
  parts: PartFinder<Part>,
  reader: ObjectReader,
  id: string,
): Promise<Partial<LivePart<Part>>> {
  const partIn = parts.partIn(id);
  let zone: GetPullZoneResult | undefined;
  for (const options of [{}, { singly: true }] as const) {
    zone = await findById(reader, "PullZone", pullZoneIdOf(parts, id), options);
    const part = zone && partIn(zone);
    if (zone === undefined) return {};
    if (part !== undefined) return { zone, part };
  }
  return zone === undefined ? {} : { zone };
}

/** The pull zone that a part is added to. @throws {NotFoundError} */
export async function pullZoneFor(client: CdnClient, { noun }: Kind, id: number): Promise<GetPullZoneResult> {
  const zone = await findById(client, "PullZone", id);
  if (zone !== undefined) return zone;
  throw new NotFoundError(
    `The ${noun} was not added: there is no pull zone ${String(id)} in this account. Check pullZoneId, and that the access key belongs to the account that owns the zone`,
    { request: requestOf("get", "PullZone", id), status: 404 },
  );
}

/** The error for a part that a first read, or an import, does not find: the engine would silently continue without it. */
export function noPartError({ noun }: Kind, id: string): NotFoundError {
  const { pullZoneId } = partId(noun, id);
  return new NotFoundError(
    `There is no ${noun} ${id} in this account. Check the id (the pull zone's, a slash, the ${noun}'s own), and that the access key belongs to the account that owns the zone`,
    { request: requestOf("get", "PullZone", pullZoneId), status: 404 },
  );
}

/** The error for a part that an update does not find. */
export function gonePartError(parts: PartFinder<unknown>, id: string): NotFoundError {
  const fact = `${capitalized(parts.kind.noun)} ${id} no longer exists, so it can't be updated`;
  return goneError(fact, requestOf("get", "PullZone", pullZoneIdOf(parts, id)));
}
