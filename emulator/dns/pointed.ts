import type { Service } from "../router";
import type { DnsRecord, PullZone } from "../state/objects";
import { isDelegated } from "./delegation";
import { types } from "./recordTypes";
import type { WithDns } from "../state/dnsRecords";
import { recordsOf } from "../state/dnsRecords";

/** Whether a delegated DNS zone has a record that points a hostname to its pull zone. */
export function isPointed(service: Service, hostname: string, pullZone: PullZone): boolean {
  const name = hostname.toLowerCase();
  const zone = service.dnsZones
    .all()
    .map(({ object }) => ({ ...object, domain: object.Domain?.toLowerCase() ?? "" }))
    .filter(({ domain }) => name === domain || name.endsWith(`.${domain}`))
    .sort((a, b) => b.domain.length - a.domain.length)[0];
  if (zone === undefined || !isDelegated(service, zone.domain)) return false;
  const relative = name.slice(0, -zone.domain.length).replace(/\.$/, "");
  return answering(service, zone.Id, relative).some((record) => leadsTo(record, pullZone));
}

/** Returns the records of a name, or else those of the closest wildcard. */
function answering(service: WithDns, zoneId: number, name: string): readonly DnsRecord[] {
  const records = recordsOf(service, zoneId).map(({ object }) => object);
  const labels = name.split(".");
  const wildcards = name === "" ? [] : labels.map((_, index) => ["*", ...labels.slice(index + 1)].join("."));
  for (const candidate of [name, ...wildcards]) {
    const found = records.filter(({ Name, Disabled }) => !Disabled && (Name ?? "").toLowerCase() === candidate);
    if (found.length > 0) return found;
  }
  return [];
}

function leadsTo({ Type, Value, LinkName }: DnsRecord, { Id, Hostnames }: PullZone): boolean {
  if (Type === types.PullZone) return LinkName === String(Id);
  if (Type !== types.CNAME && Type !== types.Flatten) return false;
  const host = Value?.toLowerCase();
  return Hostnames?.some(({ IsSystemHostname, Value: own }) => IsSystemHostname && own.toLowerCase() === host) ?? false;
}
