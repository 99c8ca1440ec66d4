import type { CdnClient } from "../../api/client";
import type { ReadOptions } from "../../api/batchedReads";
import { NotFoundError, UnexpectedResponseError } from "../../api/errors";
import type { Kind, Readable, WholeKind } from "../../kinds";
import { nameIn } from "../../kinds";
import { pause } from "../../api/retry";
import { asciiName } from "../../wire/dnsName";
import { utcTime } from "../../wire/utcTime";
import type { ObjectReader } from "./lifeCycle";
import { isSameName } from "./sameValue";
import { nounOf, requestOf } from "./messages";

/** What every object with an id of its own has. */
export interface Zone {
  readonly id: number;
  readonly userId?: string;
  readonly deleted?: boolean;
}

/** Delays before each attempt to find a zone that the service may show late, in milliseconds. */
export const findDelays = [0, 250, 500, 1000, 2000];
/** A zone in a state gets more attempts: it is lost if it is mistaken for deleted. */
const knownZoneDelays = [...findDelays, 4000, 8000];
/** Delays before a zone that is listed, but was not found, is looked at again. */
const witnessDelays = findDelays.slice(1);
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
  { kind, list }: { readonly kind: Kind; readonly list: (client: CdnClient, search: string) => Promise<Live[]> },
  client: CdnClient,
  name: string,
): Promise<Live | undefined> {
  const zones = await list(client, asciiName(name));
  return zones.find((zone) => zone.deleted !== true && isSameName(nameIn(kind, zone), name));
}

/**
 * The zone with that id; undefined if it does not exist or was deleted. That it is gone needs two witnesses: a 404, and the list or, where
 * there is none, a second 404.
 *
 * @throws {UnexpectedResponseError} if the witnesses contradict each other
 */
export async function findById<Kind extends WholeKind>(
  reader: ObjectReader,
  kind: Kind,
  id: string | number,
  options: ReadOptions = {},
): Promise<Readable<Kind> | undefined> {
  return confirmed(await look(reader, kind, id, options), reader, kind, id, options);
}

/**
 * Like {@link findById}, but tries again if the zone changed a moment ago: the service may show it late.
 *
 * @param lastModified the zone's last known modification date: batched reads use no list that is older
 */
export async function findKnown<Kind extends WholeKind>(
  reader: ObjectReader,
  kind: Kind,
  id: string | number,
  lastModified: unknown,
): Promise<Readable<Kind> | undefined> {
  const once = (): Promise<Seen<Kind>> => look(reader, kind, id, { lastModified });
  const seen = await (isRecent(lastModified, reader) ? eventually(once, undefined, knownZoneDelays) : once());
  return confirmed(seen, reader, kind, id, { lastModified });
}

/** Whether the service may still show a zone as it was before its last change. */
export function isRecent(lastModified: unknown, reader: Pick<ObjectReader, "serviceTime">): boolean {
  return typeof lastModified === "string" && reader.serviceTime() - utcTime(lastModified) < recentMs;
}

/** A zone that was created a moment ago, once the service shows it. */
export async function findNew<Kind extends WholeKind>(
  reader: ObjectReader,
  kind: Kind,
  id: number,
): Promise<Readable<Kind> | undefined> {
  const seen = await eventually(() => look(reader, kind, id), undefined, knownZoneDelays);
  return seen === "deleted" ? undefined : seen;
}

/** What one request shows: undefined for a 404, which alone proves nothing. */
type Seen<Kind extends WholeKind> = Readable<Kind> | "deleted" | undefined;

async function look<Kind extends WholeKind>(
  reader: ObjectReader,
  kind: Kind,
  id: string | number,
  options?: ReadOptions,
): Promise<Seen<Kind>> {
  try {
    const zone = await reader.read(kind, id, options);
    return (zone as Zone).deleted === true ? "deleted" : zone;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** Asks the second witness, if there is need: the list may show a deleted zone, and a read may miss one, for some seconds. */
async function confirmed<Kind extends WholeKind>(
  first: Seen<Kind>,
  reader: ObjectReader,
  kind: Kind,
  id: string | number,
  options: ReadOptions,
): Promise<Readable<Kind> | undefined> {
  let seen = first;
  for (const delay of witnessDelays) {
    if (seen === "deleted") return undefined;
    if (seen !== undefined) return seen;
    const isListed = await reader.isListed(kind, id);
    if (isListed === false) return undefined;
    await pause(delay);
    seen = await look(reader, kind, id, { ...options, singly: true });
    if (isListed === undefined && seen === undefined) return undefined;
  }
  if (seen === "deleted") return undefined;
  if (seen !== undefined) return seen;
  const request = requestOf("get", kind, id);
  throw new UnexpectedResponseError(
    `${nounOf(kind, "atStart")} ${String(id)} is in the list of ${nounOf(kind)}s, but the service answers 404 for it (${request.method} ${request.path}), so it is not treated as deleted. Run the same command again; if it stays so, look in the service's dashboard whether the account is suspended`,
    { request },
  );
}
