import type { CdnClient } from "../../api/client";
import { InvalidInputError, NotFoundError, UnavailableError, UnexpectedResponseError } from "../../api/errors";
import { pause, findDelays } from "../../api/waits";
import { storageZone } from "../../kinds/storageZone";
import type { LinkedStorageZone, StorageZoneInputs, UpdateStorageZoneBody } from "../../types/storageZone";
import type { Field } from "../../wire/fields";
import { typedName } from "../../wire/fields";
import type { Comparison } from "../../declared/compare";
import { differing, isSameValue } from "../../declared/compare";
import type { Properties } from "../../declared/properties";
import { picked, stringsIn } from "../../declared/properties";
import { sentence, warning } from "../../wire/words";
import { goneError, requestOf } from "../../api/messages";
import { unsupportedError } from "../requests";
import type { ApplyContext, Change } from "../operations";
import { removalReason } from "./check";
import { liveReplicas } from "./state";

const maxReplicationMs = 10 * 60_000;
const maxPollMs = 10_000;
const updatable = storageZone.settings.filter((field) => field.immutable !== true);

/** See {@link Operations.apply}. */
export async function apply(
  { client, tell }: ApplyContext,
  live: LinkedStorageZone,
  properties: Properties,
  { changed: fields, send, target }: Change,
): Promise<LinkedStorageZone> {
  const inputs = properties as Properties & StorageZoneInputs;
  const changed = fields.map(({ name }) => name);
  const replicas = changed.includes("replicationRegions") ? inputs.replicationRegions : undefined;
  const kept = replicas === undefined ? [] : keptReplicas(live, replicas, target !== "managed", tell);
  const regions = replicas === undefined ? {} : { replicationRegions: [...replicas, ...kept] };
  const wanted = wantedSettings(live, { ...inputs, ...regions }, changed);
  const missing = missingIn(live, wanted);
  let zone = live;
  if (missing.length > 0) {
    refuseUnknown(wanted);
    const sets = picked(wanted, missing);
    const request = (): Promise<void> => sendUpdate(client, live.id, wanted);
    await send(sets, request);
    // A setting that the zone does not show does not count as set.
    zone = await send(sets, () => waitForUpdate(client, live, wanted));
  }
  return inputs.waitForReplication === true ? waitForReplication(client, zone) : zone;
}

/**
 * Returns the replicas that a zone has in addition to the declared ones. They were added outside, because `check` refuses to remove known ones.
 *
 * @throws {InvalidInputError} for a zone that is being adopted
 */
function keptReplicas(
  live: LinkedStorageZone,
  declared: readonly string[],
  isAdopted: boolean,
  tell: ApplyContext["tell"],
): string[] {
  const current = liveReplicas(live);
  const reason = isAdopted ? removalReason(current, declared) : undefined;
  if (reason !== undefined) throw new InvalidInputError(`replicationRegions ${reason}`, "replicationRegions");
  const kept = current.filter((code) => !declared.includes(code));
  if (kept.length > 0) {
    const why = "a replication region that was added outside can't be removed";
    tell(warning(`Storage zone ${String(live.id)} keeps ${sentence(kept)}: ${why}`));
  }
  return kept;
}

/** Returns the declared values of changed settings and the live values of the others: an update sets all of them. */
function wantedSettings(live: LinkedStorageZone, inputs: StorageZoneInputs, changed: readonly string[]): Properties {
  const values = inputs as Properties & StorageZoneInputs;
  const wanted = (field: Field): unknown => {
    const [value, shown] = [values[field.name], shownIn(live, field)];
    return changed.includes(field.name) ? (value ?? shown) : (shown ?? value);
  };
  return Object.fromEntries(updatable.map((field) => [field.name, wanted(field)]));
}

/** Returns the value of a setting that a zone shows; an absent string is "". */
function shownIn(zone: LinkedStorageZone, { name, nullable, array, scalar }: Field): unknown {
  return (zone as unknown as Properties)[name] ?? (nullable && !array && scalar === "string" ? "" : undefined);
}

