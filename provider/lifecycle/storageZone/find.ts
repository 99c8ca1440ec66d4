import type { ReadOptions } from "../../api/batchedReads";
import type { CallOptions, CdnClient } from "../../api/client";
import { NotFoundError } from "../../api/errors";
import { pause } from "../../api/retry";
import { utcTime } from "../../wire/utcTime";
import type { GetStorageZoneResult } from "../../types/storageZone";
import type { ZoneReader } from "../lifeCycle";
import { isOneName } from "./inputs";

/** Waits between looks at a service that may show what was written late, in milliseconds. */
export const looks = [0, 250, 500, 1000, 2000];
/** The same for a zone that is in a state: taken for gone too early, it would be lost. */
const moreLooks = [...looks, 4000, 8000];

/** The zone of that name in this account, if there is one. */
export async function findByName(
  client: CdnClient,
  name: string,
  options: CallOptions = {},
): Promise<GetStorageZoneResult | undefined> {
  const zones = await client.listStorageZones({ search: name }, options);
  return zones.find((zone) => !zone.deleted && isOneName(zone.name, name));
}

/** Like {@link findByName}, for a zone that may have come into being a moment ago. */
export async function lookForName(client: CdnClient, name: string): Promise<GetStorageZoneResult | undefined> {
  for (const wait of looks) {
    if (wait > 0) await pause(wait);
    const zone = await findByName(client, name);
    if (zone !== undefined) return zone;
  }
  return undefined;
}

/** What can get one storage zone: a client gets it whole, a reader of many with links. */
interface ZoneSource<Zone> extends Pick<ZoneReader, "serviceTime"> {
  getStorageZone(id: number | string, options: ReadOptions & CallOptions): Promise<Zone>;
}

/**
 * The zone of that id; undefined where there is none, or only a deleted one.
 *
 * @param lastModified when the zone was last known to change
 */
export async function findById<Zone extends { deleted: boolean }>(
  source: ZoneSource<Zone>,
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

/**
 * Like {@link findById}, for a zone that is known to have existed. One that was changed a moment ago may be missing only
 * because the service shows it late, and taking it for gone would lose it.
 *
 * @param lastModified when the zone was last known to change
 */
export async function lookForId<Zone extends { deleted: boolean }>(
  source: ZoneSource<Zone>,
  id: string | number,
  lastModified: unknown,
): Promise<Zone | undefined> {
  for (const wait of isRecent(source, lastModified) ? moreLooks : [0]) {
    if (wait > 0) await pause(wait);
    const zone = await findById(source, id, lastModified);
    if (zone !== undefined) return zone;
  }
  return undefined;
}

const recentMs = 60_000;

function isRecent(source: Pick<ZoneReader, "serviceTime">, lastModified: unknown): boolean {
  const time = typeof lastModified === "string" ? utcTime(lastModified) : NaN;
  return source.serviceTime() - time < recentMs;
}
