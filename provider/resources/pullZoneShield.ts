// Generated from provider/kinds/pullZoneShield.ts by `npm run generate`.

import type * as pulumi from "@pulumi/pulumi";
import type { Args } from "../types/args";
import type {
  PullZoneShieldAlways,
  PullZoneShieldDetails,
  PullZoneShieldInputs,
  PullZoneShieldVolatile,
} from "../types/pullZoneShield";
import { CdnResource, isOfKind, withId } from "./cdnResource";
import type { Outputs } from "./cdnResource";

/** The arguments of a shield. Omitted settings keep the service's values, and are never drift. */
export interface PullZoneShieldArgs extends Args<PullZoneShieldInputs> {
  // With at least one own property, the interface keeps its name in compiler messages.
  pullZoneId: pulumi.Input<number>;
}

/** The outputs of a shield: its fields. `shieldZoneId` is the field `Id`. */
export interface PullZoneShieldState
  extends
    Omit<PullZoneShieldDetails, "id" | "extraFields" | PullZoneShieldAlways>,
    Required<Pick<PullZoneShieldDetails, PullZoneShieldAlways>> {
  /** ID of the shield as a number. Pulumi's `id` is the same ID as a string. */
  shieldZoneId: number;
}

/** A shield that is read but not managed. It has no volatile outputs. */
export type ExistingPullZoneShield = Omit<PullZoneShield, PullZoneShieldVolatile>;

/**
 * The shield of a pull zone: its firewall and its protection from denial of service. Rate limits and access lists are separate resources.
 * Only declared settings are sent, compared and switched off.
 *
 * A new shield is on the plan `Basic` unless `planType` says otherwise, and the account pays for every other plan. The plan of an
 * existing shield changes only with `allowPlanChange: true`. The service can't delete a shield: deleting the resource keeps it, or
 * switches it off with `onDelete: "off"`.
 *
 * Assumption: all of it; the contract has no shields.
 *
 * @example
 * ```ts
 * import * as cdn from "pulumi-cdn-zones";
 *
 * const web = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://www.acme.example" });
 *
 * const shield = new cdn.PullZoneShield("web", {
 *   pullZoneId: web.pullZoneId,
 *   wafEnabled: true,
 *   wafExecutionMode: cdn.ShieldWafMode.Block,
 *   ddosShieldSensitivity: cdn.ShieldDdosSensitivity.Medium,
 * });
 * ```
 */
export class PullZoneShield extends CdnResource {
  // Without a comment, so that an editor shows the comment of the class.
  constructor(name: string, args: PullZoneShieldArgs, opts?: pulumi.CustomResourceOptions) {
    super("PullZoneShield", name, args, opts);
  }

  /**
   * Reads an existing shield without managing it. Volatile outputs are undefined. If there is no such shield, the deployment fails.
   *
   * @param id the id of the shield zone, which is not the id of the pull zone
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID | number>,
    opts?: pulumi.CustomResourceOptions,
  ): ExistingPullZoneShield {
    return new PullZoneShield(name, {} as PullZoneShieldArgs, withId(id, opts));
  }

  /** Whether a value is an instance of `PullZoneShield`, also from another copy of this package. */
  static override isInstance(value: unknown): value is PullZoneShield {
    return isOfKind("PullZoneShield", value);
  }
}

// Declares the outputs, which follow from the state's type.
export interface PullZoneShield extends Outputs<PullZoneShieldState> {}
