import type { ReadOptions } from "../../api/batchedReads";
import type { CallOptions, CdnClient } from "../../api/client";
import { ConflictError, NotFoundError, UnauthorizedError } from "../../api/errors";
import { shown } from "../../api/input";
import { pause } from "../../api/retry";
import type { GetStorageZoneResult, LinkedStorageZone } from "../../types/storageZone";
import { fieldNames } from "../../wire/fields";
import { storageZoneTable } from "../../wire/storageZone";
import { utcTime } from "../../wire/utcTime";
import type { Properties, ReadResult, ZoneReader } from "../lifeCycle";
import { isOneName } from "./check";
import {
  declaredKey,
  declaredKeys,
  externalState,
  isManaged,
  managedState,
  mirroredInputs,
  withUnshown,
} from "./state";

/**
 * Reads a storage zone. Returns undefined for a zone that was deleted since the last read.
 *
 * @throws {NotFoundError} if a first read by id finds no zone: the engine would silently continue without it
 */
export async function readStorageZone(
  client: ZoneReader,
  id: string,
  prior: Properties,
  lastInputs?: Properties,
): Promise<ReadResult | undefined> {
  const zone = await findKnown(client, id, prior["dateModified"]);
  if (zone === undefined) {
    if (prior["storageZoneId"] !== undefined || isManaged(prior)) {
      await refuseOtherAccount(client, id, prior);
      return undefined;
    }
    throw new NotFoundError(
      `There is no storage zone ${id} in this account. Check the id, and that cdn:accessKey belongs to the account that owns the zone`,
      { request: { operation: "get storage zone", method: "GET", path: `/storagezone/${id}` }, status: 404 },
    );
  }
  if (!isManaged(prior)) return { state: externalState(zone) };
  if (hasOtherName(zone, prior) && hasOtherOwner(zone, prior)) throw otherZoneError(zone, id, prior, "read");
  const live = withUnshown(zone, prior);
  const declared = declaredKeys(prior, lastInputs);
  const inputs = mirroredInputs(prior, live, declared);
  const state = managedState(live, inputs);
  // Includes declared properties that the live zone lacks.
  state[declaredKey] = declared;
  if (hasOtherName(zone, prior)) state[knownNameKey] = knownName(prior);
  // Volatile values stay as of the last creation or update, so that a refresh shows only what somebody changed.
  for (const key of volatileKeys) if (prior[key] !== undefined) state[key] = prior[key];
  return { state, inputs: { ...inputs } };
}

const volatileKeys = fieldNames(storageZoneTable, (field) => field.volatile === true);

/** Whether this account has the zone in the state. */
export async function isSameZone(client: ZoneReader, id: string, state: Properties): Promise<boolean> {
  const zone = await findById(client, id);
  return zone !== undefined && !isOtherZone(zone, state);
}

/** Delays before each attempt to find a zone that the service may show late, in milliseconds. */
export const findDelays = [0, 250, 500, 1000, 2000];
/** A zone in a state gets more attempts: it is lost if it is mistaken for deleted. */
const knownZoneDelays = [...findDelays, 4000, 8000];
const recentMs = 60_000;

/** The zone of that name in this account, if there is one. */
export async function findByName(
  client: CdnClient,
  name: string,
  options: CallOptions = {},
): Promise<GetStorageZoneResult | undefined> {
  const zones = await client.listStorageZones({ search: name }, options);
  return zones.find((zone) => !zone.deleted && isOneName(zone.name, name));
}

/** A client returns whole pull zones in a zone, batched reads return links. */
interface ZoneSource<Zone> extends Pick<ZoneReader, "serviceTime"> {
  getStorageZone(id: number | string, options: ReadOptions & CallOptions): Promise<Zone>;
}

/**
 * The zone with that id; undefined if it does not exist or was deleted.
 *
 * @param lastModified the zone's last known modification date
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

/** Like {@link findById}, but tries again if the zone changed a moment ago: the service may show it late. */
export async function findKnown<Zone extends { deleted: boolean }>(
  source: ZoneSource<Zone>,
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

/** The key under which a state keeps the name of its zone if a refresh found another name under the id. */
const knownNameKey = "__knownName";

type Identity = Pick<LinkedStorageZone, "name" | "userId">;

/**
 * Whether a live zone with the id in the state is another zone, because the resource now uses the provider, key or base URL of
 * another account or service. A zone's name and owner never change.
 */
export function isOtherZone(zone: Identity, state: Properties): boolean {
  return hasOtherName(zone, state) || hasOtherOwner(zone, state);
}

function knownName(state: Properties): unknown {
  return state[knownNameKey] ?? state["name"];
}

function hasOtherName({ name }: Identity, state: Properties): boolean {
  const known = knownName(state);
  return name !== undefined && typeof known === "string" && !isOneName(name, known);
}

function hasOtherOwner({ userId }: Identity, state: Properties): boolean {
  return userId !== undefined && typeof state["userId"] === "string" && userId !== state["userId"];
}

export function otherZoneError(zone: Identity, id: string, state: Properties, step: string): ConflictError {
  const difference = hasOtherName(zone, state)
    ? `its name is ${shown(zone.name)}, not ${shown(knownName(state))}`
    : `its owner is user ${String(zone.userId)}, not ${String(state["userId"])}`;
  return new ConflictError(
    `Storage zone ${id} was not ${step}: ${difference} as in the state. Check that the access key (CDN_ACCESS_KEY overrides the configuration), ` +
      `the base URL and the resource's provider belong to the account that owns the zone. If that zone no longer exists, run: pulumi state delete URN`,
    { request: { operation: "get storage zone", method: "GET", path: `/storagezone/${id}` } },
  );
}

/**
 * Throws if a zone only seems deleted because the access key belongs to another account. Assumption: no user owns zones in both
 * accounts.
 *
 * @throws {UnauthorizedError}
 */
export async function refuseOtherAccount(
  source: Pick<ZoneReader, "owners">,
  id: string,
  state: Properties,
): Promise<void> {
  const owner = state["userId"];
  if (typeof owner !== "string") return;
  const owners = await source.owners(owner);
  if (owners.size === 0 || owners.has(owner)) return;
  throw new UnauthorizedError(
    `Storage zone ${id} was not found, but is not treated as deleted: it belongs to user ${owner}, and the zones of this access key's account to ${[...owners].join(", ")}. ` +
      `Check the access key: CDN_ACCESS_KEY overrides the configuration. If the zone no longer exists, run: pulumi state delete URN`,
    { request: { operation: "get storage zone", method: "GET", path: `/storagezone/${id}` }, status: 404 },
  );
}
