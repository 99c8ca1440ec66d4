import type { CdnClient } from "../../api/client";
import { ConflictError, ServiceError, UnavailableError, isUnclear, messageOf } from "../../api/errors";
import { IncompleteError } from "../../declared/failures";
import { wholeKey } from "../../kinds";
import { pullZoneHostname } from "../../kinds/pullZoneHostname";
import type { GetPullZoneResult, Hostname } from "../../types/pullZone";
import { asciiName, nameKey, isSameName } from "../../wire/dnsName";
import { inWhole, wholeFor } from "../locate";
import { objectLifeCycle } from "../objectLifeCycle";
import type { Identity, Made, Operations } from "../operations";
import { eventually } from "../../api/waits";
import type { LifeCycleContext } from "../lifeCycle";
import type { Properties } from "../../declared/properties";
import { requestOf } from "../../api/messages";
import { isUnknown } from "../../declared/properties";
import { createOnce, unsupportedError } from "../requests";
import { apply } from "./apply";
import { checkHostname } from "./check";
import { elsewhereError, zoneWith } from "./elsewhere";
import type { LiveHostname } from "./state";
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
import { markKey } from "../../wire/stateKeys";

const locate = inWhole<Hostname, "PullZone">(
  pullZoneHostname,
  ({ whole: zone, part }) => idOf(zone.id, part.value),
  (id) => {
    const { hostname } = partsOf(id);
    return (zone) => findHostname(zone, hostname);
  },
);

/** Identity of hostnames: each is registered once in the whole service. */
const identity: Identity<LiveHostname> = {
  taken: (_, inputs) => {
    const { pullZoneId, hostname } = hostnameInputs(inputs);
    return new ConflictError(
      `Nothing was added: another resource of this program declares the hostname ${hostname}. Hostnames are unique: declare it once`,
      { request: requestOf("update", "PullZone", pullZoneId) },
    );
  },
  inTurn: async (context, inputs, make) => {
    const { memory, turns } = context;
    const { pullZoneId, hostname } = hostnameInputs(inputs);
    // Before the turn of this zone: a hostname can move in the other direction at the same time.
    const former = await takeOver(context, inputs);
    // Another resource of this run may remove the hostname. The zone is read once that has ended.
    const made = memory.entries.inTurn(idOf(pullZoneId, hostname), () =>
      turns.inTurn(wholeKey("PullZone", String(pullZoneId)), make),
    );
    if (former === undefined) return made;
    return made.catch(async (error: unknown) => {
      throw await afterFailedMove(context, hostname, former, error);
    });
  },
  make: (_, context, inputs) => make(context, inputs),
  shown: async (_, context, made) => shownHostname(context, made),
  refuseTaken: (_, context, __, state, inputs) => refuseTaken(context, state, inputs),
  incomplete: ({ whole: zone, part }, cause) =>
    `Hostname ${part.value} of pull zone ${String(zone.id)} is not as declared yet: ${cause}`,
};

const hostnames: Operations<LiveHostname> = {
  locate,
  identity,
  check: checkHostname,
  settings: pullZoneHostname.args,
  apply,
  settledState,
  delete: ({ client }, { whole: zone, part }) => client.removeHostname(zone.id, part.value),
  kept: ({ whole: zone, part }) =>
    part.isSystemHostname ? `hostname ${nameKey(part.value)}: it is pull zone ${String(zone.id)}'s own` : undefined,
  externalState,
  managedState,
  liveInputs,
  importInputs,
  // The system hostname is not imported, because every zone has it.
  importable: (zone: GetPullZoneResult) =>
    zone.hostnames
      .filter(({ isSystemHostname }) => !isSystemHostname)
      .map((part) => ({ live: { whole: zone, part }, name: part.value })),
};

export const pullZoneHostnameLifeCycle = objectLifeCycle(hostnames);

/** Refuses a replacement whose hostname another pull zone of this account has, or whose pull zone does not exist. */
async function refuseTaken({ client, memory }: LifeCycleContext, state: Properties, news: Properties): Promise<void> {
  const { pullZoneId, hostname } = news;
  if (typeof hostname !== "string" || isUnknown(hostname)) return;
  if (isSameName(hostname, state["hostname"])) {
    // The hostname is removed from the old pull zone before it is added to the new one.
    if (!isUnknown(pullZoneId)) await wholeFor(client.reads, "PullZone", pullZoneHostname.noun, Number(pullZoneId));
    return;
  }
  // Another resource of this run may give up the hostname.
  if (memory.isGivenUp(pullZoneHostname.claim(news)) || news["takeOver"] === true) return;
  const own = [state["pullZoneId"], news["pullZoneId"]];
  const other = await zoneWith(client, hostname, ({ id }) => !own.includes(id));
  if (other !== undefined) throw elsewhereError(`Nothing was replaced`, hostname, other);
}

