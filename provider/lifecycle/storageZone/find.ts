import type { ReadOptions } from "../../api/batchedReads";
import type { CallOptions, CdnClient } from "../../api/client";
import type { RequestInfo } from "../../api/errors";
import { InvalidInputError, NotFoundError } from "../../api/errors";
import { shown, zoneId } from "../../api/input";
import { pause } from "../../api/retry";
import type { GetStorageZoneResult } from "../../types/storageZone";
import { utcTime } from "../../wire/utcTime";
import type { ZoneReader } from "../lifeCycle";
import { isSameName } from "./inputs";

/** Delays before each attempt to find a zone that the service may show late, in milliseconds. */
export const findDelays = [0, 250, 500, 1000, 2000];
/** A zone in a state gets more attempts: it is lost if it is mistaken for deleted. */
const knownZoneDelays = [...findDelays, 4000, 8000];
/** How long after a change the service may still show the zone late. */
const recentMs = 60_000;

/** The zone of that name in this account, if there is one. */
export async function findByName(
  client: CdnClient,
  name: string,
  options: CallOptions = {},
): Promise<GetStorageZoneResult | undefined> {
  const zones = await client.listStorageZones({ search: name }, options);
  return zones.find((zone) => !zone.deleted && isSameName(zone.name, name));
}

/** Like {@link findByName}, but tries again: the service may show a new zone late. */
export async function findNewByName(client: CdnClient, name: string): Promise<GetStorageZoneResult | undefined> {
  for (const delay of findDelays) {
    if (delay > 0) await pause(delay);
    const zone = await findByName(client, name);
    if (zone !== undefined) return zone;
  }
  return undefined;
}

/** What reads a zone: a client returns it with whole pull zones, batched reads with links to them. */
interface ZoneGetter<Zone> extends Pick<ZoneReader, "serviceTime"> {
  getStorageZone(id: number | string, options: ReadOptions & CallOptions): Promise<Zone>;
}

/**
 * The zone with that id; undefined if it does not exist or was deleted.
 *
 * @param lastModified the zone's last known modification date
 */
export async function findById<Zone extends { deleted: boolean }>(
  source: ZoneGetter<Zone>,
  id: string | number,
  lastModified?: unknown,
): Promise<Zone | undefined> {
  try {
    const zone = await source.getStorageZone(id, { lastModified });
    return zone.deleted ? undefined : zone;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** Like {@link findById}, but tries again if the zone changed a moment ago: the service may show it late. */
export async function findKnown<Zone extends { deleted: boolean }>(
  source: ZoneGetter<Zone>,
  id: string | number,
  lastModified: unknown,
): Promise<Zone | undefined> {
  const age = source.serviceTime() - (typeof lastModified === "string" ? utcTime(lastModified) : NaN);
  for (const delay of age < recentMs ? knownZoneDelays : [0]) {
    if (delay > 0) await pause(delay);
    const zone = await findById(source, id, lastModified);
    if (zone !== undefined) return zone;
  }
  return undefined;
}

/** The zone with the id or the name, for the function getStorageZone. */
export async function lookUpStorageZone(
  client: CdnClient,
  { id, name }: { readonly id?: number | string; readonly name?: string },
  options: CallOptions = {},
): Promise<GetStorageZoneResult> {
  if ((id === undefined) === (name === undefined)) {
    throw new InvalidInputError(
      `getStorageZone takes an id or a name, and exactly one of them, but got: ${shown({ id, name })}`,
      id === undefined ? "id" : "name",
    );
  }
  if (id !== undefined) {
    const zone = await client.getStorageZone(zoneId("storage zone", id), options);
    if (zone.deleted) throw notFoundError(`Storage zone ${String(zone.id)} was deleted`, String(zone.id));
    return zone;
  }
  if (typeof name !== "string" || name === "") {
    throw new InvalidInputError(`The name must be a non-empty string, but got: ${shown(name)}`, "name");
  }
  const zone = await findByName(client, name, options);
  if (zone === undefined) throw notFoundError(`There is no storage zone named ${shown(name)} in this account`, "");
  return zone;
}

/** The request in an error about a zone that was looked for. */
export function getRequest(id: string): RequestInfo {
  return { operation: "get storage zone", method: "GET", path: `/storagezone/${id}` };
}

function notFoundError(fact: string, id: string): NotFoundError {
  return new NotFoundError(`${fact}. Check it, and that cdn:accessKey belongs to the account that owns the zone`, {
    request: getRequest(id),
  });
}
