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
import { utcTime } from "../../wire/utcTime";
import type { GetStorageZoneResult } from "../../types/storageZone";
import { IncompleteError } from "../incomplete";
import type { CreateResult, LifeCycleContext } from "../lifeCycle";
import { listed } from "../sets";
import { findById, findByName, lookForName } from "./find";
import type { StorageZoneInputs } from "./inputs";
import { isOneName } from "./inputs";
import { liveReplicas } from "./replicas";
import { settle } from "./settle";
import { managedState, presumedState } from "./state";
import { disagreements, standsAlready } from "./takeOver";

/**
 * Creates a storage zone, or takes over one that stands, where `adopt` says so. Whatever fails once a zone is known to
 * exist, its id is not lost.
 *
 * @param existingId adopt the zone with this id, and no other
 * @throws {IncompleteError} with the id, where what follows the creation fails
 */
export async function createStorageZone(
  context: LifeCycleContext,
  inputs: StorageZoneInputs,
  existingId?: string,
): Promise<CreateResult> {
  // An engine creates resources side by side: of two with one name, neither may take the other's zone for its own.
  const { createdNames } = context;
  const key = inputs.name.toLowerCase();
  if (createdNames.has(key)) throw declaredTwice(inputs.name);
  createdNames.add(key);
  try {
    return await (existingId === undefined ? create(context, inputs) : importZone(context, inputs, existingId));
  } catch (error) {
    if (!(error instanceof IncompleteError)) createdNames.delete(key);
    throw error;
  }
}

async function create(context: LifeCycleContext, inputs: StorageZoneInputs): Promise<CreateResult> {
  const standing = await findByName(context.client, inputs.name);
  if (standing !== undefined) return takeOver(context, standing, inputs, "Nothing was created");
  const made = await addOnce(context, inputs);
  return "taken" in made ? takeOver(context, made.taken, inputs, made.why) : finish(context, made, inputs);
}

async function importZone(context: LifeCycleContext, inputs: StorageZoneInputs, id: string): Promise<CreateResult> {
  const evidence = { request: { operation: "get storage zone", method: "GET", path: `/storagezone/${id}` } };
  const standing = await findById(context.client, id);
  if (standing === undefined) {
    throw new NotFoundError(
      `There is no storage zone ${id} to import in this account. Check the id in the resource option import, or remove the option to create the zone`,
      evidence,
    );
  }
  const differing = disagreements(standing, inputs);
  if (differing.length > 0) {
    throw new ConflictError(
      `Storage zone ${id} was not imported: ${listed(differing)}. Declare it as it is, or remove the resource option import`,
      evidence,
    );
  }
  return adopt(context, standing, inputs);
}

function declaredTwice(name: string): ConflictError {
  return new ConflictError(
    `Nothing was created: another resource of this program declares a storage zone named ${shown(name)} too. Names are unique: declare it once`,
    { request: { operation: "add storage zone", method: "POST", path: "/storagezone" } },
  );
}

/** Makes the zone that stands this resource's, where that was asked for. */
async function takeOver(
  context: LifeCycleContext,
  standing: GetStorageZoneResult,
  inputs: StorageZoneInputs,
  why: string,
): Promise<CreateResult> {
  if (inputs.adopt !== true || disagreements(standing, inputs).length > 0) throw standsAlready(standing, inputs, why);
  return adopt(context, standing, inputs);
}

async function adopt(
  { client, adoptedIds }: LifeCycleContext,
  standing: GetStorageZoneResult,
  inputs: StorageZoneInputs,
): Promise<CreateResult> {
  // Where this fails, it is not incomplete: the zone is not ours yet.
  const adopted = await settled(client, standing, inputs);
  adoptedIds.add(adopted.id);
  return adopted;
}

/** Brings the zone that was made to what a creation can't set. */
async function finish(
  { client }: LifeCycleContext,
  made: GetStorageZoneResult,
  inputs: StorageZoneInputs,
): Promise<CreateResult> {
  try {
    return await settled(client, made, inputs);
  } catch (error) {
    throw new IncompleteError(String(made.id), managedState(made, inputs), messageOf(error), error);
  }
}

async function settled(
  client: CdnClient,
  zone: GetStorageZoneResult,
  inputs: StorageZoneInputs,
): Promise<CreateResult> {
  return { id: String(zone.id), state: managedState(await settle(client, zone, inputs), inputs) };
}

const mostAttempts = 5;

/** A zone that stands in the way, and how that came out. */
interface Taken {
  readonly taken: GetStorageZoneResult;
  readonly why: string;
}

/**
 * Adds the zone. Where it stays unknown whether that worked, the zone is looked for by name, and only where it stands
 * nowhere is it added again: names are unique, so a first request that arrives late can't make a second zone.
 *
 * Known on entry: no zone of that name stood in the account.
 */
