import { badRequest } from "../http/answer";
import type { Settings } from "../options";

// Transcribed from the contract: the codes that adding a zone accepts.
const contractMainRegions = ["DE", "NY", "LA", "SG"];
const contractReplicationRegions = ["DE", "NY", "LA", "SG", "SYD"];

export function mainRegions(settings: Settings): ReadonlySet<string> {
  return new Set([...contractMainRegions, ...settings.extraRegions]);
}

/** Refuses with 400 what is no replication region, and the main region among its own replicas (assumption). */
export function refuseUnknownReplicas(
  field: string,
  mainRegion: string | null,
  replicas: readonly string[],
  settings: Settings,
): void {
  const known = new Set([...contractReplicationRegions, ...settings.extraRegions]);
  for (const replica of replicas) {
    if (!known.has(replica)) throw badRequest(field, `The region '${replica}' is not available for replication.`);
    if (replica === mainRegion) throw badRequest(field, `The main region '${replica}' cannot be its own replica.`);
  }
}
