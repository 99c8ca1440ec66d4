import type { ResourceValidationArgs, ResourceValidationPolicy } from "@pulumi/policy";

/** Every policy is called for every resource. The first type is that of this package's classes, the second the plugin's. */
const isA = ({ type }: ResourceValidationArgs, kind: string): boolean =>
  type === `pulumi-nodejs:dynamic/cdn:${kind}` || type === `cdn:index:${kind}`;

export const policies: ResourceValidationPolicy[] = [
  {
    name: "log-anonymization",
    description: "The logs of a pull zone must not hold whole IP addresses of visitors.",
    enforcementLevel: "mandatory",
    validateResource: (resource, reportViolation) => {
      if (!isA(resource, "PullZone") || resource.props.loggingIPAnonymizationEnabled === true) return;
      reportViolation(`Declare loggingIPAnonymizationEnabled: true for ${resource.name}.`);
    },
  },
  {
    name: "protected-storage",
    description: "A storage zone must be protected: its files are deleted with it.",
    enforcementLevel: "mandatory",
    validateResource: (resource, reportViolation) => {
      if (!isA(resource, "StorageZone") || resource.opts.protect) return;
      reportViolation(`Give ${resource.name} the resource option protect: true.`);
    },
  },
  {
    name: "two-replicas",
    description: "A storage zone must have two replicas, so that it survives the loss of a region.",
    enforcementLevel: "mandatory",
    validateResource: (resource, reportViolation) => {
      if (!isA(resource, "StorageZone")) return;
      const replicas = (resource.props.replicationRegions as unknown[] | undefined)?.length ?? 0;
      if (replicas < 2) reportViolation(`${resource.name} has ${String(replicas)} replicationRegions, but needs 2.`);
    },
  },
  {
    name: "no-force-destroy",
    description: "A storage zone that holds files should not be deletable in one step.",
    enforcementLevel: "advisory",
    validateResource: (resource, reportViolation) => {
      if (!isA(resource, "StorageZone") || resource.props.forceDestroy !== true) return;
      reportViolation(`${resource.name} declares forceDestroy.`);
    },
  },
  {
    name: "shield-plan",
    description: "A shield must not be on a plan that the account pays for.",
    enforcementLevel: "mandatory",
    validateResource: (resource, reportViolation) => {
      if (!isA(resource, "PullZoneShield") || !((resource.props.planType as number | undefined) ?? 0)) return;
      reportViolation(`${resource.name} declares a planType that the account pays for.`);
    },
  },
  {
    name: "shield-firewall",
    description: "A shield should block what its firewall finds.",
    enforcementLevel: "advisory",
    validateResource: (resource, reportViolation) => {
      if (!isA(resource, "PullZoneShield")) return;
      const { wafEnabled, wafExecutionMode } = resource.props;
      if (wafEnabled !== true || wafExecutionMode !== 1) reportViolation(`${resource.name} does not block requests.`);
    },
  },
];
