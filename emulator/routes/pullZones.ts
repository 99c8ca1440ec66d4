import { z } from "zod";
import { pullZoneTable } from "../../provider/wire/pullZone";
import { parsedUrl } from "../../provider/wire/url";
import type { Answer } from "../http";
import { badRequest, empty, failed, json, parseBody } from "../http";
import type { Route, Service, ServiceRequest } from "../router";
import { route } from "../router";
import { profileOf } from "../profiles";
import type { PartialPullZone } from "../state/objects";
import { madeFor, registration } from "../state/pullZones";
import { bodySchema } from "../wire/schema";
import { get, pullZoneOf } from "./read";

/** The pull zone operations. */
export const pullZoneRoutes: readonly Route[] = [
  route("contract", "getPullZone", "GET", "/pullzone/:id", get("pullZones")),
  route("R4.1", "addPullZone", "POST", "/pullzone", add),
  route("R4.5", "updatePullZone", "POST", "/pullzone/:id", update),
  route("R4.6", "deletePullZone", "DELETE", "/pullzone/:id", remove),
  route("R7.1", "purgeCache", "POST", "/pullzone/:id/purgeCache", purge),
  route("R7.3", "purgeUrl", "POST", "/purge", purgeUrl),
  // Clients of the public service send either method.
  { ...route("R7.3", "purgeUrl", "GET", "/purge", purgeUrl), changes: true },
];

/** The ErrorKey of a refused value. */
export const invalid = "pullzone.validation";

/** The schemas of both bodies, with the contract's names or the public names. */
function schemasWith(publicNames: boolean) {
  const options = { nullStays: true, publicNames };
  return {
    add: bodySchema<PartialPullZone & { Name: string }>({ of: pullZoneTable, operation: "add" }, options),
    update: bodySchema<PartialPullZone>({ of: pullZoneTable, operation: "update" }, options),
  };
}

const contractSchemas = schemasWith(false);
const publicSchemas = schemasWith(true);

function add(service: Service, request: ServiceRequest): Answer {
  const { pullZones, settings } = service;
  const { add: schema } = settings.publicNames ? publicSchemas : contractSchemas;
  const given = parseBody(schema, request, invalid);
  if (settings.uniqueNames && pullZones.isTaken(given.Name, settings.takenNames)) {
    throw badRequest("R4.7", "Name", "The pull zone name is already taken.", "pullzone.name_taken");
  }
  const zone = withOrigin(profileOf(settings).pullZoneSettings(given), service);
  const { OriginType = 0, OriginUrl, StorageZoneId } = zone;
  if (OriginType === 0 && !OriginUrl)
    throw badRequest("assumed", "OriginUrl", "OriginUrl or StorageZoneId is required.", invalid);
  if (OriginType === 2 && !StorageZoneId)
    throw badRequest("assumed", "StorageZoneId", "The StorageZoneId is required.", invalid);
  const { Id } = pullZones.add({ ...madeFor(given.Name, pullZones.random, settings), ...zone }, request.lag);
  return json(201, pullZones.shown(pullZones.existing(Id), { view: "added" }));
}

/** Updates a pull zone. An absent or null field keeps its value; "" clears a text. */
function update(service: Service, request: ServiceRequest): Answer {
  const { pullZones, settings } = service;
  const zone = pullZoneOf(service, request);
  const { update: schema } = settings.publicNames ? publicSchemas : contractSchemas;
  const given = profileOf(settings).pullZoneSettings(parseBody(schema, request, invalid), zone);
  pullZones.change(zone.Id, withOrigin(given, service));
  if (settings.emptyAnswers.includes("updatePullZone")) return empty(204);
  return json(200, pullZones.shown(pullZones.existing(zone.Id), { view: "one" }));
}

/** Returns the origin: a storage zone takes precedence over an address. */
function withOrigin(given: PartialPullZone, { settings, storageZones }: Service): PartialPullZone {
  const { OriginType, OriginUrl, StorageZoneId = 0 } = given;
  const profile = profileOf(settings);
  if (OriginType === 4) return given;
  if (StorageZoneId > 0)
    return {
      ...given,
      OriginType: 2,
      ...profile.origin({ storageZone: storageZones.get(StorageZoneId)?.Name ?? undefined }),
    };
  if (typeof OriginUrl !== "string") return given;
  const address = { ...given, ...profile.origin({ url: OriginUrl }) };
  return (OriginType ?? 0) === 0 ? { ...address, OriginType: 0, StorageZoneId: 0 } : address;
}

function remove(service: Service, request: ServiceRequest): Answer {
  service.pullZones.delete(pullZoneOf(service, request).Id);
  return empty(204);
}

const purgeSchema = z.looseObject({ CacheTag: z.string().nullish() });

function purge(service: Service, request: ServiceRequest): Answer {
  const { unknownPurge } = profileOf(service.settings);
  if (unknownPurge !== undefined && service.pullZones.stored(request.path.id("id")) === undefined) return unknownPurge;
  const { Id, CacheVersion } = pullZoneOf(service, request);
  const { CacheTag } = request.body === "" ? {} : parseBody(purgeSchema, request, invalid);
  service.pullZones.change(Id, { CacheVersion: CacheVersion + 1 });
  service.purges.push({ pullZoneId: Id, ...(CacheTag ? { cacheTag: CacheTag } : {}) });
  return empty(204);
}

/** Purges a URL. The caches here are not divided by URL, so the whole cache of the zone is emptied. */
function purgeUrl(service: Service, { query }: ServiceRequest): Answer {
  const url = query.text("url") ?? "";
  const address = parsedUrl(url);
  if (address === undefined) throw badRequest("R7.3", "url", "The URL is not valid.", "purge.urls_invalid");
  const found = registration(service.pullZones, address.hostname)?.pullZone;
  if (found === undefined) return failed("R7.3", 404);
  const { Id, CacheVersion } = found.object;
  service.pullZones.change(Id, { CacheVersion: CacheVersion + 1 });
  const isExact = query.boolean("exactPath") === true && profileOf(service.settings).takesExactPath(found.object);
  const isPrefix = url.endsWith("/") && !isExact;
  service.purges.push({ pullZoneId: Id, url: isPrefix ? `${url}*` : url });
  return empty(200);
}
