import { isDeepStrictEqual } from "node:util";
import { ConflictError, NotFoundError } from "../../api/errors";
import { shown } from "../../api/input";
import { storageZone } from "../../kinds/storageZone";
import type { LinkedStorageZone, StorageZoneInputs } from "../../types/storageZone";
import { markKey } from "../memory";
import type { CreateResult, LifeCycleContext, Properties } from "../lifeCycle";
import { listed } from "../properties";
import { applySettings } from "./applySettings";
import { immutableKeys, isSameInput } from "./inputs";
import { findById } from "./find";
import { managedState } from "./state";
import { addRequest, getRequest } from "./requests";

/**
 * Adopts an existing zone of the declared name if the resource says so and nothing immutable differs.
 *
 * @param why why the zone is not created
 * @returns undefined if the zone was deleted in the meantime
 * @throws {ConflictError} with the ways to adopt it
 */
export async function adoptOrRefuse(
  context: LifeCycleContext,
  zone: LinkedStorageZone,
  inputs: StorageZoneInputs,
  why: string,
): Promise<CreateResult | undefined> {
  const differing = immutableDifferences(zone, inputs);
  if (inputs.adopt === true && differing.length === 0) return adopt(context, String(zone.id), inputs, "adopt");
  const id = String(zone.id);
  const advice =
    differing.length === 0
      ? `To adopt it, declare it with adopt: true, or import it: ${context.importCommand} ${id}. ` +
        `If another resource or stack of yours has it, don't: rename a resource with the option aliases, or remove it from its state first`
      : `It can't be adopted as declared: ${listed(differing)}. Declare its actual values, with adopt: true, or choose another name`;
  throw new ConflictError(
    `${why}: a storage zone named ${shown(zone.name)} exists in this account with id ${id}. ${advice}`,
    { request: addRequest },
  );
}

/** Adopts the zone with that id: the resource has the option `import`. */
export async function adoptById(
  context: LifeCycleContext,
  inputs: StorageZoneInputs,
  id: string,
): Promise<CreateResult> {
  const adopted = await adopt(context, id, inputs, "the resource option import");
  if (adopted !== undefined) return adopted;
  throw new NotFoundError(
    `There is no storage zone ${id} to import in this account. Check the id in the resource option import, or remove the option to create the zone`,
    { request: getRequest(id) },
  );
}

/**
 * Another resource of this run may delete the zone, so it is looked at again once that has ended. Throws no `IncompleteError`: if a
 * setting can't be applied, the zone must not enter the state.
 *
 * @returns undefined if the zone no longer exists
 */
async function adopt(
  { client, memory, tell }: LifeCycleContext,
  id: string,
  inputs: StorageZoneInputs,
  by: "adopt" | "the resource option import",
): Promise<CreateResult | undefined> {
  return memory.entries.inTurn(id, async () => {
    const zone = await findById(client, id);
    if (zone === undefined) return undefined;
    const differing = immutableDifferences(zone, inputs);
    if (differing.length > 0) {
      throw new ConflictError(
        `Storage zone ${id} was not ${by === "adopt" ? "adopted" : "imported"}: ${listed(differing)}. Declare it as it is, or remove ${by}`,
        { request: getRequest(id) },
      );
    }
    const live = await applySettings(client, zone, inputs);
    tell(adoptionText(zone, live));
    return { id, state: { ...managedState(live, inputs), [markKey]: memory.entries.add(id) } };
  });
}

/** What was taken over, without values: they may be secret. */
function adoptionText(before: LinkedStorageZone, after: LinkedStorageZone): string {
  const { id, name, pullZones } = before;
  // Not an essential field, so a service may omit it.
  const { filesStored = "unknown" } = before as { filesStored?: number };
  const changed = storageZone.settings
    .map((field) => field.name as keyof LinkedStorageZone)
    .filter((key) => !isDeepStrictEqual(before[key], after[key]));
  return (
    `Adopted storage zone ${shown(name)} (id: ${String(id)}, files: ${String(filesStored)}, ` +
    `linked pull zones: ${String(pullZones.length)}). ` +
    (changed.length === 0 ? "All declared settings match" : `Updated: ${changed.join(", ")}`)
  );
}

/** The immutable properties in which a zone differs from what is declared, in words. */
export function immutableDifferences(zone: LinkedStorageZone, inputs: StorageZoneInputs): string[] {
  const live: Properties = { ...zone, region: zone.region?.toUpperCase() };
  return immutableKeys
    .filter((key) => inputs[key] !== undefined && live[key] !== undefined && !isSameInput(key, inputs[key], live[key]))
    .map((key) => `${key} is ${shown(live[key])}, declared is ${shown(inputs[key])}`);
}
