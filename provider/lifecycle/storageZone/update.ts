import type { StorageZoneInputs } from "../../types/storageZone";
import type { LifeCycleContext, Properties } from "../lifeCycle";
import { listed } from "../properties";
import { applySettings } from "./applySettings";
import { findKnown } from "../zones/find";
import { refuseIfElsewhere, refuseToUpdate } from "../zones/identity";
import { goneError, requestOf } from "../zones/requests";
import { liveReplicas } from "./replicas";
import { managedState } from "./state";

/**
 * Updates the settings of a zone. Replicas that the service has beyond the declared ones are kept: `check` has refused to remove one, so
 * they were added outside. Assumption: the service has this operation.
 *
 * @returns the new state
 */
export async function updateStorageZone(
  { client, tell }: LifeCycleContext,
  id: string,
  state: Properties,
  inputs: StorageZoneInputs,
): Promise<Properties> {
  const live = await findKnown(client, "StorageZone", id, state["dateModified"]);
  if (live === undefined) {
    await refuseIfElsewhere("StorageZone", client, id, state);
    const fact = `Storage zone ${id} no longer exists, so it can't be updated`;
    throw goneError(fact, requestOf("update", "StorageZone", id));
  }
  refuseToUpdate("StorageZone", live, id, state, inputs.name);
  const { replicationRegions: declared } = inputs;
  const others = declared === undefined ? [] : liveReplicas(live).filter((code) => !declared.includes(code));
  if (declared === undefined || others.length === 0)
    return managedState(await applySettings(client, live, inputs), inputs, state);
  tell(`Storage zone ${id} keeps ${listed(others)}: a replication region that was added outside can't be removed`);
  const applied = { ...inputs, replicationRegions: [...declared, ...others] };
  return managedState(await applySettings(client, live, applied), inputs, state);
}
