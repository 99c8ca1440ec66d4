import { Refusal } from "../http";
import type { Service, ServiceRequest } from "../router";
import type { DnsZone } from "../state/objects";

/** Returns the zone of a request. @throws {Refusal} with 404 if there is none */
export function zoneOf({ dnsZones }: Service, { path }: ServiceRequest): DnsZone {
  const stored = dnsZones.stored(path.id("id"));
  if (stored === undefined) throw new Refusal(dnsZones.notFound(path.id("id")));
  return stored.object;
}
