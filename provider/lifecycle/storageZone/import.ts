import { storageZone } from "../../kinds/storageZone";
import type { LinkedStorageZone } from "../../types/storageZone";
import type { Properties } from "../shared/lifeCycle";
import { liveReplicas } from "./replicas";

/** The inputs to declare an existing zone with: those that it can't be declared without, and the settings that differ from a new zone's. */
export function importInputs(zone: LinkedStorageZone): Properties {
  const live = zone as unknown as Properties;
  const others = storageZone.settings
    .filter(({ name, input }) => input.initial !== undefined && (live[name] ?? input.initial) !== input.initial)
    .map(({ name }) => [name, live[name]] as const);
  return {
    name: zone.name ?? "",
    region: (zone.region ?? "").toUpperCase(),
    // Replicas, too, because they can't be removed.
    ...(zone.replicationRegions.length === 0 ? {} : { replicationRegions: liveReplicas(zone) }),
    ...Object.fromEntries(others),
  };
}
