import type { CdnClient } from "../../api/client";
import { InvalidInputError } from "../../api/errors";
import { shown } from "../../api/input";
import type { Reads } from "../../api/reads";
import type { Kind } from "../../kinds";
import { idOutputOf, nameIn } from "../../kinds";
import { fieldNames } from "../../wire/fields";
import { withArticle } from "../../wire/name";
import { fieldsWithNestedSecrets, nestedSecretsKey, withoutSecrets } from "../../wire/secrets";
import { declaredKey, declaredNames, isManaged } from "../shared/state";
import type { Zone } from "../shared/find";
import { findById, findByName, findKnown } from "../shared/find";
import {
  digest,
  isKnownZone,
  knownZone,
  ownerRecord,
  recordOf,
  refuseIfElsewhere,
  refuseOther,
  renamedKey,
} from "../shared/identity";
import type {
  DiffResult,
  Importable,
  ImportContext,
  ImportResult,
  LifeCycle,
  LifeCycleContext,
  Properties,
  ReadResult,
} from "../shared/lifeCycle";
import { markKey, newMark } from "../shared/memory";
import { goneError, nounOf, noZoneError, requestOf } from "../shared/messages";
import { without } from "../shared/properties";
import { deleteOrAdvise } from "../shared/requests";
import { isSameName } from "../shared/sameValue";
import { changedSettings, immutableChanges, leaveOthers, Writes } from "../shared/updates";
import { refuseTakenName } from "./adopt";
import { createZone } from "./create";
import type { ZoneKind } from "./kind";

/** The life cycle of a kind of zones. */
export function zoneLifeCycle<Live extends Zone>(zones: ZoneKind<Live>): LifeCycle {
  return {
    check: (context, olds, news) => zones.check(olds, news, context),
    diff: (state, news) => diff(zones.kind, state, news),
    checkReplacement: async (context, id, state, news) => {
      await refuseTakenName(zones, context, id, state, news);
      const { replaces, deleteBeforeReplace } = diff(zones.kind, state, news);
      if (replaces.length > 0) await zones.checkReplacement?.(context, id, state, deleteBeforeReplace);
    },
    refusal: (live, declared) => zones.refusal?.(live, declared),
    isSameObject: async ({ reader }, id, state) =>
      (!zones.guardsReads && !isManaged(state)) || isSameZone(zones, reader, id, state),
    create: (context, inputs, existingId) => createZone(zones, context, inputs, existingId),
    read: ({ reader }, id, prior, inputs) => read(zones, reader, id, prior, inputs),
    import: (context, id) => importZone(zones, context, id),
    importable: (live, owner) => [importable(zones, live as Live, owner)],
    update: (context, id, state, inputs) => update(zones, context, id, state, inputs),
    delete: (context, id, state) => remove(zones, context, id, state),
  };
}

/**
 * Tells which changes need a new zone. Names are unique across the service, so if the name stays, the old zone must be deleted first,
 * whatever the reason for the replacement. Under another name the new zone is created first: nothing is lost if that fails. A zone that was
 * renamed outside is not deleted, so nothing is created in its place either.
 */
function diff(kind: Kind, state: Properties, news: Properties): DiffResult {
  const { replacedNotice } = kind;
  const replaces = immutableChanges(kind, state, news);
  const keepsName = isSameName(nameIn(kind, state), nameIn(kind, news));
  const isRenamed = state[renamedKey] !== undefined;
  return {
    replaces,
    deleteBeforeReplace: keepsName || isRenamed,
    ...(replaces.length > 0 && keepsName && replacedNotice !== undefined ? { notice: replacedNotice } : {}),
    ...(keepsName && isRenamed ? { settles: true } : {}),
  };
}

/** Whether this account has the zone in the state. */
async function isSameZone({ name }: ZoneKind, reader: Reads, id: string, state: Properties): Promise<boolean> {
  const zone: Zone | undefined = await findById(reader, name, id);
  return zone !== undefined && isKnownZone(zone, knownZone(name, id, state));
}

/** @returns undefined for a zone that was deleted since the last read */
async function read(
  zones: ZoneKind,
  reader: Reads,
  id: string,
  prior: Properties,
  lastInputs?: Properties,
): Promise<ReadResult | undefined> {
  const { name, kind } = zones;
  const zone = await zones.find(reader, id, prior);
  if (zone === undefined) {
    if (prior[idOutputOf(name)] === undefined) throw noZoneError(name, id);
    if (zones.guardsReads || isManaged(prior)) await refuseIfElsewhere(reader, knownZone(name, id, prior));
    return undefined;
  }
  if (!isManaged(prior)) return { state: zones.externalState(zone, prior) };
  refuseOther(reader, zone, knownZone(name, id, prior), "read");
  const whole = (await zones.withMore?.(reader, zone, prior)) ?? zone;
  const declared = declaredNames(kind, prior, lastInputs);
  const inputs = zones.liveInputs(zone, prior, declared);
  // A declared property stays declared even if the live zone lacks it.
  const state: Properties = {
    ...zones.managedState(whole, inputs, prior),
    ...(await ownerRecord(kind, reader, prior)),
    [declaredKey]: declared,
  };
  // Volatile values stay as of the last creation or update, so that a refresh shows only what somebody changed.
  for (const key of volatileOutputs(kind)) if (prior[key] !== undefined) state[key] = prior[key];
  const lastName = lastNameOf(kind, zone, prior);
  return { state: lastName === undefined ? state : { ...state, [renamedKey]: lastName }, inputs, live: zone };
}

