// Generated from provider/kinds/pullZoneHostname.ts by `npm run generate`.

import type * as pulumi from "@pulumi/pulumi";
import type { Args } from "../types/args";
import type { PullZoneHostnameDetails, PullZoneHostnameInputs } from "../types/pullZoneHostname";
import { CdnResource, isOfKind, withId } from "./cdnResource";
import type { Outputs } from "./cdnResource";

/** The arguments of a hostname. */
export interface PullZoneHostnameArgs extends Args<PullZoneHostnameInputs> {
  // With at least one own property, the interface keeps its name in compiler messages.
  hostname: pulumi.Input<string>;
}

/** The outputs of a hostname. */
export interface PullZoneHostnameState extends PullZoneHostnameDetails {}

/**
 * A hostname of a pull zone, with its redirect to HTTPS and its certificate. Its id is `PULL-ZONE-ID/HOSTNAME`, in lower case.
 *
 * A hostname that the pull zone already has is adopted. The hostname is added before its certificate. If the certificate fails because no
 * DNS record points to the pull zone yet, the error names the CNAME record to set, and the next `pulumi up` continues.
 *
 * Assumption: the operations on hostnames. In the contract, hostnames can only be read, with their pull zone.
 *
 * @example
 * ```ts
 * import * as cdn from "pulumi-cdn-zones";
 *
 * const web = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://origin.acme.example" });
 *
 * new cdn.PullZoneHostname("www", {
 *   pullZoneId: web.pullZoneId,
 *   hostname: "www.acme.example",
 *   forceSSL: true,
 *   managedCertificate: true,
 * });
 * ```
 */
export class PullZoneHostname extends CdnResource {
  // Without a comment, so that an editor shows the comment of the class.
  constructor(name: string, args: PullZoneHostnameArgs, opts?: pulumi.CustomResourceOptions) {
    super("PullZoneHostname", name, args, opts);
  }

  /**
   * Reads an existing hostname without managing it. If there is no such hostname, the deployment fails.
   *
   * @param id the id of the pull zone and the hostname, with a slash between them, such as `4711/www.acme.example`
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): PullZoneHostname {
    return new PullZoneHostname(name, {} as PullZoneHostnameArgs, withId(id, opts));
  }

  /** Whether a value is an instance of `PullZoneHostname`, also from another copy of this package. */
  static override isInstance(value: unknown): value is PullZoneHostname {
    return isOfKind("PullZoneHostname", value);
  }
}

// Declares the outputs, which follow from the state's type.
export interface PullZoneHostname extends Outputs<PullZoneHostnameState> {}
