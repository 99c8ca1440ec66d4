import { isDeepStrictEqual } from "node:util";
import type { CdnClient } from "../../api/client";
import {
  ConflictError,
  NotFoundError,
  ServiceError,
  UnavailableError,
  UnexpectedResponseError,
} from "../../api/errors";
import { shown } from "../../api/input";
import { pause } from "../../api/retry";
import type { GetStorageZoneResult } from "../../types/storageZone";
import { utcTime } from "../../wire/utcTime";
import type { CreateResult, LifeCycleContext } from "../lifeCycle";
import { IncompleteError } from "../lifeCycle";
import { listed } from "../properties";
import type { StorageZoneInputs } from "./check";
import { immutableKeys, isSameName, isSameInput } from "./check";
import { findById, findByName, findDelays } from "./find";
import { liveReplicas, managedState, presumedState } from "./state";
import { applySettings } from "./update";

const addRequest = { operation: "add storage zone", method: "POST", path: "/storagezone" };
const maxAttempts = 5;

/**
 * Creates a storage zone, or adopts an existing one. The id of a created zone is never lost, whatever fails afterwards.
 *
 * @param existingId adopt the zone with this id, and no other
 * @throws {IncompleteError} with the id, if what follows the creation fails
 */
export async function createStorageZone(
  context: LifeCycleContext,
  inputs: StorageZoneInputs,
  existingId?: string,
): Promise<CreateResult> {
  // Resources are created in parallel: of two with the same name, neither may adopt the other's zone.
  const { createdNames } = context;
  const key = inputs.name.toLowerCase();
  if (createdNames.has(key)) {
    throw new ConflictError(
      `Nothing was created: another resource of this program declares a storage zone named ${shown(inputs.name)} too. Names are unique: declare it once`,
      { request: addRequest },
    );
  }
  createdNames.add(key);
  try {
    return await (existingId === undefined ? create(context, inputs) : importZone(context, inputs, existingId));
  } catch (error) {
    if (!(error instanceof IncompleteError)) createdNames.delete(key);
    throw error;
  }
}

/**
 * 1. If a zone of that name exists, it is adopted or refused. If it was created in the last 15 seconds, it may be found only when
 *    the request is refused.
 * 2. Otherwise the zone is requested. A clear response (a zone, or an error before anything was created) ends the creation.
 * 3. After an unclear response (none, a 500, an invalid body) the zone is looked up by name. If it is as the request would have
 *    created it, it is ours; otherwise it is adopted or refused.
 * 4. If it does not exist, it is requested again: names are unique, so a first request that arrives late can't create a second
 *    zone.
 */
async function create(context: LifeCycleContext, inputs: StorageZoneInputs): Promise<CreateResult> {
  const { client, names } = context;
  const existing = (await names.mayExist(inputs.name)) ? await findByName(client, inputs.name) : undefined;
  if (existing !== undefined) return adoptOrRefuse(context, existing, inputs, "Nothing was created");

  const began = client.serviceTime();
  let unclear: ServiceError | undefined;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const answer = await add(client, inputs);
    if (!(answer instanceof ServiceError)) {
      if (unclear !== undefined) await refuseSecondZone(client, answer, inputs);
      return complete(client, answer, inputs);
    }

    const isTaken = answer instanceof ConflictError;
    if (!isTaken && !mayHaveBeenApplied(answer)) {
      throw unclear === undefined ? answer : unclearError(inputs, unclear, answer);
    }
    if (!isTaken) unclear = answer;

    const zone = await findCreated(client, inputs, unclear ?? answer);
    if (zone !== undefined) {
      if (unclear !== undefined && isOurs(zone, inputs, began)) return complete(client, zone, inputs);
      const why = isTaken
        ? "Somebody created it in the meantime"
        : `It is unknown whether the creation worked (${answer.message})`;
      return adoptOrRefuse(context, zone, inputs, why);
    }
    if (isTaken) throw unclear === undefined ? takenElsewhereError(answer) : unclearError(inputs, unclear, answer);
  }
  throw unclear === undefined ? new Error("unreachable") : unclearError(inputs, unclear);
}

/**
 * Requests the zone, once.
 *
 * @returns the zone, or the error
 * @throws {IncompleteError} if the response is broken and yet shows the id of the zone
 */
