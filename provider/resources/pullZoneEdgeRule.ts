// Generated from provider/kinds/pullZoneEdgeRule.ts by `npm run generate`.

import type * as pulumi from "@pulumi/pulumi";
import type { Args } from "../types/args";
import type { PullZoneEdgeRuleDetails, PullZoneEdgeRuleInputs } from "../types/pullZoneEdgeRule";
import { CdnResource, isOfKind, withId } from "./cdnResource";
import type { Outputs } from "./cdnResource";

/** The arguments of an edge rule. */
export interface PullZoneEdgeRuleArgs extends Args<PullZoneEdgeRuleInputs> {
  // With at least one own property, the interface keeps its name in compiler messages.
  pullZoneId: pulumi.Input<number>;
}

/** The outputs of an edge rule. */
export interface PullZoneEdgeRuleState extends PullZoneEdgeRuleDetails {}

/**
 * An edge rule of a pull zone: an action on the requests that match its triggers. An omitted setting is cleared; only an omitted
 * `orderIndex` or `triggerMatchingType` keeps the service's value. Parameters are secret only if the program passes secrets.
 * {@link PullZoneEdgeRule.get} reads an existing rule without managing it, and the parameters are secret outputs.
 *
 * Assumption: the operations that add, change and delete an edge rule. In the contract, rules can only be read.
 *
 * @example
 * ```ts
 * import * as cdn from "pulumi-cdn-zones";
 *
 * const web = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://www.acme.example" });
 *
 * new cdn.PullZoneEdgeRule("no-sniff", {
 *   pullZoneId: web.pullZoneId,
 *   description: "no sniffing",
 *   actionType: cdn.EdgeRuleActionType.SetResponseHeader,
 *   actionParameter1: "X-Content-Type-Options",
 *   actionParameter2: "nosniff",
 *   triggers: [{ type: cdn.EdgeRuleTriggerType.Url, patternMatches: ["*"] }],
 * });
 * ```
 */
export class PullZoneEdgeRule extends CdnResource {
  // Without a comment, so that an editor shows the comment of the class.
  constructor(name: string, args: PullZoneEdgeRuleArgs, opts?: pulumi.CustomResourceOptions) {
    super("PullZoneEdgeRule", name, args, opts);
  }

  /**
   * Reads an existing edge rule without managing it. If there is no such rule, the deployment fails.
   *
   * @param id the id of the pull zone and the GUID, with a slash between them
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): PullZoneEdgeRule {
    return new PullZoneEdgeRule(name, {} as PullZoneEdgeRuleArgs, withId(id, opts));
  }

  /** Whether a value is an instance of `PullZoneEdgeRule`, also from another copy of this package. */
  static override isInstance(value: unknown): value is PullZoneEdgeRule {
    return isOfKind("PullZoneEdgeRule", value);
  }
}

// Declares the outputs, which follow from the state's type.
export interface PullZoneEdgeRule extends Outputs<PullZoneEdgeRuleState> {}
