import { isDeepStrictEqual } from "node:util";
import type { CdnClient } from "../../api/client";
import { CdnError, ConflictError } from "../../api/errors";
import { inMessage, sentence, waysText } from "../../wire/words";
import type { Reads } from "../../api/reads";
import { eventually } from "../../api/waits";
import { listFolder } from "../../files/listing";
import { storageZone } from "../../kinds/storageZone";
import type { AddStorageZoneBody, LinkedStorageZone } from "../../types/storageZone";
import { hasOtherOrigin } from "../../wire/pullZoneDefaults";
import { utcTime } from "../../wire/utcTime";
import type { Properties } from "../../declared/properties";
import { requestOf } from "../../api/messages";
import { stringsIn } from "../../declared/properties";
import { immutableDifferences } from "../adopt";
import { byName, clockToleranceMs } from "../byName";
import { alone, findKnown } from "../locate";
import { objectLifeCycle } from "../objectLifeCycle";
import { openStorage } from "../storageFolder/zone";
import type { LifeCycle, LifeCycleContext } from "../lifeCycle";
import type { Operations } from "../operations";
import { withReplacementCheck } from "../wrappers";
import { apply } from "./apply";
import { checkStorageZone, replicaRefusal } from "./check";
import { externalState, importInputs, knowsPullZones, liveInputs, liveReplicas, managedState } from "./state";

const storageZones: Operations<LinkedStorageZone> = {
  locate: alone("StorageZone"),
  identity: byName({
    list: (client, search) => client.listStorageZones({ search }),
    // The table of the body drops options and settings that only an update sends.
    add: (client, inputs) => client.addStorageZone(inputs as object as AddStorageZoneBody),
    presumed: (id, inputs) => ({ replicationRegions: [], ...inputs, id }) as unknown as LinkedStorageZone,
    isOurs,
  }),
  check: checkStorageZone,
  withDetails,
  apply,
  refuseDeletion: async ({ client }, zone, state) => {
    if (state["forceDestroy"] === true) return;
    refuseInUse(zone, await pullZonesFrom(client, zone));
    // One response that shows no use is not enough, and the service may count files late.
    const again = await client.reads.find("StorageZone", zone.id);
    if (again === undefined) return;
    refuseInUse(again, await pullZonesFrom(client, again));
    refuseInUse(again, [], await listedFiles(client, again));
  },
  // Linked pull zones are never deleted. Assumption: the service has this operation.
  delete: ({ client }, { id }) => client.deleteStorageZone(id),
  externalState,
  managedState,
  liveInputs,
  importInputs,
  importable: (zone: LinkedStorageZone) => [{ live: zone, name: zone.name ?? String(zone.id) }],
  // The field is not essential, so the service may omit it.
  contents: ({ filesStored, pullZones }) =>
    `files: ${String((filesStored as number | undefined) ?? "unknown")}, linked pull zones: ${String(pullZones.length)}`,
};

export const storageZoneLifeCycle: LifeCycle = {
  ...withReplacementCheck(objectLifeCycle(storageZones), checkReplacement),
  refusal: replicaRefusal,
};

/** Refuses a replacement that would delete a zone in use. Its files may belong to storage folders, which the engine deletes first; pull zones stay. */
async function checkReplacement(
  { client }: LifeCycleContext,
  id: string,
  state: Properties,
  deletesFirst: boolean,
): Promise<void> {
  if (!deletesFirst || state["forceDestroy"] === true) return;
  const zone = await findKnown(client.reads, "StorageZone", id, state);
  if (zone === undefined) return;
  const pullZones = await pullZonesFrom(client, zone);
  if (pullZones.length > 0) refuseInUse(zone, pullZones);
}

/** Adds the linked pull zones, which a program may use if the zone is only read. The state of a managed zone keeps the known ones. */
async function withDetails(
  reader: Reads,
  zone: LinkedStorageZone,
  known: Properties,
  isManaged: boolean,
): Promise<LinkedStorageZone> {
  if (knowsPullZones(zone) || (isManaged && known["pullZones"] !== undefined)) return zone;
  return (await reader.find("StorageZone", zone.id, { singly: true })) ?? zone;
}

function isOurs(zone: LinkedStorageZone, inputs: Properties, began: number): boolean {
  return (
    immutableDifferences(storageZones, zone, inputs).length === 0 &&
    isDeepStrictEqual(liveReplicas(zone), stringsIn(inputs["replicationRegions"]).sort()) &&
    isUnchanged(zone) &&
    utcTime(zone.dateModified) >= began - clockToleranceMs &&
    zone.filesStored === 0 &&
    zone.pullZones.length === 0
  );
}

