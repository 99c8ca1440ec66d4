import { z } from "zod";
import { isPointed } from "../dns/pointed";
import type { Answer } from "../http";
import { badRequest, empty, failed, parseBody } from "../http";
import type { Route, Service, ServiceRequest } from "../router";
import { route } from "../router";
import { profileOf } from "../profiles";
import { noted } from "../sources";
import type { Profile } from "../profiles/profile";
import type { Hostname, PullZone } from "../state/objects";
import { cnameDomain, hostname, registration } from "../state/pullZones";
import { invalid } from "./pullZones";
import { pullZoneOf } from "./read";

const none = { HasCertificate: false, Certificate: null, CertificateKey: null };

/** The operations on hostnames of pull zones. */
export const pullZoneHostnameRoutes: readonly Route[] = [
  route("R5.1", "addHostname", "POST", "/pullzone/:id/addHostname", add),
  changing("DELETE", "removeHostname", {}, (_, { IsSystemHostname }) => {
    if (IsSystemHostname) throw badRequest("assumed", "Hostname", "A system hostname cannot be removed.", invalid);
    return undefined;
  }),
  changing("POST", "setForceSSL", { ForceSSL: z.boolean() }, ({ ForceSSL }, { HasCertificate }, { certificates }) => {
    if (ForceSSL && !HasCertificate && certificates.needed !== undefined) throw certificates.needed;
    return { ForceSSL };
  }),
  changing(
    "POST",
    "addCertificate",
    { Certificate: pem("CERTIFICATE"), CertificateKey: pem("PRIVATE KEY") },
    ({ Certificate, CertificateKey }) => ({ HasCertificate: true, Certificate, CertificateKey }),
  ),
  changing("DELETE", "removeCertificate", {}, () => none),
  {
    ...route("R5.4", "loadFreeCertificate", "GET", "/pullzone/loadFreeCertificate", loadFreeCertificate),
    changes: true,
  },
];

function add(service: Service, request: ServiceRequest): Answer {
  const { pullZones, settings } = service;
  const zone = pullZoneOf(service, request);
  const { Hostname: value } = parseBody(z.looseObject({ Hostname: z.string() }), request, invalid);
  if (!/^[^\s/:]+\.[^\s/:.]+$/.test(value)) {
    throw badRequest("R5.3", "Hostname", "The hostname is not valid.", "pullzone.hostname_invalid");
  }
  if (registration(pullZones, value) !== undefined || settings.takenHostnames.some((taken) => isSame(taken, value))) {
    throw badRequest("R5.2", "Hostname", "The hostname is already registered.", "pullzone.hostname_already_registered");
  }
  profileOf(settings).newHostname((zone.Hostnames ?? []).filter(({ IsSystemHostname }) => !IsSystemHostname));
  const Hostnames = [...(zone.Hostnames ?? []), hostname(value, pullZones.random)];
  pullZones.change(zone.Id, { Hostnames }, request.lag.getMs);
  return empty(204);
}

/** Returns an operation that changes a hostname of a zone. If the change returns undefined, the hostname is removed. */
function changing<Fields extends z.ZodRawShape>(
  method: Route["method"],
  operation: string,
  fields: Fields,
  change: (body: z.infer<z.ZodObject<Fields>>, hostname: Hostname, profile: Profile) => Partial<Hostname> | undefined,
): Route {
  const schema = z.looseObject({ Hostname: z.string() }).and(z.looseObject(fields));
  return route("R5.1", operation, method, `/pullzone/:id/${operation}`, (service, request) => {
    const zone = pullZoneOf(service, request);
    const body = parseBody(schema, request, invalid);
    const found = zone.Hostnames?.find(({ Value }) => isSame(Value, body.Hostname));
    if (found === undefined) return failed("assumed", 404);
    replace(service, zone, found, change(body, found, profileOf(service.settings)));
    return empty(204);
  });
}

/** The fields of a hostname with a certificate. The certificate itself is not emulated. */
function loadFreeCertificate(service: Service, { query }: ServiceRequest): Answer {
  const value = query.text("hostname") ?? "";
  const { pointedHostnames, pullZones } = service;
  const registered = registration(pullZones, value);
  if (registered === undefined) return failed("assumed", 404);
  const { hostname: found } = registered;
  const { object: zone } = registered.pullZone;
  const isKnown = found.IsSystemHostname || pointedHostnames.has("*") || pointedHostnames.has(value.toLowerCase());
  const { certificates } = profileOf(service.settings);
  if (!isKnown && !isPointed(service, value, zone))
    throw certificates.notPointing(value, zone.CnameDomain ?? cnameDomain);
  const wildcard = registration(pullZones, value.replace(/^[^.]+/, "*"))?.pullZone.object;
  const isShadowed = certificates.wildcardsShadow && wildcard !== undefined && wildcard !== zone;
  if (service.settings.withholdCertificates || isShadowed) return noted("R5.5", empty(200));
  replace(service, zone, found, { ...none, HasCertificate: true });
  return empty(200);
}

function replace({ pullZones }: Service, zone: PullZone, old: Hostname, changes: Partial<Hostname> | undefined): void {
  const changed = changes === undefined ? [] : [{ ...old, ...changes }];
  pullZones.change(zone.Id, { Hostnames: (zone.Hostnames ?? []).flatMap((one) => (one === old ? changed : [one])) });
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function pem(label: string): z.ZodString {
  const content = new RegExp(`-----BEGIN [A-Z ]*${label}-----[^]+-----END [A-Z ]*${label}-----`);
  return z
    .string()
    .refine(
      (text) => /^[A-Za-z0-9+/]+={0,2}$/.test(text) && content.test(Buffer.from(text, "base64").toString()),
      `Base64 of a PEM ${label} was expected`,
    );
}
