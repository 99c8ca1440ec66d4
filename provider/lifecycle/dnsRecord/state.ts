import type { DnsRecordBody } from "../../api/client";
import { dnsRecord } from "../../kinds/dnsRecord";
import type { GetDnsZoneResult } from "../../types/dnsZone";
import type { DnsZoneRecord } from "../../types/dnsRecord";
import { asciiName } from "../../wire/dnsName";
import type { InputField } from "../../wire/fields";
import type { LivePart } from "../parts/find";
import { zoneRecord } from "../parts/find";
import { ownerKey } from "../shared/identity";
import type { Properties } from "../shared/lifeCycle";
import { canonical, picked } from "../shared/properties";
import { emptyValue, managed, optionsIn } from "../shared/state";
import type { Comparison } from "../shared/updates";
import { has, isSame, keeps } from "./types";
import { isSameRecordValue, sentValue, splitPriority } from "./values";

/** A record and its zone, as the service has them. */
export type LiveRecord = LivePart<DnsZoneRecord, "DnsZone">;

// A declared record is a whole: what is omitted is as in a new record.

/** What is so when it is omitted. The service's value of the others then stays, and is never drift. */
const whole = [
  "name",
  "value",
  "flags",
  "accelerated",
  "smartRoutingType",
  "monitorType",
  "disabled",
  "comment",
  "environmentalVariables",
];
/** What an update can change. */
export const settings = dnsRecord.settings.filter(({ immutable }) => immutable !== true);

export function idOf({ zone, part }: LiveRecord): string {
  return `${String(zone.id)}/${String(part.id)}`;
}

function isOpen({ name }: InputField, inputs: Properties): boolean {
  return inputs[name] === undefined && !whole.includes(name);
}

/** How an update compares records of a type. */
export function comparisonOf(type: unknown): Comparison {
  return { isSame: (field, a, b) => isSame(type, field, a, b), isOpen };
}

const valueFields = settings.filter(({ name }) => name === "value" || name === "priority");

/**
 * Declared inputs, or a state, with a value of HTTPS or SVCB as 0.3.0 wanted it read as it is meant. One that the service has so, as
 * 0.3.0 has sent it, stays.
 */
function asMeant(declared: Properties, { type, value }: DnsZoneRecord): Properties {
  const isAsSent = typeof value === "string" && isSameRecordValue(type, value, String(declared["value"]));
  return isAsSent ? declared : { ...declared, ...splitPriority(type, declared) };
}

/** Whether a value has the form of 0.3.0, and is what the service has. */
function isInOldForm(declared: Properties, record: DnsZoneRecord): boolean {
  return splitPriority(record.type, declared) !== undefined && differences(record, declared, valueFields).length === 0;
}

/** The settings in which a record is not as declared. @param among the settings to look at */
export function differences(
  record: DnsZoneRecord,
  inputs: Properties,
  among: readonly InputField[] = settings,
): InputField[] {
  const live = record as unknown as Properties;
  const { type } = record;
  const meant = asMeant(inputs, record);
  return among.filter((field) => !isOpen(field, meant) && !isSame(type, field, live[field.name], meant[field.name]));
}

/** What tells a new record from others: the service may drop the rest on creation. */
const identifying = ["name", "value", "pullZoneId", "scriptId", "priority", "port", "tag"];

/** Whether a record may be what a request with these inputs added. */
export function isLike(record: DnsZoneRecord, inputs: Properties): boolean {
  const among = settings.filter(({ name }) => identifying.includes(name));
  return record.type === inputs["type"] && differences(record, inputs, among).length === 0;
}

/** A new record, with what is declared. */
export function newBody(inputs: Properties): DnsRecordBody {
  const { type, name, value } = inputs;
  const body = picked(
    inputs,
    dnsRecord.settings.map(({ name }) => name).filter((name) => name !== "dnsZoneId"),
  );
  return {
    ...body,
    ...(typeof name === "string" ? { name: asciiName(name) } : {}),
    ...(typeof value === "string" ? { value: sentValue(type, value) } : {}),
  } as DnsRecordBody;
}