/** Refuses an update if the value of an undeclared setting is not known, because the service omits it from its responses. */
function refuseUnknown(wanted: Properties): void {
  const unknown = updatable.find(({ name, nullable }) => !nullable && wanted[name] === undefined)?.name;
  if (unknown === undefined) return;
  throw new InvalidInputError(
    `${unknown} must be declared, because the service does not return it and an update sets it. Declare the value that the zone has`,
    unknown,
  );
}

/** An update sets everything. A zone may have further replicas. */
const comparison: Comparison = {
  isSame: (field, live, wanted) =>
    field.array
      ? stringsIn(wanted).every((code) => stringsIn(live).includes(code.toUpperCase()))
      : isSameValue(field, live, wanted),
  isOpen: () => false,
};

/** Returns the wanted settings that the zone does not show. */
function missingIn(zone: LinkedStorageZone, wanted: Properties): string[] {
  const shown = updatable.map((field) => [field.name, field.array ? liveReplicas(zone) : shownIn(zone, field)]);
  const live = Object.fromEntries(shown) as Properties;
  return differing(live, wanted, updatable, comparison).map(({ name }) => name);
}

async function sendUpdate(client: CdnClient, id: number, wanted: Properties): Promise<void> {
  const body = updatable.map(({ name, wire, input }) => [typedName(input.updateName ?? wire), wanted[name]] as const);
  try {
    await updateWhenFound(client, id, Object.fromEntries(body) as unknown as UpdateStorageZoneBody);
  } catch (error) {
    const advice =
      `Storage zone ${String(id)} was not updated: this service has no operation that updates one. Set rewrite404To200, custom404FilePath ` +
      `and replication regions in the service's dashboard, and remove them from the program or add them to ignoreChanges`;
    throw (await unsupportedError(client, "StorageZone", id, error, advice)) ?? error;
  }
}

/** Updates a zone. If it was created a moment ago, the service may not find it yet, so the request is repeated. */
async function updateWhenFound(client: CdnClient, id: number, wanted: UpdateStorageZoneBody): Promise<void> {
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

/** Waits until the zone shows its new settings: updating is an assumption, so a successful response proves nothing. */
async function waitForUpdate(
  client: CdnClient,
  live: LinkedStorageZone,
  wanted: Properties,
): Promise<LinkedStorageZone> {
  let missing: string[] = [];
  for (const delay of findDelays) {
    await pause(delay);
    const zone = await current(client, live);
    missing = missingIn(zone, wanted);
    // The service may not show replicas while they are being enabled.
    if (missing.every((key) => key === "replicationRegions" && zone.replicationChangeInProgress)) return zone;
  }
  throw new UnexpectedResponseError(
    `Storage zone ${String(live.id)} was updated, but does not show its new settings: ${missing.join(", ")}. ` +
      `Run pulumi up --refresh to try again, or remove the settings that this service ignores`,
    { request: requestOf("update", "StorageZone", live.id) },
  );
}

async function waitForReplication(client: CdnClient, zone: LinkedStorageZone): Promise<LinkedStorageZone> {
  const began = Date.now();
  let live = zone;
  for (let delay = 250; live.replicationChangeInProgress; delay = Math.min(maxPollMs, delay * 2)) {
    if (Date.now() - began > maxReplicationMs) {
      throw new UnavailableError(
        `Storage zone ${String(zone.id)} was still being replicated after ${String(maxReplicationMs / 60_000)} minutes. ` +
          `Run the same command again to continue waiting`,
        { request: { operation: "wait for replication", method: "GET", path: `/storagezone/${String(zone.id)}` } },
        true,
      );
    }
    await pause(delay);
    live = await current(client, zone);
  }
  return live;
}

/** Reads the zone. @throws {NotFoundError} if it was deleted in the meantime */
async function current(client: CdnClient, { id, dateModified }: LinkedStorageZone): Promise<LinkedStorageZone> {
  const zone = await client.reads.find("StorageZone", id, { lastModified: dateModified });
  if (zone !== undefined) return zone;
  const fact = `Storage zone ${String(id)} was deleted while it was being updated`;
  throw goneError(fact, requestOf("get", "StorageZone", id));
}
