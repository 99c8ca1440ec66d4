import { storageZone } from "../../kinds/storageZone";
import type { LinkedStorageZone } from "../../types/storageZone";
import type { Field } from "../../wire/fields";
import { storageZoneTable } from "../../wire/storageZone";
import { declaring } from "../../declared/declaring";
import type { Properties } from "../../declared/properties";
import { alignSet, canonical, picked, stableSince, stringsIn } from "../../declared/properties";

/** Returns the state of a zone that is only read. */
export function externalState(zone: LinkedStorageZone, prior: Properties = {}): Properties {
  return stateOf(zone, stableSince("storageZoneId", prior));
}

/**
 * Returns a zone with the known values of settings that the service does not return, because a missing setting is not a change. Nullable settings
 * are not filled in: a missing one means that there is none.
 */
function withKnownSettings(zone: LinkedStorageZone, known: object): LinkedStorageZone {
  const missing = storageZone.settings
    .filter(({ immutable, nullable }) => immutable === true || !nullable)
    .map(({ name }) => name)
    .filter((name) => (zone as unknown as Properties)[name] === undefined);
  return { ...zone, ...picked(known, missing) };
}

function stateOf(
  zone: LinkedStorageZone,
  keep: (field: Field) => boolean,
  replicasBefore: readonly string[] = [],
): Properties {
  const state = canonical(storageZoneTable, zone, (field) => !convertedFields.includes(field.name) && keep(field));
  if (zone.region !== undefined) state["region"] = zone.region.toUpperCase();
  state["replicationRegions"] = replicasIn(zone, replicasBefore);
  // Complete pull zones would bring their secrets into this state.
  if (knowsPullZones(zone)) {
    state["pullZones"] = zone.pullZones
      .filter(({ id }) => Number.isSafeInteger(id))
      .map((link) => ({ id: link.id, name: link.name ?? "" }))
      .sort((a, b) => a.id - b.id);
  }
  state["storageZoneId"] = zone.id;
  return state;
}

/** Whether a zone shows its pull zones: a list may omit them. */
export function knowsPullZones({ pullZones }: Partial<LinkedStorageZone>): boolean {
  return pullZones !== undefined;
}

/** Fields that a state has in a different form. */
const convertedFields = ["id", "pullZones", "replicationRegions"];

/** Returns the replicas of a live zone in upper case, without duplicates, and sorted, because their order has no meaning. */
export function liveReplicas(zone: Pick<LinkedStorageZone, "replicationRegions">): string[] {
  return [...new Set(zone.replicationRegions.map((code) => code.toUpperCase()))].sort();
}

/**
 * Returns the replicas of a zone in the order of the known ones. While a replica is being enabled, the service may not show it yet, so the known
 * ones are then included.
 */
function replicasIn(zone: LinkedStorageZone, before: readonly string[]): string[] {
  const live = liveReplicas(zone);
  return alignSet(zone.replicationChangeInProgress ? [...live, ...before] : live, before);
}

export const { managedState, liveInputs, importInputs } = declaring<LinkedStorageZone>({
  kind: storageZone,
  outputs: (found, known) => ({
    ...stateOf(withKnownSettings(found, known), () => true, stringsIn(known["replicationRegions"])),
    ...(knowsPullZones(found) ? {} : picked(known, ["pullZones"])),
  }),
  shown: (found, known) => {
    const zone = withKnownSettings(found, known);
    const region = (zone.region ?? "").toUpperCase();
    const replicationRegions = replicasIn(zone, stringsIn(known["replicationRegions"]));
    return { ...zone, name: zone.name ?? "", region, replicationRegions };
  },
});