/** The whole record, as an update sends it. @param changed the settings to declare; the others stay as they are */
export function changedBody(inputs: Properties, record: DnsZoneRecord, changed: readonly InputField[]): DnsRecordBody {
  const { type } = record;
  const live = record as unknown as Properties;
  const values = settings.map((field) => {
    const { name, input } = field;
    const before = live[name];
    const omitted = isOpen(field, inputs) ? before : (input.initial ?? emptyValue(field));
    const value = changed.includes(field) ? (inputs[name] ?? omitted) : before;
    return [name, has(type, name) ? value : undefined] as const;
  });
  return { ...newBody(Object.fromEntries(values.filter(([, value]) => value !== undefined))), type };
}

/** The state of a record that is only read; the base of a managed one. The type may have no use for what the service shows. */
export function externalState({ zone, part }: LiveRecord): Properties {
  const { type, acceleratedPullZoneId = 0 } = part;
  const shown = Object.entries(canonical(dnsRecord.table, part)).filter(([name]) => keeps(type, name));
  // The service fills it in some time after the creation.
  const accelerated = acceleratedPullZoneId > 0 ? { acceleratedPullZoneId } : {};
  return { ...Object.fromEntries(shown), dnsZoneId: zone.id, ...accelerated };
}

/** The state of a managed record: its fields, with declared values as the program writes them, and what was declared. */
export function managedState(live: LiveRecord, inputs: Properties, prior: Properties = {}): Properties {
  const zone = { ...zoneRecord("DnsZone", live.zone), ...picked(prior, [ownerKey]) };
  const more = { ...zone, ...optionsIn(dnsRecord, inputs) };
  const state = managed(dnsRecord, { ...externalState(live), ...more }, inputs, prior);
  if (isInOldForm(inputs, live.part)) {
    delete state["priority"];
    state["value"] = inputs["value"];
  }
  for (const field of settings) {
    const declared = inputs[field.name];
    if (declared !== undefined && isSame(live.part.type, field, state[field.name], declared))
      state[field.name] = declared;
  }
  return state;
}

/** The live values of the inputs: of the declared ones, and of others that a declared record would not have. */
export function liveInputs({ zone, part }: LiveRecord, state: Properties, declared: readonly string[]): Properties {
  const { type } = part;
  const isOld = isInOldForm(state, part);
  const values: Properties = { ...part, dnsZoneId: zone.id, ...(isOld ? { value: state["value"] } : {}) };
  // A value that is no longer as it was declared has its priority beside it.
  const isSplit = !isOld && splitPriority(type, state) !== undefined;
  const inputs = dnsRecord.settings.map((field) => {
    const { name } = field;
    const [live, known] = [values[name], state[name]];
    if (declared.includes(name) || (isSplit && name === "priority")) {
      return [name, isSame(type, field, live, known) ? known : (live ?? emptyValue(field))] as const;
    }
    const isDefault = !whole.includes(name) || isSame(type, field, live, undefined);
    return [name, isDefault ? undefined : live] as const;
  });
  const options = Object.entries(picked(optionsIn(dnsRecord, state), declared));
  return Object.fromEntries([...inputs.filter(([, value]) => value !== undefined), ...options]);
}

/** The inputs to declare an existing record with: what its type needs, and what differs from a new record. */
export function importInputs(live: LiveRecord): Properties {
  const { type, smartRoutingType } = live.part;
  const routing = ["latencyZone", "geolocationLatitude", "geolocationLongitude"];
  const isDeclared = (name: string): boolean =>
    has(type, name) && name !== "autoSslIssuance" && (!routing.includes(name) || smartRoutingType !== "None");
  const state = externalState(live);
  const names = Object.keys(state).filter(
    (name) => isDeclared(name) && !(name === "weight" && type !== "SRV" && state[name] === 100),
  );
  const whole = liveInputs(live, state, names);
  return Object.fromEntries(Object.entries(whole).filter(([name, value]) => value !== initialOf(name)));
}

function initialOf(name: string): unknown {
  return settings.find((field) => field.name === name)?.input.initial;
}

/** The inputs that may hold credentials. */
export function secretsIn({ part }: LiveRecord): string[] {
  return part.environmentalVariables.length > 0 ? ["environmentalVariables"] : [];
}

/** Every record of a zone, with what it answers to and its type as its name. */
export function importable(zone: GetDnsZoneResult): { readonly part: DnsZoneRecord; readonly name: string }[] {
  // A list of zones leaves their records out.
  const records = (zone as Partial<GetDnsZoneResult>).records ?? [];
  return records.map((part) => ({ part, name: `${[part.name, zone.domain].filter(Boolean).join(".")} ${part.type}` }));
}
