import type { CdnClient } from "../../api/client";
import {
  InvalidInputError,
  NotFoundError,
  ServiceError,
  UnavailableError,
  UnexpectedResponseError,
} from "../../api/errors";
import { pause } from "../../api/retry";
import type { GetStorageZoneResult, UpdateStorageZoneBody } from "../../types/storageZone";
import type { LifeCycleContext, Properties } from "../lifeCycle";
import { listed } from "../properties";
import type { StorageZoneInputs } from "./inputs";
import { removalReason } from "./check";
import { findById, findDelays, findKnown, getRequest } from "./find";
import { refuseIfElsewhere, refuseToUpdate } from "./identity";
import { liveReplicas, managedState } from "./state";

const maxReplicationMs = 10 * 60_000;
const maxPollMs = 10_000;

/**
 * Updates the settings of a zone. Replicas that the service has beyond the declared ones are kept: `check` has refused to remove one, so
 * they were added outside. Assumption: the service has this operation.
 *
 * @returns the new state
 */
export async function updateStorageZone(
  { client, tell }: LifeCycleContext,
  id: string,
  state: Properties,
  inputs: StorageZoneInputs,
): Promise<Properties> {
  const live = await findKnown(client, id, state["dateModified"]);
  if (live === undefined) {
    await refuseIfElsewhere(client, id, state);
    throw new NotFoundError(
      `Storage zone ${id} no longer exists, so it can't be updated. Run pulumi refresh; the next pulumi up then creates it again`,
      { request: { operation: "update storage zone", method: "POST", path: `/storagezone/${id}` }, status: 404 },
    );
  }
  refuseToUpdate(live, id, state, inputs.name);
  const { replicationRegions: declared } = inputs;
  const others = declared === undefined ? [] : liveReplicas(live).filter((code) => !declared.includes(code));
  if (declared === undefined || others.length === 0)
    return managedState(await applySettings(client, live, inputs), inputs, state);
  tell(`Storage zone ${id} keeps ${listed(others)}: a replication region that was added outside can't be removed`);
  const applied = { ...inputs, replicationRegions: [...declared, ...others] };
  return managedState(await applySettings(client, live, applied), inputs, state);
}

/**
 * Applies the declared settings to a zone, and waits for replication if that is declared. Sends nothing if nothing differs.
 *
 * @returns the zone as it is afterwards
 */
export async function applySettings(
  client: CdnClient,
  live: GetStorageZoneResult,
  inputs: StorageZoneInputs,
): Promise<GetStorageZoneResult> {
  const declared = inputs.replicationRegions;
  const reason = declared === undefined ? undefined : removalReason(liveReplicas(live), declared);
  if (reason !== undefined) throw new InvalidInputError(`replicationRegions ${reason}`, "replicationRegions");

  const wanted = {
    replicationZones: declared ?? live.replicationRegions,
    rewrite404To200: inputs.rewrite404To200 ?? live.rewrite404To200,
    custom404FilePath: inputs.custom404FilePath ?? live.custom404FilePath ?? "",
  };
  let zone = live;
  if (unapplied(live, wanted).length > 0) {
    refuseUnknown(wanted);
    await sendUpdate(client, live.id, wanted);
    zone = await waitForUpdate(client, live, wanted);
  }
  return inputs.waitForReplication === true ? waitForReplication(client, zone) : zone;
}

/** An update sets rewrite404To200, and a service that omits it from its responses leaves open what to set. */
function refuseUnknown({ rewrite404To200 }: { rewrite404To200?: boolean }): void {
  if (rewrite404To200 !== undefined) return;
  throw new InvalidInputError(
    "rewrite404To200 must be declared, because the service does not return it and an update sets it. Declare the value that the zone has",
    "rewrite404To200",
  );
}

/** The wanted settings that the zone does not show. */
function unapplied(zone: GetStorageZoneResult, wanted: UpdateStorageZoneBody): string[] {
  const replicas = new Set(liveReplicas(zone));
  return [
    ...(wanted.replicationZones.every((code) => replicas.has(code.toUpperCase())) ? [] : ["replicationRegions"]),
    ...(wanted.rewrite404To200 === zone.rewrite404To200 ? [] : ["rewrite404To200"]),
    ...(wanted.custom404FilePath === (zone.custom404FilePath ?? "") ? [] : ["custom404FilePath"]),
  ];
}

