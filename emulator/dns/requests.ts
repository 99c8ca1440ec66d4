import { badRequest, Refusal } from "../http";
import type { Service, ServiceRequest } from "../router";
import type { DnsZone } from "../state/objects";

/** How the service refuses a value: the message ends in a carriage return. */
export function refused(field: string, message: string, errorKey?: string): Refusal {
  return badRequest(field, `${message}\r`, errorKey);
}

/** The zone that a request is about; refuses with 404 if there is none. */
export function zoneOf({ dnsZones }: Service, { path }: ServiceRequest): DnsZone {
  const stored = dnsZones.stored(path.id("id"));
  if (stored === undefined) throw new Refusal(dnsZones.notFound(path.id("id")));
  return stored.object;
}
