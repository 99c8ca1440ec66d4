import { NotFoundError } from "../../api/errors";
import type { CdnClient } from "../../api/client";
import type { Properties, ReadResult } from "../lifeCycle";
import { lookForId } from "./find";
import { externalState, isManaged, managedState, mirroredInputs } from "./state";

/**
 * Reads a storage zone. One that is gone is no result where it was known before; asked for by id for the first time it is
 * an error, because an engine would silently go on without it.
 *
 * @throws {NotFoundError}
 */
export async function readStorageZone(
  client: CdnClient,
  id: string,
  prior: Properties,
): Promise<ReadResult | undefined> {
  const zone = await lookForId(client, id, prior["dateModified"]);
  if (zone === undefined) {
    if (prior["storageZoneId"] !== undefined || isManaged(prior)) return undefined;
    throw new NotFoundError(
      `There is no storage zone ${id} in this account. Check the id, and that cdn:accessKey is of the account that has it`,
      { request: { operation: "get storage zone", method: "GET", path: `/storagezone/${id}` }, status: 404 },
    );
  }
  if (!isManaged(prior)) return { state: externalState(zone) };
  const inputs = mirroredInputs(prior, zone);
  // The record of what was declared is kept, also where a declared value stands nowhere at the moment.
  const state = { ...managedState(zone, inputs), __declared: prior["__declared"] };
  return { state, inputs: { ...inputs } };
}
