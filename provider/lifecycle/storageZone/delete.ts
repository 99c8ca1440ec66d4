import { ConflictError, NotFoundError } from "../../api/errors";
import { shown } from "../../api/input";
import type { GetStorageZoneResult } from "../../types/storageZone";
import type { LifeCycleContext, Properties } from "../lifeCycle";
import { listed } from "../sets";
import { lookForId } from "./find";
import { notServed } from "./notServed";
import { isOtherZone, otherZoneError, refuseOtherAccount } from "./otherAccount";

/**
 * Deletes a storage zone, never what is linked to it. A zone that holds files or is linked to pull zones is refused, unless
 * `forceDestroy` is in its state. One that is gone already is a success; so is one that another resource adopted in this
 * run, as one that was renamed in the program does: its zone stays. Source: assumption.
 */
export async function deleteStorageZone(
  { client, adoptedIds }: LifeCycleContext,
  id: string,
  state: Properties,
): Promise<void> {
  if (adoptedIds.has(id)) return;
  const zone = await lookForId(client, id, state["dateModified"]);
  if (zone === undefined) return refuseOtherAccount(client, id, state);
  if (isOtherZone(zone, state)) throw otherZoneError(zone, id, state, "deleted");
  if (state["forceDestroy"] !== true) refuseInUse(zone);
  try {
    await client.deleteStorageZone(id);
  } catch (error) {
    const missing = await notServed(
      client,
      id,
      error,
      `Storage zone ${id} was not deleted: this service has no operation that deletes one. ` +
        `Delete it by the service's own means, or give it up: set the resource option retainOnDelete: true, run pulumi up, and then take it out of the program`,
    );
    if (missing !== undefined) throw missing;
    if (!(error instanceof NotFoundError)) throw error;
  }
}

function refuseInUse(zone: GetStorageZoneResult): void {
  const uses: string[] = zone.name === undefined ? ["does not show its name"] : [];
  const counted: unknown[] = [zone.filesStored, zone.storageUsed];
  if (!counted.every((count) => typeof count === "number")) {
    uses.push("does not say whether it holds files");
  } else if (zone.filesStored > 0 || zone.storageUsed > 0) {
    uses.push(`holds ${String(zone.filesStored)} files (${String(zone.storageUsed)} bytes)`);
  }
  if (zone.pullZones.length > 0) {
    const names = zone.pullZones.map((pullZone) => `${shown(pullZone.name)} (id ${String(pullZone.id)})`);
    uses.push(`is the origin of the pull zones ${listed(names)}`);
  }
  if (uses.length === 0) return;
  throw new ConflictError(
    `Storage zone ${shown(zone.name)} (id ${String(zone.id)}) was not deleted: it ${listed(uses)}. ` +
      `Empty it first, or declare forceDestroy: true and run pulumi up before deleting it. Linked pull zones are never deleted with it`,
    { request: { operation: "delete storage zone", method: "DELETE", path: `/storagezone/${String(zone.id)}` } },
  );
}
