import type { GetStorageZoneResult, LinkedStorageZone } from "../../types/storageZone";
import type { Field } from "../../wire/fields";
import { storageZoneTable } from "../../wire/storageZone";
import type { Properties } from "../lifeCycle";
import { markKey } from "../entries";
import { alignSet, canonical, isStable, stringsIn } from "../properties";
import type { StorageZoneInputs } from "./inputs";
import { immutableKeys, inputKeys, inputsOf, isSameName, optionKeys, settingKeys } from "./inputs";

/** The key under which a managed zone's state records which inputs were declared: a dynamic `read` does not receive them. */
export const declaredKey = "__declared";

/**
 * The state of a managed zone: its fields, the options, and which inputs were declared.
 *
 * @param prior the previous state, if there is one
 */
export function managedState(zone: LinkedStorageZone, inputs: StorageZoneInputs, prior: Properties = {}): Properties {
  const live = withKnownSettings(zone, { ...prior, ...inputs });
  const state = stateOf(live, () => true, inputs.replicationRegions);
  state["name"] = nameAs(inputs.name, live);
  for (const key of optionKeys) if (inputs[key] !== undefined) state[key] = inputs[key];
  state[declaredKey] = inputKeys.filter((key) => inputs[key] !== undefined);
  if (prior[markKey] !== undefined) state[markKey] = prior[markKey];
  return state;
}

/** The presumed state of a zone whose creation was answered with its id, but an otherwise invalid body. */
export function presumedState(id: number, inputs: StorageZoneInputs): Properties {
  const { replicationRegions = [] } = inputs;
  const presumed = { id, pullZones: [], ...inputs, replicationRegions };
  return managedState(presumed as unknown as LinkedStorageZone, inputs);
}

/** The state of a zone that is only read. The engine compares its outputs, so it has no volatile ones. */
export function externalState(zone: LinkedStorageZone): Properties {
  return stateOf(zone, isStable);
}

export function isManaged(state: Properties): boolean {
  return Array.isArray(state[declaredKey]);
}

/** Which inputs were declared: the last inputs, if known, or else those that the state records. */
export function declaredNames(state: Properties, lastInputs?: Properties): string[] {
  if (lastInputs === undefined) return stringsIn(state[declaredKey]);
  return inputKeys.filter((key) => lastInputs[key] !== undefined);
}

/** The live values of the declared inputs, and of no others, so that a default is never a difference. */
export function liveInputs(
  state: Properties,
  found: LinkedStorageZone,
  declared: readonly string[],
): StorageZoneInputs {
  const zone = withKnownSettings(found, state);
  const replicas = replicasIn(zone, stringsIn(state["replicationRegions"]));
  const live: Record<(typeof settingKeys)[number], unknown> = {
    name: nameAs(state["name"], zone),
    region: (zone.region ?? "").toUpperCase(),
    replicationRegions: replicas.length > 0 ? replicas : undefined,
    zoneTier: zone.zoneTier,
    storageZoneType: zone.storageZoneType,
    rewrite404To200: zone.rewrite404To200,
    custom404FilePath: zone.custom404FilePath ?? "",
  };
  const inputs: Properties = {};
  for (const key of settingKeys) if (live[key] !== undefined && declared.includes(key)) inputs[key] = live[key];
  for (const key of optionKeys) if (state[key] !== undefined && declared.includes(key)) inputs[key] = state[key];
  return inputsOf(inputs);
}

/**
 * A zone with the known values of the settings that the service does not return: a missing one is not a change.
 * `custom404FilePath` is not filled in: it may be null, so a missing one means that there is none.
 */
function withKnownSettings(zone: LinkedStorageZone, known: object): LinkedStorageZone {
  const keys = [...immutableKeys, "rewrite404To200"] as const;
  const missing = keys.filter((key) => zone[key] === undefined && key in known);
  return { ...zone, ...Object.fromEntries(missing.map((key) => [key, (known as Properties)[key]])) };
}

/** The replicas of a live zone, normalised: upper case, no duplicates, sorted, because their order means nothing. */
export function liveReplicas(zone: Pick<GetStorageZoneResult, "replicationRegions">): string[] {
  return [...new Set(zone.replicationRegions.map((code) => code.toUpperCase()))].sort();
}

function stateOf(zone: LinkedStorageZone, keep: (field: Field) => boolean, known: readonly string[] = []): Properties {
  const state = canonical(storageZoneTable, zone, (field) => !convertedFields.includes(field.name) && keep(field));
  if (zone.region !== undefined) state["region"] = zone.region.toUpperCase();
  state["replicationRegions"] = replicasIn(zone, known);
  // Whole pull zones would bring their secrets into this state.
  state["pullZones"] = zone.pullZones
    .filter(({ id }) => Number.isSafeInteger(id))
    .map((link) => ({ id: link.id, name: link.name ?? "" }))
    .sort((a, b) => a.id - b.id);
  state["storageZoneId"] = zone.id;
  return state;
}

/** Fields that a state has in another form. */
const convertedFields = ["id", "pullZones", "replicationRegions"];

/** The name as declared if it differs only in case, which must not replace the zone. */
function nameAs(declared: unknown, { name }: Pick<LinkedStorageZone, "name">): string {
  return typeof declared === "string" && (name === undefined || isSameName(declared, name)) ? declared : (name ?? "");
}

/**
 * The replicas of a zone in the order of the known ones. While a replica is being enabled, the service may not show it yet, so
 * the known ones are then included.
 */
function replicasIn(zone: LinkedStorageZone, known: readonly string[]): string[] {
  const live = liveReplicas(zone);
  return alignSet(zone.replicationChangeInProgress ? [...live, ...known] : live, known);
}
