import { isDeepStrictEqual } from "node:util";
import { ConflictError, NotFoundError } from "../../api/errors";
import { shown } from "../../api/input";
import type { GetStorageZoneResult } from "../../types/storageZone";
import type { CreateResult, LifeCycleContext } from "../lifeCycle";
import { listed } from "../properties";
import type { StorageZoneInputs } from "./inputs";
import { immutableKeys, isSameInput, updatableKeys } from "./inputs";
import { findById, getRequest } from "./find";
import { managedState } from "./state";
import { applySettings } from "./update";

/** The request in the errors of a creation. */
export const addRequest = { operation: "add storage zone", method: "POST", path: "/storagezone" };

/**
 * Adopts an existing zone of the declared name if the resource says so and nothing immutable differs.
 *
 * @param why why the zone is not created
 * @throws {ConflictError} with the ways to adopt it
 */
export async function adoptOrRefuse(
  context: LifeCycleContext,
  zone: GetStorageZoneResult,
  inputs: StorageZoneInputs,
  why: string,
): Promise<CreateResult> {
  const differing = immutableDifferences(zone, inputs);
  if (inputs.adopt === true && differing.length === 0) return adopt(context, zone, inputs);
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
  const evidence = { request: getRequest(id) };
  const zone = await findById(context.client, id);
  if (zone === undefined) {
    throw new NotFoundError(
      `There is no storage zone ${id} to import in this account. Check the id in the resource option import, or remove the option to create the zone`,
      evidence,
    );
  }
  const differing = immutableDifferences(zone, inputs);
  if (differing.length > 0) {
    throw new ConflictError(
      `Storage zone ${id} was not imported: ${listed(differing)}. Declare it as it is, or remove the resource option import`,
      evidence,
    );
  }
  return adopt(context, zone, inputs);
}

/** Throws no `IncompleteError`: if a setting can't be applied, the zone must not enter the state. */
async function adopt(
  { client, adoptedIds, tell }: LifeCycleContext,
  zone: GetStorageZoneResult,
  inputs: StorageZoneInputs,
): Promise<CreateResult> {
  const live = await applySettings(client, zone, inputs);
  adoptedIds.add(String(zone.id));
  tell(adoptionText(zone, live));
  return { id: String(zone.id), state: managedState(live, inputs) };
}

/** What was taken over, without values: they may be secret. */
function adoptionText(before: GetStorageZoneResult, after: GetStorageZoneResult): string {
  const { id, name, pullZones } = before;
  // Not an essential field, so a service may omit it.
  const { filesStored = "unknown" } = before as { filesStored?: number };
  const changed = updatableKeys.filter((key) => !isDeepStrictEqual(before[key], after[key]));
  return (
    `Adopted storage zone ${shown(name)} (id: ${String(id)}, files: ${String(filesStored)}, ` +
    `linked pull zones: ${String(pullZones.length)}). ` +
    (changed.length === 0 ? "All declared settings match" : `Updated: ${changed.join(", ")}`)
  );
}

/** The immutable properties in which a zone differs from what is declared, in words. */
export function immutableDifferences(zone: GetStorageZoneResult, inputs: StorageZoneInputs): string[] {
  const live = { ...zone, region: zone.region?.toUpperCase() };
  return immutableKeys
    .filter((key) => inputs[key] !== undefined && live[key] !== undefined && !isSameInput(key, inputs[key], live[key]))
    .map((key) => `${key} is ${shown(live[key])}, declared is ${shown(inputs[key])}`);
}
