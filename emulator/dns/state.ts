import { profileOf } from "../profiles";
import type { DnsRecord, DnsZone, PartialDnsRecord, PartialDnsZone } from "../state/objects";
import type { WithPullZones } from "../state/pullZones";
import type { Kind, Store, Stored } from "../state/store";
import { partialWireSchema } from "../wire/schema";
import { dnsRecordTable, dnsZoneTable } from "./tables";

/** The stores of zones and records. A record has the id of its zone in `DnsZoneId`, which no response includes. */
export interface WithDns extends WithPullZones {
  readonly dnsZones: Store<DnsZone, PartialDnsZone>;
  readonly dnsRecords: Store<DnsRecord, PartialDnsRecord>;
}

const zoneSchema = partialWireSchema<PartialDnsZone>(dnsZoneTable);

export const dnsZoneKind: Kind<DnsZone, PartialDnsZone> = {
  table: dnsZoneTable,
  path: "dnszone",
  nameField: "Domain",
  schema: zoneSchema,
  seedSchema: zoneSchema.refine(({ Records }) => Records === undefined, {
    path: ["Records"],
    message: "list records under dnsRecords, each with the DnsZoneId of its zone",
  }),
  defaults(_given, _random, settings) {
    const now = settings.now();
    return {
      ...profileOf(settings).newDnsZone,
      DateCreated: new Date(now).toISOString(),
      // A new zone always has this value, even if the domain is not delegated or not registered.
      NameserversDetected: true,
      NameserversNextCheck: new Date(now + 300_000).toISOString(),
      LoggingIPAnonymizationEnabled: true,
    };
  },
  onChange: (now) => ({ DateModified: new Date(now).toISOString() }),
  whole: (state, { object: zone }) => ({
    ...zone,
    Records: recordsOf(state as WithDns, zone.Id).map(({ object }) => object),
  }),
  shown(state, { object: zone }, { view }) {
    const { dnsRecords, settings } = state as WithDns;
    const records = recordsOf(state as WithDns, zone.Id).filter(({ object }) => dnsRecords.found(object.Id));
    const shown = records.map((record) => dnsRecords.shown(record, { view }) as DnsRecord);
    const Records = [...profileOf(settings).dns.ordered(shown, ({ Type }) => Type)];
    return profileOf(settings).dnsZone({ ...zone, Records }, view);
  },
  notFound: ({ settings }, wasThere) => profileOf(settings).notFound("dnsZone", wasThere),
};

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
  notFound: ({ settings }, wasThere) => profileOf(settings).notFound("dnsRecord", wasThere),
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
