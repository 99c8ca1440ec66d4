import type { CdnClient } from "../../api/client";
import { NotFoundError } from "../../api/errors";
import type { Properties } from "../lifeCycle";
import { lookForId } from "./find";
import type { StorageZoneInputs } from "./inputs";
import { isOtherZone, otherZoneError } from "./otherAccount";
import { settle } from "./settle";
import { managedState, withUnshown } from "./state";

/** Brings a storage zone to its declared settings. Source: assumption. */
export async function updateStorageZone(
  client: CdnClient,
  id: string,
  state: Properties,
  inputs: StorageZoneInputs,
): Promise<Properties> {
  const live = await lookForId(client, id, state["dateModified"]);
  if (live === undefined) {
    throw new NotFoundError(
      `Storage zone ${id} is gone, so it can't be updated. Run pulumi refresh, then pulumi up creates it anew`,
      { request: { operation: "update storage zone", method: "POST", path: `/storagezone/${id}` }, status: 404 },
    );
  }
  if (isOtherZone(live, state)) throw otherZoneError(live, id, state, "updated");
  return managedState(withUnshown(await settle(client, live, inputs), state), inputs);
}
