import { fieldNames } from "../../wire/fields";
import { storageZoneTable } from "../../wire/storageZone";
import type { Properties } from "../lifeCycle";

/** The inputs of a storage zone in their normal form, all values known. */
export interface StorageZoneInputs {
  name: string;
  region: string;
  replicationRegions?: string[];
  zoneTier?: number;
  storageZoneType?: number;
  rewrite404To200?: boolean;
  custom404FilePath?: string;
  forceDestroy?: boolean;
  adopt?: boolean;
  waitForReplication?: boolean;
}

/** Inputs that are settings of the zone itself, in the order in which a state records them. */
export const settingKeys = [
  "name",
  "region",
  "replicationRegions",
  "zoneTier",
  "storageZoneType",
  "rewrite404To200",
  "custom404FilePath",
] as const satisfies readonly (keyof StorageZoneInputs)[];

/** Inputs that steer the life cycle and stand nowhere in the service. */
export const optionKeys = [
  "forceDestroy",
  "adopt",
  "waitForReplication",
] as const satisfies readonly (keyof StorageZoneInputs)[];

const immutable = new Set(fieldNames(storageZoneTable, (field) => field.immutable === true));

/** Inputs that only another zone can have. */
export const immutableKeys = settingKeys.filter((key) => immutable.has(key));

/** Names that differ by case alone are one name to the service (assumption). */
export function isOneName(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "string" && typeof b === "string" && a.toLowerCase() === b.toLowerCase());
}

/** Whether two values of an immutable input mean the same zone. */
export function isSame(key: (typeof immutableKeys)[number], a: unknown, b: unknown): boolean {
  return key === "name" ? isOneName(a, b) : a === b;
}

/** Inputs that come from `check`, which is what every other step of the life cycle is handed. */
export function inputsOf(properties: Properties): StorageZoneInputs {
  return properties as Properties & StorageZoneInputs;
}
