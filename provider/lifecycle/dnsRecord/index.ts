import { ConflictError, NotFoundError } from "../../api/errors";
import { partId, shown } from "../../api/input";
import { wholeOf } from "../../kinds";
import { dnsRecord } from "../../kinds/dnsRecord";
import { dnsZone } from "../../kinds/dnsZone";
import type { DnsZoneRecord } from "../../types/dnsRecord";
import { nameKey } from "../../wire/dnsName";
import type { InputField } from "../../wire/fields";
import { partLifeCycle } from "../parts";
import { creationOf } from "../parts/create";
import type { PartFinder } from "../parts/find";
import { findPart, gonePartError, noPartError, zoneIdOf } from "../parts/find";
import { eventually, findDelays } from "../shared/find";
import { ownerRecord } from "../shared/identity";
import type { CreateResult, DiffResult, LifeCycleContext, Properties } from "../shared/lifeCycle";
import { IncompleteError, messageOf } from "../shared/failures";
import { markKey } from "../shared/memory";
import { requestOf } from "../shared/messages";
import { isUnknown, listed, picked } from "../shared/properties";
import { unsupportedError } from "../shared/requests";
import { isSameName } from "../shared/sameValue";
import { changedSettings, leaveOthers, pending, Writes } from "../shared/updates";
import { checkRecord, refuseWholeName } from "./check";
import { besideError, DeclaredRecords } from "./declaredRecords";
import { refuseWithOthers } from "./foreign";
import type { LiveRecord } from "./state";
import {
  changedBody,
  comparisonOf,
  differences,
  externalState,
  idOf,
  importable,
  importInputs,
  isLike,
  liveInputs,
  managedState,
  newBody,
  secretsIn,
  settings,
} from "./state";

const records: PartFinder<DnsZoneRecord, "DnsZone"> = {
  kind: dnsRecord,
  partIn: (id) => {
    const number = Number(partId(dnsRecord.noun, id).part);
    return (zone) => zone.records.find((record) => record.id === number);
  },
};

export const dnsRecordLifeCycle = partLifeCycle<DnsZoneRecord, "DnsZone">({
  ...records,
  check: (olds, news, context) => checkRecord(olds, news, DeclaredRecords.of(context)),
  diff,
  turnOf: (id) => laneOf(zoneIdOf(records, id), Number(partId(dnsRecord.noun, id).part)),
  create: creationOf<DnsZoneRecord, "DnsZone">({
    ...records,
    word: "record",
    idWord: "RECORD-ID",
    zoneInput: "dnsZoneId",
    maxLookAgeMs: 1_000,
    partsOf: (zone) => zone.records,
    idOf,
    pathOf: ({ id }) => `records/${String(id)}`,
    isLike,
    isAsDeclared: (record, inputs) => differences(record, inputs).length === 0,
    turnOfNew,
    before: (_, zone, inputs) => {
      refuseWholeName(inputs, zone);
    },
    add: ({ client }, zoneId, inputs) => client.addDnsRecord(zoneId, newBody(inputs)),
    explained: besideError,
    complete,
    adopt,
  }),
  update: (context, live, _id, state, inputs) => update(context, live, state, inputs),
  refuseDeletion: (context, { zone }) => {
    if (context.guardedZones.has(wholeOf("DnsZone", String(zone.id)))) refuseWithOthers(context, zone);
  },
  deletion: "delete",
  delete: (client, { zone, part }) => client.deleteDnsRecord(zone.id, part.id),
  idOf,
  externalState,
  managedState,
  liveInputs,
  importInputs,
  secretsIn,
  importable,
});

/** How many records of a zone are written at a time. */
const lanes = 8;

/** What a write takes turns with. */
function laneOf(zoneId: number, number: number): string {
  return `${String(zoneId)} records ${String(number % lanes)}`;
}

/** Records of one name are created in turn. */
function turnOfNew(zoneId: number, { name }: Properties): string {
  const letters = [...(typeof name === "string" ? nameKey(name) : "")];
  return laneOf(
    zoneId,
    letters.reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0),
  );
}

/**
 * A replacement comes first, so that a name is answered all along. Where a CNAME is or may be involved, it can't: a name has either one
 * CNAME or other records. An unknown value counts as changed.
 */
function diff(state: Properties, news: Properties): DiffResult {
  const isChanged = (key: string): boolean =>
    state[key] !== undefined && news[key] !== undefined && (isUnknown(news[key]) || state[key] !== news[key]);
  const replaces = ["dnsZoneId", "type"].filter(isChanged);
  const isOneName = isUnknown(news["name"]) || isSameName(state["name"] ?? "", news["name"] ?? "");
  const mayBeCname = [state["type"], news["type"]].some((type) => type === "CNAME" || isUnknown(type));
  const isInTheWay = replaces.includes("type") && !isChanged("dnsZoneId") && isOneName && mayBeCname;
  const inTheWay = `is deleted before its replacement is created: a name has either CNAME records or others. In between it has no answer`;
  const notice = isInTheWay ? inTheWay : leftPullZoneText(state, news);
  return { replaces, deleteBeforeReplace: isInTheWay, ...(notice === undefined ? {} : { notice }) };
}

