import { dnsZone } from "../../kinds/dnsZone";
import type { DnsSecDetails, DnsZoneDetails, GetDnsZoneResult } from "../../types/dnsZone";
import { withoutDot } from "../../wire/dnsName";
import type { Field, InputField } from "../../wire/fields";
import type { Properties } from "../shared/lifeCycle";
import { canonical, isStable, picked } from "../shared/properties";
import { alignedTo, isSameValue, nameAs } from "../shared/sameValue";
import { declaredInputs, managed, optionsIn } from "../shared/state";

/** A zone, with what the service says of its DNSSEC where it was asked. */
export type LiveDnsZone = GetDnsZoneResult & Partial<DnsSecOutputs>;

export type DnsSecOutputs = Pick<
  DnsZoneDetails,
  "dsRecord" | "dsDigest" | "dsDigestType" | "dsAlgorithm" | "dsKeyTag" | "dsFlags" | "dsPublicKey"
>;

export function dnsSecOutputs(info: DnsSecDetails): DnsSecOutputs {
  const { dsRecord, digest, digestType, algorithm, keyTag, flags, publicKey } = info;
  const all = { dsRecord, dsDigest: digest, dsDigestType: digestType, dsAlgorithm: algorithm };
  return picked({ ...all, dsKeyTag: keyTag, dsFlags: flags, dsPublicKey: publicKey }, dnsSecNames);
}

const dnsSecNames = ["dsRecord", "dsDigest", "dsDigestType", "dsAlgorithm", "dsKeyTag", "dsFlags", "dsPublicKey"];

/** Whether a state has what a registrar is told. */
export function knowsDnsSec(state: object): boolean {
  return Object.keys(picked(state, dnsSecNames)).length > 0;
}

/** The state of a zone that is only read. The engine compares its outputs, so it has no volatile ones. */
export function externalState(zone: LiveDnsZone): Properties {
  return stateOf(zone, isStable);
}

/** The state of a managed zone: its fields, with declared values as the program writes them, the options, and what was declared. */
export function managedState(zone: LiveDnsZone, inputs: Properties, prior: Properties = {}): Properties {
  const state = stateOf(zone, () => true);
  for (const field of dnsZone.settings) {
    const declared = inputs[field.name];
    if (declared !== undefined) state[field.name] = alignedTo(field, state[field.name], declared);
  }
  state["domain"] = nameAs(inputs["domain"], zone.domain);
  // The service tells it only when it is asked to sign the zone.
  const known = zone.dnsSecEnabled && !knowsDnsSec(zone) ? picked(prior, dnsSecNames) : {};
  const options = optionsIn(dnsZone, inputs);
  return managed(dnsZone, { ...state, ...known, ...options }, inputs, prior);
}

/** The presumed state of a zone that was created, and is not read yet. */
export function presumedState(id: number, inputs: Properties): Properties {
  return managedState({ id, ...inputs } as unknown as LiveDnsZone, inputs);
}

/** See {@link ZoneKind.liveInputs}. */
export function liveInputs(state: Properties, zone: LiveDnsZone, declared: readonly string[]): Properties {
  const live: Properties = { ...zone, domain: nameAs(state["domain"], zone.domain) };
  return declaredInputs(dnsZone, live, state, declared);
}

/** The inputs to declare an existing zone with: its domain, and the settings that differ from a new zone's. */
export function importInputs(zone: LiveDnsZone): Properties {
  const live: Properties = { ...zone };
  const isDeclared = (field: InputField): boolean =>
    field.input.required === true ||
    (live[field.name] !== undefined &&
      (zone.customNameserversEnabled || !field.name.startsWith("nameserver")) &&
      !isSameValue(field, live[field.name], field.input.initial));
  const declared = dnsZone.settings.filter(isDeclared).map(({ name, host }) => {
    const value = live[name];
    return [name, host === true && typeof value === "string" ? withoutDot(value) : value] as const;
  });
  return Object.fromEntries(declared);
}

/** Records are resources of their own, and too many for this state. */
function stateOf(zone: LiveDnsZone, keep: (field: Field) => boolean): Properties {
  const isOutput = (field: Field): boolean => field.name !== "id" && field.name !== "records" && keep(field);
  return { ...canonical(dnsZone.table, zone, isOutput), dnsZoneId: zone.id };
}
