// Generated from provider/kinds/pullZone.ts by `npm run generate`.

import type * as pulumi from "@pulumi/pulumi";
import type { Args } from "../types/args";
import type { GetPullZoneResult, PullZoneInputs, PullZoneVolatile } from "../types/pullZone";
import { CdnResource, isOfKind, withId } from "./cdnResource";
import type { Outputs } from "./cdnResource";

/** The arguments of a pull zone. Omitted settings keep the service's values, and are never drift. */
export interface PullZoneArgs extends Args<PullZoneInputs> {
  // With at least one own property, the interface keeps its name in compiler messages.
  name?: pulumi.Input<string | undefined>;
}

/** Options for reading a pull zone. */
export interface PullZoneGetArgs {
  /** Whether hostnames include their certificates and (secret) private keys. @default false */
  includeCertificate?: pulumi.Input<boolean>;
}

/** The outputs of a pull zone: its fields, except volatile fields, which `getPullZone` returns. `pullZoneId` is the field `Id`. */
export interface PullZoneState extends Omit<GetPullZoneResult, "id" | "extraFields" | PullZoneVolatile> {
  /** ID of the pull zone as a number. Pulumi's `id` is the same ID as a string. */
  pullZoneId: number;
}

/**
 * A pull zone, which delivers files from one origin: `originUrl`, `storageZoneId`, `edgeScriptId`, or an `originType` with the id that
 * belongs to it. Every setting of the service is an optional argument; a setting that is removed from the program keeps its value.
 * {@link PullZone.get} reads an existing zone without managing it. Deleting a pull zone stops its delivery: use the resource option
 * `protect`.
 *
 * Assumption: the operations that add, update and delete a pull zone. The contract has only the operation that reads one.
 *
 * Secret outputs are `zoneSecurityKey`, `cloudSigningKey`, `cloudSigningSecret`, `logForwardingToken`, the private keys of `hostnames`
 * and the action parameters of `edgeRules`. Sets are sorted.
 *
 * @example
 * ```ts
 * import * as cdn from "pulumi-cdn-zones";
 *
 * const site = new cdn.StorageZone("site", { name: "acme-site", region: "DE" });
 * const web = new cdn.PullZone("web", { name: "acme-web", storageZoneId: site.storageZoneId, enableLogging: true });
 *
 * export const domain = web.cnameDomain;
 * ```
 */
export class PullZone extends CdnResource {
  // Without a comment, so that an editor shows the comment of the class.
  constructor(name: string, args: PullZoneArgs, opts?: pulumi.CustomResourceOptions) {
    super("PullZone", name, args, opts);
  }

  /**
   * Reads an existing pull zone without managing it. If there is no such zone, the deployment fails.
   *
   * @param id the id of the pull zone
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID | number>,
    args: PullZoneGetArgs = {},
    opts?: pulumi.CustomResourceOptions,
  ): PullZone {
    return new PullZone(name, args, withId(id, opts));
  }

  /** Whether a value is an instance of `PullZone`, also from another copy of this package. */
  static override isInstance(value: unknown): value is PullZone {
    return isOfKind("PullZone", value);
  }
}

// Declares the outputs, which follow from the state's type.
export interface PullZone extends Outputs<PullZoneState> {}
