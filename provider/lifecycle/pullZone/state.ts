import { pullZone } from "../../kinds/pullZone";
import type { GetPullZoneResult } from "../../types/pullZone";
import { decode } from "../../wire/codec";
import { fieldNames } from "../../wire/fields";
import { pullZoneTable } from "../../wire/pullZone";
import { pullZoneDefaultsOf } from "../../wire/pullZoneDefaults";
import { declaredIn, declaredInputs, emptyValue, managed } from "../shared/state";
import type { Properties } from "../shared/lifeCycle";
import { canonical, picked } from "../shared/properties";
import { alignedTo, isSameValue, nameAs } from "../shared/sameValue";

/** The origins that tell their type by themselves, with that type. Assumption: the types are 0 and 2. */
export const plainOrigins: Readonly<Record<string, number>> = { originUrl: 0, storageZoneId: 2 };

/**
 * The declared origin that a zone does not use, because its type is another one: the service may keep the former address or storage
 * zone beside the new origin.
 *
 * @param declared the names of what is declared
 */
export function unusedOrigin(
  { originType }: { readonly originType?: number },
  declared: readonly string[],
): string | undefined {
  if (originType === undefined || declared.includes("originType")) return undefined;
  return declared.find((name) => plainOrigins[name] !== undefined && plainOrigins[name] !== originType);
}

/** Assumption: the service takes these, and ignores them, while it forwards no logs. */
const forwarding = ["logForwardingHostname", "logForwardingPort", "logForwardingToken"];

/** The declared settings that the service ignores, and so shows as none. They are no drift. */
export function ignoredSettings(zone: GetPullZoneResult, declared: readonly string[]): string[] {
  const live = zone as unknown as Properties;
  if (live["logForwardingEnabled"] !== false) return [];
  return forwarding.filter((name) => declared.includes(name) && !live[name]);
}

/** The fields of a pull zone without volatile ones: every difference is a change that somebody made. */
export function pullZoneState(zone: GetPullZoneResult, includeCertificate: boolean): Properties {
  const { id, ...state } = canonical(pullZoneTable, zone);
  return { ...state, pullZoneId: id, ...(includeCertificate ? { includeCertificate } : {}) };
}

/** The state of a zone that is only read. */
export function externalState(zone: GetPullZoneResult, prior: Properties): Properties {
  return knownTo(prior, pullZoneState(zone, prior["includeCertificate"] === true));
}

/** What follows from other fields is no drift in a state of a version that did not have it. */
function knownTo(prior: Properties, state: Properties): Properties {
  if (prior["pullZoneId"] === undefined) return state;
  const isNew = (key: string): boolean => !(key in prior) && derivedNames.has(key);
  return Object.fromEntries(Object.entries(state).filter(([key]) => !isNew(key)));
}

const derivedNames = new Set(fieldNames(pullZone.table, ({ derived }) => derived !== undefined));

/** The state of a managed zone: its fields, with declared values as the program writes them, the options, and what was declared. */
export function managedState(zone: GetPullZoneResult, inputs: Properties, prior: Properties = {}): Properties {
  const state = pullZoneState(zone, inputs["includeCertificate"] === true);
  for (const field of pullZone.settings) {
    const declared = inputs[field.name];
    if (declared === undefined) continue;
    state[field.name] = field.writeOnly === true ? declared : alignedTo(field, state[field.name], declared);
  }
  // A refresh must know them: they are declared, and not shown.
  for (const name of ignoredSettings(zone, declaredIn(pullZone, inputs))) state[name] = inputs[name];
  state["name"] = nameAs(inputs["name"], zone.name);
  return managed(pullZone, { ...state, ...picked(inputs, ["adopt"]) }, inputs, prior);
}

/** See {@link ZoneKind.liveInputs}. */
export function liveInputs(state: Properties, zone: GetPullZoneResult, declared: readonly string[]): Properties {
  const live: Properties = { ...(zone as object), name: nameAs(state["name"], zone.name) };
  for (const name of ignoredSettings(zone, declared)) live[name] = state[name];
  const unused = unusedOrigin(zone, declared);
  if (unused !== undefined) live[unused] = unused === "originUrl" ? "" : 0;
  return declaredInputs(pullZone, live, state, declared);
}

/** The inputs to declare an existing zone with: its name, its origin, and what differs from a new zone. */
export function importInputs(zone: GetPullZoneResult): Properties {
  const live = zone as unknown as Properties;
  const defaults = decode(pullZoneTable, pullZoneDefaultsOf(zone.originType)) as object as Properties;
  const plainOrigin = Object.keys(plainOrigins).find((name) => plainOrigins[name] === zone.originType);
  const isDeclared = (field: (typeof pullZone.settings)[number]): boolean => {
    const { name, scalar } = field;
    if (name === "name" || name === plainOrigin) return true;
    if (plainOrigins[name] !== undefined) return false;
    if (name === "originType") return plainOrigin === undefined;
    const initial = defaults[name] ?? emptyValue(field) ?? (scalar === "boolean" ? false : 0);
    return live[name] !== undefined && !isSameValue(field, live[name], initial);
  };
  return Object.fromEntries(
    pullZone.settings.filter(isDeclared).map((field) => [field.name, live[field.name] ?? emptyValue(field)]),
  );
}
