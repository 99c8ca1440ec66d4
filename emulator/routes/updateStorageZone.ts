import { partialWireSchema } from "../../provider/wire/schema";
import { updateStorageZoneTable } from "../../provider/wire/storageZone";
import type { Answer } from "../http/answer";
import { empty } from "../http/answer";
import { parseBody } from "../http/body";
import type { ServiceRequest } from "../http/route";
import type { Service } from "../service";
import type { Replication } from "../state/storageZones";
import type { PartialStorageZone } from "../types/storageZone";
import { idIn } from "./id";
import { refuseUnknownReplicas } from "./regions";

const bodySchema = partialWireSchema(updateStorageZoneTable);

/**
 * Assumption, the whole operation: updates a storage zone and answers 204.
 *
 * A field that is absent or null stays as it is; an empty Custom404FilePath clears it. ReplicationZones adds replicas: one
 * that is there stays, named or not. Other fields are ignored, as they are publicly.
 */
export function updateStorageZone(service: Service, request: ServiceRequest): Answer {
  const { settings, storageZones } = service;
  const id = idIn(request.params);
  const kept = storageZones.get(id);
  if (kept === undefined || kept.zone.Deleted) return empty(404);
  const body = parseBody(bodySchema, request.contentType, request.body);
  const changes: PartialStorageZone = {};
  let replication: Replication | undefined;
  if (body.Rewrite404To200 !== undefined) changes.Rewrite404To200 = body.Rewrite404To200;
  if (typeof body.Custom404FilePath === "string") changes.Custom404FilePath = body.Custom404FilePath || null;
  if (body.ReplicationZones) {
    const before = kept.zone.ReplicationRegions ?? [];
    // A region that a zone has already may be one that can no longer be added.
    const added = [...new Set(body.ReplicationZones)].filter((region) => !before.includes(region));
    refuseUnknownReplicas("ReplicationZones", kept.zone.Region, added, settings);
    changes.ReplicationRegions = [...before, ...added];
    if (added.length > 0) replication = { regions: added, until: settings.now() + settings.replicationMs };
  }
  storageZones.change(id, changes, replication);
  return empty(204);
}
