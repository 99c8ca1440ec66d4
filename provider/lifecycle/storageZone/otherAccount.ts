import { ConflictError, UnauthorizedError } from "../../api/errors";
import { shown } from "../../api/input";
import type { LinkedStorageZone } from "../../types/storageZone";
import type { Properties, ZoneReader } from "../lifeCycle";
import { isOneName } from "./inputs";

/** The key under which a state keeps the name of its zone after a refresh found another one under the id. */
export const knownNameKey = "__knownName";

/** The name that the zone in the state is known to have. */
export function knownName(state: Properties): unknown {
  return state[knownNameKey] ?? state["name"];
}

export function hasOtherName({ name }: Identity, state: Properties): boolean {
  const known = knownName(state);
  return name !== undefined && typeof known === "string" && !isOneName(name, known);
}

export function hasOtherOwner({ userId }: Identity, state: Properties): boolean {
  return userId !== undefined && typeof state["userId"] === "string" && userId !== state["userId"];
}

type Identity = Pick<LinkedStorageZone, "name" | "userId">;

/**
 * The error for a zone that has the id of the one in the state and is another one: the resource uses the provider, key or
 * address of another account or service. Names and owners never change in place.
 */
export function otherZoneError(zone: Identity, id: string, state: Properties, step: string): ConflictError {
  const difference = hasOtherName(zone, state)
    ? `its name is ${shown(zone.name)}, not ${shown(knownName(state))}`
    : `its owner is user ${String(zone.userId)}, not ${String(state["userId"])}`;
  return new ConflictError(
    `Storage zone ${id} was not ${step}: ${difference} as in the state. Check that the access key (CDN_ACCESS_KEY overrides the configuration), ` +
      `the base URL and the resource's provider belong to the account that owns the zone. If that zone no longer exists, run: pulumi state delete URN`,
    { request: { operation: "get storage zone", method: "GET", path: `/storagezone/${id}` } },
  );
}

export function isOtherZone(zone: Identity, state: Properties): boolean {
  return hasOtherName(zone, state) || hasOtherOwner(zone, state);
}

/**
 * Refuses to take a zone for gone that a key of another account does not show. Both accounts' zones say whom they belong
 * to (assumption: no user owns zones of both); an account without any tells nothing.
 *
 * @param state the zone as it was last known
 * @throws {UnauthorizedError}
 */
export async function refuseOtherAccount(
  source: Pick<ZoneReader, "owners">,
  id: string,
  state: Properties,
): Promise<void> {
  const owner = state["userId"];
  if (typeof owner !== "string") return;
  const owners = await source.owners(owner);
  if (owners.size === 0 || owners.has(owner)) return;
  throw new UnauthorizedError(
    `Storage zone ${id} is not in the account of this access key, but it belongs to another one: to user ${owner}, and the zones there to ${[...owners].join(", ")}. ` +
      `So it is not taken for gone. Check which key is used: the variable CDN_ACCESS_KEY wins over cdn:accessKey. If the zone is gone indeed, run: pulumi state delete URN`,
    { request: { operation: "get storage zone", method: "GET", path: `/storagezone/${id}` }, status: 404 },
  );
}
