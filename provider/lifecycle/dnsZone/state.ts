import { dnsZone } from "../../kinds/dnsZone";
import type { DnsSecDetails, DnsZoneDetails, GetDnsZoneResult } from "../../types/dnsZone";
import { withoutDot } from "../../wire/dnsName";
import type { Field } from "../../wire/fields";
import { fieldNames } from "../../wire/fields";
import { declaring } from "../shared/declared";
import type { Properties } from "../shared/lifeCycle";
import { canonical, isStable, picked } from "../shared/properties";

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

/** Records are resources of their own, and too many for this state. */
function stateOf(zone: LiveDnsZone, keep: (field: Field) => boolean): Properties {
  const isOutput = (field: Field): boolean => field.name !== "id" && field.name !== "records" && keep(field);
  return { ...canonical(dnsZone.table, zone, isOutput), dnsZoneId: zone.id };
}

export const { managedState, liveInputs, importInputs } = declaring<LiveDnsZone>({
  kind: dnsZone,
  // The service tells DNSSEC only when it is asked to sign the zone.
  outputs: (zone, known) => ({
    ...stateOf(zone, () => true),
    ...(zone.dnsSecEnabled && !knowsDnsSec(zone) ? picked(known, dnsSecNames) : {}),
  }),
  shown: (zone) => ({ ...zone, ...withoutDots(zone) }),
  has: (name, { customNameserversEnabled }) => customNameserversEnabled === true || !name.startsWith("nameserver"),
});

/** The nameservers, which an answer may end with the dot of the root. */
function withoutDots(zone: LiveDnsZone): Properties {
  const hosts = Object.entries(
    picked(
      zone,
      fieldNames(dnsZone.table, ({ host }) => host === true),
    ),
  );
  return Object.fromEntries(
    hosts.map(([name, value]) => [name, typeof value === "string" ? withoutDot(value) : value]),
  );
}

/** The presumed state of a zone that was created, and is not read yet. */
export function presumedState(id: number, inputs: Properties): Properties {
  return managedState({ id, ...inputs } as unknown as LiveDnsZone, inputs);
}
