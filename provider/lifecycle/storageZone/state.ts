import type { LinkedStorageZone } from "../../types/storageZone";
import { storageZoneTable } from "../../wire/storageZone";
import { canonical, isSetting } from "../canonical";
import type { Properties } from "../lifeCycle";
import { alignSet, stringsIn } from "../sets";
import type { StorageZoneInputs } from "./inputs";
import { isOneName, optionKeys, settingKeys } from "./inputs";
import { liveReplicas } from "./replicas";

/** The key under which a managed zone's state records which inputs were declared: `read` is told nothing else of them. */
export const declaredKey = "__declared";

/** The state of a zone that this stack manages: every field of the contract, and how it was declared. */
export function managedState(zone: LinkedStorageZone, inputs: StorageZoneInputs): Properties {
  const keys = [...settingKeys, ...optionKeys].filter((key) => inputs[key] !== undefined);
  const options = Object.fromEntries(
    optionKeys.filter((key) => inputs[key] !== undefined).map((key) => [key, inputs[key]]),
  );
  const state = stateOf(zone, () => true, inputs.replicationRegions);
  return { ...state, name: nameAs(inputs.name, zone), ...options, [declaredKey]: keys };
}

/** A name that differs from the declared one by case alone is the same to the service, and no reason to replace a zone. */
function nameAs(declared: unknown, { name = "" }: Pick<LinkedStorageZone, "name">): string {
  return typeof declared === "string" && isOneName(declared, name) ? declared : name;
}

/** The state of a zone read by id, which is compared output by output: nothing in it moves by itself. */
export function externalState(zone: LinkedStorageZone): Properties {
  return stateOf(zone, isSetting);
}

/** Whether a state is that of a zone that this stack manages. */
export function isManaged(state: Properties): boolean {
  return Array.isArray(state[declaredKey]);
}

/** The inputs that a state records, as they stand live: only what was declared, so that a default is never a difference. */
export function mirroredInputs(state: Properties, zone: LinkedStorageZone): StorageZoneInputs {
  const declared = new Set(stringsIn(state[declaredKey]));
  const live: StorageZoneInputs = {
    name: nameAs(state["name"], zone),
    region: (zone.region ?? "").toUpperCase(),
    zoneTier: zone.zoneTier,
    storageZoneType: zone.storageZoneType,
    rewrite404To200: zone.rewrite404To200,
    custom404FilePath: zone.custom404FilePath ?? "",
  };
  const replicas = alignSet(liveReplicas(zone), stringsIn(state["replicationRegions"]));
  if (replicas.length > 0) live.replicationRegions = replicas;
  const options = Object.fromEntries(optionKeys.map((key) => [key, state[key]]));
  return Object.fromEntries(
    Object.entries({ ...live, ...options }).filter(([key, value]) => declared.has(key) && value !== undefined),
  ) as unknown as StorageZoneInputs;
}

/** What a zone is known to be where its creation was answered, but not readably. */
export function presumedState(id: number, inputs: StorageZoneInputs): Properties {
  return managedState(
    {
      id,
      pullZones: [],
      ...inputs,
      replicationRegions: inputs.replicationRegions ?? [],
    } as unknown as LinkedStorageZone,
    inputs,
  );
}

function stateOf(zone: LinkedStorageZone, keep: typeof isSetting, order: readonly string[] = []): Properties {
  const { id, ...state } = canonical(storageZoneTable, zone, (field) => keep(field) && field.name !== "pullZones");
  return {
    ...state,
    ...(zone.region === undefined ? {} : { region: zone.region.toUpperCase() }),
    replicationRegions: alignSet(liveReplicas(zone), order),
    // Whole pull zones would put their secrets into the state of a storage zone.
    pullZones: zone.pullZones.map((link) => ({ id: link.id, name: link.name ?? "" })).sort((a, b) => a.id - b.id),
    storageZoneId: id,
  };
}

/** What a zone that stands already is declared with, and its state without its passwords, which the next read fills in. */
export function importedState(zone: LinkedStorageZone): { inputs: StorageZoneInputs; state: Properties } {
  const inputs: StorageZoneInputs = {
    name: zone.name ?? "",
    region: (zone.region ?? "").toUpperCase(),
    ...(zone.replicationRegions.length === 0 ? {} : { replicationRegions: liveReplicas(zone).sort() }),
  };
  const secrets = new Set(storageZoneTable.fields.filter((field) => field.secret).map((field) => field.name));
  const state = Object.entries(managedState(zone, inputs)).filter(([key]) => !secrets.has(key));
  return { inputs, state: Object.fromEntries(state) };
}
