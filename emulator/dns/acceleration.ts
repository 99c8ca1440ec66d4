import { profileOf } from "../profiles";
import type { Service } from "../router";
import type { DnsRecord, PartialDnsRecord } from "../state/objects";
import { madeFor } from "../state/pullZones";
import { isDelegated } from "./delegation";
import { accelerationStatus as status } from "../state/dnsRecords";

/** An accelerated record has a pull zone of its own, with a random name, whose origin follows the record. */
export function accelerate(service: Service, recordId: number): void {
  const { dnsRecords, pullZones } = service;
  const record = dnsRecords.existing(recordId).object;
  if (!record.Accelerated && record.AccelerationStatus === status.none) return;
  const { accelerable, leftPullZone } = profileOf(service.settings).dns;
  const Accelerated = record.Accelerated && accelerable.includes(record.Type);
  if (Accelerated && record.AcceleratedPullZoneId > 0) {
    pullZones.change(record.AcceleratedPullZoneId, originOf(record));
    return;
  }
  if (leftPullZone === "deleted") deleteAccelerated(service, record);
  else if (record.AcceleratedPullZoneId > 0) pullZones.change(record.AcceleratedPullZoneId, { Enabled: false });
  const none = { AcceleratedPullZoneId: 0, AccelerationStatus: status.none };
  dnsRecords.change(recordId, { Accelerated, ...(Accelerated ? newPullZone(service, record) : none) });
}

/** Returns the accelerated record. No pull zone can be created if another has the hostname, or if the domain is not delegated. */
function newPullZone(service: Service, record: DnsRecord): PartialDnsRecord {
  const { dnsRecords, dnsZones, pullZones, settings } = service;
  const { Domain } = dnsZones.existing(record.DnsZoneId).object;
  const hostname = [record.Name, Domain].filter(Boolean).join(".").toLowerCase();
  const hostnames = pullZones.all().flatMap(({ object }) => object.Hostnames ?? []);
  if (!isDelegated(service, Domain) || hostnames.some(({ Value }) => Value.toLowerCase() === hostname)) {
    return { AccelerationStatus: status.failed };
  }
  const Name = dnsRecords.random.groups(8, 4, 4, 4, 12);
  const made = { ...madeFor(Name, dnsRecords.random, settings), Name, ...originOf(record) };
  return { AcceleratedPullZoneId: pullZones.add(made).Id, AccelerationStatus: status.pending };
}

function originOf({ DnsZoneId, Id, Value }: DnsRecord): object {
  return { OriginType: 1, OriginUrl: `http://${Value ?? ""}`, DnsZoneId, DnsRecordId: Id, DnsRecordValue: Value };
}

/** Deletes the pull zone of a record, if it has one. */
export function deleteAccelerated({ pullZones }: Service, { AcceleratedPullZoneId }: DnsRecord): void {
  if (AcceleratedPullZoneId > 0) pullZones.delete(AcceleratedPullZoneId);
}
