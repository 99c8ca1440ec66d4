// Generated from provider/kinds/dnsZone.ts by `npm run generate`.

import type * as pulumi from "@pulumi/pulumi";
import type { Args } from "../types/args";
import type { DnsZoneAlways, DnsZoneDetails, DnsZoneInputs, DnsZoneVolatile } from "../types/dnsZone";
import { CdnResource, isOfKind, withId } from "./cdnResource";
import type { Outputs } from "./cdnResource";

/** The arguments of a DNS zone. Omitted settings keep the service's values, and are never drift. */
export interface DnsZoneArgs extends Args<DnsZoneInputs> {
  // With at least one own property, the interface keeps its name in compiler messages.
  domain: pulumi.Input<string>;
}

/** The outputs of a DNS zone: its fields without its records. `dnsZoneId` is the field `Id`. */
export interface DnsZoneState
  extends
    Omit<DnsZoneDetails, "id" | "extraFields" | "records" | DnsZoneAlways>,
    Required<Pick<DnsZoneDetails, DnsZoneAlways>> {
  /** ID of the DNS zone as a number. Pulumi's `id` is the same ID as a string. */
  dnsZoneId: number;
}

/** A DNS zone that is read but not managed. It has no volatile outputs. */
export type ExistingDnsZone = Omit<DnsZone, DnsZoneVolatile>;

/**
 * A DNS zone: a domain for which the service answers, once the registrar delegates it to the zone's `nameservers`. Records are separate
 * resources. Deleting the zone deletes all its records; if some belong to no resource of the program, that requires `forceDestroy: true`.
 *
 * With `dnsSecEnabled: true`, the outputs `dsRecord`, `dsDigest`, `dsDigestType`, `dsAlgorithm`, `dsKeyTag`, `dsFlags` and `dsPublicKey`
 * hold the data for the registrar, from the time when the zone was signed. `nameserversDetected`, `nameserversNextCheck` and
 * `dateModified` are volatile and never drift: on a declared zone they have the values of its last creation or update; on a zone read
 * with {@link DnsZone.get} they are undefined. `getDnsZone` returns current values and the records.
 *
 * Assumption: all of it. The contract has no DNS.
 *
 * @example
 * ```ts
 * import * as cdn from "pulumi-cdn-zones";
 *
 * const zone = new cdn.DnsZone("zone", { domain: "acme.example" });
 *
 * export const nameservers = zone.nameservers;
 * ```
 */
export class DnsZone extends CdnResource {
  // Without a comment, so that an editor shows the comment of the class.
  constructor(name: string, args: DnsZoneArgs, opts?: pulumi.CustomResourceOptions) {
    super("DnsZone", name, args, opts);
  }

  /**
   * Reads an existing zone without managing it. Volatile outputs and DNSSEC outputs are undefined. If there is no such zone, the deployment
   * fails.
   *
   * @param id the id of the DNS zone
   */
  static get(name: string, id: pulumi.Input<pulumi.ID | number>, opts?: pulumi.CustomResourceOptions): ExistingDnsZone {
    return new DnsZone(name, {} as DnsZoneArgs, withId(id, opts));
  }

  /** Whether a value is an instance of `DnsZone`, also from another copy of this package. */
  static override isInstance(value: unknown): value is DnsZone {
    return isOfKind("DnsZone", value);
  }
}

// Declares the outputs, which follow from the state's type.
export interface DnsZone extends Outputs<DnsZoneState> {}
