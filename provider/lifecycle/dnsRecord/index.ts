import { NotFoundError } from "../../api/errors";
import { partId } from "../../api/ids";
import { wholeKey } from "../../kinds";
import { dnsRecord } from "../../kinds/dnsRecord";
import type { DnsZoneRecord } from "../../types/dnsRecord";
import type { GetDnsZoneResult } from "../../types/dnsZone";
import { nameKey, isSameName } from "../../wire/dnsName";
import type { InputField } from "../../wire/fields";
import { find, goneObjectError, inWhole } from "../locate";
import { nameless } from "../nameless";
import { objectLifeCycle } from "../objectLifeCycle";
import { partsByKey } from "../partsByKey";
import type { ApplyContext, Change, Operations } from "../operations";
import { findDelays } from "../../api/waits";
import { confirmed } from "../../api/confirm";
import type { DiffResult, LifeCycle } from "../lifeCycle";
import { withFindings } from "../wrappers";
import type { Properties } from "../../declared/properties";
import { isUnknown, picked } from "../../declared/properties";
import { requestOf } from "../../api/messages";
import { sentence, warning } from "../../wire/words";
import { unchangedError, unsupportedError } from "../requests";
import {
  accelerationDelays,
  asItWorks,
  hasLostPullZone,
  lacksPullZone,
  withPullZone,
  withShownPullZone,
} from "./acceleration";
import { checkRecord, refuseWholeName } from "./check";
import { besideError, DeclaredRecords } from "./declaredRecords";
import { faultsOfLink, refuseRecordElsewhere } from "../pullZoneHostname/elsewhere";
import { refuseWithOthers } from "./foreign";
import { shadowed } from "./shadowed";
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
  isUntouched,
  likenessOf,
  liveInputs,
  managedState,
  newBody,
  secretsIn,
  settings,
} from "./state";

const locate = inWhole<DnsZoneRecord, "DnsZone">(dnsRecord, idOf, (id) => {
  const number = numberIn(id);
  return (zone) => recordsWithId(zone, number)[0];
});

const recordsWithId = partsByKey(
  (zone: GetDnsZoneResult) => zone.records,
  (record) => record.id,
);

const records: Operations<LiveRecord> = {
  locate,
  identity: nameless<DnsZoneRecord, "DnsZone">({
    locate,
    wholeKind: "DnsZone",
    word: "record",
    idWord: "RECORD-ID",
    zoneInput: "dnsZoneId",
    purpose: "creation",
    showsNew: true,
    partsOf: (zone) => zone.records,
    pathOf: ({ id }) => `records/${String(id)}`,
    likenessOf,
    isLike,
    isAsDeclared: (record, inputs) => differences(record, inputs).length === 0,
    // A name has one record of this type. Several records of other types can have the same name.
    isMeant: ({ type, name }, inputs) =>
      (inputs["adopt"] === true || inputs["takeOver"] === true) &&
      type === "PullZone" &&
      inputs["type"] === type &&
      isSameName(name ?? "", inputs["name"] ?? ""),
    turnOfNew,
    checkWhole: async (context, zone, inputs) => {
      refuseWholeName(inputs, zone);
      await refuseRecordElsewhere(context, zone, inputs);
    },
    add: ({ client }, zoneId, inputs) => client.addDnsRecord(zoneId, newBody(inputs)),
    explained: besideError,
    incomplete: (made, cause) => `DNS record ${idOf(made)} was added, but not as declared yet: ${cause}`,
  }),
  check: (olds, news, context) => checkRecord(olds, news, DeclaredRecords.of(context)),
  diff,
  turnOf: (id) => laneOf(Number(locate.wholeId(id)), numberIn(id)),
  comparison: ({ part }) => comparisonOf(part.type),
  // A record without its pull zone is not complete, even if it shows every setting.
  differences: ({ part }, inputs) => [
    ...differences(part, inputs),
    ...settings.filter(({ name }) => name === "accelerated" && lacksPullZone(part, inputs)),
  ],
  apply,
  refuseInputs: ({ whole: zone }, inputs) => {
    refuseWholeName(inputs, zone);
  },
  refuseDeletion: async (context, { whole: zone }) => {
    if (!context.guardedZones.has(wholeKey("DnsZone", String(zone.id)))) return;
    // Somebody may have added a record since the read that many deletions share.
    refuseWithOthers(context, (await context.client.reads.find("DnsZone", zone.id)) ?? zone);
  },
  delete: ({ client }, { whole: zone, part }) => client.deleteDnsRecord(zone.id, part.id),
  externalState,
  managedState: (live, inputs, prior) => managedState(asItWorks(live), inputs, prior),
  liveInputs: (live, state, names) => liveInputs(asItWorks(live), state, names),
  importInputs: (live, all) => importInputs(asItWorks(live), all),
  secretsIn,
  importable,
};

export const dnsRecordLifeCycle: LifeCycle = {
  ...withFindings<DnsZoneRecord>(objectLifeCycle(records), async ({ found, live, reader, wantsFaults }) => {
    const read = { ...found, state: withShownPullZone(found.state, live) };
    return wantsFaults ? { ...read, faults: await faultsOfLink(reader, read.state) } : read;
  }),
  shadowed,
};

function numberIn(id: string): number {
  return Number(partId(dnsRecord, id).part);
}

