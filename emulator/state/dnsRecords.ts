import { profileOf } from "../profiles";
import type { DnsRecord, DnsZone, PartialDnsRecord, PartialDnsZone } from "./objects";
import type { WithPullZones } from "./pullZones";
import type { Kind, Store, Stored } from "./store";
import { partialWireSchema } from "../wire/schema";
import { dnsRecordTable } from "../dns/tables";

/** The stores of zones and records. A record has the id of its zone in `DnsZoneId`, which no response includes. */
export interface WithDns extends WithPullZones {
  readonly dnsZones: Store<DnsZone, PartialDnsZone>;
  readonly dnsRecords: Store<DnsRecord, PartialDnsRecord>;
}

const recordSchema = partialWireSchema<PartialDnsRecord>(dnsRecordTable);

export const dnsRecordKind: Kind<DnsRecord, PartialDnsRecord> = {
  table: dnsRecordTable,
  path: "dnsrecord",
  nameField: "Name",
  schema: recordSchema,
  seedSchema: recordSchema.refine(({ DnsZoneId }) => DnsZoneId !== undefined, {
    path: ["DnsZoneId"],
    message: "each record needs the Id of its DNS zone",
  }),
  defaults: (_given, _random, settings) => ({
    ...{ Name: "", Value: "", LinkName: "", Ttl: 300, Weight: 100 },
    ...profileOf(settings).dns.newRecord,
  }),
  shown(_, stored, { view }) {
    const record = withoutName(stored.object, "DnsZoneId");
    if (record.AccelerationStatus !== accelerationStatus.pending) return record;
    if (view !== "added") stored.object = { ...stored.object, AccelerationStatus: accelerationStatus.completed };
    return { ...record, AcceleratedPullZoneId: 0 };
  },
};

/** The response to a creation, and the next one, show an accelerated record without the id of its pull zone. */
export const accelerationStatus = { none: 0, pending: 1, completed: 3, failed: 4 };

/** Returns the records of a zone, ascending by id. */
export function recordsOf({ dnsRecords }: WithDns, zoneId: number): readonly Stored<DnsRecord>[] {
  return dnsRecords.having("DnsZoneId", zoneId);
}

/** Returns an object without one of its fields. */
export function withoutName<Fields extends object>(object: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(object).filter(([field]) => field !== name)) as Fields;
}

/** Whether two DNS names are equal. They are case-insensitive. */
export function isSameName(one: string, other: string | null | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}
