import { storageZone } from "../../kinds/storageZone";
import type { StorageZoneInputs } from "../../types/storageZone";
import type { Properties } from "../lifeCycle";

/** Settings that can't be updated in place. */
export const immutableKeys = storageZone.settings
  .filter((field) => field.immutable === true)
  .map(({ name }) => name) as readonly (keyof StorageZoneInputs)[];

/** Types the inputs that the other steps of the life cycle receive: `check` has validated them. */
export function inputsOf(properties: Properties): StorageZoneInputs {
  return properties as Properties & StorageZoneInputs;
}

/** Whether the service takes two values of an immutable input for the same. */
export function isSameInput(key: keyof StorageZoneInputs, a: unknown, b: unknown): boolean {
  return key === "name" ? isSameName(a, b) : a === b;
}

/** Assumption: the service ignores case in names. */
export function isSameName(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "string" && typeof b === "string" && a.toLowerCase() === b.toLowerCase());
}
