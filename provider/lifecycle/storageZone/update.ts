import { storageZone } from "../../kinds/storageZone";
import type { LifeCycleContext, Properties } from "../shared/lifeCycle";
import { listed } from "../shared/properties";
import { changedSettings, leaveOthers, Writes } from "../shared/updates";
import { applySettings } from "./applySettings";
import { findKnown } from "../shared/find";
import { refuseIfElsewhere, refuseToUpdate } from "../shared/identity";
import { goneError, requestOf } from "../shared/requests";
import { liveReplicas } from "./replicas";
import { inputsOf } from "./inputs";
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
  inputs: Properties,
): Promise<Properties> {
  const live = await findKnown(client, "StorageZone", id, state["dateModified"]);
  if (live === undefined) {
    await refuseIfElsewhere("StorageZone", client, id, state);
    const fact = `Storage zone ${id} no longer exists, so it can't be updated`;
    throw goneError(fact, requestOf("update", "StorageZone", id));
  }
  refuseToUpdate("StorageZone", live, id, state, inputs);
  const declaration = { kind: storageZone, settings: storageZone.settings, state, inputs };
  const changed = changedSettings(declaration);
  const names = changed.map(({ name }) => name);
  const { replicationRegions: declared } = inputsOf(inputs);
  const others =
    declared === undefined || !names.includes("replicationRegions")
      ? []
      : liveReplicas(live).filter((code) => !declared.includes(code));
  if (others.length > 0) {
    tell(`Storage zone ${id} keeps ${listed(others)}: a replication region that was added outside can't be removed`);
  }
  const applied = { ...inputs, ...(declared === undefined ? {} : { replicationRegions: [...declared, ...others] }) };
  const update = { ...declaration, changed };
  const writes = new Writes(id, update);
  const zone = await writes.during(() =>
    applySettings(client, live, inputsOf(applied), names, (sets, request) => writes.send(sets, request)),
  );
  return leaveOthers(managedState(zone, inputsOf(inputs), state), update, [], (what) =>
    tell(`Storage zone ${id} ${what}`),
  );
}
