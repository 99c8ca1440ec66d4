import type { CdnClient } from "../../api/client";
import { InvalidInputError, NotFoundError, UnavailableError, UnexpectedResponseError } from "../../api/errors";
import { pause } from "../../api/retry";
import type { GetStorageZoneResult, UpdateStorageZoneBody } from "../../types/storageZone";
import type { StorageZoneInputs } from "./inputs";
import { liveReplicas, removalReason } from "./replicas";
import { lookForId, looks } from "./find";
import { notServed } from "./notServed";

const longestReplicationMs = 10 * 60_000;
const longestPollMs = 10_000;

/**
 * Brings a live zone to its declared settings and waits for what was asked to be waited for. Sends nothing where they
 * agree already, so doing it again does no harm.
 *
 * @returns the zone as it stands afterwards
 */
export async function settle(
  client: CdnClient,
  live: GetStorageZoneResult,
  inputs: StorageZoneInputs,
): Promise<GetStorageZoneResult> {
  const declared = inputs.replicationRegions;
  const replicas = liveReplicas(live);
  const reason = declared === undefined ? undefined : removalReason(replicas, declared);
  if (reason !== undefined) throw new InvalidInputError(`replicationRegions ${reason}`, "replicationRegions");

  const wanted = {
    replicationZones: declared ?? live.replicationRegions,
    rewrite404To200: inputs.rewrite404To200 ?? live.rewrite404To200,
    custom404FilePath: inputs.custom404FilePath ?? live.custom404FilePath ?? "",
  };
  let zone = live;
  if (differing(live, wanted).length > 0) {
    await update(client, live.id, wanted);
    zone = await updated(client, live, wanted);
  }
  return inputs.waitForReplication === true ? replicated(client, zone) : zone;
}

/** The settings that a zone has otherwise than wanted. */
function differing(zone: GetStorageZoneResult, wanted: UpdateStorageZoneBody): string[] {
  const replicas = new Set(liveReplicas(zone));
  return [
    ...(wanted.replicationZones.every((code) => replicas.has(code.toUpperCase())) ? [] : ["replicationRegions"]),
    ...(wanted.rewrite404To200 === zone.rewrite404To200 ? [] : ["rewrite404To200"]),
    ...(wanted.custom404FilePath === (zone.custom404FilePath ?? "") ? [] : ["custom404FilePath"]),
  ];
}

/** The zone once it shows what it was updated to; updating is an assumption, so that it happened is not taken on trust. */
async function updated(
  client: CdnClient,
  live: GetStorageZoneResult,
  wanted: UpdateStorageZoneBody,
): Promise<GetStorageZoneResult> {
  let missing: string[] = [];
  for (const wait of looks) {
    await pause(wait);
    const zone = await standing(client, live);
    missing = differing(zone, wanted);
    // Replicas that are being set up may not be shown yet.
    if (missing.every((key) => key === "replicationRegions" && zone.replicationChangeInProgress)) return zone;
  }
  throw new UnexpectedResponseError(
    `Storage zone ${String(live.id)} does not show what it was updated to, although the service took the update: ${missing.join(", ")}. ` +
      `Run pulumi up --refresh to see what it is, or leave out here what the service does not set`,
    { request: { operation: "update storage zone", method: "POST", path: `/storagezone/${String(live.id)}` } },
  );
}

async function update(client: CdnClient, id: number, wanted: UpdateStorageZoneBody): Promise<void> {
  try {
    await patiently(() => client.updateStorageZone(id, wanted));
  } catch (error) {
    const missing = await notServed(
      client,
      id,
      error,
      `Storage zone ${String(id)} was not updated: this service has no operation that updates one. ` +
        `Set rewrite404To200, custom404FilePath and replicas by the service's own means, and leave them out here or to ignoreChanges`,
    );
    throw missing ?? error;
  }
}

/** A zone made a moment ago may not be known yet to the part of the service that updates it. */
async function patiently(act: () => Promise<void>): Promise<void> {
  for (const wait of [250, 500, 1000, 2000, 4000]) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      await pause(wait);
    }
  }
  await act();
}

async function standing(client: CdnClient, zone: GetStorageZoneResult): Promise<GetStorageZoneResult> {
  const found = await lookForId(client, zone.id, zone.dateModified);
  // The answer to a read that found nothing, told once more: the zone was there a moment ago.
  return found ?? (await client.getStorageZone(zone.id));
}

async function replicated(client: CdnClient, zone: GetStorageZoneResult): Promise<GetStorageZoneResult> {
  const began = Date.now();
  let current = zone;
  for (let wait = 250; current.replicationChangeInProgress; wait = Math.min(longestPollMs, wait * 2)) {
    if (Date.now() - began > longestReplicationMs) {
      throw new UnavailableError(
        `Storage zone ${String(zone.id)} was still being replicated after ${String(longestReplicationMs / 60_000)} minutes. ` +
          `It exists and is kept in the state; run the same command again to go on waiting`,
        { request: { operation: "wait for replication", method: "GET", path: `/storagezone/${String(zone.id)}` } },
        true,
      );
    }
    await pause(wait);
    current = await standing(client, zone);
  }
  return current;
}
