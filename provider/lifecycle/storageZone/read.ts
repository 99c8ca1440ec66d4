import { NotFoundError } from "../../api/errors";
import { storageZone } from "../../kinds/storageZone";
import { fieldNames } from "../../wire/fields";
import { declaredKey, declaredNames, isManaged } from "../declared";
import type { Properties, ReadResult, ObjectReader } from "../lifeCycle";
import { findKnown } from "../zones/find";
import { refuseIfElsewhere, refuseToRead, renamedFrom, renamedKey } from "../zones/identity";
import { requestOf } from "../zones/requests";
import { externalState, managedState, liveInputs } from "./state";

/**
 * Reads a storage zone. Returns undefined for a zone that was deleted since the last read.
 *
 * @throws {NotFoundError} if a first read by id finds no zone: the engine would silently continue without it
 */
export async function readStorageZone(
  reader: ObjectReader,
  id: string,
  prior: Properties,
  lastInputs?: Properties,
): Promise<ReadResult | undefined> {
  const zone = await findKnown(reader, "StorageZone", id, prior["dateModified"]);
  if (zone === undefined) {
    const isFirstRead = prior["storageZoneId"] === undefined;
    if (isFirstRead) throw notFoundError(id);
    await refuseIfElsewhere("StorageZone", reader, id, prior);
    return undefined;
  }
  if (!isManaged(prior)) return { state: externalState(zone) };
  refuseToRead("StorageZone", reader, zone, id, prior);
  const declared = declaredNames(storageZone, prior, lastInputs);
  const inputs = liveInputs(prior, zone, declared);
  const state = managedState(zone, inputs, prior);
  // A declared property stays declared even if the live zone lacks it.
  state[declaredKey] = declared;
  const lastName = renamedFrom(zone, prior);
  if (lastName !== undefined) state[renamedKey] = lastName;
  // Volatile values stay as of the last creation or update, so that a refresh shows only what somebody changed.
  for (const key of volatileKeys) if (prior[key] !== undefined) state[key] = prior[key];
  return { state, inputs: { ...inputs }, live: zone };
}

function notFoundError(id: string): NotFoundError {
  return new NotFoundError(
    `There is no storage zone ${id} in this account. Check the id, and that the access key belongs to the account that owns the zone`,
    { request: requestOf("get", "StorageZone", id), status: 404 },
  );
}

const volatileKeys = fieldNames(storageZone.table, (field) => field.volatile === true);