function volatileOutputs({ table, hasVolatileOutputs }: Kind): string[] {
  return hasVolatileOutputs === false ? [] : fieldNames(table, ({ volatile }) => volatile === true);
}

/** The digest of the last declared name, if the zone no longer has it. */
function lastNameOf(kind: Kind, zone: Zone, state: Properties): string | undefined {
  const name = nameIn(kind, zone);
  const known = state[renamedKey] ?? digest(nameIn(kind, state));
  return name !== undefined && typeof known === "string" && known !== digest(name) ? known : undefined;
}

/**
 * Reads an existing zone that is to be managed, for an import by the engine.
 *
 * @param id the id as the service writes it: the engine takes any other text for another zone, and then deletes the "original"
 * @throws {NotFoundError}
 * @throws {InvalidInputError} for another text, such as a name, with the id to import
 */
async function importZone(
  zones: ZoneKind,
  { client, reader, memory, importCommand }: ImportContext,
  id: string,
): Promise<ImportResult> {
  if (!/^[1-9][0-9]*$/.test(id)) throw await notAnIdError(zones, client, id, importCommand);
  return memory.entries.inTurn(id, async () => {
    const zone: Zone | undefined = await findById(reader, zones.name, id);
    if (zone === undefined)
      throw noZoneError(zones.name, `${id} to import`, { request: requestOf("get", zones.name, id) });
    const inputs = zones.importInputs(zone);
    const whole = (await zones.withMore?.(reader, zone, inputs)) ?? zone;
    const owner = await ownerRecord(zones.kind, client);
    const state = { ...zones.managedState(whole, inputs), ...owner, [markKey]: memory.entries.add(id) };
    return { id, state, inputs };
  });
}

async function notAnIdError(
  zones: ZoneKind,
  client: CdnClient,
  text: string,
  importCommand: LifeCycleContext["importCommand"],
): Promise<InvalidInputError> {
  const noun = nounOf(zones.name);
  const zone: Zone | undefined = /^0[0-9]+$/.test(text)
    ? await findById(client, zones.name, Number(text))
    : await findByName(zones, client, text);
  const advice =
    zone === undefined
      ? "npx pulumi-cdn-zones zones lists the zones of the account with their ids"
      : `The id of ${noun} ${shown(nameIn(zones.kind, zone))} is ${String(zone.id)}: ${importCommand(String(zone.id))}, or the resource option import: "${String(zone.id)}"`;
  return new InvalidInputError(
    `An import takes the id of ${withArticle(noun)}, but got: ${shown(text)}. ${advice}`,
    "id",
  );
}

/** What the command `import` takes over: inputs and state without secrets, which the next read adds to the state. */
function importable(zones: ZoneKind, zone: Zone, owner?: string): Importable {
  const { secretInputs, secretOutputs, table } = zones.kind;
  const live = zones.importInputs(zone);
  const inputs = without(live, secretInputs);
  const state = withoutSecrets(table, without(zones.managedState(zone, inputs), secretOutputs));
  // Otherwise a read takes it for a state of the first release, and encrypts these arrays as a whole.
  for (const { name } of fieldsWithNestedSecrets(table)) state[nestedSecretsKey(name)] = {};
  return {
    id: String(zone.id),
    name: nameIn(zones.kind, zone) ?? String(zone.id),
    inputs,
    state: { ...state, ...recordOf(zones.kind, owner), [markKey]: newMark() },
    secrets: secretInputs.filter((name) => live[name] !== undefined),
  };
}

/** Sends what the program changed. @returns the new state */
async function update(
  zones: ZoneKind,
  context: LifeCycleContext,
  id: string,
  state: Properties,
  inputs: Properties,
): Promise<Properties> {
  const { name, kind } = zones;
  const { client, tell } = context;
  const noun = `${nounOf(name, "atStart")} ${id}`;
  const live = await findKnown(client, name, id, state["dateModified"]);
  if (live === undefined) {
    await refuseIfElsewhere(client, knownZone(name, id, state));
    throw goneError(`${noun} no longer exists, so it can't be updated`, requestOf("update", name, id));
  }
  refuseOther(client, live, knownZone(name, id, state, inputs), "updated");
  const declaration = { kind, settings: kind.settings, state, inputs };
  const redeclared = changedSettings(declaration);
  const resent = zones.resent?.(state, inputs) ?? [];
  const changed = kind.settings.filter((field) => redeclared.includes(field) || resent.includes(field.name));
  const update = { ...declaration, changed };
  const writes = new Writes(id, update);
  const send: Writes["send"] = (sets, request) => writes.send(sets, request);
  const zone = await writes.during(() => zones.apply(context, live, inputs, { changed, send }));
  const left = zones.left?.(zone, inputs, changed) ?? [];
  const updated = { ...zones.managedState(zone, inputs, state), ...(await ownerRecord(kind, client, state)) };
  return leaveOthers(updated, update, left, (what) => tell(`${noun} ${what}`));
}

/** A zone that no longer exists is a success. */
async function remove(zones: ZoneKind, context: LifeCycleContext, id: string, state: Properties): Promise<void> {
  const { name } = zones;
  const { client } = context;
  const known = knownZone(name, id, state);
  const zone = await findKnown(client, name, id, state["dateModified"]);
  if (zone === undefined) return refuseIfElsewhere(client, known);
  refuseOther(client, zone, known, "deleted");
  await zones.refuseDeletion?.(client, zone, state);
  const find = (): Promise<unknown> => findById(client, name, id);
  await deleteOrAdvise(`${nounOf(name, "atStart")} ${id}`, "delete", () => zones.delete(context, id), find);
}
