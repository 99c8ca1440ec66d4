import { isDeepStrictEqual } from "node:util";
import type { CdnClient } from "../../api/client";
import { ConflictError, ServiceError, UnavailableError, UnexpectedResponseError } from "../../api/errors";
import { shown } from "../../api/input";
import { storageZone } from "../../kinds/storageZone";
import type { AddStorageZoneBody, LinkedStorageZone, StorageZoneInputs } from "../../types/storageZone";
import { utcTime } from "../../wire/utcTime";
import type { CreateResult, LifeCycleContext, Properties } from "../lifeCycle";
import { IncompleteError } from "../lifeCycle";
import { adoptById, adoptOrRefuse, immutableDifferences } from "./adopt";
import { addRequest } from "./requests";
import { findByName, findNewByName } from "./find";
import { liveReplicas } from "./replicas";
import { managedState, presumedState } from "./state";
import { applySettings } from "./applySettings";

/** How often a creation with an unclear result is requested. */
const maxRequests = 5;

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
  const { claims } = context.memory;
  const claim = storageZone.claim({ ...inputs });
  if (claims.has(claim)) {
    throw new ConflictError(
      `Nothing was created: another resource of this program declares a storage zone named ${shown(inputs.name)} too. Names are unique: declare it once`,
      { request: addRequest },
    );
  }
  claims.add(claim);
  try {
    return await (existingId === undefined ? create(context, inputs) : adoptById(context, inputs, existingId));
  } catch (error) {
    if (!(error instanceof IncompleteError)) claims.delete(claim);
    throw error;
  }
}

/** Requests the zone, unless one of that name exists, which is adopted or refused. */
async function create(context: LifeCycleContext, inputs: StorageZoneInputs): Promise<CreateResult> {
  const { client, names } = context;
  const existing = (await names.mayExist("StorageZone", inputs.name))
    ? await findByName(client, inputs.name)
    : undefined;
  const adopted = existing && (await adoptOrRefuse(context, existing, inputs, "Nothing was created"));
  if (adopted !== undefined) return adopted;

  const began = client.serviceTime();
  const answer = await request(client, inputs);
  switch (answer.is) {
    case "created":
      return complete(client, answer.zone, inputs);
    case "taken":
      return resolveTaken(context, inputs, answer.error);
    case "unclear":
      return resolveUnclear(context, inputs, answer.error, began);
  }
}

/** The name is taken, although no zone had it a moment ago: by a new zone, or by a zone of another account. */
async function resolveTaken(
  context: LifeCycleContext,
  inputs: StorageZoneInputs,
  taken: ConflictError,
): Promise<CreateResult> {
  const zone = await findNewByName(context.client, inputs.name);
  const adopted = zone && (await adoptOrRefuse(context, zone, inputs, "Somebody created it in the meantime"));
  if (adopted !== undefined) return adopted;
  throw new ConflictError(
    `${taken.message}. No zone of this account has that name, so another account's has: names are unique across the whole service. Choose another name`,
    taken.evidence,
  );
}

/**
 * The zone may have been created: it is looked for, and requested again if there is none.
 *
 * @param unclear why that is not known
 * @param began when the first request was sent, by the service's clock
 */
async function resolveUnclear(
  context: LifeCycleContext,
  inputs: StorageZoneInputs,
  unclear: ServiceError,
  began: number,
): Promise<CreateResult> {
  const { client } = context;
  const result = await findOrRequest(client, inputs).catch((error: unknown) => {
    throw error instanceof ServiceError ? unclearError(inputs, unclear, error) : error;
  });
  if (result === undefined) throw unclearError(inputs, unclear);
  const { zone, isNew } = result;
  if (isNew || isOurs(zone, inputs, began)) return complete(client, zone, inputs);
  const why = `It is unknown whether the creation worked (${unclear.message})`;
  const adopted = await adoptOrRefuse(context, zone, inputs, why);
  if (adopted === undefined) throw unclearError(inputs, unclear);
  return adopted;
}

