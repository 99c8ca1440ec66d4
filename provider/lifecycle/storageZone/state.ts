import type { GetStorageZoneResult, LinkedStorageZone } from "../../types/storageZone";
import type { Field } from "../../wire/fields";
import { storageZoneTable } from "../../wire/storageZone";
import type { Properties } from "../lifeCycle";
import { alignSet, canonical, isSetting, stringsIn } from "../properties";
import type { StorageZoneInputs } from "./check";
import { immutableKeys, inputsOf, isOneName, optionKeys, settingKeys } from "./check";

/** The key under which a managed zone's state records which inputs were declared: `read` is told nothing else of them. */
export const declaredKey = "__declared";

const inputKeys = [...settingKeys, ...optionKeys];

/** The state of a zone that this stack manages: every field of the contract, and how it was declared. */
export function managedState(zone: LinkedStorageZone, inputs: StorageZoneInputs): Properties {
  const state = stateOf(withUnshown(zone, inputs), isOwn, inputs.replicationRegions);
  state["name"] = nameAs(inputs.name, zone);
  for (const key of optionKeys) if (inputs[key] !== undefined) state[key] = inputs[key];
  state[declaredKey] = inputKeys.filter((key) => inputs[key] !== undefined);
  return state;
}

/** The zone with what the service does not show of it as it was known: not to be shown is no change. */
export function withUnshown(zone: LinkedStorageZone, known: object): LinkedStorageZone {
  const keys = [...immutableKeys, "rewrite404To200"] as const;
  const unshown = keys.filter((key) => zone[key] === undefined && key in known);
  return { ...zone, ...Object.fromEntries(unshown.map((key) => [key, (known as Properties)[key]])) };
}

/** A name that differs from the declared one by case alone is the same to the service, and no reason to replace a zone. */
function nameAs(declared: unknown, { name }: Pick<LinkedStorageZone, "name">): string {
  return typeof declared === "string" && (name === undefined || isOneName(declared, name)) ? declared : (name ?? "");
}

/** The state of a zone read by id, which is compared output by output: nothing in it moves by itself. */
export function externalState(zone: LinkedStorageZone): Properties {
  return stateOf(zone, isOwnSetting);
}

/** Whether a state is that of a zone that this stack manages. */
export function isManaged(state: Properties): boolean {
  return Array.isArray(state[declaredKey]);
}

/** Which inputs were declared: the last ones, where they are known, or else those that the state records. */
export function declaredKeys(state: Properties, lastInputs?: Properties): string[] {
  if (lastInputs === undefined) return stringsIn(state[declaredKey]);
  return inputKeys.filter((key) => lastInputs[key] !== undefined);
}

/** The declared inputs as they stand live; no others, so that a default is never a difference. */
export function mirroredInputs(
  state: Properties,
  zone: LinkedStorageZone,
  declared: readonly string[],
): StorageZoneInputs {
  const replicas = replicasIn(zone, stringsIn(state["replicationRegions"]));
  const live: Record<(typeof settingKeys)[number], unknown> = {
    name: nameAs(state["name"], zone),
    region: (zone.region ?? "").toUpperCase(),
    zoneTier: zone.zoneTier,
    storageZoneType: zone.storageZoneType,
    rewrite404To200: zone.rewrite404To200,
    custom404FilePath: zone.custom404FilePath ?? "",
    replicationRegions: replicas.length > 0 ? replicas : undefined,
  };
  const inputs: Properties = {};
  for (const key of settingKeys) if (live[key] !== undefined && declared.includes(key)) inputs[key] = live[key];
  for (const key of optionKeys) if (state[key] !== undefined && declared.includes(key)) inputs[key] = state[key];
  return inputsOf(inputs);
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

function stateOf(zone: LinkedStorageZone, keep: (field: Field) => boolean, known: readonly string[] = []): Properties {
  const state = canonical(storageZoneTable, zone, keep);
  if (zone.region !== undefined) state["region"] = zone.region.toUpperCase();
  state["replicationRegions"] = replicasIn(zone, known);
  // Whole pull zones would put their secrets into the state of a storage zone.
  state["pullZones"] = zone.pullZones
    .filter(({ id }) => Number.isSafeInteger(id))
    .map((link) => ({ id: link.id, name: link.name ?? "" }))
    .sort((a, b) => a.id - b.id);
  state["storageZoneId"] = zone.id;
  return state;
}

/** In the order in which they are known. */
function replicasIn(zone: LinkedStorageZone, known: readonly string[]): string[] {
  return alignSet(effectiveReplicas(zone, known), known);
}

/** The fields that a state has as they are. */
function isOwn({ name }: Field): boolean {
  return name !== "id" && name !== "pullZones" && name !== "replicationRegions";
}

function isOwnSetting(field: Field): boolean {
  return isSetting(field) && isOwn(field);
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

/** The replicas of a live zone as declared ones are written: codes in capitals, each once. */
export function liveReplicas(zone: Pick<GetStorageZoneResult, "replicationRegions">): string[] {
  return [...new Set(zone.replicationRegions.map((code) => code.toUpperCase()))];
}

/** These, and while a replica is being enabled, which the zone may not show until then, those that are known to be wanted. */
export function effectiveReplicas(
  zone: Pick<GetStorageZoneResult, "replicationRegions" | "replicationChangeInProgress">,
  wanted: readonly string[],
): string[] {
  const live = liveReplicas(zone);
  return zone.replicationChangeInProgress ? [...new Set([...live, ...wanted])] : live;
}
