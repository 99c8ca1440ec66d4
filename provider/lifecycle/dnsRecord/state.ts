import type { DnsRecordBody } from "../../api/client";
import { dnsRecord } from "../../kinds/dnsRecord";
import type { GetDnsZoneResult } from "../../types/dnsZone";
import type { DnsZoneRecord } from "../../types/dnsRecord";
import { asciiName, nameKey } from "../../wire/dnsName";
import type { InputField } from "../../wire/fields";
import type { LivePart } from "../locate";
import { declaring } from "../../declared/declaring";
import type { Properties } from "../../declared/properties";
import { canonical } from "../../declared/properties";
import type { Comparison } from "../../declared/compare";
import { has, isSame, keeps } from "./types";
import { isSameRecordValue, sentValue, splitPriority } from "./values";

/** A record with its zone, as the service returned them. */
export type LiveRecord = LivePart<DnsZoneRecord, "DnsZone">;

/** Settings that an update can change. */
export const settings = dnsRecord.settings.filter(({ immutable }) => immutable !== true);

export function idOf({ whole: zone, part }: LiveRecord): string {
  return `${String(zone.id)}/${String(part.id)}`;
}

/** Returns the state of a record that is only read, which is also the base of a managed one. Fields that its type does not have are omitted. */
export function externalState({ whole: zone, part }: LiveRecord): Properties {
  const { type, acceleratedPullZoneId = 0 } = part;
  const shown = Object.entries(canonical(dnsRecord.table, part)).filter(([name]) => keeps(type, name));
  // The service sets it some time after the creation.
  const accelerated = acceleratedPullZoneId > 0 ? { acceleratedPullZoneId } : {};
  return { ...Object.fromEntries(shown), dnsZoneId: zone.id, ...accelerated };
}

const routing = ["latencyZone", "geolocationLatitude", "geolocationLongitude"];

const fromTables = declaring<LiveRecord>({
  kind: dnsRecord,
  outputs: externalState,
  shown: ({ whole: zone, part }) => ({ ...part, dnsZoneId: zone.id }),
  isSame: (field, a, b, { type }) => isSame(type, field, a, b),
  has: (name, { type, smartRoutingType }) =>
    has(type, name) && (!routing.includes(name) || smartRoutingType !== "None"),
  initial: ({ name, input }, { type, autoSslIssuance }) => {
    // Its value in a new record is not known.
    if (name === "autoSslIssuance") return autoSslIssuance;
    return name === "weight" && type !== "SRV" ? 100 : input.initial;
  },
});
export const { importInputs } = fromTables;

/** See {@link Declared.managedState}. A value in the form of 0.3.0 stays as the program declares it. */
export function managedState(live: LiveRecord, inputs: Properties, prior: Properties = {}): Properties {
  const state = fromTables.managedState(live, inputs, prior);
  if (!isInOldForm(inputs, live.part)) return state;
  delete state["priority"];
  return { ...state, value: inputs["value"] };
}

/** See {@link Declared.liveInputs}. */
export function liveInputs(live: LiveRecord, state: Properties, names: readonly string[]): Properties {
  const { part } = live;
  if (isInOldForm(state, part)) return { ...fromTables.liveInputs(live, state, names), value: state["value"] };
  // A value that no longer equals the declared one is shown separately from its priority.
  const isSplit = splitPriority(part.type, state) !== undefined;
  return fromTables.liveInputs(live, state, isSplit ? [...names, "priority"] : names);
}

function withoutZone(part: DnsZoneRecord): LiveRecord {
  return { whole: {} as GetDnsZoneResult, part };
}

/** Returns how an update compares records of a type. */
export function comparisonOf(type: unknown): Comparison {
  return fromTables.comparison({ type });
}

const valueFields = settings.filter(({ name }) => name === "value" || name === "priority");

/**
 * Returns declared inputs or a state with the value of an HTTPS or SVCB record converted from the form of 0.3.0. If the service has the value in
 * that form, as 0.3.0 sent it, it stays.
 */
function asMeant(known: Properties, { type, value }: DnsZoneRecord): Properties {
  const isAsSent = typeof value === "string" && isSameRecordValue(type, value, String(known["value"]));
  return isAsSent ? known : { ...known, ...splitPriority(type, known) };
}

/** Whether a value has the form of 0.3.0 and the service has it in that form. */
function isInOldForm(inputs: Properties, record: DnsZoneRecord): boolean {
  return splitPriority(record.type, inputs) !== undefined && differences(record, inputs, valueFields).length === 0;
}

/** Returns the settings in which a record differs from the declaration. @param among the settings to compare */
export function differences(
  record: DnsZoneRecord,
  inputs: Properties,
  among: readonly InputField[] = settings,
): InputField[] {
  return fromTables.differences(withoutZone(record), asMeant(inputs, record), among);
}

/** Settings that identify a new record. The service may drop the others on creation. */
const identifying = ["name", "value", "pullZoneId", "scriptId", "priority", "port", "tag"];

/** Returns a key that a record shares with every declaration that it can be {@link isLike}. */
export function likenessOf({ type, name }: DnsZoneRecord | Properties): string {
  return `${String(type)} ${typeof name === "string" ? nameKey(name) : ""}`;
}

/** Settings by which a record can be the one that was requested. */
const likeness = settings.filter(({ name }) => identifying.includes(name));

/** Whether a request with these inputs may have added a record. */
export function isLike(record: DnsZoneRecord, inputs: Properties): boolean {
  return record.type === inputs["type"] && differences(record, inputs, likeness).length === 0;
}

/** Whether an update had no effect: every changed setting has its former value, and one of them decides where the name leads. */
export function isUntouched(before: DnsZoneRecord, after: DnsZoneRecord, changed: readonly InputField[]): boolean {
  const [old, now]: [Properties, Properties] = [{ ...before }, { ...after }];
  const decides = ({ name }: InputField): boolean => name === "disabled" || identifying.includes(name);
  return changed.some(decides) && changed.every((field) => isSame(after.type, field, old[field.name], now[field.name]));
}

/** Returns the body that adds a record. Its table drops options and the zone. */
export function newBody(inputs: Properties): DnsRecordBody {
  const { type, name, value } = inputs;
  return {
    ...inputs,
    ...(typeof name === "string" ? { name: asciiName(name) } : {}),
    ...(typeof value === "string" ? { value: sentValue(type, value) } : {}),
  } as DnsRecordBody;
}

/** Returns the body of an update, which has all settings. @param changed settings that get their declared values; the others keep their live ones */
export function changedBody(inputs: Properties, record: DnsZoneRecord, changed: readonly InputField[]): DnsRecordBody {
  const { type } = record;
  const body = Object.entries(fromTables.fullBody(inputs, withoutZone(record), changed)).filter(([name]) =>
    has(type, name),
  );
  return newBody({ ...Object.fromEntries(body), type });
}

/** Returns the names of inputs that may contain credentials. */
export function secretsIn({ environmentalVariables = [] }: Partial<DnsZoneRecord>): string[] {
  return environmentalVariables.length > 0 ? ["environmentalVariables"] : [];
}

/** Returns every record of a zone, with a name that consists of the record's full name and type. */
export function importable(zone: GetDnsZoneResult): { readonly live: LiveRecord; readonly name: string }[] {
  // A list of zones omits their records.
  const records = (zone as Partial<GetDnsZoneResult>).records ?? [];
  return records.map((part) => ({
    live: { whole: zone, part },
    name: `${[part.name, zone.domain].filter(Boolean).join(".")} ${part.type}`,
  }));
}
