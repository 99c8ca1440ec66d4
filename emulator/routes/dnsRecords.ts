import { z } from "zod";
import type { Answer } from "../http";
import { empty, json, parseBody, Refusal, withoutNulls } from "../http";
import type { Route, Service, ServiceRequest } from "../router";
import { route } from "../router";
import { profileOf } from "../profiles";
import { noted } from "../sources";
import { pageIn, pageOf } from "./read";
import type { Lag } from "../settings";
import type { DnsRecord, PartialDnsRecord } from "../state/objects";
import { complete } from "../state/objects";
import { partialWireSchema } from "../wire/schema";
import { accelerate, deleteAccelerated } from "../dns/acceleration";
import { refused } from "../dns/refused";
import { zoneOf } from "../dns/requests";
import type { Links } from "../dns/storedRecord";
import { asStored } from "../dns/storedRecord";
import { isSameName, recordsOf, withoutName } from "../state/dnsRecords";
import { dnsRecordTable } from "../dns/tables";

/** The operations on the records of a DNS zone. No operation reads a single record. */
export const dnsRecordRoutes: readonly Route[] = [
  route("R10.21", "listDnsRecords", "GET", "/dnszone/:id/records", list),
  route("R10.5", "addDnsRecord", "PUT", "/dnszone/:id/records", (service, request) => {
    const { Id } = zoneOf(service, request);
    const record = addRecord(service, Id, newRecord(service, parseBody(recordSchema, request)), request.lag);
    return json(201, service.dnsRecords.shown(service.dnsRecords.existing(record), { view: "added" }));
  }),
  route("R10.5", "updateDnsRecord", "POST", "/dnszone/:id/records/:recordId", update),
  route("R10.5", "deleteDnsRecord", "DELETE", "/dnszone/:id/records/:recordId", (service, request) => {
    deleteRecord(service, recordOf(service, request));
    return empty(204);
  }),
];

const maxRecords = 5000;

function list(service: Service, request: ServiceRequest): Answer {
  const { query } = request;
  const type = query.integer("type", 0, 2 ** 31 - 1);
  const search = query.text("search")?.toLowerCase() ?? "";
  const records = recordsOf(service, zoneOf(service, request).Id).filter(
    ({ object: { Id, Name, Type, Value } }) =>
      service.dnsRecords.found(Id) !== undefined &&
      (type === undefined || Type === type) &&
      [Name, Value].some((text) => text?.toLowerCase().includes(search)),
  );
  const ordered = profileOf(service.settings).dns.ordered(records, ({ object }) => object.Type);
  return pageOf(pageIn(query), ordered, (record) => service.dnsRecords.shown(record, { view: "page" }));
}

type RecordBody = PartialDnsRecord & Links;

/** A record in the body of a request. */
export const recordSchema = z.preprocess(
  withoutNulls,
  partialWireSchema<RecordBody>(dnsRecordTable).and(
    z.looseObject({ PullZoneId: z.int().optional(), ScriptId: z.int().optional() }),
  ),
) as z.ZodType<RecordBody>;

const settable = [
  ...["Ttl", "Value", "Name", "Weight", "Priority", "Port", "Flags", "Tag", "Accelerated", "MonitorType"],
  ...["GeolocationLatitude", "GeolocationLongitude", "LatencyZone", "SmartRoutingType", "Disabled"],
  ...["EnviromentalVariables", "Comment", "AutoSslIssuance"],
];
/** The fields that an update sets and a creation ignores. */
const onlyUpdated = ["EnviromentalVariables", "AutoSslIssuance"];

function settings(service: Service, body: RecordBody, isNew: boolean): PartialDnsRecord {
  const isTaken = (name: string): boolean => {
    if (name === "Weight" && isNew) return profileOf(service.settings).dns.keepsWeight(body.Type ?? 0);
    return settable.includes(name) && !(isNew && onlyUpdated.includes(name));
  };
  return Object.fromEntries(Object.entries(body).filter(([name]) => isTaken(name)));
}

/** Returns the record that a request adds. @throws {Refusal} */
export function newRecord(service: Service, body: RecordBody): DnsRecord {
  const { Type = 0 } = body;
  const { dns } = profileOf(service.settings);
  const empty = { Name: "", Value: "", LinkName: "", Ttl: 300, Weight: 100, Type, ...noted("R10.6", dns.newRecord) };
  const record = complete<DnsRecord>(dnsRecordTable, { ...empty, ...settings(service, body, true) });
  return dns.asStored(asStored(service, record, body));
}

/** Adds a record. @returns the id of the record */
export function addRecord(service: Service, zoneId: number, record: DnsRecord, lag?: Lag): number {
  refuseBeside(service, zoneId, record);
  if (recordsOf(service, zoneId).length >= maxRecords)
    throw refused("R8.9", "", "The limit of DNS records is reached.");
  const { Id } = service.dnsRecords.add({ ...withoutName(record, "Id"), DnsZoneId: zoneId }, lag);
  accelerate(service, Id);
  touch(service, zoneId);
  return Id;
}

function refuseBeside(service: Service, zoneId: number, record: DnsRecord): void {
  const ofZone = recordsOf(service, zoneId).map(({ object }) => object);
  const isOther = ({ Id, Name }: DnsRecord): boolean => Id !== record.Id && isSameName(Name ?? "", record.Name ?? "");
  profileOf(service.settings).dns.refuseBeside(record, ofZone.filter(isOther));
}

/** Updates a record. An absent, null or empty field keeps its value, and the type never changes. */
function update(service: Service, request: ServiceRequest): Answer {
  const record = recordOf(service, request);
  const body = parseBody(recordSchema, request);
  const given = settings(service, body, false);
  const Value = given.Value || record.Value;
  const changed = complete<DnsRecord>(dnsRecordTable, { ...record, ...given, Value });
  const stored = profileOf(service.settings).dns.asStored(asStored(service, changed, body));
  refuseBeside(service, record.DnsZoneId, stored);
  service.dnsRecords.change(record.Id, stored);
  accelerate(service, record.Id);
  touch(service, record.DnsZoneId);
  return empty(204);
}

export function deleteRecord(service: Service, record: DnsRecord): void {
  deleteAccelerated(service, record);
  service.dnsRecords.delete(record.Id);
  touch(service, record.DnsZoneId);
}

/** Sets the time of the change in the zone. {@link Store.change} would copy the zone with all records. */
function touch({ dnsZones, settings }: Service, zoneId: number): void {
  const zone = dnsZones.stored(zoneId);
  if (zone !== undefined) zone.object = { ...zone.object, DateModified: new Date(settings.now()).toISOString() };
}

/** Returns the record of a request. @throws {Refusal} with 404 if the zone has no record with that id */
function recordOf(service: Service, request: ServiceRequest): DnsRecord {
  const { Id: zoneId } = zoneOf(service, request);
  const id = request.path.id("recordId");
  const record = service.dnsRecords.stored(id)?.object;
  if (record?.DnsZoneId !== zoneId) throw new Refusal(service.dnsRecords.notFound(id));
  return record;
}
