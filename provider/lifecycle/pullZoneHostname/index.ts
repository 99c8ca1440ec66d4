import type { CdnClient } from "../../api/client";
import type { ServiceEvidence } from "../../api/errors";
import { ConflictError, InvalidInputError, ServiceError, UnavailableError } from "../../api/errors";
import { pullZoneHostname } from "../../kinds/pullZoneHostname";
import type { GetPullZoneResult, Hostname } from "../../types/pullZone";
import { asciiName, nameKey } from "../../wire/dnsName";
import { partLifeCycle } from "../parts";
import { noPartError, zoneFor } from "../parts/find";
import { eventually, findById } from "../shared/find";
import type { CreateResult, DiffResult, LifeCycleContext, Properties } from "../shared/lifeCycle";
import { IncompleteError, messageOf } from "../shared/failures";
import { markKey } from "../shared/memory";
import { requestOf } from "../shared/messages";
import { isUnknown } from "../shared/properties";
import { createOnce, isUnclear, listedOrNone, unsupportedError } from "../shared/requests";
import { isSameName } from "../shared/sameValue";
import { changedSettings, immutableChanges, leaveOthers, Writes } from "../shared/updates";
import { apply } from "./apply";
import { checkHostname } from "./check";
import {
  externalState,
  findHostname,
  hostnameInputs,
  idOf,
  importInputs,
  liveInputs,
  managedState,
  partsOf,
  settledState,
} from "./state";

export const pullZoneHostnameLifeCycle = partLifeCycle<Hostname>({
  kind: pullZoneHostname,
  partIn: (id) => {
    const { hostname } = partsOf(id);
    return (zone) => findHostname(zone, hostname);
  },
  check: checkHostname,
  diff,
  checkReplacement,
  create,
  update: async (context, live, id, state, inputs) => {
    const declaration = { kind: pullZoneHostname, settings: pullZoneHostname.inputs, state, inputs };
    const update = { ...declaration, changed: changedSettings(declaration) };
    const writes = new Writes(id, update);
    const after = await writes.during(() => apply(context, live, update, writes));
    const tell = (what: string): void => context.tell(`Hostname ${id} ${what}`);
    return leaveOthers(settledState(after, inputs, writes.reached), update, [], tell);
  },
  deletion: "remove",
  delete: (client, { zone, part }) => client.removeHostname(zone.id, part.value),
  kept: ({ zone, part }) =>
    part.isSystemHostname ? `hostname ${nameKey(part.value)}: it is pull zone ${String(zone.id)}'s own` : undefined,
  idOf: ({ zone, part }) => idOf(zone.id, part.value),
  externalState,
  managedState,
  liveInputs,
  importInputs,
  // Every zone has the system hostname.
  importable: ({ hostnames }) =>
    hostnames.filter(({ isSystemHostname }) => !isSystemHostname).map((part) => ({ part, name: part.value })),
});

/** A hostname is registered once, so where it stays, the old one must be removed first. */
function diff(state: Properties, news: Properties): DiffResult {
  const replaces = immutableChanges(pullZoneHostname, state, news);
  return { replaces, deleteBeforeReplace: !replaces.includes("hostname") };
}

/** Refuses a replacement whose hostname another pull zone of this account has. */
async function checkReplacement(
  { client, memory }: LifeCycleContext,
  _id: string,
  state: Properties,
  news: Properties,
): Promise<void> {
  const { hostname } = news;
  if (typeof hostname !== "string" || isUnknown(hostname) || isSameName(hostname, state["hostname"])) return;
  // Another resource of this run may give the hostname up.
  if (memory.givenUp.has(pullZoneHostname.claim(news))) return;
  const own = [state["pullZoneId"], news["pullZoneId"]];
  const other = await zoneWith(client, hostname, ({ id }) => !own.includes(id));
  if (other !== undefined) throw elsewhereError(`Nothing was replaced`, hostname, other);
}

/**
 * Adds a hostname to its pull zone, or takes over the one that the zone has already. A hostname that exists is never lost, whatever fails
 * afterwards.
 *
 * @throws {IncompleteError} if what follows the addition fails; the next update goes on
 */
async function create(context: LifeCycleContext, inputs: Properties, existingId?: string): Promise<CreateResult> {
  const { memory, turns } = context;
  const { pullZoneId, hostname } = hostnameInputs(inputs);
  const id = idOf(pullZoneId, hostname);
  if (existingId !== undefined && existingId !== id) {
    throw new InvalidInputError(
      `The resource option import must be the declared hostname: ${id}, but got: ${existingId}`,
    );
  }
  const taken = (): ConflictError => declaredTwiceError(inputs);
  const create = (): Promise<CreateResult> => createInTurn(context, id, inputs, existingId !== undefined);
  return memory.claimed(pullZoneHostname.claim(inputs), taken, () =>
    // Another resource of this run may remove the hostname: the zone is looked at once that has ended.
    memory.entries.inTurn(id, () => turns.inTurn(String(pullZoneId), create)),
  );
}

