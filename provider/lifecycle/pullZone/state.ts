import type { GetPullZoneResult } from "../../types/pullZone";
import { pullZoneTable } from "../../wire/pullZone";
import { canonical } from "../canonical";
import type { Properties } from "../lifeCycle";

/** The state of a pull zone: its configuration. Nothing in it moves by itself, so every difference is somebody's doing. */
export function pullZoneState(zone: GetPullZoneResult, includeCertificate: boolean): Properties {
  const { id, ...state } = canonical(pullZoneTable, zone);
  return { ...state, pullZoneId: id, ...(includeCertificate ? { includeCertificate } : {}) };
}
