import type { CdnClient } from "../../api/client";
import { NotFoundError } from "../../api/errors";
import { pause } from "../../api/pace";
import type { GetStorageZoneResult } from "../../types/storageZone";
import type { ZoneReader } from "../lifeCycle";

/** Waits between looks at a service that may show a change late, in milliseconds. */
const looks = [0, 250, 500, 1000, 2000];

/** The zone of that name in this account, if there is one. */
export async function findByName(client: CdnClient, name: string): Promise<GetStorageZoneResult | undefined> {
  const zones = await client.listStorageZones({ search: name });
  return zones.find((zone) => !zone.deleted && zone.name?.toLowerCase() === name.toLowerCase());
}

/** Like {@link findByName}, for a zone that may have come into being a moment ago. */
export async function lookForName(client: CdnClient, name: string): Promise<GetStorageZoneResult | undefined> {
  for (const wait of looks) {
    await pause(wait);
    const zone = await findByName(client, name);
    if (zone !== undefined) return zone;
  }
  return undefined;
}

/** The zone of that id; undefined where there is none, or only a deleted one. */
export async function findById(client: ZoneReader, id: string | number): Promise<GetStorageZoneResult | undefined> {
  try {
    const zone = await client.getStorageZone(id);
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
export async function lookForId(
  client: ZoneReader,
  id: string | number,
  lastModified: unknown,
): Promise<GetStorageZoneResult | undefined> {
  const [first, ...later] = looks;
  for (const wait of isRecent(client, lastModified) ? [first ?? 0, ...later] : [0]) {
    await pause(wait);
    const zone = await findById(client, id);
    if (zone !== undefined) return zone;
  }
  return undefined;
}

const recentMs = 60_000;

function isRecent(client: ZoneReader, lastModified: unknown): boolean {
  const time = typeof lastModified === "string" ? utcTime(lastModified) : NaN;
  return client.serviceTime() - time < recentMs;
}

/** Reads a date of the service, which is UTC whether it says so or not. */
export function utcTime(date: string): number {
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/i.test(date) ? date : `${date}Z`);
}
