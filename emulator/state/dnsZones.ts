import { dnsZoneTable } from "../dns/tables";
import { profileOf } from "../profiles";
import { noted } from "../sources";
import { partialWireSchema } from "../wire/schema";
import type { WithDns } from "./dnsRecords";
import { recordsOf } from "./dnsRecords";
import type { DnsRecord, DnsZone, PartialDnsZone } from "./objects";
import type { Kind } from "./store";

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
      NameserversDetected: noted("R10.4", true),
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
};
