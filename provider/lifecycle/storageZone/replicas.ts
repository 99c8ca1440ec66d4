import type { LinkedStorageZone } from "../../types/storageZone";
import type { Properties } from "../shared/lifeCycle";
import { alignSet, listed, stringsIn } from "../shared/properties";

/** The replicas of a live zone, normalised: upper case, no duplicates, sorted, because their order means nothing. */
export function liveReplicas(zone: Pick<LinkedStorageZone, "replicationRegions">): string[] {
  return [...new Set(zone.replicationRegions.map((code) => code.toUpperCase()))].sort();
}

/**
 * The replicas of a zone in the order of the known ones. While a replica is being enabled, the service may not show it yet, so
 * the known ones are then included.
 */
export function replicasIn(zone: LinkedStorageZone, known: readonly string[]): string[] {
  const live = liveReplicas(zone);
  return alignSet(zone.replicationChangeInProgress ? [...live, ...known] : live, known);
}

/**
 * Why the declared replicas are refused. Assumption: replication regions can be added to a zone, but not removed.
 *
 * @returns undefined if none is removed
 */
export function removalReason(current: readonly string[], declared: readonly string[]): string | undefined {
  const removed = current.filter((code) => !declared.includes(code));
  if (removed.length === 0) return undefined;
  const them = removed.length === 1 ? "it" : "them";
  return (
    `must keep ${listed(removed)}, which the zone replicates to: a replication region can be added, never removed. ` +
    `Declare ${them} (replicationRegions: ${JSON.stringify([...declared, ...removed])}), ` +
    `or ignore ${them} with the resource option ignoreChanges: ["replicationRegions"], ` +
    `or declare a new zone under another name`
  );
}

/** Why an update would refuse the declared replicas; see {@link LifeCycle.refusal}. */
export function replicaRefusal(
  live: Properties,
  declared: Properties,
): { property: string; reason: string; withoutValue: string } | undefined {
  const property = "replicationRegions";
  const reason = removalReason(stringsIn(live[property]), stringsIn(declared[property]));
  if (reason === undefined) return undefined;
  const withoutValue = `${property} must keep every region that the zone replicates to`;
  return { property, reason: `${property} ${reason}`, withoutValue };
}
