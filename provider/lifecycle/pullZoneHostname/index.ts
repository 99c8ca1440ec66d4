import { pullZoneHostname } from "../../kinds/pullZoneHostname";
import type { GetPullZoneResult, Hostname } from "../../types/pullZone";
import { declaredKey, declaredNames, isManaged } from "../shared/declared";
import type {
  DiffResult,
  Importable,
  ImportContext,
  ImportResult,
  LifeCycle,
  LifeCycleContext,
  ObjectReader,
  Properties,
  ReadResult,
} from "../shared/lifeCycle";
import { markKey, newMark } from "../shared/memory";
import type { LivePart } from "../shared/parts";
import { findPart, hasPart, lookForPart, noPartError } from "../shared/parts";
import { isUnknown } from "../shared/properties";
import { isSameName } from "../shared/sameValue";
import { changedSettings, leaveOthers, Writes } from "../shared/updates";
import { deleteOrAdvise, goneError, requestOf } from "../shared/requests";
import { applySettings } from "./applySettings";
import { checkHostname } from "./check";
import { createHostname, elsewhereError, zoneWith } from "./create";
import { findHostname, hostnameState, idOf, importInputs, managedState, noun, partsOf, settledState } from "./state";

/** The life cycle of a hostname of a pull zone. Assumption: every operation but reading it. */
export const pullZoneHostnameLifeCycle: LifeCycle = {
  check: (_context, olds, news) => checkHostname(olds, news),
  diff,
  checkReplacement,
  isSameObject: async ({ reader }, id, state) =>
    !isManaged(state) || hasPart(reader, partsOf(id).pullZoneId, state, hostnameIn(id)),
  create: createHostname,
  read: ({ reader }, id, prior, inputs) => read(reader, id, prior, inputs),
  import: importHostname,
  importable: (live) => importable(live as GetPullZoneResult),
  update,
  delete: remove,
};

/** A hostname is registered once, so where it stays, the old one must be removed first. An unknown value counts as changed. */
function diff(state: Properties, news: Properties): DiffResult {
  const isChanged = (key: string, isSame: (a: unknown, b: unknown) => boolean): boolean =>
    state[key] !== undefined && news[key] !== undefined && (isUnknown(news[key]) || !isSame(state[key], news[key]));
  const hostnameChanges = isChanged("hostname", isSameName);
  const replaces = [
    ...(isChanged("pullZoneId", Object.is) ? ["pullZoneId"] : []),
    ...(hostnameChanges ? ["hostname"] : []),
  ];
  return { replaces, deleteBeforeReplace: !hostnameChanges };
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

function hostnameIn(id: string): (zone: GetPullZoneResult) => Hostname | undefined {
  const { hostname } = partsOf(id);
  return (zone) => findHostname(zone, hostname);
}

function findKnownHostname(
  reader: ObjectReader,
  id: string,
  state: Properties,
  step: "read" | "changed" = "changed",
): Promise<LivePart<Hostname> | undefined> {
  return findPart(reader, partsOf(id).pullZoneId, state, step, hostnameIn(id));
}

async function read(
  reader: ObjectReader,
  id: string,
  prior: Properties,
  lastInputs?: Properties,
): Promise<ReadResult | undefined> {
  const found = await findKnownHostname(reader, id, prior, "read");
  if (found === undefined) {
    if (prior["pullZoneId"] === undefined) throw noPartError(noun, id);
    return undefined;
  }
  const { zone, part: live } = found;
  if (!isManaged(prior)) return { state: hostnameState(zone, live) };
  const declared = declaredNames(pullZoneHostname, prior, lastInputs);
  const state = { ...managedState(zone, live, { hostname: prior["hostname"] }, prior), [declaredKey]: declared };
  const inputs = Object.entries(state).filter(([key]) => declared.includes(key));
  return { state, inputs: Object.fromEntries(inputs), live };
}

async function importHostname({ reader, memory }: ImportContext, id: string): Promise<ImportResult> {
  const { pullZoneId } = partsOf(id);
  return memory.entries.inTurn(id, async () => {
    const { zone, part: live } = await lookForPart(reader, pullZoneId, hostnameIn(id));
    if (zone === undefined || live === undefined) throw noPartError(noun, id);
    const inputs = importInputs(zone, live);
    return { id, state: { ...managedState(zone, live, inputs, inputs), [markKey]: memory.entries.add(id) }, inputs };
  });
}

/** All hostnames but the system one, which every zone has. */
function importable(zone: GetPullZoneResult): Importable[] {
  return zone.hostnames
    .filter(({ isSystemHostname }) => !isSystemHostname)
    .map((live) => {
      const inputs = importInputs(zone, live);
      const state = { ...managedState(zone, live, inputs, inputs), [markKey]: newMark() };
      return { id: idOf(zone.id, live.value), name: live.value, inputs, state };
    });
}

async function update(
  context: LifeCycleContext,
  id: string,
  state: Properties,
  inputs: Properties,
): Promise<Properties> {
  const { pullZoneId } = partsOf(id);
  return context.turns.inTurn(String(pullZoneId), async () => {
    const found = await findKnownHostname(context.client, id, state);
    if (found === undefined) {
      const fact = `Hostname ${id} no longer exists, so it can't be updated`;
      throw goneError(fact, requestOf("get", "PullZone", pullZoneId));
    }
    const { zone, part: live } = found;
    const declaration = { kind: pullZoneHostname, settings: pullZoneHostname.inputs, state, inputs };
    const update = { ...declaration, changed: changedSettings(declaration) };
    const writes = new Writes(id, update);
    const after = await writes.during(() => applySettings(context, zone, live, update, writes));
    return leaveOthers(settledState(zone, after, inputs, writes.reached), update, [], (what) =>
      context.tell(`Hostname ${id} ${what}`),
    );
  });
}

/** Removes a hostname. One that is gone already is a success; a system hostname is only forgotten. */
async function remove({ client, turns, tell }: LifeCycleContext, id: string, state: Properties): Promise<void> {
  const { pullZoneId, hostname } = partsOf(id);
  await turns.inTurn(String(pullZoneId), async () => {
    const { part: live } = (await findKnownHostname(client, id, state)) ?? {};
    if (live === undefined) return;
    if (live.isSystemHostname) {
      tell(
        `Kept hostname ${hostname}: it is pull zone ${String(pullZoneId)}'s own. Only its entry was removed from the state`,
      );
      return;
    }
    const request = (): Promise<void> => client.removeHostname(pullZoneId, live.value);
    const find = (): Promise<unknown> => findKnownHostname(client, id, state);
    await deleteOrAdvise(`Hostname ${id}`, "remove", request, find);
  });
}
