import type { CdnClient } from "../../api/client";
import { NotFoundError } from "../../api/errors";
import { shown } from "../../api/input";
import type { GetStorageZoneResult } from "../../types/storageZone";
import type { ImportResult } from "../lifeCycle";
import type { StorageZoneInputs } from "./check";
import { findById, findByName } from "./find";
import { liveReplicas, managedState } from "./state";

/**
 * Reads an existing zone that is to be managed.
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
      { request: { operation: "get storage zone", method: "GET", path: `/storagezone/${isId ? idOrName : ""}` } },
    );
  }
  const inputs = inputsOfLive(zone);
  return { id: String(zone.id), state: managedState(zone, inputs), inputs: { ...inputs } };
}

/** The required inputs, and the settings that differ from a new zone's: declaring them changes nothing. */
function inputsOfLive(zone: GetStorageZoneResult): StorageZoneInputs {
  const { custom404FilePath = "" } = zone;
  return {
    name: zone.name ?? "",
    region: (zone.region ?? "").toUpperCase(),
    ...(zone.replicationRegions.length === 0 ? {} : { replicationRegions: liveReplicas(zone).sort() }),
    ...(zone.zoneTier === 1 ? { zoneTier: 1 } : {}),
    ...(zone.storageZoneType === 1 ? { storageZoneType: 1 } : {}),
    ...(zone.rewrite404To200 ? { rewrite404To200: true } : {}),
    ...(custom404FilePath === "" ? {} : { custom404FilePath }),
  };
}