async function createInTurn(
  context: LifeCycleContext,
  id: string,
  inputs: Properties,
  mustExist: boolean,
): Promise<CreateResult> {
  const { client, memory, tell } = context;
  const { pullZoneId, hostname } = hostnameInputs(inputs);
  const zone = await zoneFor(client, pullZoneHostname, pullZoneId);
  let existing = findHostname(zone, hostname);
  if (existing === undefined && mustExist) throw noPartError(pullZoneHostname, id);
  // One that was removed by hand and is added again has the id of the old entry.
  const mark = memory.entries.add(id);
  existing ??= (await add(client, zone, asciiName(hostname))).existing;
  const live = { zone, part: existing ?? newHostname(asciiName(hostname)) };
  const state = managedState(live, inputs, { [markKey]: mark });
  if (existing !== undefined) {
    const deletion = existing.isSystemHostname ? "only forgets it, because it is the zone's own" : "removes it";
    tell(
      `Took over hostname ${hostname}: pull zone ${String(pullZoneId)} has it already. Deleting the resource ${deletion}`,
    );
  }
  const settings = pullZoneHostname.inputs;
  const changed = settings.filter(({ name, immutable }) => immutable !== true && inputs[name] !== undefined);
  const update = { kind: pullZoneHostname, settings, state, inputs, changed };
  const writes = new Writes(id, update);
  try {
    const after = await apply(context, live, update, writes);
    if (existing === undefined) await waitUntilShown(context, zone, hostname);
    return { id, state: settledState(after, inputs, writes.reached) };
  } catch (error) {
    const message = `Hostname ${hostname} is on pull zone ${String(pullZoneId)}, but not as declared yet: ${messageOf(error)}`;
    throw new IncompleteError(id, writes.reached, message, error);
  }
}

/** The next run must not take it for deleted. */
async function waitUntilShown({ client, tell }: LifeCycleContext, zone: GetPullZoneResult, hostname: string) {
  if ((await findNew(client, zone, hostname)) !== undefined) return;
  tell(`Hostname ${hostname} of pull zone ${String(zone.id)} was added, but is not shown yet`);
}

function declaredTwiceError(inputs: Properties): ConflictError {
  const { pullZoneId, hostname } = hostnameInputs(inputs);
  return new ConflictError(
    `Nothing was added: another resource of this program declares the hostname ${hostname} too. Hostnames are unique: declare it once`,
    { request: requestOf("update", "PullZone", pullZoneId) },
  );
}

/** Presumed until the service shows it. */
function newHostname(value: string): Hostname {
  return { id: 0, value, forceSSL: false, isSystemHostname: false, isManagedHostname: false, hasCertificate: false };
}

/** What an addition came to. */
interface Added {
  /** The hostname if the zone had it already, or may have had it. */
  readonly existing?: Hostname | undefined;
}

/** Adds the hostname. As it is registered once, a first request that arrives late can't add a second one. */
async function add(client: CdnClient, zone: GetPullZoneResult, hostname: string): Promise<Added> {
  const request = async (): Promise<Added | ServiceError> => {
    try {
      await client.addHostname(zone.id, hostname);
      return {};
    } catch (error) {
      if (error instanceof ConflictError) return { existing: await findTaken(client, zone, hostname, error) };
      if (isUnclear(error)) return error;
      const advice =
        `Hostname ${hostname} was not added: this service has no operation that adds one to a pull zone. Add it in the service's ` +
        `dashboard, and run the same command again: it takes the hostname over`;
      throw (await unsupportedError(client, "PullZone", zone.id, error, advice)) ?? error;
    }
  };
  const added = await createOnce(request, async () => {
    const existing = await findNew(client, zone, hostname);
    return existing && { existing };
  });
  if (!(added instanceof ServiceError)) return added;
  throw new UnavailableError(
    `It is unknown whether hostname ${hostname} was added (${added.message}). Run the same command again: it looks for it first`,
    added.evidence,
    true,
  );
}

/** Looks for a hostname that the zone may show late. */
function findNew(client: CdnClient, zone: GetPullZoneResult, hostname: string): Promise<Hostname | undefined> {
  return eventually(async () => findHostname(await findById(client, "PullZone", zone.id), hostname));
}

/** The pull zone of this account that has the hostname; undefined as well if the service has no list. */
export async function zoneWith(
  client: CdnClient,
  hostname: string,
  isMeant: (zone: GetPullZoneResult) => boolean,
): Promise<GetPullZoneResult | undefined> {
  const zones = await listedOrNone(client.listPullZones());
  return zones.find((zone) => isMeant(zone) && findHostname(zone, hostname) !== undefined);
}

/** The error for a hostname that another pull zone of this account has. */
export function elsewhereError(
  what: string,
  hostname: string,
  { id, name = "" }: GetPullZoneResult,
  evidence: ServiceEvidence = { request: requestOf("update", "PullZone", id) },
): ConflictError {
  const advice = `Remove it there first, or declare it with pullZoneId: ${String(id)}. If a resource of this stack was renamed, give the new one the option aliases: [{ name: "OLD-NAME" }]: it then moves the hostname`;
  return new ConflictError(
    `${what}: pull zone ${name} (id ${String(id)}) of this account has ${hostname}. ${advice}`,
    evidence,
  );
}

/** The hostname is registered already: on this zone since a moment ago, on another one, or in another account. */
async function findTaken(
  client: CdnClient,
  zone: GetPullZoneResult,
  hostname: string,
  taken: ConflictError,
): Promise<Hostname | undefined> {
  const other = await zoneWith(client, hostname, ({ id }) => id !== zone.id);
  if (other !== undefined) {
    throw elsewhereError(`${taken.message}. Nothing was added`, hostname, other, taken.evidence);
  }
  const found = await findNew(client, zone, hostname);
  if (found !== undefined) return found;
  try {
    // Another resource of this run may have removed it since.
    await client.addHostname(zone.id, hostname);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
  throw new ConflictError(
    `${taken.message}. No pull zone that this account shows has it, so another account's has: a hostname is registered once in the whole service`,
    taken.evidence,
  );
}
