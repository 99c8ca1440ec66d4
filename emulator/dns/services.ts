import { z } from "zod";
import type { Answer } from "../http";
import { json, parseBody, Refusal } from "../http";
import type { Route, Service, ServiceRequest } from "../router";
import { profileOf } from "../profiles";
import { route } from "../router";
import { imported } from "./bind";
import { isDelegated } from "./delegation";
import { addRecord, newRecord } from "../routes/dnsRecords";
import { refused } from "./refused";
import { zoneOf } from "./requests";
import { recordsOf } from "../state/dnsRecords";

/** The operations on a zone beyond its settings and records. */
export const dnsServiceRoutes: readonly Route[] = [
  route("R10.15", "checkDnsZoneAvailability", "POST", "/dnszone/checkavailability", (service, request) => {
    const { dnsZones, settings } = service;
    const { dns } = profileOf(settings);
    const { Name } = parseBody(z.looseObject({ Name: z.string().min(1) }), request);
    return json(200, { Available: !dnsZones.isTaken(Name, [...settings.takenNames, ...dns.unavailable]) });
  }),
  route("R10.13", "exportDnsRecords", "GET", "/dnszone/:id/export", (service, request) => {
    const { Id, Domain } = zoneOf(service, request);
    const body = profileOf(service.settings).dns.exported(
      Domain ?? "",
      recordsOf(service, Id).map(({ object }) => object),
    );
    return { status: 200, body, headers: { "content-type": "application/octet-stream" } };
  }),
  route("R10.13", "importDnsRecords", "POST", "/dnszone/:id/import", importRecords),
  route("R10.21", "issueDnsCertificate", "POST", "/dnszone/:id/certificate/issue", issueCertificate),
  route("R10.21", "getDnsStatistics", "GET", "/dnszone/:id/statistics", (service, request) => {
    zoneOf(service, request);
    const charts = ["QueriesServed", "NormalQueriesServed", "SmartQueriesServed", "QueriesByType"];
    return json(200, { TotalQueriesServed: 0, ...Object.fromEntries(charts.map((name) => [`${name}Chart`, {}])) });
  }),
  route("R10.21", "scanDnsRecords", "POST", "/dnszone/records/scan", scan),
  route("R10.21", "getDnsScan", "GET", "/dnszone/:id/records/scan", (service, request) => {
    zoneOf(service, request);
    return json(200, finished(service));
  }),
];

/** Imports a zone file. This is not atomic: each record is added, skipped or failed by itself. */
function importRecords(service: Service, request: ServiceRequest): Answer {
  const { Id, Domain } = zoneOf(service, request);
  if (request.body.trim() === "") throw refused("assumed", "", "The zone file is empty.");
  const counts = { RecordsSuccessful: 0, RecordsFailed: 0, RecordsSkipped: 0 };
  for (const record of imported(Domain ?? "", request.body)) {
    if (record === undefined) counts.RecordsSkipped += 1;
    else if (record instanceof Error || !isAdded(service, Id, record)) counts.RecordsFailed += 1;
    else counts.RecordsSuccessful += 1;
  }
  return json(200, counts);
}

function isAdded(service: Service, zoneId: number, record: Parameters<typeof newRecord>[1]): boolean {
  try {
    addRecord(service, zoneId, newRecord(service, record));
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Issues a wildcard certificate for the pull zone that has the wildcard hostname. */
function issueCertificate(service: Service, request: ServiceRequest): Answer {
  const zone = zoneOf(service, request);
  const { Domain } = parseBody(z.looseObject({ Domain: z.string() }), request);
  const name = Domain.toLowerCase();
  const own = zone.Domain?.toLowerCase() ?? "";
  if (name !== own && !name.endsWith(`.${own}`)) throw refused("assumed", "Domain", "The domain is not of this zone.");
  if (!isDelegated(service, zone.Domain))
    throw refused("assumed", "Domain", "The nameservers of the domain were not detected.");
  for (const { object } of service.pullZones.all()) {
    if (object.Hostnames?.some(({ Value }) => Value.toLowerCase() === name) !== true) continue;
    const issued = { HasCertificate: true, Certificate: null, CertificateKey: null };
    const Hostnames = object.Hostnames.map((one) => (one.Value.toLowerCase() === name ? { ...one, ...issued } : one));
    service.pullZones.change(object.Id, { Hostnames });
  }
  return json(200, {});
}

/** Starts a scan, which finds nothing and ends immediately. */
function scan(service: Service, request: ServiceRequest): Answer {
  const schema = z.looseObject({ ZoneId: z.int().nullish(), Domain: z.string().nullish() });
  const { ZoneId, Domain } = parseBody(schema, request);
  if ((ZoneId ?? undefined) === undefined ? !Domain : Domain)
    throw refused("assumed", "", "Either ZoneId or Domain is required.");
  if (typeof ZoneId === "number" && service.dnsZones.stored(ZoneId) === undefined) {
    throw new Refusal(service.dnsZones.notFound(ZoneId));
  }
  return json(200, finished(service));
}

function finished({ dnsZones }: Service): object {
  return { JobId: dnsZones.random.groups(8, 4, 4, 4, 12), Status: 2, Records: [] };
}