async function addOnce({ client }: LifeCycleContext, inputs: StorageZoneInputs): Promise<GetStorageZoneResult | Taken> {
  const began = client.serviceTime();
  let unclear: ServiceError | undefined;
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const answer = await add(client, inputs);
    if (!(answer instanceof ServiceError)) {
      if (unclear !== undefined) await refuseTwin(client, answer, inputs);
      return answer;
    }
    const isTaken = answer instanceof ConflictError;
    if (!isTaken && !mayHaveBeenApplied(answer))
      throw unclear === undefined ? answer : unknown(inputs, unclear, answer);
    if (!isTaken) unclear = answer;
    const zone = await lookAfter(unclear ?? answer, client, inputs);
    if (zone === undefined) {
      if (!isTaken) continue;
      throw unclear === undefined ? takenElsewhere(answer) : unknown(inputs, unclear, answer);
    }
    // A clear "no" to a first request means that somebody else was faster; after an unclear one it may be us.
    if (unclear !== undefined && isOurs(zone, inputs, began)) return zone;
    const why = isTaken
      ? "Somebody created it in the meantime"
      : `It is unknown whether the creation worked (${answer.message})`;
    return { taken: zone, why };
  }
  throw unclear === undefined ? new Error("unreachable") : unknown(inputs, unclear);
}

/**
 * Asks for the zone, once.
 *
 * @returns the zone, or why there may be none
 * @throws {IncompleteError} where the answer is broken and yet shows the id of the zone that was made
 */
async function add(client: CdnClient, inputs: StorageZoneInputs): Promise<GetStorageZoneResult | ServiceError> {
  try {
    return await client.addStorageZone(bodyOf(inputs));
  } catch (error) {
    if (error instanceof UnexpectedResponseError && error.zoneId !== undefined) {
      throw new IncompleteError(String(error.zoneId), presumedState(error.zoneId, inputs), error.message, error);
    }
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** Looks for the zone that a request without a clear answer may have made. */
async function lookAfter(
  unclear: ServiceError,
  client: CdnClient,
  inputs: StorageZoneInputs,
): Promise<GetStorageZoneResult | undefined> {
  try {
    return await lookForName(client, inputs.name);
  } catch (error) {
    throw error instanceof ServiceError ? unknown(inputs, unclear, error) : error;
  }
}

/** The error for a creation of which nobody can say whether it worked. */
function unknown({ name }: StorageZoneInputs, unclear: ServiceError, then?: ServiceError): UnavailableError {
  const followed = then === undefined ? "" : `, and then: ${then.message}`;
  return new UnavailableError(
    `It is unknown whether storage zone ${shown(name)} was created (${unclear.message})${followed}. ` +
      `Run the same command again: it looks for the zone before anything else, and says how to take it over`,
    (then ?? unclear).evidence,
    true,
  );
}

/**
 * A service whose names are not unique after all may have carried out the first request as well, and show it late.
 *
 * @throws {IncompleteError} naming the other zone
 */
async function refuseTwin(client: CdnClient, made: GetStorageZoneResult, inputs: StorageZoneInputs): Promise<void> {
  const isTwin = ({ id, name, deleted }: GetStorageZoneResult): boolean =>
    id !== made.id && !deleted && isOneName(name, inputs.name);
  let twin: GetStorageZoneResult | undefined;
  for (const wait of [250, 1000]) {
    await pause(wait);
    // Failing, it says nothing, and the zone that was made must not be lost for that.
    twin ??= (await client.listStorageZones({ search: inputs.name }).catch(() => [])).find(isTwin);
  }
  if (twin === undefined) return;
  throw new IncompleteError(
    String(made.id),
    managedState(made, inputs),
    `Storage zone ${shown(inputs.name)} may have been made twice: with id ${String(made.id)}, which is kept, and with id ${String(twin.id)}, which stands beside it. ` +
      `Compare them by the service's own means, and delete the one that is not needed`,
  );
}

function mayHaveBeenApplied(error: ServiceError): boolean {
  if (error instanceof UnavailableError) return error.mayHaveBeenApplied;
  // A success whose body can't be read; a refusal with an odd status is a refusal.
  const status = error instanceof UnexpectedResponseError ? error.evidence.status : undefined;
  return error instanceof UnexpectedResponseError && (status === undefined || (status >= 200 && status < 300));
}

/** The service's dates are whole seconds, and its parts do not share one clock. */
const clockToleranceMs = 5_000;

/** Whether a zone can be shown to come from this attempt: not there before, as a POST makes it, new, and untouched. */
function isOurs(zone: GetStorageZoneResult, inputs: StorageZoneInputs, began: number): boolean {
  const modified = utcTime(zone.dateModified);
  return (
    disagreements(zone, inputs).length === 0 &&
    isDeepStrictEqual(liveReplicas(zone).sort(), [...(inputs.replicationRegions ?? [])].sort()) &&
    !zone.rewrite404To200 &&
    (zone.custom404FilePath ?? "") === "" &&
    modified >= began - clockToleranceMs &&
    zone.filesStored === 0 &&
    zone.pullZones.length === 0
  );
}

function takenElsewhere(error: ConflictError): ConflictError {
  return new ConflictError(
    `${error.message}. No zone of this account has that name, so another account's has: names are unique across the whole service. Choose another name`,
    error.evidence,
  );
}

function bodyOf({
  name,
  region,
  replicationRegions,
  zoneTier,
  storageZoneType,
}: StorageZoneInputs): Parameters<CdnClient["addStorageZone"]>[0] {
  return {
    name,
    region,
    replicationRegions: replicationRegions ?? [],
    ...(zoneTier === undefined ? {} : { zoneTier }),
    ...(storageZoneType === undefined ? {} : { storageZoneType }),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
