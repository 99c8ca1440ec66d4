import {
  addStorageZoneTable,
  publicName,
  storageZoneTable,
  updateStorageZoneTable,
} from "../../provider/wire/storageZone";
import type { Answer } from "../http";
import { badRequest, empty, json, parseBody } from "../http";
import { profileOf } from "../profiles";
import type { EmulatorSettings } from "../settings";
import type { Route, Service, ServiceRequest } from "../router";
import { route } from "../router";
import type { PartialStorageZone } from "../state/objects";
import { linkedTo } from "../state/pullZones";
import { newPassword, replicate } from "../state/storageZones";
import { bodySchema } from "../wire/schema";
import { get } from "./read";

/** The storage zone operations. */
export const storageZoneRoutes: readonly Route[] = [
  route("contract", "getStorageZone", "GET", "/storagezone/:id", get("storageZones")),
  route("contract", "addStorageZone", "POST", "/storagezone", add),
  route("R2.5", "updateStorageZone", "POST", "/storagezone/:id", update),
  route("R2.6", "deleteStorageZone", "DELETE", "/storagezone/:id", remove),
  route("R2.12", "resetPassword", "POST", "/storagezone/:id/resetPassword", (service, { path }) =>
    reset(service, path.id("id"), "Password"),
  ),
  route("R2.12", "resetReadOnlyPassword", "POST", "/storagezone/resetReadOnlyPassword", (service, { query }) =>
    reset(service, query.id("id"), "ReadOnlyPassword"),
  ),
];

const addSchema = bodySchema<PartialStorageZone & { Name: string; Region: string }>(addStorageZoneTable.body);

function add(service: Service, request: ServiceRequest): Answer {
  const { settings, storageZones } = service;
  const given = parseBody(addSchema, request);
  const { Name, ZoneTier } = given;
  const profile = profileOf(settings);
  const Region = profile.mainRegion(given.Region, ZoneTier);
  const replicas = [...new Set(given.ReplicationRegions ?? [])];
  if (![...profile.mainRegions, ...settings.extraRegions].includes(given.Region)) {
    throw profile.refusedRegion(Region);
  }
  checkReplicas("ReplicationRegions", Region, replicas, settings);
  if (settings.publicRules) checkPublicRules(Name, Region, ZoneTier);
  if (storageZones.isBeingDeleted(Name)) {
    throw badRequest("R2.8", "Name", "The storage zone is currently being deleted.", "storagezone.name_taken");
  }
  if (settings.uniqueNames && storageZones.isTaken(Name, settings.takenNames)) {
    throw badRequest("R2.7", "Name", "The storage zone name is already taken.", "storagezone.name_taken");
  }
  const zone = { ...settings.serverDefaults, ...given, Region, ReplicationRegions: replicas };
  const { Id } = storageZones.add(zone, request.lag);
  return json(201, storageZones.shown(replicate(service, Id, replicas), { view: "added" }));
}

/** Checks two rules of the public service that the contract lacks. */
function checkPublicRules(name: string, region: string, tier: number | undefined): void {
  if (!publicName.test(name)) {
    throw badRequest(
      "R2.14",
      "Name",
      "The name must be 4 to 64 characters of a-z, 0-9 and -.",
      "storagezone.name_invalid",
    );
  }
  if (tier === 1 && region !== "DE") throw badRequest("R2.11", "ZoneTier", "Tier 1 requires the main region DE.");
}

const updateSchema = bodySchema<PartialStorageZone>(updateStorageZoneTable.body);

/**
 * Updates a storage zone. Assumption: the whole operation. A field that is absent, or null where null is allowed, keeps its value; "" clears a
 * text. `ReplicationZones` adds replicas, and existing ones stay whether they are listed or not. Other fields are ignored.
 */
function update(service: Service, request: ServiceRequest): Answer {
  const { settings, storageZones } = service;
  const id = request.path.id("id");
  const zone = storageZones.stored(id)?.object;
  if (zone === undefined || zone.Deleted) return storageZones.notFound(id);
  const { ReplicationRegions, ...changes } = parseBody(updateSchema, request);
  const before = zone.ReplicationRegions ?? [];
  // An existing replica may be in a region that can no longer be added.
  const added = [...new Set(ReplicationRegions ?? [])].filter((region) => !before.includes(region));
  checkReplicas("ReplicationZones", zone.Region, added, settings);
  const replicas = added.length > 0 ? { ReplicationRegions: [...before, ...added] } : {};
  storageZones.change(zone.Id, { ...changes, ...replicas });
  replicate(service, zone.Id, added);
  return empty(204);
}

function remove(service: Service, { path, query }: ServiceRequest): Answer {
  const { pullZones, settings, storageZones } = service;
  const id = path.id("id");
  // Assumption: the public default is true, so a client that omits the parameter loses the linked pull zones.
  const deleteLinkedPullZones = query.boolean("deleteLinkedPullZones", true);
  if (!storageZones.delete(id, settings.lag.listMs)) return profileOf(settings).notFound(storageZoneTable.object, true);
  if (deleteLinkedPullZones) for (const { Id } of linkedTo(service, id)) pullZones.delete(Id);
  return empty(204);
}

/** Resets a password. Assumption: the other password stays, and the old one stops working. */
function reset({ storageZones }: Service, id: number, password: "Password" | "ReadOnlyPassword"): Answer {
  const zone = storageZones.stored(id)?.object;
  if (zone === undefined || zone.Deleted) return storageZones.notFound(id);
  storageZones.change(id, { [password]: newPassword(storageZones.random) });
  return empty(204);
}

/** Refuses unknown replication regions, and a replica in the main region (assumption). */
function checkReplicas(
  field: string,
  mainRegion: string | null,
  replicas: readonly string[],
  settings: EmulatorSettings,
): void {
  for (const replica of replicas) {
    if (![...profileOf(settings).replicationRegions, ...settings.extraRegions].includes(replica)) {
      throw badRequest("contract", field, `The region '${replica}' is not available for replication.`);
    }
    if (replica === mainRegion)
      throw badRequest("assumed", field, `The main region '${replica}' cannot be its own replica.`);
  }
}
