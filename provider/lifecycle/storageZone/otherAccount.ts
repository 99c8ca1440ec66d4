import { ConflictError, UnauthorizedError } from "../../api/errors";
import { shown } from "../../api/input";
import type { LinkedStorageZone } from "../../types/storageZone";
import type { Properties, ZoneReader } from "../lifeCycle";
import { isOneName } from "./inputs";

/** How a live zone differs from the one in the state in what never changes; undefined where it is the same zone. */
export function otherIdentity({ name, userId }: Identity, state: Properties): string | undefined {
  if (name !== undefined && typeof state["name"] === "string" && !isOneName(name, state["name"]))
    return `its name is ${shown(name)}, not ${shown(state["name"])}`;
  if (userId !== undefined && typeof state["userId"] === "string" && userId !== state["userId"])
    return `its owner is user ${userId}, not ${state["userId"]}`;
  return undefined;
}

type Identity = Pick<LinkedStorageZone, "name" | "userId">;

/**
 * Refuses to go on with a zone that has the id of the one in the state and is another one: the resource uses the provider,
 * key or address of another account or service.
 *
 * @throws {ConflictError}
 */
export function refuseOtherZone(
  zone: Identity,
  id: string,
  state: Properties,
  step: "read" | "updated" | "deleted",
): void {
  const difference = otherIdentity(zone, state);
  if (difference === undefined) return;
  throw new ConflictError(
    `Storage zone ${id} was not ${step}: ${difference} as in the state. Check that the access key (CDN_ACCESS_KEY overrides the configuration), ` +
      `the base URL and the resource's provider belong to the account that owns the zone. If that zone no longer exists, run: pulumi state delete URN`,
    { request: { operation: "get storage zone", method: "GET", path: `/storagezone/${id}` } },
  );
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
