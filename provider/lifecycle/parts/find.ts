import { NotFoundError } from "../../api/errors";
import { partId } from "../../api/input";
import type { Reads } from "../../api/reads";
import type { PartKindOf, Readable, WholeKind } from "../../kinds";
import { kinds, nameIn } from "../../kinds";
import { capitalized } from "../../wire/name";
import { findById } from "../shared/find";
import type { KnownZone } from "../shared/identity";
import { digest, isKnownZone, ownerKey, refuseIfElsewhere, refuseOther } from "../shared/identity";
import type { Properties } from "../shared/lifeCycle";
import { serviceKey } from "../shared/lifeCycle";
import { goneError, nounOf, requestOf } from "../shared/messages";

// Hostnames and edge rules are parts of a pull zone, records of a DNS zone: they are read with it.

/** The key under which the state of a part records a digest of its zone's name. */
const zoneNameKey = "__zoneName";

/** What the state of a part records of its zone. */
export function zoneRecord(kind: WholeKind, zone: object): Properties {
  const { userId } = zone as { readonly userId?: string };
  const name = nameIn(kinds[kind], zone);
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

/** A part and its zone, as the service has them. */
export interface LivePart<Part, Whole extends WholeKind = "PullZone"> {
  readonly zone: Readable<Whole>;
  readonly part: Part;
}

/** The kind of parts of a kind of zones. */
export interface OfPart<Whole extends WholeKind = WholeKind> {
  readonly kind: PartKindOf<Whole>;
}

/** What finds a kind of parts. */
export interface PartFinder<Part, Whole extends WholeKind = "PullZone"> extends OfPart<Whole> {
  /** Finds the part with an id in its zone. @throws {InvalidInputError} for another text */
  partIn(id: string): (zone: Readable<Whole>) => Part | undefined;
}

/** The id of the zone in the id of a part. */
export function zoneIdOf({ kind }: OfPart, id: string): number {
  return partId(kind.noun, id).zoneId;
}

/**
 * The part in a state, with its zone; undefined if one of them no longer exists.
 *
 * @param step what the part is looked for
 * @param maxLookAgeMs how old an earlier look that shows the part may be; one that does not show it proves nothing
 * @throws {CdnError} if the zone is another one, or the part only seems to be gone, because the address or the key is another account's
 */
export async function findPart<Part, Whole extends WholeKind>(
  parts: PartFinder<Part, Whole>,
  reader: Reads,
  id: string,
  state: Properties,
  step: "read" | "changed",
  maxLookAgeMs = 0,
): Promise<LivePart<Part, Whole> | undefined> {
  const { zone, part } = await lookFor(parts, reader, id, maxLookAgeMs);
  const known = knownParent(parts.kind.parent, zoneIdOf(parts, id), state);
  if (zone !== undefined) refuseOther(reader, zone, known, step);
  if (zone !== undefined && part !== undefined) return { zone, part };
  await refuseIfElsewhere(reader, known);
  return undefined;
}

/** Whether this account has the part in a state. */
export async function hasPart<Whole extends WholeKind>(
  parts: PartFinder<unknown, Whole>,
  reader: Reads,
  id: string,
  state: Properties,
): Promise<boolean> {
  const { zone, part } = await lookFor(parts, reader, id);
  const known = knownParent(parts.kind.parent, zoneIdOf(parts, id), state);
  return zone !== undefined && part !== undefined && isKnownZone(zone, known);
}

/** A zone and a part of it, if there are any. A part that is missing is looked for in the zone by itself: the list may not show it. */
async function lookFor<Part, Whole extends WholeKind>(
  parts: PartFinder<Part, Whole>,
  reader: Reads,
  id: string,
  maxLookAgeMs = 0,
): Promise<Partial<LivePart<Part, Whole>>> {
  const partIn = parts.partIn(id);
  let zone: Readable<Whole> | undefined;
  // A list that leaves parts out is of no use.
  const first = kinds[parts.kind.parent].partsAreOutputs === false ? { singly: true as const } : {};
  for (const options of [{ ...first, maxLookAgeMs }, { singly: true }] as const) {
    zone = await findById(reader, parts.kind.parent, zoneIdOf(parts, id), options);
    const part = zone && partIn(zone);
    if (zone === undefined) return {};
    if (part !== undefined) return { zone, part };
  }
  return zone === undefined ? {} : { zone };
}

/** The zone that a part is added to. @throws {NotFoundError} */
export async function zoneFor<Whole extends WholeKind>(
  reader: Reads,
  { noun, parent }: PartKindOf<Whole>,
  id: number,
): Promise<Readable<Whole>> {
  const zone = await findById(reader, parent, id);
  if (zone !== undefined) return zone;
  throw new NotFoundError(
    `The ${noun} was not added: there is no ${nounOf(parent)} ${String(id)} in this account. Check ${kinds[parent].idOutput}, and that the access key belongs to the account that owns the zone`,
    { request: requestOf("get", parent, id), status: 404 },
  );
}

/** The error for a part that a first read, or an import, does not find: the engine would silently continue without it. */
export function noPartError({ noun, parent }: PartKindOf<WholeKind>, id: string): NotFoundError {
  const { zoneId } = partId(noun, id);
  return new NotFoundError(
    `There is no ${noun} ${id} in this account. Check the id (the ${nounOf(parent)}'s, a slash, the ${noun}'s own), and that the access key belongs to the account that owns the zone`,
    { request: requestOf("get", parent, zoneId), status: 404 },
  );
}

/** The error for a part that an update does not find. */
export function gonePartError(parts: OfPart, id: string): NotFoundError {
  const fact = `${capitalized(parts.kind.noun)} ${id} no longer exists, so it can't be updated`;
  return goneError(fact, requestOf("get", parts.kind.parent, zoneIdOf(parts, id)));
}
