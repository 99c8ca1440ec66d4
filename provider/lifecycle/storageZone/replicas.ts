import type { GetStorageZoneResult } from "../../types/storageZone";
import { listed } from "../sets";

/** The replicas of a live zone as declared ones are written: codes in capitals, each once. */
export function liveReplicas(zone: Pick<GetStorageZoneResult, "replicationRegions">): string[] {
  return [...new Set(zone.replicationRegions.map((code) => code.toUpperCase()))];
}

/** These, and while a replica is being enabled, which the zone may not show until then, those that are known to be wanted. */
export function standingReplicas(
  zone: Pick<GetStorageZoneResult, "replicationRegions" | "replicationChangeInProgress">,
  wanted: readonly string[],
): string[] {
  const live = liveReplicas(zone);
  return zone.replicationChangeInProgress ? [...new Set([...live, ...wanted])] : live;
}

/**
 * Says why replicas can't go: replication is added to a zone, never removed (assumption).
 *
 * @returns undefined where nothing is removed
 */
export function removalReason(standing: readonly string[], declared: readonly string[]): string | undefined {
  const removed = standing.filter((code) => !declared.includes(code));
  if (removed.length === 0) return undefined;
  const them = removed.length === 1 ? "it" : "them";
  return (
    `must keep ${listed(removed)}, which the zone replicates to: a replication region can be added, never removed. ` +
    `Declare ${them} (replicationRegions: ${JSON.stringify([...declared, ...removed])}), ` +
    `or leave ${them} be with the resource option ignoreChanges: ["replicationRegions"], ` +
    `or declare a new zone under another name`
  );
}
