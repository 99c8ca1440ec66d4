import { NotFoundError } from "../../api/errors";
import { fieldNames } from "../../wire/fields";
import { storageZoneTable } from "../../wire/storageZone";
import type { Properties, ReadResult, ZoneReader } from "../lifeCycle";
import { findById, lookForId } from "./find";
import {
  hasOtherName,
  hasOtherOwner,
  isOtherZone,
  knownName,
  knownNameKey,
  otherZoneError,
  refuseOtherAccount,
} from "./otherAccount";
import { declaredKey, externalState, isManaged, managedState, mirroredInputs, withUnshown } from "./state";

/**
 * Reads a storage zone. One that is gone is no result where it was known before; asked for by id for the first time it is
 * an error, because an engine would silently go on without it.
 *
 * @throws {NotFoundError}
 */
export async function readStorageZone(
  client: ZoneReader,
  id: string,
  prior: Properties,
): Promise<ReadResult | undefined> {
  const zone = await lookForId(client, id, prior["dateModified"]);
  if (zone === undefined) {
    if (prior["storageZoneId"] !== undefined || isManaged(prior)) {
      await refuseOtherAccount(client, id, prior);
      return undefined;
    }
    throw new NotFoundError(
      `There is no storage zone ${id} in this account. Check the id, and that cdn:accessKey is of the account that has it`,
      { request: { operation: "get storage zone", method: "GET", path: `/storagezone/${id}` }, status: 404 },
    );
  }
  if (!isManaged(prior)) return { state: externalState(zone) };
  if (hasOtherName(zone, prior) && hasOtherOwner(zone, prior)) throw otherZoneError(zone, id, prior, "read");
  const live = withUnshown(zone, prior);
  const inputs = mirroredInputs(prior, live);
  const state = managedState(live, inputs);
  // The record of what was declared is kept, also where a declared value stands nowhere at the moment.
  state[declaredKey] = prior[declaredKey];
  // A renamed zone is shown as it is; that it is the same one nobody can tell, so it is not deleted.
  if (hasOtherName(zone, prior)) state[knownNameKey] = knownName(prior);
  // What moves by itself stays as it was known when the zone was last created or updated: a refresh then shows what someone
  // changed and nothing else.
  for (const key of moving) if (prior[key] !== undefined) state[key] = prior[key];
  return { state, inputs: { ...inputs } };
}

/** Whether this account has the zone of the state. */
export async function isSameZone(client: ZoneReader, id: string, state: Properties): Promise<boolean> {
  const zone = await findById(client, id);
  return zone !== undefined && !isOtherZone(zone, state);
}

const moving = fieldNames(storageZoneTable, (field) => field.volatile === true);
