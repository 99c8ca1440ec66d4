import { storageZone } from "../../kinds/storageZone";
import { fieldNames } from "../../wire/fields";
import { isManaged } from "../shared/declared";
import type { Properties, ReadResult, ObjectReader } from "../shared/lifeCycle";
import { findById, findKnown } from "../shared/find";
import { refuseIfElsewhere } from "../shared/identity";
import { managedRead } from "../zones/read";
import { noZoneError } from "../shared/requests";
import { externalState, knowsPullZones } from "./state";
import { storageZones } from "./zones";

/** Reads a storage zone. @returns undefined for one that was deleted since the last read */
export async function readStorageZone(
  reader: ObjectReader,
  id: string,
  prior: Properties,
  lastInputs?: Properties,
): Promise<ReadResult | undefined> {
  let zone = await findKnown(reader, "StorageZone", id, prior["dateModified"]);
  // The state of a managed zone keeps the known ones; of one that is only read, they are what the program may use.
  if (zone !== undefined && !knowsPullZones(zone) && (!isManaged(prior) || prior["pullZones"] === undefined)) {
    zone = await findById(reader, "StorageZone", id, { singly: true });
  }
  if (zone === undefined) {
    if (prior["storageZoneId"] === undefined) throw noZoneError("StorageZone", id);
    await refuseIfElsewhere("StorageZone", reader, id, prior);
    return undefined;
  }
  if (!isManaged(prior)) return { state: externalState(zone) };
  const result = managedRead(storageZones, reader, zone, id, prior, lastInputs);
  // Volatile values stay as of the last creation or update, so that a refresh shows only what somebody changed.
  for (const key of volatileKeys) if (prior[key] !== undefined) result.state[key] = prior[key];
  return result;
}

const volatileKeys = fieldNames(storageZone.table, (field) => field.volatile === true);
