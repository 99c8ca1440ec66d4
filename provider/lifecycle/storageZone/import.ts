import type { CdnClient } from "../../api/client";
import { InvalidInputError, NotFoundError } from "../../api/errors";
import { shown } from "../../api/input";
import { storageZone } from "../../kinds/storageZone";
import type { LinkedStorageZone, StorageZoneInputs } from "../../types/storageZone";
import { markKey, newMark } from "../memory";
import type { ImportResult, LifeCycleContext, Properties } from "../lifeCycle";
import { findById, findByName } from "./find";
import { getRequest } from "./requests";
import { liveReplicas } from "./replicas";
import { managedState } from "./state";

/**
 * Reads an existing zone that is to be managed, for an import by the engine.
 *
 * @param id the id as the service writes it: the engine takes any other text for another zone, and then deletes the "original"
 * @throws {NotFoundError}
 * @throws {InvalidInputError} for another text, such as a name, with the id to import
 */
export async function importStorageZone(
  { client, memory, importCommand }: Pick<LifeCycleContext, "client" | "memory" | "importCommand">,
  id: string,
): Promise<ImportResult> {
  if (!/^[1-9][0-9]*$/.test(id)) throw await notAnIdError(client, id, importCommand);
  return memory.entries.inTurn(id, async () => {
    const zone = await findById(client, id);
    if (zone !== undefined) return importResult(zone, memory.entries.add(id));
    throw new NotFoundError(
      `There is no storage zone ${id} to import in this account. Check the id, and that the access key belongs to the account that owns the zone`,
      { request: getRequest(id) },
    );
  });
}

async function notAnIdError(client: CdnClient, text: string, importCommand: string): Promise<InvalidInputError> {
  const zone = /^0[0-9]+$/.test(text) ? await findById(client, Number(text)) : await findByName(client, text);
  const advice =
    zone === undefined
      ? "npx pulumi-cdn-zones zones lists the zones of the account with their ids"
      : `The id of storage zone ${shown(zone.name)} is ${String(zone.id)}: ${importCommand} ${String(zone.id)}, or the resource option import: "${String(zone.id)}"`;
  return new InvalidInputError(`An import takes the id of a storage zone, but got: ${shown(text)}. ${advice}`, "id");
}

function importResult(zone: LinkedStorageZone, mark: string): ImportResult {
  // The settings that differ from a new zone's are declared as well: the engine generates the program from the inputs.
  const live = zone as unknown as Properties;
  const others = storageZone.settings
    .filter(({ name, input }) => input.initial !== undefined && (live[name] ?? input.initial) !== input.initial)
    .map(({ name }) => [name, live[name]] as const);
  const inputs = { ...minimalInputs(zone), ...Object.fromEntries(others) };
  const state = { ...managedState(zone, inputs), [markKey]: mark };
  return { id: String(zone.id), state, inputs: { ...inputs } };
}

/** The inputs and the state for the file of `pulumi-cdn-zones import`. The file has no passwords: the next read adds them. */
export function importedState(zone: LinkedStorageZone): { inputs: StorageZoneInputs; state: Properties } {
  const inputs = minimalInputs(zone);
  const state = Object.entries(managedState(zone, inputs)).filter(([key]) => !storageZone.secretOutputs.includes(key));
  return { inputs, state: { ...Object.fromEntries(state), [markKey]: newMark() } };
}

/** The inputs that a zone can't be declared without: replicas, too, because they can't be removed. */
function minimalInputs(zone: LinkedStorageZone): StorageZoneInputs {
  return {
    name: zone.name ?? "",
    region: (zone.region ?? "").toUpperCase(),
    ...(zone.replicationRegions.length === 0 ? {} : { replicationRegions: liveReplicas(zone) }),
  };
}
