import { z } from "zod";
import { wireSchema } from "../../provider/wire/schema";
import { addStorageZoneTable } from "../../provider/wire/storageZone";
import { badRequest, json } from "../http/answer";
import type { Answer } from "../http/answer";
import { parseBody } from "../http/body";
import type { ServiceRequest } from "../http/route";
import type { Service } from "../service";
import type { PartialStorageZone } from "../types/storageZone";
import { mainRegions, refuseUnknownReplicas } from "./regions";
import { showStorageZone } from "./show";

const zeroOrOne = z.union([z.literal(0), z.literal(1)], "Invalid value: 0 or 1 was expected").optional();

// What the field table says, and the contract's rules that no table holds.
const bodySchema = wireSchema(addStorageZoneTable).and(
  z.looseObject({
    Name: z.string().min(1, "The Name must not be empty"),
    Region: z.string().min(1, "The Region must not be empty"),
    ZoneTier: zeroOrOne,
    StorageZoneType: zeroOrOne,
  }),
);

/** Adds a storage zone: 201 with the zone, or 400 naming the field at fault. */
export function addStorageZone(service: Service, request: ServiceRequest): Answer {
  const { settings, storageZones } = service;
  const body = parseBody(bodySchema, request.contentType, request.body);
  const replicas = [...new Set(body.ReplicationRegions ?? [])];
  if (!mainRegions(settings).has(body.Region)) {
    throw badRequest("Region", `The region '${body.Region}' is not available as a main region.`);
  }
  refuseUnknownReplicas("ReplicationRegions", body.Region, replicas, settings);
  if (settings.publicRules) refuseByPublicRules(body.Name, body.Region, body.ZoneTier ?? 0);
  refuseTakenName(body.Name, service);
  const zone: PartialStorageZone = {
    ...settings.serverDefaults,
    Name: body.Name,
    Region: body.Region,
    ReplicationRegions: replicas,
    ZoneTier: body.ZoneTier ?? settings.serverDefaults.ZoneTier ?? 0,
    StorageZoneType: body.StorageZoneType ?? settings.serverDefaults.StorageZoneType ?? 0,
  };
  const until = replicas.length > 0 ? settings.now() + settings.replicationMs : 0;
  return json(201, showStorageZone(storageZones.add(zone, request.lag, { regions: replicas, until }), service));
}

function refuseTakenName(name: string, { settings, storageZones }: Service): void {
  if (!settings.uniqueNames || !storageZones.isTaken(name)) return;
  throw badRequest("Name", "The storage zone name is already taken.", "storagezone.name_taken");
}

/** Assumption: two rules of the public service that the contract does not have. */
function refuseByPublicRules(name: string, region: string, tier: number): void {
  if (!/^[a-z0-9-]{4,64}$/.test(name)) {
    throw badRequest("Name", "The name must be 4 to 64 characters of a-z, 0-9 and -.", "storagezone.name_invalid");
  }
  if (tier === 1 && region !== "DE") throw badRequest("ZoneTier", "Tier 1 needs the main region DE.");
}