/** Whether the settings that a creation can't set have the values of a new zone. */
function isUnchanged(zone: LinkedStorageZone): boolean {
  return storageZone.settings
    .filter(({ input }) => input.onlyUpdate === true)
    .every(({ name, input }) => ((zone as unknown as Properties)[name] ?? input.initial) === input.initial);
}

/** Returns the linked pull zones whose current origin it is: the service may keep a former storage zone in addition to another origin. */
async function pullZonesFrom(client: CdnClient, zone: LinkedStorageZone): Promise<LinkedStorageZone["pullZones"]> {
  const isFrom = async ({ id }: { readonly id: number }): Promise<boolean> => {
    if (!Number.isSafeInteger(id)) return true;
    const linked = await client.reads.find("PullZone", id);
    if (linked === undefined) return false;
    const { storageZoneId } = linked as Partial<typeof linked>;
    return storageZoneId === undefined || (storageZoneId === zone.id && !hasOtherOrigin(linked));
  };
  const counts = await Promise.all(zone.pullZones.map(isFrom));
  return zone.pullZones.filter((_, index) => counts[index]);
}

/** Returns the number of files that listings of a zone show. Those of files that were deleted a moment ago are repeated. */
async function listedFiles(client: CdnClient, zone: LinkedStorageZone): Promise<number> {
  try {
    const storage = await openStorage(client.reads, zone);
    const look = async (): Promise<number> => (await listFolder(storage, "", { wants: () => true })).files.size;
    return (await eventually(look, (files) => files === 0)) ?? 0;
  } catch (error) {
    if (!(error instanceof CdnError)) throw error;
    throw new ConflictError(
      `Storage zone ${inMessage(zone.name)} (id ${String(zone.id)}) was not deleted, because its files can't be listed: ${error.message}. To delete it with all of its files, declare forceDestroy: true, and run pulumi up --target URN-OF-THE-ZONE before deleting it`,
      { request: requestOf("delete", "StorageZone", zone.id) },
    );
  }
}

/** @param listed number of files that a listing shows, if there was one */
function refuseInUse(zone: LinkedStorageZone, pullZones: LinkedStorageZone["pullZones"], listed = 0): void {
  // Without a name, the zone could belong to another account.
  const uses: string[] = zone.name === undefined ? ["does not show its name"] : [];
  // The fields are not essential, so the service may omit them.
  const isCounted = [zone.filesStored as unknown, zone.storageUsed].every((count) => typeof count === "number");
  if (isCounted && (zone.filesStored > 0 || zone.storageUsed > 0)) {
    const files = zone.filesStored === 1 ? "file" : "files";
    uses.push(`holds ${String(zone.filesStored)} ${files} (${String(zone.storageUsed)} bytes)`);
  } else if (listed > 0) {
    uses.push(`has ${String(listed)} listed ${listed === 1 ? "file" : "files"}`);
  } else if (!isCounted) {
    uses.push("does not say whether it holds files");
  }
  if (pullZones.length > 0) {
    const names = pullZones.map((pullZone) => `${inMessage(pullZone.name)} (id ${String(pullZone.id)})`);
    uses.push(`is the origin of the pull zones ${sentence(names)}`);
  }
  if (uses.length === 0) return;
  throw new ConflictError(
    `Storage zone ${inMessage(zone.name)} (id ${String(zone.id)}) was not deleted: it ${sentence(uses)}. ` +
      `Linked pull zones are never deleted with it. There are these ways:` +
      waysText([
        ...(uses.length === 1 && pullZones.length > 0
          ? []
          : [
              `Empty it first: npx pulumi-cdn-zones deploy EMPTY-FOLDER ${String(zone.id)} --delete --allow-empty (it does not delete releases)`,
            ]),
        ...(pullZones.length > 0 ? ["Change the origin of these pull zones first, or delete them"] : []),
        "Keep it: remove it from the program, and run pulumi state delete URN-OF-THE-ZONE",
        "Declare forceDestroy: true, and run pulumi up --target URN-OF-THE-ZONE before deleting it (a storage folder with the option deletedWith does not delete its own files)",
        ...(pullZones.length > 0
          ? [
              "If the zone is replaced because of another name, the resource option deleteBeforeReplace: false creates the new zone first, and declared pull zones and storage folders move to it",
              "Either this option or the old name also restores files of a storage folder that this run has deleted",
            ]
          : []),
      ]),
    { request: requestOf("delete", "StorageZone", zone.id) },
  );
}
