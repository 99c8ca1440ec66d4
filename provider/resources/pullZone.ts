// Generated from provider/kinds/pullZone.ts by `npm run generate`.

import type * as pulumi from "@pulumi/pulumi";
import type { Args } from "../types/args";
import type { GetPullZoneResult, PullZoneInputs, PullZoneVolatile } from "../types/pullZone";
import { CdnResource, isOfKind, withId } from "./cdnResource";
import type { Outputs } from "./cdnResource";

/** The arguments of a pull zone. What is omitted keeps the service's value, and is never drift. */
export interface PullZoneArgs extends Args<PullZoneInputs> {
  // With a property of its own, the interface keeps its name in messages of the compiler.
  name: pulumi.Input<string>;
}

/** How a pull zone is read. */
export interface PullZoneGetArgs {
  /** Whether hostnames include their certificates and (secret) private keys. @default false */
  includeCertificate?: pulumi.Input<boolean>;
}

/** The outputs of a pull zone: its fields except volatile ones, which `getPullZone` returns, with `pullZoneId` for `Id`. */
export interface PullZoneState extends Omit<GetPullZoneResult, "id" | "extraFields" | PullZoneVolatile> {
  /** ID of the zone as a number. Pulumi's own `id` is the same as a string. */
  pullZoneId: number;
}

/**
 * A pull zone: delivery of files from one origin, that is `originUrl`, `storageZoneId`, `edgeScriptId`, or an `originType` with its own
 * id. Every setting of the service is an optional argument; a setting that is taken out of the program keeps its value. With
 * {@link PullZone.get} an existing zone is only read. Deleting a pull zone stops its delivery: use the resource option `protect`.
 *
 * Assumption: the operations that add, update and delete a pull zone; the contract only reads one.
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
  // Without a comment of its own: an editor then shows that of the class.
  constructor(name: string, args: PullZoneArgs, opts?: pulumi.CustomResourceOptions) {
    super("PullZone", name, args, opts);
  }

  /**
   * Reads an existing pull zone without managing it. If there is no such zone, the deployment fails.
   *
   * @param id the zone's id
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID | number>,
    args: PullZoneGetArgs = {},
    opts?: pulumi.CustomResourceOptions,
  ): PullZone {
    return new PullZone(name, args as PullZoneArgs, withId(id, opts));
  }

  /** Whether a value is a `PullZone`, even of another copy of this package. */
  static override isInstance(value: unknown): value is PullZone {
    return isOfKind("PullZone", value);
  }
}

// Declares the outputs, which follow from the state's type.
export interface PullZone extends Outputs<PullZoneState> {}