/** Adds a hostname to its pull zone, or adopts the hostname if the zone already has it. */
async function make({ client, memory, tell }: LifeCycleContext, inputs: Properties): Promise<Made<LiveHostname>> {
  const { pullZoneId, hostname } = hostnameInputs(inputs);
  const zone = await wholeFor(client.reads, "PullZone", pullZoneHostname.noun, pullZoneId, { purpose: "turn" });
  const found = findHostname(zone, hostname);
  // A hostname that was removed outside and is added again has the id of the old entry.
  const prior = { [markKey]: memory.entries.takeOver(idOf(pullZoneId, hostname)) };
  const existing = found ?? (await add(client, zone, asciiName(hostname))).existing;
  if (existing === undefined) return { live: { whole: zone, part: newHostname(asciiName(hostname)) }, prior };
  const deletion = existing.isSystemHostname
    ? "only removes it from the state, because it belongs to the pull zone"
    : "removes it";
  tell(
    `Adopted hostname ${hostname}: pull zone ${String(pullZoneId)} already has it. Deleting the resource ${deletion}`,
  );
  return { live: { whole: zone, part: existing }, prior };
}

/** Waits until the service shows a hostname: a successful response alone proves nothing. @throws {UnavailableError} if it does not show it */
async function shownHostname({ client }: LifeCycleContext, made: LiveHostname): Promise<LiveHostname> {
  const { whole: zone, part } = made;
  const shown = await findNew(client, zone, part.value);
  if (shown !== undefined) return { whole: zone, part: shown };
  throw new UnavailableError(
    `The service answered that hostname ${part.value} was added, but pull zone ${String(zone.id)} does not show it. Run the same command again: it reads the hostname`,
    { request: requestOf("get", "PullZone", zone.id), status: 200 },
    true,
  );
}

/** Returns the presumed hostname until the service shows it. */
function newHostname(value: string): Hostname {
  return { id: 0, value, forceSSL: false, isSystemHostname: false, isManagedHostname: false, hasCertificate: false };
}

/** Result of adding a hostname. */
interface Added {
  /** The hostname, if the zone already had it or may have had it. */
  readonly existing?: Hostname | undefined;
}

/** Adds the hostname. Because it can be registered only once, a first request that arrives late can't add a second one. */
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
        `dashboard, and run the same command again: it adopts the hostname`;
      throw (await unsupportedError(client, "PullZone", zone.id, error, advice)) ?? error;
    }
  };
  const added = await createOnce(request, async () => {
    const existing = await findNew(client, zone, hostname);
    return existing && { existing };
  });
  if (!(added instanceof ServiceError)) return added;
  throw new UnavailableError(
    `The service did not confirm that hostname ${hostname} was added (${added.message}). Run the same command again: it looks for the hostname first`,
    added.evidence,
    true,
  );
}

/** Returns a hostname that the zone may show late. */
function findNew(client: CdnClient, zone: GetPullZoneResult, hostname: string): Promise<Hostname | undefined> {
  return eventually(async () => findHostname(await client.reads.find("PullZone", zone.id), hostname));
}

/**
 * Removes a hostname from the pull zone of this account that has it, so that it can be added to another one. The life cycle of the former entry then
 * finds nothing to delete.
 *
 * @returns the former pull zone; undefined if no other one has the hostname
 */
async function takeOver(context: LifeCycleContext, inputs: Properties): Promise<GetPullZoneResult | undefined> {
  const { pullZoneId, hostname } = hostnameInputs(inputs);
  if (inputs["takeOver"] !== true) return undefined;
  const { client, memory, tell } = context;
  const other = await zoneWith(client, hostname, ({ id }) => id !== pullZoneId);
  if (other === undefined) return undefined;
  const former = idOf(other.id, hostname);
  if (memory.declarationOf(former) !== undefined) {
    throw elsewhereError(
      "Nothing was moved, because another resource of this program declares the hostname there",
      hostname,
      other,
    );
  }
  // Its new zone must exist before it is removed.
  await wholeFor(client.reads, "PullZone", pullZoneHostname.noun, pullZoneId);
  await pullZoneHostnameLifeCycle.delete(context, former, {});
  tell(
    `Hostname ${hostname} was removed from pull zone ${other.name ?? ""} (id ${String(other.id)}), and is added to pull zone ${String(pullZoneId)}`,
  );
  return other;
}

/**
 * Adds a hostname back to its former pull zone after it could not be added to the new one.
 *
 * @returns the error that says where the hostname is
 */
async function afterFailedMove(
  { client }: LifeCycleContext,
  hostname: string,
  former: GetPullZoneResult,
  error: unknown,
): Promise<unknown> {
  // The new pull zone has the hostname, and the state has its entry.
  if (error instanceof IncompleteError) return error;
  const place = `pull zone ${former.name ?? ""} (id ${String(former.id)})`;
  const where = await client.addHostname(former.id, asciiName(hostname)).then(
    () => `It was added to ${place} again, without a certificate`,
    (cause: unknown) => `It could not be added to ${place} again (${messageOf(cause)})`,
  );
  const evidence =
    error instanceof ServiceError ? error.evidence : { request: requestOf("update", "PullZone", former.id) };
  return new ConflictError(
    `Hostname ${hostname} was not moved: ${messageOf(error)}. ${where}. Run the same command again: it moves the hostname, wherever it is`,
    evidence,
  );
}

/** Handles a hostname that is already registered: on this zone since a moment ago, on another zone, or in another account. */
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
    // Another resource of this run may have removed it in the meantime.
    await client.addHostname(zone.id, hostname);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
  throw new ConflictError(
    `${taken.message}. No pull zone of this account has it, so a pull zone of another account has it: a hostname can be registered only once in the whole service`,
    taken.evidence,
  );
}
