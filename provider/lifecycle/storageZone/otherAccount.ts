import { UnauthorizedError } from "../../api/errors";
import type { Properties, ZoneReader } from "../lifeCycle";

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
