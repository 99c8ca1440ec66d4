// Generated from provider/kinds/shieldRateLimit.ts by `npm run generate`.

import type * as pulumi from "@pulumi/pulumi";
import type { Args } from "../types/args";
import type { ShieldRateLimitDetails, ShieldRateLimitInputs } from "../types/shieldRateLimit";
import { CdnResource, isOfKind, withId } from "./cdnResource";
import type { Outputs } from "./cdnResource";

/** The arguments of a rate limit. */
export interface ShieldRateLimitArgs extends Args<ShieldRateLimitInputs> {
  // With at least one own property, the interface keeps its name in compiler messages.
  shieldZoneId: pulumi.Input<number>;
}

/** The outputs of a rate limit. */
export interface ShieldRateLimitState extends ShieldRateLimitDetails {}

/**
 * A rate limit of a shield: how many requests that meet all conditions are allowed in some seconds, and how long further ones are
 * blocked. An omitted setting is reset to its default. The plan `Basic` has two rate limits for each shield, with a timeframe of 1 or 10
 * seconds.
 *
 * Assumption: all of it; the contract has no shields.
 *
 * @example
 * ```ts
 * import * as cdn from "pulumi-cdn-zones";
 *
 * const web = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://www.acme.example" });
 * const shield = new cdn.PullZoneShield("web", { pullZoneId: web.pullZoneId, wafEnabled: true });
 *
 * new cdn.ShieldRateLimit("login", {
 *   shieldZoneId: shield.shieldZoneId,
 *   name: "Login",
 *   conditions: [
 *     { variable: cdn.ShieldVariable.RequestUri, operator: cdn.ShieldOperator.BeginsWith, value: "/login" },
 *     { variable: cdn.ShieldVariable.RequestMethod, operator: cdn.ShieldOperator.StrEq, value: "POST" },
 *   ],
 *   requests: 20,
 *   timeframe: 10,
 *   blockTime: 60,
 * });
 * ```
 */
export class ShieldRateLimit extends CdnResource {
  // Without a comment, so that an editor shows the comment of the class.
  constructor(name: string, args: ShieldRateLimitArgs, opts?: pulumi.CustomResourceOptions) {
    super("ShieldRateLimit", name, args, opts);
  }

  /**
   * Reads an existing rate limit without managing it. If there is no such rate limit, the deployment fails.
   *
   * @param id the ids of the shield and of the rate limit, with a slash between them
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ShieldRateLimit {
    return new ShieldRateLimit(name, {} as ShieldRateLimitArgs, withId(id, opts));
  }

  /** Whether a value is an instance of `ShieldRateLimit`, also from another copy of this package. */
  static override isInstance(value: unknown): value is ShieldRateLimit {
    return isOfKind("ShieldRateLimit", value);
  }
}

// Declares the outputs, which follow from the state's type.
export interface ShieldRateLimit extends Outputs<ShieldRateLimitState> {}