/** Number of records of a zone that are written in parallel. */
const lanes = 8;

/** Returns the key by which writes take turns. */
function laneOf(zoneId: number, number: number): string {
  return `${String(zoneId)} records ${String(number % lanes)}`;
}

/** Returns the key by which creations take turns: records of one name are created one at a time. */
function turnOfNew(zoneId: number, { name }: Properties): string {
  const letters = [...(typeof name === "string" ? nameKey(name) : "")];
  return laneOf(
    zoneId,
    letters.reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0),
  );
}

/**
 * Returns the changes that need a new record. The new record is created first, so that the name always resolves. If a CNAME is or may be involved,
 * the old record must be deleted first: a name has either one CNAME or other records. An unknown value counts as changed.
 */
function diff(state: Properties, news: Properties): DiffResult {
  const isChanged = (key: string): boolean =>
    state[key] !== undefined && news[key] !== undefined && (isUnknown(news[key]) || state[key] !== news[key]);
  const replaces = ["dnsZoneId", "type"].filter(isChanged);
  const isOneName = isUnknown(news["name"]) || isSameName(state["name"] ?? "", news["name"] ?? "");
  const mayBeCname = [state["type"], news["type"]].some((type) => type === "CNAME" || isUnknown(type));
  const isInTheWay = replaces.includes("type") && !isChanged("dnsZoneId") && isOneName && mayBeCname;
  const inTheWay = `is deleted before its replacement is created: CNAME records and other records can't share a name. Until then, the name does not resolve`;
  const notice = isInTheWay ? inTheWay : leftPullZoneText(state, news);
  return { replaces, deleteBeforeReplace: isInTheWay, ...(notice === undefined ? {} : { notice: warning(notice) }) };
}

/** Returns the notice for a preview in which acceleration ends. */
function leftPullZoneText(state: Properties, news: Properties): string | undefined {
  if (state["accelerated"] !== true || (news["accelerated"] ?? false) !== false) return undefined;
  const { acceleratedPullZoneId: id } = state;
  const which = typeof id === "number" ? `pull zone ${String(id)}, which the service created for it,` : "its pull zone";
  return `is no longer accelerated: ${which} stays but becomes inactive. Delete it in the dashboard if nothing else needs it`;
}

/** Applies the declaration to a record: the service drops some settings of a new one. An accelerated record also needs its pull zone. */
async function apply(
  context: ApplyContext,
  live: LiveRecord,
  inputs: Properties,
  { changed, send }: Change,
): Promise<LiveRecord> {
  const accelerated = changed.filter(({ name }) => name === "accelerated");
  const lost = inputs["accelerated"] === true && hasLostPullZone(live.part) ? accelerated : [];
  const missing = [...new Set([...differences(live.part, inputs, changed), ...lost])];
  const names = missing.map(({ name }) => name);
  const after =
    missing.length === 0 ? live : await send(picked(inputs, names), () => change(context, live, inputs, missing));
  if (accelerated.length === 0 || !lacksPullZone(after.part, inputs)) return after;
  const look = (): Promise<LiveRecord | undefined> => find(locate, context.client.reads, idOf(live), {}, "read");
  const delays = names.includes("accelerated") ? [] : accelerationDelays;
  // Until the record shows its pull zone, it does not count as accelerated, so that the next run waits again.
  return send({ accelerated: true }, () => withPullZone(after, inputs, look, delays));
}

/** Changes settings of a record. @returns the record as soon as the zone shows the changes, or its last version after a few seconds */
async function change(
  { client, tell }: ApplyContext,
  live: LiveRecord,
  inputs: Properties,
  changed: readonly InputField[],
): Promise<LiveRecord> {
  const { whole: zone, part } = live;
  const id = idOf(live);
  const look = (): Promise<LiveRecord | undefined> => find(locate, client.reads, id, {}, "read");
  // An update must not accelerate a record again that is not declared so.
  const base = inputs["accelerated"] === true ? part : asItWorks(live).part;
  const request = async (): Promise<undefined> => {
    try {
      await client.updateDnsRecord(zone.id, part.id, changedBody(inputs, base, changed));
    } catch (error) {
      if (error instanceof NotFoundError && (await look()) === undefined) throw goneObjectError(locate, id);
      const text = `DNS record ${id} was not updated: this service has no operation that updates one`;
      throw (await unsupportedError(client, "DnsZone", zone.id, error, text)) ?? error;
    }
  };
  const isAccelerated = changed.some(({ name }) => name === "accelerated") && inputs["accelerated"] === true;
  const delays = isAccelerated ? accelerationDelays : findDelays;
  const isDone = ({ part: one }: LiveRecord): boolean =>
    differences(one, inputs, changed).length === 0 && !(isAccelerated && lacksPullZone(one, inputs));
  const found = await confirmed(request, look, isDone, delays);
  if (found === undefined) throw goneObjectError(locate, id);
  const hidden = differences(found.part, inputs, changed).map(({ name }) => name);
  if (hidden.length === changed.length && isUntouched(part, found.part, changed)) {
    throw unchangedError(`DNS record ${id}`, requestOf("get", "DnsZone", zone.id));
  }
  if (hidden.length > 0)
    tell(warning(`DNS record ${id} was updated, but does not show the declared values: ${sentence(hidden)}`));
  return found;
}
