import type { StorageZoneArgs } from "pulumi-cdn-zones";
import type { Policy } from "./enforce";

/** The properties of a storage zone as a policy sees them: all known. */
type Known = { [Key in keyof StorageZoneArgs]: unknown };

// A policy pack calls every policy for every resource, so each checks the type.
const storageZone = "pulumi-nodejs:dynamic/cdn:StorageZone";

export const twoReplicas: Policy<Known> = {
  name: "two-replicas",
  description: "Every storage zone is replicated to two regions, so that it survives the loss of one.",
  enforcementLevel: "mandatory",
  validateResource: ({ type, name, props }, reportViolation) => {
    if (type !== storageZone) return;
    const replicas = Array.isArray(props.replicationRegions) ? props.replicationRegions.length : 0;
    if (replicas < 2) reportViolation(`${name} has ${String(replicas)} replication regions, but needs 2`);
  },
};

export const noForceDestroy: Policy<Known> = {
  name: "no-force-destroy",
  description: "A zone that holds files should not be deletable in one step.",
  enforcementLevel: "advisory",
  validateResource: ({ type, name, props }, reportViolation) => {
    if (type !== storageZone) return;
    if (props.forceDestroy === true) reportViolation(`${name} declares forceDestroy`);
  },
};