async function sendUpdate(client: CdnClient, id: number, wanted: UpdateStorageZoneBody): Promise<void> {
  try {
    await updateOnceFound(client, id, wanted);
  } catch (error) {
    const advice =
      `Storage zone ${String(id)} was not updated: this service has no operation that updates one. Set rewrite404To200, custom404FilePath ` +
      `and replication regions in the service's dashboard, and remove them here or add them to ignoreChanges`;
    throw (await unsupportedError(client, id, error, advice)) ?? error;
  }
}

/** A zone that was created a moment ago may not be found yet. */
async function updateOnceFound(client: CdnClient, id: number, wanted: UpdateStorageZoneBody): Promise<void> {
  for (const delay of [250, 500, 1000, 2000, 4000]) {
    try {
      return await client.updateStorageZone(id, wanted);
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      await pause(delay);
    }
  }
  return client.updateStorageZone(id, wanted);
}

/** Waits until the zone shows its new settings: updating is an assumption, so a success status does not prove it. */
async function waitForUpdate(
  client: CdnClient,
  live: GetStorageZoneResult,
  wanted: UpdateStorageZoneBody,
): Promise<GetStorageZoneResult> {
  let missing: string[] = [];
  for (const delay of findDelays) {
    await pause(delay);
    const zone = await current(client, live);
    missing = unapplied(zone, wanted);
    // Replicas may not be shown while they are being enabled.
    if (missing.every((key) => key === "replicationRegions" && zone.replicationChangeInProgress)) return zone;
  }
  throw new UnexpectedResponseError(
    `Storage zone ${String(live.id)} was updated, but does not show its new settings: ${missing.join(", ")}. ` +
      `Run pulumi up --refresh to try again, or remove the settings that this service ignores`,
    { request: { operation: "update storage zone", method: "POST", path: `/storagezone/${String(live.id)}` } },
  );
}

async function waitForReplication(client: CdnClient, zone: GetStorageZoneResult): Promise<GetStorageZoneResult> {
  const began = Date.now();
  let live = zone;
  for (let delay = 250; live.replicationChangeInProgress; delay = Math.min(maxPollMs, delay * 2)) {
    if (Date.now() - began > maxReplicationMs) {
      throw new UnavailableError(
        `Storage zone ${String(zone.id)} was still being replicated after ${String(maxReplicationMs / 60_000)} minutes. ` +
          `Run the same command again to go on waiting`,
        { request: { operation: "wait for replication", method: "GET", path: `/storagezone/${String(zone.id)}` } },
        true,
      );
    }
    await pause(delay);
    live = await current(client, zone);
  }
  return live;
}

/** @throws {NotFoundError} if the zone was deleted meanwhile */
async function current(client: CdnClient, { id, dateModified }: GetStorageZoneResult): Promise<GetStorageZoneResult> {
  const zone = await findKnown(client, id, dateModified);
  if (zone !== undefined) return zone;
  throw new NotFoundError(
    `Storage zone ${String(id)} was deleted while it was being updated. Run pulumi refresh; the next pulumi up then creates it again`,
    { request: getRequest(String(id)), status: 404 },
  );
}

/**
 * The error for an operation that this service does not have; undefined if the error has another cause. A 404 can mean that the
 * zone or that the operation does not exist, so the zone is read.
 */
export async function unsupportedError(
  client: CdnClient,
  id: string | number,
  error: unknown,
  message: string,
): Promise<UnexpectedResponseError | undefined> {
  if (!(error instanceof ServiceError)) return undefined;
  const { status } = error.evidence;
  const zoneExists = error instanceof NotFoundError && (await findById(client, id)) !== undefined;
  return zoneExists || status === 405 || status === 501
    ? new UnexpectedResponseError(message, error.evidence)
    : undefined;
}
