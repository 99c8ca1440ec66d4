import { ConflictError, UnauthorizedError } from "../../api/errors";
import { shown } from "../../api/input";
import type { LinkedStorageZone } from "../../types/storageZone";
import type { Properties, ZoneReader } from "../lifeCycle";
import { isSameName } from "./inputs";
import { findById, getRequest } from "./find";

/**
 * The key under which a state keeps the name that the zone was known by, once a refresh has found another name under the id: the
 * refresh shows the new name as drift, and writes it to the state's `name`. A comparison with that one would let an update or
 * deletion reach another zone.
 */
export const knownNameKey = "__knownName";

type Identity = Pick<LinkedStorageZone, "name" | "userId">;

/**
 * Whether a live zone with the id in the state may be another zone, because the resource now uses the provider, key or base URL of
 * another account or service: its name or its owner differs. Then it is not updated or deleted. It is read, so that a refresh
 * shows the difference, unless both differ.
 */
export function mayBeOtherZone(zone: Identity, state: Properties): boolean {
  return hasOtherName(zone, state) || hasOtherOwner(zone, state);
}

/** The name by which the zone was created or adopted. */
export function knownName(state: Properties): unknown {
  return state[knownNameKey] ?? state["name"];
}

export function hasOtherName({ name }: Identity, state: Properties): boolean {
  const known = knownName(state);
  return name !== undefined && typeof known === "string" && !isSameName(name, known);
}

export function hasOtherOwner({ userId }: Identity, state: Properties): boolean {
  return userId !== undefined && typeof state["userId"] === "string" && userId !== state["userId"];
}

export function otherZoneError(zone: Identity, id: string, state: Properties, step: string): ConflictError {
  const difference = hasOtherName(zone, state)
    ? `its name is ${shown(zone.name)}, not ${shown(knownName(state))}`
    : `its owner is user ${String(zone.userId)}, not ${String(state["userId"])}`;
  return new ConflictError(
    `Storage zone ${id} was not ${step}: ${difference} as in the state. Check that the access key (CDN_ACCESS_KEY overrides the configuration), ` +
      `the base URL and the resource's provider belong to the account that owns the zone. If that zone no longer exists, run: pulumi state delete URN`,
    { request: getRequest(id) },
  );
}

/**
 * Throws if a zone only seems deleted because the access key belongs to another account. Assumption: no user owns zones in both
 * accounts.
 *
 * @throws {UnauthorizedError}
 */
export async function refuseOtherAccount(
  reader: Pick<ZoneReader, "owners">,
  id: string,
  state: Properties,
): Promise<void> {
  const owner = state["userId"];
  if (typeof owner !== "string") return;
  const owners = await reader.owners(owner);
  // An account without zones may be the right one.
  if (owners.size === 0 || owners.has(owner)) return;
  throw new UnauthorizedError(
    `Storage zone ${id} was not found, but is not treated as deleted: it belongs to user ${owner}, and the zones of this access key's account to ${[...owners].join(", ")}. ` +
      `Check the access key: CDN_ACCESS_KEY overrides the configuration. If the zone no longer exists, run: pulumi state delete URN`,
    { request: getRequest(id), status: 404 },
  );
}

/** Whether this account has the zone in the state. */
export async function isSameZone(reader: ZoneReader, id: string, state: Properties): Promise<boolean> {
  const zone = await findById(reader, id);
  return zone !== undefined && !mayBeOtherZone(zone, state);
}
