import type { CdnClient } from "../../api/client";
import { ConflictError } from "../../api/errors";
import { shown } from "../../api/input";
import type { LinkedStorageZone } from "../../types/storageZone";
import type { LifeCycleContext, Properties } from "../shared/lifeCycle";
import { listed } from "../shared/properties";
import { plainOrigins } from "../pullZone/origin";
import { findById, findKnown } from "../shared/find";
import { refuseIfElsewhere, refuseToDelete } from "../shared/identity";
import { deleteOrAdvise, requestOf } from "../shared/requests";

/**
 * Deletes a storage zone, never the pull zones linked to it. A zone that holds files or is linked to pull zones is refused,
 * unless its state has `forceDestroy`. A zone that no longer exists is a success. Assumption: the service has this operation.
 */
export async function deleteStorageZone({ client }: LifeCycleContext, id: string, state: Properties): Promise<void> {
  const zone = await findKnown(client, "StorageZone", id, state["dateModified"]);
  if (zone === undefined) return refuseIfElsewhere("StorageZone", client, id, state);
  refuseToDelete("StorageZone", zone, id, state);
  if (state["forceDestroy"] !== true) refuseInUse(zone, await pullZonesFrom(client, zone));
  const find = (): Promise<unknown> => findById(client, "StorageZone", id);
  await deleteOrAdvise(`Storage zone ${id}`, "delete", () => client.deleteStorageZone(id), find);
}

/** The linked pull zones whose origin it is now: the service may keep the former storage zone beside another origin. */
async function pullZonesFrom(client: CdnClient, zone: LinkedStorageZone): Promise<LinkedStorageZone["pullZones"]> {
  const isFrom = async ({ id }: { readonly id: number }): Promise<boolean> => {
    if (!Number.isSafeInteger(id)) return true;
    const linked = await findById(client, "PullZone", id);
    if (linked === undefined) return false;
    const { originType, originUrl, storageZoneId } = linked as Partial<typeof linked>;
    const isElsewhere = originType === plainOrigins["originUrl"] ? Boolean(originUrl) : originType !== storageOrigin;
    return storageZoneId === undefined || (storageZoneId === zone.id && (originType === undefined || !isElsewhere));
  };
  const counts = await Promise.all(zone.pullZones.map(isFrom));
  return zone.pullZones.filter((_, index) => counts[index]);
}

const storageOrigin = plainOrigins["storageZoneId"];

function refuseInUse(zone: LinkedStorageZone, pullZones: LinkedStorageZone["pullZones"]): void {
  // Without a name it could be another account's zone; see refuseToDelete.
  const uses: string[] = zone.name === undefined ? ["does not show its name"] : [];
  // Not essential fields, so a service may omit them.
  const counts: unknown[] = [zone.filesStored, zone.storageUsed];
  if (!counts.every((count) => typeof count === "number")) {
    uses.push("does not say whether it holds files");
  } else if (zone.filesStored > 0 || zone.storageUsed > 0) {
    uses.push(`holds ${String(zone.filesStored)} files (${String(zone.storageUsed)} bytes)`);
  }
  if (pullZones.length > 0) {
    const names = pullZones.map((pullZone) => `${shown(pullZone.name)} (id ${String(pullZone.id)})`);
    uses.push(`is the origin of the pull zones ${listed(names)}`);
  }
  if (uses.length === 0) return;
  throw new ConflictError(
    `Storage zone ${shown(zone.name)} (id ${String(zone.id)}) was not deleted: it ${listed(uses)}. ` +
      `Empty it first, or declare forceDestroy: true and run pulumi up before deleting it. Linked pull zones are never deleted with it` +
      (pullZones.length > 0
        ? `. If another name replaces it, the resource option deleteBeforeReplace: false creates the new zone first, and declared pull zones move to it`
        : ""),
    { request: requestOf("delete", "StorageZone", zone.id) },
  );
}
