import type { StorageZoneArgs } from "pulumi-cdn-zones";
import type { Policy } from "./enforce";

/** The properties of a storage zone as a policy sees them: all known. */
type Known = { [Key in keyof StorageZoneArgs]: unknown };

export const twoReplicas: Policy<Known> = {
  name: "two-replicas",
  description: "Every storage zone is replicated to two regions, so that it outlives the loss of one.",
  enforcementLevel: "mandatory",
  validateResource: ({ name, props }, reportViolation) => {
    const replicas = Array.isArray(props.replicationRegions) ? props.replicationRegions.length : 0;
    if (replicas < 2) reportViolation(`${name} has ${String(replicas)} replication regions, but needs 2`);
  },
};

export const noForceDestroy: Policy<Known> = {
  name: "no-force-destroy",
  description: "A zone that holds files should not be deletable in one step.",
  enforcementLevel: "advisory",
  validateResource: ({ name, props }, reportViolation) => {
    if (props.forceDestroy === true) reportViolation(`${name} declares forceDestroy`);
  },
};
