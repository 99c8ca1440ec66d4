import { ConflictError } from "../../api/errors";
import type { GetStorageZoneResult } from "../../types/storageZone";
import { shown } from "../../api/input";
import { listed } from "../sets";
import type { StorageZoneInputs } from "./inputs";
import { immutableKeys, isSame } from "./inputs";

/** The immutable properties in which a standing zone differs from the declared one, in words. */
export function disagreements(zone: GetStorageZoneResult, inputs: StorageZoneInputs): string[] {
  const live = { ...zone, region: zone.region?.toUpperCase() };
  return immutableKeys
    .filter((key) => inputs[key] !== undefined && live[key] !== undefined && !isSame(key, inputs[key], live[key]))
    .map((key) => `${key} is ${shown(live[key])}, declared is ${shown(inputs[key])}`);
}

/** The error for a zone that stands where one was to be made: what it is, and both ways to take it over. */
export function standsAlready(zone: GetStorageZoneResult, inputs: StorageZoneInputs, why: string): ConflictError {
  const differing = disagreements(zone, inputs);
  const id = String(zone.id);
  const ways =
    differing.length === 0
      ? `To take it over, declare it with adopt: true, or import it: pulumi-cdn-zones import ${id}. ` +
        `If another resource or stack of yours has it, don't: rename a resource with the option aliases, or take it out of its state first`
      : `It can't be taken over as declared: ${listed(differing)}. Declare what it is with adopt: true, or choose another name`;
  return new ConflictError(
    `${why}: a storage zone named ${shown(zone.name)} stands in this account with id ${id}. ${ways}`,
    {
      request: { operation: "add storage zone", method: "POST", path: "/storagezone" },
    },
  );
}
