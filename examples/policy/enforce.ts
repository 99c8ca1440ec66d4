import * as pulumi from "@pulumi/pulumi";

/** A rule, in the shape of a `ResourceValidationPolicy` of @pulumi/policy: it can move into a policy pack as it is. */
export interface Policy<Props> {
  readonly name: string;
  readonly description: string;
  readonly enforcementLevel: "advisory" | "mandatory";
  readonly validateResource: (
    args: { readonly type: string; readonly name: string; readonly props: Props },
    reportViolation: (message: string) => void,
  ) => void;
}

/**
 * Applies the policies to every resource of a kind that is declared from now on. A resource depends on its verdict: one that
 * breaks a mandatory rule fails in the preview.
 */
export function enforce<Props>(
  isKind: (resource: unknown) => resource is pulumi.Resource,
  policies: readonly Policy<Props>[],
): void {
  pulumi.runtime.registerStackTransformation(({ resource, type, name, props, opts }) => {
    // Resources that are only read are not checked.
    if (!isKind(resource) || ("id" in opts && opts.id !== undefined)) return undefined;
    const verdict = pulumi.output(props).apply((known) => {
      for (const policy of policies) judge(policy, { type, name, props: known as Props }, resource);
    });
    const earlier = pulumi.output(opts.dependsOn) as pulumi.Output<pulumi.Resource | pulumi.Resource[] | undefined>;
    const dependsOn = pulumi.all([earlier, verdict]).apply(([before]) => {
      const resources: pulumi.Resource[] = [];
      return resources.concat(before ?? []);
    });
    return { props, opts: { ...opts, dependsOn } };
  });
}

function judge<Props>(
  { name: policyName, description, enforcementLevel, validateResource }: Policy<Props>,
  args: Parameters<Policy<Props>["validateResource"]>[0],
  resource: pulumi.Resource,
): void {
  validateResource(args, (message) => {
    const violation = `${message}. Policy ${policyName}: ${description}`;
    if (enforcementLevel === "mandatory") throw refusal(violation);
    void pulumi.log.warn(violation, resource);
  });
}

function refusal(message: string): Error {
  // Without a stack: Node 20 takes half a minute to print one with frames of the SDK in a TypeScript program.
  return Object.assign(new pulumi.RunError(message), { stack: "" });
}
