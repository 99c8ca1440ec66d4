import { empty, json } from "../http/answer";
import { boolean } from "../http/query";
import type { Route } from "../http/route";
import type { Service } from "../service";
import type { KeptStorageZone } from "../state/storageZones";
import { addStorageZone } from "./addStorageZone";
import { idIn } from "./id";
import { listStorageZones } from "./listStorageZones";
import { showStorageZone } from "./show";
import { updateStorageZone } from "./updateStorageZone";

/** The storage zone operations: get, list and add by contract; update and delete by assumption. */
export const storageZoneRoutes: readonly Route[] = [
  {
    operation: "getStorageZone",
    method: "GET",
    path: "/storagezone/:id",
    handle: (service, { params }) => {
      const kept = service.storageZones.get(idIn(params));
      return kept === undefined || isHidden(kept, service) ? empty(404) : json(200, showStorageZone(kept, service));
    },
  },
  { operation: "listStorageZones", method: "GET", path: "/storagezone", handle: listStorageZones },
  { operation: "addStorageZone", method: "POST", path: "/storagezone", handle: addStorageZone },
  { operation: "updateStorageZone", method: "POST", path: "/storagezone/:id", handle: updateStorageZone },
  {
    operation: "deleteStorageZone",
    method: "DELETE",
    path: "/storagezone/:id",
    handle: ({ pullZones, settings, storageZones }, { params, query }) => {
      const id = idIn(params);
      // Assumption: publicly true is the default, so a client that leaves it out loses its pull zones here as well.
      const deleteLinkedPullZones = boolean(query, "deleteLinkedPullZones", true);
      if (!storageZones.delete(id, settings.nameHeldMs, settings.lag.listMs)) return empty(404);
      if (deleteLinkedPullZones) for (const { Id } of [...pullZones.linkedTo(id)]) pullZones.delete(Id);
      return empty(204);
    },
  },
];

function isHidden(kept: KeptStorageZone, { settings }: Service): boolean {
  if (kept.zone.Deleted) return !settings.softDelete;
  if (kept.hiddenRequests > 0) {
    kept.hiddenRequests -= 1;
    return true;
  }
  return settings.now() < kept.hiddenUntil;
}
