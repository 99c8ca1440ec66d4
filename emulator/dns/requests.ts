import { badRequest, Refusal } from "../http";
import type { Service, ServiceRequest } from "../router";
import type { DnsZone } from "../state/objects";

/** Returns the refusal of a value. In the service's DNS operations, messages end in a carriage return. */
export function refused(field: string, message: string, errorKey?: string): Refusal {
  return badRequest(field, `${message}\r`, errorKey);
}

/** Returns the zone of a request. @throws {Refusal} with 404 if there is none */
export function zoneOf({ dnsZones }: Service, { path }: ServiceRequest): DnsZone {
  const stored = dnsZones.stored(path.id("id"));
  if (stored === undefined) throw new Refusal(dnsZones.notFound(path.id("id")));
  return stored.object;
}
