import type * as pulumi from "@pulumi/pulumi";
import type { GetPullZoneResult } from "../types/pullZone";
import type { FlaggedOf } from "../wire/fields";
import type { pullZoneTable } from "../wire/pullZone";
import { CdnResource, isOfKind, withId } from "./cdnResource";
import type { Outputs } from "./cdnResource";

/** How a pull zone is read. */
export interface PullZoneGetArgs {
  /** Whether hostnames include their certificates and (secret) private keys. @default false */
  includeCertificate?: pulumi.Input<boolean>;
}

/** Fields that change by themselves. A pull zone has no outputs for them; `getPullZone` returns them. */
export type PullZoneVolatile = FlaggedOf<typeof pullZoneTable, "volatile">;

/** The outputs of a pull zone: its fields except volatile ones, with `pullZoneId` for `Id`. */
export interface PullZoneState extends Omit<GetPullZoneResult, "id" | "extraFields" | PullZoneVolatile> {
  /** ID of the zone as a number. Pulumi's own `id` is the same as a string. */
  pullZoneId: number;
}

/**
 * A pull zone, read-only. Its configuration is available as outputs, and `pulumi refresh` shows what changed in it.
 *
 * Secret outputs are `zoneSecurityKey`, `cloudSigningKey`, `cloudSigningSecret`, `logForwardingToken`, the private keys of
 * `hostnames` and the action parameters of `edgeRules`. Sets are sorted.
 *
 * @example
 * ```ts
 * import * as cdn from "pulumi-cdn-zones";
 *
 * const zone = cdn.PullZone.get("website", "4711");
 *
 * export const origin = zone.originUrl;
 * ```
 */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- see the interface below
export class PullZone extends CdnResource {
  private constructor(name: string, args: PullZoneGetArgs, opts: pulumi.CustomResourceOptions) {
    super("PullZone", name, args, opts);
  }

  /**
   * Reads an existing pull zone. If there is no such zone, the deployment fails.
   *
   * @param id the zone's id
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID | number>,
    args: PullZoneGetArgs = {},
    opts?: pulumi.CustomResourceOptions,
  ): PullZone {
    return new PullZone(name, args, withId(id, opts));
  }

  /** Whether a value is a `PullZone`, even of another copy of this package. */
  static override isInstance(value: unknown): value is PullZone {
    return isOfKind("PullZone", value);
  }
}

// Declares the outputs, which follow from the state's type.
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type
export interface PullZone extends Outputs<PullZoneState> {}
