import { fieldNames } from "../../wire/fields";
import { storageZoneTable } from "../../wire/storageZone";
import type { Properties } from "../lifeCycle";

/** The normalised inputs of a storage zone, all values known. */
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

/** Inputs that control the life cycle. The service does not know them. */
export const optionKeys = [
  "forceDestroy",
  "adopt",
  "waitForReplication",
] as const satisfies readonly (keyof StorageZoneInputs)[];

export const inputKeys = [...settingKeys, ...optionKeys] as const;

const immutableFields = new Set(fieldNames(storageZoneTable, (field) => field.immutable === true));

/** Settings that can't be updated in place. */
export const immutableKeys = settingKeys.filter((key) => immutableFields.has(key));

/** Settings that can. */
export const updatableKeys = settingKeys.filter((key) => !immutableFields.has(key));

/** Types the inputs that the other steps of the life cycle receive: `check` has validated them. */
export function inputsOf(properties: Properties): StorageZoneInputs {
  return properties as Properties & StorageZoneInputs;
}

/** Whether the service takes two values of an immutable input for the same. */
export function isSameInput(key: (typeof immutableKeys)[number], a: unknown, b: unknown): boolean {
  return key === "name" ? isSameName(a, b) : a === b;
}

/** Assumption: the service ignores case in names. */
export function isSameName(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "string" && typeof b === "string" && a.toLowerCase() === b.toLowerCase());
}
