import { z } from "zod";
import type { Answer } from "../http";
import { empty, json, parseBody, withoutNulls } from "../http";
import type { Route, Service, ServiceRequest } from "../router";
import { route } from "../router";
import { profileOf } from "../profiles";
import { pageIn, pageOf } from "./read";
import type { PartialDnsZone } from "../state/objects";
import { partialWireSchema } from "../wire/schema";
import { addRecord, deleteRecord, newRecord, recordSchema } from "./dnsRecords";
import { refused } from "../dns/refused";
import { zoneOf } from "../dns/requests";
import { recordsOf } from "../state/dnsRecords";
import { dnsZoneTable } from "../dns/tables";

/** The operations on DNS zones as a whole. */
export const dnsZoneRoutes: readonly Route[] = [
  route("R10.12", "listDnsZones", "GET", "/dnszone", list),
  route("R10.1", "addDnsZone", "POST", "/dnszone", add),
  route("R10.1", "getDnsZone", "GET", "/dnszone/:id", (service, { path, query }) => {
    const isLite = query.integer("view", 0, 1) === 1;
    const stored = service.dnsZones.found(path.id("id"));
    if (stored === undefined) return service.dnsZones.notFound(path.id("id"));
    const shown = service.dnsZones.shown(stored, { view: "one" });
    return json(200, isLite ? { ...shown, Records: null } : shown);
  }),
  route("R10.20", "updateDnsZone", "POST", "/dnszone/:id", update),
  route("R10.20", "deleteDnsZone", "DELETE", "/dnszone/:id", remove),
];

const maxZones = 500;
const domainPattern = /^(([a-z0-9_]([a-z0-9_-]*[a-z0-9])?|[0-9]{1,3}\/[0-9]{1,3})\.)+[a-z0-9-]{2,63}$/i;

/** Lists zones, always as a page. Assumption: a search term matches a part of the domain, ignoring case. */
function list({ dnsZones, settings }: Service, { query }: ServiceRequest): Answer {
  const isLite = query.integer("view", 0, 1) === 1;
  const found = dnsZones.listed(query.text("search")?.toLowerCase() ?? "", false);
  const zones = profileOf(settings).dns.listed(found);
  return pageOf(pageIn(query), zones, (zone) => {
    const shown = dnsZones.shown(zone, { view: "page" });
    return isLite ? { ...shown, Records: null } : shown;
  });
}

const addSchema = z.looseObject({ Domain: z.string(), Records: z.array(recordSchema).nullish() });

function add(service: Service, request: ServiceRequest): Answer {
  const { dnsZones, settings } = service;
  const { Domain, Records } = parseBody(addSchema, request);
  if (!domainPattern.test(Domain)) throw refused("assumed", "Domain", "The domain is not valid.");
  if (/(^|\.)_acme-challenge\./i.test(Domain)) throw refused("assumed", "Domain", "This domain cannot be added.");
  if (settings.uniqueNames && dnsZones.isTaken(Domain, settings.takenNames)) {
    throw refused("R10.16", "Domain", "The domain is already added.", profileOf(settings).dns.takenKey);
  }
  if (dnsZones.all().length >= maxZones) throw refused("R8.9", "", "The limit of DNS zones is reached.");
  const records = (Records ?? []).map((record) => newRecord(service, record));
  const { Id } = dnsZones.add({ Domain }, request.lag);
  for (const record of records) addRecord(service, Id, record);
  if (settings.emptyAnswers.includes("addDnsZone")) return empty(201);
  return json(201, dnsZones.shown(dnsZones.existing(Id), { view: "added" }));
}

const settable = [
  ...["CustomNameserversEnabled", "Nameserver1", "Nameserver2", "SoaEmail", "LoggingEnabled"],
  ...["LoggingIPAnonymizationEnabled", "LogAnonymizationType", "CertificateKeyType"],
];
const updateSchema = z.preprocess(withoutNulls, partialWireSchema<PartialDnsZone>(dnsZoneTable));

/** Updates a zone. An absent or null field keeps its value; DNSSEC and the domain are ignored. */
function update(service: Service, request: ServiceRequest): Answer {
  const { dnsZones } = service;
  const { Id } = zoneOf(service, request);
  const given = Object.entries(parseBody(updateSchema, request)).filter(([name]) => settable.includes(name));
  dnsZones.change(Id, Object.fromEntries(given));
  return json(200, dnsZones.shown(dnsZones.existing(Id), { view: "one" }));
}

function remove(service: Service, request: ServiceRequest): Answer {
  const { Id } = zoneOf(service, request);
  for (const { object } of recordsOf(service, Id)) deleteRecord(service, object);
  service.dnsZones.delete(Id);
  return empty(204);
}