async function add(client: CdnClient, inputs: StorageZoneInputs): Promise<GetStorageZoneResult | ServiceError> {
  const { name, region, replicationRegions = [], zoneTier, storageZoneType } = inputs;
  try {
    return await client.addStorageZone({
      name,
      region,
      replicationRegions,
      ...(zoneTier === undefined ? {} : { zoneTier }),
      ...(storageZoneType === undefined ? {} : { storageZoneType }),
    });
  } catch (error) {
    if (error instanceof UnexpectedResponseError && error.zoneId !== undefined) {
      throw new IncompleteError(String(error.zoneId), presumedState(error.zoneId, inputs), error.message, error);
    }
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

function mayHaveBeenApplied(error: ServiceError): boolean {
  if (error instanceof UnavailableError) return error.mayHaveBeenApplied;
  if (!(error instanceof UnexpectedResponseError)) return false;
  // A success with an invalid body.
  const { status } = error.evidence;
  return status === undefined || (status >= 200 && status < 300);
}

/** Looks for the zone that an unclear request may have created; the service may show it late. */
async function findCreated(
  client: CdnClient,
  inputs: StorageZoneInputs,
  unclear: ServiceError,
): Promise<GetStorageZoneResult | undefined> {
  try {
    for (const delay of findDelays) {
      if (delay > 0) await pause(delay);
      const zone = await findByName(client, inputs.name);
      if (zone !== undefined) return zone;
    }
    return undefined;
  } catch (error) {
    throw error instanceof ServiceError ? unclearError(inputs, unclear, error) : error;
  }
}

/** The service's dates are in whole seconds, and its servers' clocks may differ. */
const clockToleranceMs = 5_000;

/** Whether a zone that did not exist before was created by our request: it is new, as requested and unused. */
function isOurs(zone: GetStorageZoneResult, inputs: StorageZoneInputs, began: number): boolean {
  return (
    differences(zone, inputs).length === 0 &&
    isDeepStrictEqual(liveReplicas(zone).sort(), [...(inputs.replicationRegions ?? [])].sort()) &&
    !zone.rewrite404To200 &&
    (zone.custom404FilePath ?? "") === "" &&
    utcTime(zone.dateModified) >= began - clockToleranceMs &&
    zone.filesStored === 0 &&
    zone.pullZones.length === 0
  );
}

/** Sets what the creation can't set. */
async function complete(
  client: CdnClient,
  zone: GetStorageZoneResult,
  inputs: StorageZoneInputs,
): Promise<CreateResult> {
  try {
    return { id: String(zone.id), state: managedState(await applySettings(client, zone, inputs), inputs) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new IncompleteError(String(zone.id), managedState(zone, inputs), reason, error);
  }
}

async function adoptOrRefuse(
  context: LifeCycleContext,
  zone: GetStorageZoneResult,
  inputs: StorageZoneInputs,
  why: string,
): Promise<CreateResult> {
  const differing = differences(zone, inputs);
  if (inputs.adopt === true && differing.length === 0) return adopt(context, zone, inputs);
  const id = String(zone.id);
  const advice =
    differing.length === 0
      ? `To adopt it, declare it with adopt: true, or import it: ${context.importCommand} ${id}. ` +
        `If another resource or stack of yours has it, don't: rename a resource with the option aliases, or remove it from its state first`
      : `It can't be adopted as declared: ${listed(differing)}. Declare what it is with adopt: true, or choose another name`;
  throw new ConflictError(
    `${why}: a storage zone named ${shown(zone.name)} exists in this account with id ${id}. ${advice}`,
    { request: addRequest },
  );
}

/** Throws no IncompleteError: if a setting can't be applied, the zone must not enter the state. */
async function adopt(
  { client, adoptedIds }: LifeCycleContext,
  zone: GetStorageZoneResult,
  inputs: StorageZoneInputs,
): Promise<CreateResult> {
  const live = await applySettings(client, zone, inputs);
  adoptedIds.add(String(zone.id));
  return { id: String(zone.id), state: managedState(live, inputs) };
}

async function importZone(context: LifeCycleContext, inputs: StorageZoneInputs, id: string): Promise<CreateResult> {
  const evidence = { request: { operation: "get storage zone", method: "GET", path: `/storagezone/${id}` } };
  const zone = await findById(context.client, id);
  if (zone === undefined) {
    throw new NotFoundError(
      `There is no storage zone ${id} to import in this account. Check the id in the resource option import, or remove the option to create the zone`,
      evidence,
    );
  }
  const differing = differences(zone, inputs);
  if (differing.length > 0) {
    throw new ConflictError(
      `Storage zone ${id} was not imported: ${listed(differing)}. Declare it as it is, or remove the resource option import`,
      evidence,
    );
  }
  return adopt(context, zone, inputs);
}

/** The immutable properties in which a zone differs from what is declared, in words. */
function differences(zone: GetStorageZoneResult, inputs: StorageZoneInputs): string[] {
  const live = { ...zone, region: zone.region?.toUpperCase() };
  return immutableKeys
    .filter((key) => inputs[key] !== undefined && live[key] !== undefined && !isSameInput(key, inputs[key], live[key]))
    .map((key) => `${key} is ${shown(live[key])}, declared is ${shown(inputs[key])}`);
}

/**
 * Detects a duplicate: if names are not unique after all, the first request may have created a zone as well.
 *
 * @throws {IncompleteError} naming the other zone
 */
async function refuseSecondZone(
  client: CdnClient,
  made: GetStorageZoneResult,
  inputs: StorageZoneInputs,
): Promise<void> {
  for (const delay of [250, 1000]) {
    await pause(delay);
    // If the list fails, the created zone must not be lost.
    const zones = await client.listStorageZones({ search: inputs.name }).catch(() => []);
    const second = zones.find(({ id, name, deleted }) => id !== made.id && !deleted && isSameName(name, inputs.name));
    if (second === undefined) continue;
    throw new IncompleteError(
      String(made.id),
      managedState(made, inputs),
      `Storage zone ${shown(inputs.name)} may have been created twice: with id ${String(made.id)}, which is in the state, and with id ${String(second.id)}. ` +
        `Compare them in the service's dashboard, and delete the one that is not needed`,
    );
  }
}

function unclearError({ name }: StorageZoneInputs, unclear: ServiceError, then?: ServiceError): UnavailableError {
  const followed = then === undefined ? "" : `, and then: ${then.message}`;
  return new UnavailableError(
    `It is unknown whether storage zone ${shown(name)} was created (${unclear.message})${followed}. ` +
      `Run the same command again: it looks for the zone first, and says how to adopt it`,
    (then ?? unclear).evidence,
    true,
  );
}

function takenElsewhereError(error: ConflictError): ConflictError {
  return new ConflictError(
    `${error.message}. No zone of this account has that name, so another account's has: names are unique across the whole service. Choose another name`,
    error.evidence,
  );
}
