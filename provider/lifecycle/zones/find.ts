import type { CdnClient } from "../../api/client";
import { NotFoundError } from "../../api/errors";
import type { Readable, WholeKind } from "../../kinds";
import { pause } from "../../api/retry";
import { utcTime } from "../../wire/utcTime";
import type { ObjectReader } from "../lifeCycle";
import { isSameName } from "../sameValue";
import type { Zone, ZoneKind } from "./zoneKind";

/** Delays before each attempt to find a zone that the service may show late, in milliseconds. */
export const findDelays = [0, 250, 500, 1000, 2000];
/** A zone in a state gets more attempts: it is lost if it is mistaken for deleted. */
const knownZoneDelays = [...findDelays, 4000, 8000];
/** How long after a change the service may still show the zone late. */
const recentMs = 60_000;

/**
 * Looks again and again for what the service may show late.
 *
 * @param isSettled whether what was found need not be looked at again
 * @returns what the last look found
 */
export async function eventually<Found>(
  look: () => Promise<Found | undefined>,
  isSettled: (found: Found) => boolean = () => true,
  delays = findDelays,
): Promise<Found | undefined> {
  let found: Found | undefined;
  for (const delay of delays) {
    if (delay > 0) await pause(delay);
    found = await look();
    if (found !== undefined && isSettled(found)) break;
  }
  return found;
}

/** The zone of that name in this account, if there is one. */
export async function findByName<Live extends Zone>(
  { list }: Pick<ZoneKind<Live>, "list">,
  client: CdnClient,
  name: string,
): Promise<Live | undefined> {
  const zones = await list(client, name);
  return zones.find((zone) => zone.deleted !== true && isSameName(zone.name, name));
}

/**
 * The zone with that id; undefined if it does not exist or was deleted.
 *
 * @param lastModified the zone's last known modification date: batched reads use no list that is older
 */
export async function findById<Kind extends WholeKind>(
  reader: ObjectReader,
  kind: Kind,
  id: string | number,
  lastModified?: unknown,
): Promise<Readable<Kind> | undefined> {
  try {
    const zone = await reader.read(kind, id, { lastModified });
    return (zone as Zone).deleted === true ? undefined : zone;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** Like {@link findById}, but tries again if the zone changed a moment ago: the service may show it late. */
export async function findKnown<Kind extends WholeKind>(
  reader: ObjectReader,
  kind: Kind,
  id: string | number,
  lastModified: unknown,
): Promise<Readable<Kind> | undefined> {
  const isRecent = typeof lastModified === "string" && reader.serviceTime() - utcTime(lastModified) < recentMs;
  const look = (): Promise<Readable<Kind> | undefined> => findById(reader, kind, id, lastModified);
  return isRecent ? eventually(look, undefined, knownZoneDelays) : look();
}
