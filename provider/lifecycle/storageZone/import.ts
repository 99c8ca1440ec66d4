import type { CdnClient } from "../../api/client";
import { NotFoundError } from "../../api/errors";
import { shown } from "../../api/input";
import type { GetStorageZoneResult } from "../../types/storageZone";
import { fieldNames } from "../../wire/fields";
import { storageZoneTable } from "../../wire/storageZone";
import type { ImportResult, Properties } from "../lifeCycle";
import { findById, findByName, getRequest, listRequest } from "./find";
import type { StorageZoneInputs } from "./inputs";
import { liveReplicas, managedState } from "./state";

/**
 * Reads an existing zone that is to be managed, for an import by the engine.
 *
 * @param idOrName an id if it consists of digits
 * @throws {NotFoundError}
 */
export async function importStorageZone(client: CdnClient, idOrName: string): Promise<ImportResult> {
  const isId = /^[0-9]+$/.test(idOrName);
  const zone = await (isId ? findById(client, idOrName) : findByName(client, idOrName));
  if (zone === undefined) {
    throw new NotFoundError(
      `There is no storage zone ${isId ? idOrName : `named ${shown(idOrName)}`} to import in this account. Check its id or name, and that cdn:accessKey belongs to the account that owns the zone`,
      { request: isId ? getRequest(idOrName) : listRequest },
    );
  }
  // The settings that differ from a new zone's are declared as well: the engine generates the program from the inputs.
  const { custom404FilePath = "" } = zone;
  const inputs: StorageZoneInputs = {
    ...minimalInputs(zone),
    ...(zone.zoneTier === 1 ? { zoneTier: 1 } : {}),
    ...(zone.storageZoneType === 1 ? { storageZoneType: 1 } : {}),
    ...(zone.rewrite404To200 ? { rewrite404To200: true } : {}),
    ...(custom404FilePath === "" ? {} : { custom404FilePath }),
  };
  return { id: String(zone.id), state: managedState(zone, inputs), inputs: { ...inputs } };
}

/** The inputs and the state for the file of `pulumi-cdn-zones import`. The file has no passwords: the next read adds them. */
export function importedState(zone: GetStorageZoneResult): { inputs: StorageZoneInputs; state: Properties } {
  const inputs = minimalInputs(zone);
  const secrets = fieldNames(storageZoneTable, (field) => field.secret === true);
  const state = Object.entries(managedState(zone, inputs)).filter(([key]) => !secrets.includes(key));
  return { inputs, state: Object.fromEntries(state) };
}

/** The inputs that a zone can't be declared without: replicas, too, because they can't be removed. */
function minimalInputs(zone: GetStorageZoneResult): StorageZoneInputs {
  return {
    name: zone.name ?? "",
    region: (zone.region ?? "").toUpperCase(),
    ...(zone.replicationRegions.length === 0 ? {} : { replicationRegions: liveReplicas(zone).sort() }),
  };
}
