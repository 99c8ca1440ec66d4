import { createHash } from "node:crypto";
import { ConfigurationError, ConflictError, UnauthorizedError } from "../../api/errors";
import { shown } from "../../api/input";
import type { WholeKind } from "../../kinds";
import { kinds, nameIn } from "../../kinds";
import { serviceKey } from "./lifeCycle";
import type { Properties, ObjectReader } from "./lifeCycle";
import { isSameName } from "./sameValue";
import type { Zone } from "./find";
import { findById } from "./find";
import { nounOf, requestOf } from "./requests";

/**
 * The key under which a state keeps a digest of the zone's last declared name, once a refresh has found another one: the name itself may
 * be secret. Until the program declares the new name, the zone is not deleted: it may be another service's.
 */
export const renamedKey = "__renamedFrom";

const forgetAdvice =
  "If that zone no longer exists, run in a terminal: pulumi state delete URN (if the URN is in the state twice, it asks for the id)";

type Identity = Pick<Zone, "userId">;

/**
 * Throws if the zone that was found under the id in the state is another one, because the resource now uses the provider, key or base
 * URL of another account or service. Another name alone may mean that it was renamed, but not at another service.
 */
export function refuseToRead(
  kind: WholeKind,
  reader: Pick<ObjectReader, "service">,
  zone: Identity,
  id: string,
  state: Properties,
): void {
  const isElsewhere = otherServiceThan(state, reader) !== undefined;
  const difference =
    ownerDifference(zone, state) ?? (isElsewhere ? nameDifference(kind, zone, nameIn(kinds[kind], state)) : undefined);
  if (difference !== undefined) throw otherZoneError(kind, id, "read", difference);
}

/** Throws if the zone may be another one than that in the state: its owner is another, or its name is not the declared one. */
export function refuseToUpdate(
  kind: WholeKind,
  zone: Identity,
  id: string,
  state: Properties,
  inputs: Properties,
): void {
  const difference = nameDifference(kind, zone, nameIn(kinds[kind], inputs)) ?? ownerDifference(zone, state);
  if (difference !== undefined) throw otherZoneError(kind, id, "updated", difference);
}

/**
 * Throws if the pull zone of a part no longer has the name in the state. It may have been renamed, so a read notes its new name,
 * unless this is another service.
 *
 * @param known the digest of the name; anything else if it is not known
 */
export function refuseRenamed(
  kind: WholeKind,
  reader: Pick<ObjectReader, "service">,
  zone: Identity,
  id: string,
  state: Properties,
  known: unknown,
  step: "read" | "changed",
): void {
  if (renamedFrom(kind, zone, { [renamedKey]: known }) === undefined) return;
  if (step === "read" && otherServiceThan(state, reader) === undefined) return;
  throw otherZoneError(kind, id, step, `its name is ${shown(nameIn(kinds[kind], zone))}, not the same`);
}

/** Throws if the zone may be another one than that in the state: its name or its owner differs. */
export function refuseToDelete(kind: WholeKind, zone: Identity, id: string, state: Properties): void {
  const renamed =
    state[renamedKey] !== undefined
      ? `its name became ${shown(nameIn(kinds[kind], zone))} outside of Pulumi`
      : undefined;
  const difference = nameDifference(kind, zone, nameIn(kinds[kind], state)) ?? ownerDifference(zone, state) ?? renamed;
  if (difference !== undefined) throw otherZoneError(kind, id, "deleted", difference);
}

/** The digest of the last declared name, if the zone no longer has it. */
export function renamedFrom(kind: WholeKind, zone: Identity, state: Properties): string | undefined {
  const name = nameIn(kinds[kind], zone);
  const known = state[renamedKey] ?? digest(nameIn(kinds[kind], state));
  return name !== undefined && typeof known === "string" && known !== digest(name) ? known : undefined;
}

/** What a state keeps of a name, which may be secret. */
export function digest(name: unknown): string | undefined {
  if (typeof name !== "string") return undefined;
  return createHash("sha256").update(name.toLowerCase()).digest("hex").slice(0, 16);
}

function nameDifference(kind: WholeKind, zone: Identity, known: string | undefined): string | undefined {
  const name = nameIn(kinds[kind], zone);
  if (name === undefined || known === undefined || isSameName(name, known)) return undefined;
  return `its name is ${shown(name)}, not ${shown(known)}`;
}

function ownerDifference({ userId }: Identity, { userId: known }: Properties): string | undefined {
  if (userId === undefined || typeof known !== "string" || userId === known) return undefined;
  return `its owner is user ${userId}, not ${known}`;
}

function otherZoneError(kind: WholeKind, id: string, step: string, difference: string): ConflictError {
  return new ConflictError(
    `${nounOf(kind, "atStart")} ${id} was not ${step}: ${difference} as in the state. Check that the access key, the base URL and the resource's provider ` +
      `belong to the account that owns the zone (variables override other settings). If it was renamed, run pulumi refresh, declare its ` +
      `new name, and run pulumi up. ${forgetAdvice}`,
    { request: requestOf("get", kind, id) },
  );
}

/**
 * Throws if a zone only seems deleted, because the base URL or the access key belongs to another service or account. Assumption: no
 * user owns zones in both accounts.
 *
 * @throws {ConfigurationError} for another service
 * @throws {UnauthorizedError} for another account
 */
export async function refuseIfElsewhere(
  kind: WholeKind,
  reader: Pick<ObjectReader, "owners" | "service">,
  id: string,
  state: Properties,
): Promise<void> {
  const seenAt = otherServiceThan(state, reader);
  if (seenAt !== undefined) {
    const { address, from } = reader.service;
    throw new ConfigurationError(
      `${nounOf(kind, "atStart")} ${id} was not found at ${address} (from ${from}), but is not treated as deleted: it was last seen at ${seenAt}. ` +
        `Correct the address. ${forgetAdvice}`,
    );
  }
  const owner = state["userId"];
  if (typeof owner !== "string") return;
  const owners = await reader.owners(owner);
  // An account without zones may be the right one.
  if (owners.size === 0 || owners.has(owner)) return;
  throw new UnauthorizedError(
    `${nounOf(kind, "atStart")} ${id} was not found, but is not treated as deleted: it belongs to user ${owner}, and the zones of this access key's account to ${[...owners].join(", ")}. ` +
      `Check the access key (a variable overrides other settings). ${forgetAdvice}`,
    { request: requestOf("get", kind, id), status: 404 },
  );
}

/** The service at which the zone was last seen, if that is not the reader's. */
function otherServiceThan(state: Properties, { service }: Pick<ObjectReader, "service">): string | undefined {
  const seenAt = state[serviceKey];
  return typeof seenAt === "string" && seenAt !== service.name ? seenAt : undefined;
}

/** Whether this account has the zone in the state. */
export async function isSameZone(
  kind: WholeKind,
  reader: ObjectReader,
  id: string,
  state: Properties,
): Promise<boolean> {
  const zone: Zone | undefined = await findById(reader, kind, id);
  return zone !== undefined && isZoneOf(kind, zone, state);
}

/** Whether a zone has the name and the owner in a state, where these are known. */
export function isZoneOf(kind: WholeKind, zone: Identity, state: Properties): boolean {
  return (
    ownerDifference(zone, state) === undefined && nameDifference(kind, zone, nameIn(kinds[kind], state)) === undefined
  );
}