/** What a preview says where acceleration ends. */
function leftPullZoneText(state: Properties, news: Properties): string | undefined {
  if (state["accelerated"] !== true || (news["accelerated"] ?? false) !== false) return undefined;
  const { acceleratedPullZoneId: id } = state;
  const which = typeof id === "number" ? `pull zone ${String(id)}, which the service made for it,` : "its pull zone";
  return `is no longer accelerated: ${which} stays, inactive. Delete it in the dashboard if nothing else needs it`;
}

/** Makes a new record as declared: the service drops some settings of one that it adds. */
async function complete(
  context: LifeCycleContext,
  live: LiveRecord,
  inputs: Properties,
  owner: Properties,
): Promise<CreateResult> {
  const id = idOf(live);
  const missing = differences(live.part, inputs);
  if (missing.length === 0) return { id, state: managedState(live, inputs, owner) };
  try {
    return { id, state: managedState(await change(context, live, inputs, missing), inputs, owner) };
  } catch (error) {
    const message = `DNS record ${id} was added, but not as declared yet: ${messageOf(error)}`;
    throw new IncompleteError(id, pending(managedState(live, inputs, owner), missing), message, error);
  }
}

/** A minute: the service takes more than 30 s to accelerate a record. */
const accelerationDelays = [...findDelays, 4_000, 8_000, 15_000, 30_000];

/** Changes settings of a record. @returns the record once the zone shows it so; after a few seconds, as it is */
async function change(
  { client, tell }: Pick<LifeCycleContext, "client" | "tell">,
  live: LiveRecord,
  inputs: Properties,
  changed: readonly InputField[],
): Promise<LiveRecord> {
  const { zone, part } = live;
  const id = idOf(live);
  const look = (): Promise<LiveRecord | undefined> => findPart(records, client, id, {}, "read");
  try {
    await client.updateDnsRecord(zone.id, part.id, changedBody(inputs, part, changed));
  } catch (error) {
    if (error instanceof NotFoundError && (await look()) === undefined) throw gonePartError(records, id);
    const text = `DNS record ${id} was not updated: this service has no operation that updates one`;
    throw (await unsupportedError(client, "DnsZone", zone.id, error, text)) ?? error;
  }
  const isAccelerated = changed.some(({ name }) => name === "accelerated") && inputs["accelerated"] === true;
  const delays = isAccelerated ? accelerationDelays : findDelays;
  const found = await eventually(look, ({ part: one }) => differences(one, inputs, changed).length === 0, delays);
  if (found === undefined) throw gonePartError(records, id);
  const hidden = differences(found.part, inputs, changed).map(({ name }) => name);
  if (hidden.length > 0) tell(`DNS record ${id} was updated, but does not show what is declared: ${listed(hidden)}`);
  return found;
}

/** Takes over the record with that id: the resource has the option `import`. */
async function adopt(context: LifeCycleContext, id: string, inputs: Properties): Promise<CreateResult> {
  const { client, memory, tell, turns } = context;
  const zoneId = zoneIdOf(records, id);
  return memory.entries.inTurn(id, () =>
    turns.inTurn(laneOf(zoneId, Number(partId(dnsRecord.noun, id).part)), async () => {
      const found = await findPart(records, client, id, {}, "read");
      if (found === undefined) throw noPartError(dnsRecord, id);
      const { type } = found.part;
      for (const [name, live] of Object.entries({ dnsZoneId: zoneId, type })) {
        if (inputs[name] === live) continue;
        throw new ConflictError(
          `DNS record ${id} was not imported: its ${name} is ${shown(live)}, declared is ${shown(inputs[name])}. Declare it as it is, or remove the resource option import`,
          { request: requestOf("get", "DnsZone", zoneId) },
        );
      }
      refuseWholeName(inputs, found.zone);
      const mark = memory.entries.add(id);
      const changed = differences(found.part, inputs);
      const live = changed.length === 0 ? found : await change(context, found, inputs, changed);
      tell(`Adopted DNS record ${id}. ${live === found ? "All declared settings match" : "It was updated"}`);
      return { id, state: managedState(live, inputs, { ...(await ownerRecord(dnsZone, client)), [markKey]: mark }) };
    }),
  );
}

/** Sends what the program changed, beside the live rest. */
async function update(
  context: LifeCycleContext,
  live: LiveRecord,
  state: Properties,
  inputs: Properties,
): Promise<Properties> {
  refuseWholeName(inputs, live.zone);
  const id = idOf(live);
  const declaration = { kind: dnsRecord, comparison: comparisonOf(live.part.type), settings, state, inputs };
  const update = { ...declaration, changed: changedSettings(declaration) };
  const missing = differences(live.part, inputs, update.changed);
  const sets = picked(
    inputs,
    missing.map(({ name }) => name),
  );
  const writes = new Writes(id, update);
  const send = (): Promise<LiveRecord> => writes.send(sets, () => change(context, live, inputs, missing));
  const after = missing.length === 0 ? live : await writes.during(send);
  return leaveOthers(managedState(after, inputs, state), update, [], (what) =>
    context.tell(`DNS record ${id} ${what}`),
  );
}