/**
 * Looks for a zone that was requested before, and requests it again if there is none. Names are unique, so a first request that
 * arrives late can't create a second zone: the name is then taken, by the zone that the next look finds.
 *
 * @returns undefined if neither succeeds
 */
async function findOrRequest(
  client: CdnClient,
  inputs: StorageZoneInputs,
): Promise<{ readonly zone: LinkedStorageZone; readonly isNew: boolean } | undefined> {
  for (let requests = 1; ; requests++) {
    const zone = await findNewByName(client, inputs.name);
    if (zone !== undefined) return { zone, isNew: false };
    if (requests === maxRequests) return undefined;
    const answer = await request(client, inputs);
    if (answer.is === "created") return { zone: answer.zone, isNew: true };
  }
}

/** The answer to a request for a zone. */
type Answer =
  | { readonly is: "created"; readonly zone: LinkedStorageZone }
  /** The name is taken. */
  | { readonly is: "taken"; readonly error: ConflictError }
  /** The zone may have been created. */
  | { readonly is: "unclear"; readonly error: ServiceError };

/**
 * Requests the zone, once.
 *
 * @throws {ServiceError} if it certainly was not created
 * @throws {IncompleteError} if the response is broken and yet shows the id of the zone
 */
async function request(client: CdnClient, inputs: StorageZoneInputs): Promise<Answer> {
  const given = storageZone.settings
    .filter(({ input }) => input.onlyUpdate !== true)
    .map(({ name }) => [name, (inputs as Properties & StorageZoneInputs)[name]] as const)
    .filter(([, value]) => value !== undefined);
  try {
    const zone = await client.addStorageZone(Object.fromEntries(given) as unknown as AddStorageZoneBody);
    return { is: "created", zone };
  } catch (error) {
    if (error instanceof UnexpectedResponseError && error.zoneId !== undefined) {
      throw new IncompleteError(String(error.zoneId), presumedState(error.zoneId, inputs), error.message, error);
    }
    if (error instanceof ConflictError) return { is: "taken", error };
    if (isUnclear(error)) return { is: "unclear", error };
    throw error;
  }
}

/** Whether the zone may have been created: there was no response, a failure of the service, or a success with an invalid body. */
function isUnclear(error: unknown): error is ServiceError {
  if (error instanceof UnavailableError) return error.mayHaveBeenApplied;
  return error instanceof UnexpectedResponseError && error.evidence.status === undefined;
}

/** The service's dates are in whole seconds, and its servers' clocks may differ. */
const clockToleranceMs = 5_000;

/** Whether a zone that did not exist before was created by our request: it is new, as requested and unused. */
function isOurs(zone: LinkedStorageZone, inputs: StorageZoneInputs, began: number): boolean {
  return (
    immutableDifferences(zone, inputs).length === 0 &&
    isDeepStrictEqual(liveReplicas(zone), [...(inputs.replicationRegions ?? [])].sort()) &&
    isUnchanged(zone) &&
    utcTime(zone.dateModified) >= began - clockToleranceMs &&
    zone.filesStored === 0 &&
    zone.pullZones.length === 0
  );
}

/** Whether the settings that a creation can't set are as on a new zone. */
function isUnchanged(zone: LinkedStorageZone): boolean {
  return storageZone.settings
    .filter(({ input }) => input.onlyUpdate === true)
    .every(({ name, input }) => ((zone as unknown as Properties)[name] ?? input.initial) === input.initial);
}

/** Sets what the creation can't set. */
async function complete(client: CdnClient, zone: LinkedStorageZone, inputs: StorageZoneInputs): Promise<CreateResult> {
  try {
    return { id: String(zone.id), state: managedState(await applySettings(client, zone, inputs), inputs) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new IncompleteError(String(zone.id), managedState(zone, inputs), reason, error);
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
