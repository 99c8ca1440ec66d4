import type { GetPullZoneResult } from "../../types/pullZone";
import type { Properties } from "../shared/lifeCycle";

/** Assumption: the service takes these, and ignores them, while it forwards no logs. */
const forwarding = ["logForwardingHostname", "logForwardingPort", "logForwardingToken"];

/** The declared settings that the service ignores, and so shows as none. They are no drift. */
export function ignoredSettings(zone: GetPullZoneResult, declared: readonly string[]): string[] {
  const live = zone as unknown as Properties;
  if (live["logForwardingEnabled"] !== false) return [];
  return forwarding.filter((name) => declared.includes(name) && !live[name]);
}
