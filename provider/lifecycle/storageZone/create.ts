import type { CdnClient } from "../../api/client";
import { ConflictError, ServiceError, UnavailableError, UnexpectedResponseError } from "../../api/errors";
import { shown } from "../../api/input";
import { utcTime } from "../../api/utcTime";
import type { GetStorageZoneResult } from "../../types/storageZone";
import { IncompleteError } from "../incomplete";
import type { CreateResult } from "../lifeCycle";
import { findByName, lookForName } from "./find";
import type { StorageZoneInputs } from "./inputs";
import { liveReplicas } from "./replicas";
import { settle } from "./settle";
import { managedState, presumedState } from "./state";
import { disagreements, standsAlready } from "./takeOver";
import { alone, claim } from "./underWay";

/**
 * Creates a storage zone, or takes over one that stands, where `adopt` says so. Whatever fails once a zone is known to
 * exist, its id is not lost.
 *
 * @throws {IncompleteError} with the id, where what follows the creation fails
 */
export function createStorageZone(client: CdnClient, inputs: StorageZoneInputs): Promise<CreateResult> {
  return alone(client, inputs.name, () => create(client, inputs));
}

async function create(client: CdnClient, inputs: StorageZoneInputs): Promise<CreateResult> {
  const standing = await findByName(client, inputs.name);
  if (standing !== undefined) {
    if (inputs.adopt !== true || disagreements(standing, inputs).length > 0) {
      throw standsAlready(standing, inputs, "Nothing was created");
    }
    // Not incomplete where this fails: the zone is not ours yet.
    const zone = await settle(client, standing, inputs);
    return { id: String(zone.id), state: managedState(zone, inputs) };
  }
  const made = await addOnce(client, inputs);
  claim(client, made.id);
  try {
    const zone = await settle(client, made, inputs);
    return { id: String(zone.id), state: managedState(zone, inputs) };
  } catch (error) {
    throw new IncompleteError(String(made.id), managedState(made, inputs), messageOf(error));
  }
}

const mostAttempts = 5;

/**
 * Adds the zone. Where it stays unknown whether that worked, the zone is looked for by name, and only where it stands
 * nowhere is it added again: names are unique, so a first request that arrives late can't make a second zone.
 *
 * Known on entry: no zone of that name stood in the account.
 */
async function addOnce(client: CdnClient, inputs: StorageZoneInputs): Promise<GetStorageZoneResult> {
  const began = client.serviceTime();
  let unclear: Error | undefined;
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    try {
      return await client.addStorageZone(bodyOf(inputs));
    } catch (error) {
      if (error instanceof UnexpectedResponseError && error.zoneId !== undefined) {
        throw new IncompleteError(String(error.zoneId), presumedState(error.zoneId, inputs), error.message);
      }
      if (error instanceof ConflictError) {
        const zone = await lookAfter(unclear ?? error, client, inputs);
        if (zone === undefined) throw takenElsewhere(error);
        // A clear "no" to a first request means that somebody else was faster; after an unclear one it may be us.
        if (unclear !== undefined && isOurs(zone, inputs, began) && claim(client, zone.id)) return zone;
        throw standsAlready(zone, inputs, "Somebody created it in the meantime");
      }
      if (!mayHaveBeenApplied(error)) throw error;
      unclear = error as Error;
      const zone = await lookAfter(unclear, client, inputs);
      if (zone !== undefined) {
        if (isOurs(zone, inputs, began) && claim(client, zone.id)) return zone;
        throw standsAlready(zone, inputs, `It is unknown whether the creation worked (${unclear.message})`);
      }
    }
  }
  throw unclear ?? new Error("unreachable");
}

/** Looks for the zone that a request without a clear answer may have made. */
async function lookAfter(
  unclear: Error,
  client: CdnClient,
  { name }: StorageZoneInputs,
): Promise<GetStorageZoneResult | undefined> {
  try {
    return await lookForName(client, name);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new UnavailableError(
      `It is unknown whether storage zone ${shown(name)} was created (${unclear.message}), and looking for it failed too (${error.message}). ` +
        `Run the same command again: it looks for the zone before anything else, and says how to take it over`,
      error.evidence,
      true,
    );
  }
}

function mayHaveBeenApplied(error: unknown): boolean {
  if (error instanceof UnavailableError) return error.mayHaveBeenApplied;
  // A success whose body can't be read; a refusal with an odd status is a refusal.
  const status = error instanceof UnexpectedResponseError ? error.evidence.status : undefined;
  return error instanceof UnexpectedResponseError && (status === undefined || (status >= 200 && status < 300));
}

/** The service's dates are whole seconds, and its parts do not share one clock. */
const clockToleranceMs = 5_000;

/** Whether a zone can be shown to come from this attempt: not there before, as declared, new, and untouched. */
function isOurs(zone: GetStorageZoneResult, inputs: StorageZoneInputs, began: number): boolean {
  const modified = utcTime(zone.dateModified);
  return (
    disagreements(zone, inputs).length === 0 &&
    liveReplicas(zone).every((code) => inputs.replicationRegions?.includes(code)) &&
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
