// Generated from provider/kinds/dnsZone.ts by `npm run generate`.

import type * as pulumi from "@pulumi/pulumi";
import type { Args } from "../types/args";
import type { DnsZoneAlways, DnsZoneDetails, DnsZoneInputs, DnsZoneVolatile } from "../types/dnsZone";
import { CdnResource, isOfKind, withId } from "./cdnResource";
import type { Outputs } from "./cdnResource";

/** The arguments of a DNS zone. What is omitted keeps the service's value, and is never drift. */
export interface DnsZoneArgs extends Args<DnsZoneInputs> {
  // With a property of its own, the interface keeps its name in messages of the compiler.
  domain: pulumi.Input<string>;
}

/** The outputs of a DNS zone: its fields without its records, with `dnsZoneId` for `Id`. */
export interface DnsZoneState
  extends
    Omit<DnsZoneDetails, "id" | "extraFields" | "records" | DnsZoneAlways>,
    Required<Pick<DnsZoneDetails, DnsZoneAlways>> {
  /** ID of the zone as a number. Pulumi's own `id` is the same as a string. */
  dnsZoneId: number;
}

/** A DNS zone that is read, not managed: without the outputs that change by themselves. */
export type ExistingDnsZone = Omit<DnsZone, DnsZoneVolatile>;

/**
 * A DNS zone: a domain whose records the service answers, once its registrar names the zone's `nameservers`. Its records are resources of
 * their own. Deleting the zone deletes them; records that no resource of the program has need `forceDestroy: true`.
 *
 * With `dnsSecEnabled: true` the outputs `dsRecord`, `dsDigest`, `dsDigestType`, `dsAlgorithm`, `dsKeyTag`, `dsFlags` and `dsPublicKey`
 * are what the registrar is told. They are as of when the zone was signed. `nameserversDetected`, `nameserversNextCheck` and
 * `dateModified` are volatile, so they are never drift: on a declared zone they have the values of its last creation or update, on a zone
 * read with {@link DnsZone.get} they are undefined. `getDnsZone` returns current values, and the records.
 *
 * Assumption: all of it; the contract has no DNS.
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
  // Without a comment of its own: an editor then shows that of the class.
  constructor(name: string, args: DnsZoneArgs, opts?: pulumi.CustomResourceOptions) {
    super("DnsZone", name, args, opts);
  }

  /**
   * Reads an existing zone without managing it. It has neither volatile outputs nor those of DNSSEC. If there is no such zone, the
   * deployment fails.
   *
   * @param id the zone's id
   */
  static get(name: string, id: pulumi.Input<pulumi.ID | number>, opts?: pulumi.CustomResourceOptions): ExistingDnsZone {
    return new DnsZone(name, {} as DnsZoneArgs, withId(id, opts));
  }

  /** Whether a value is a `DnsZone`, even of another copy of this package. */
  static override isInstance(value: unknown): value is DnsZone {
    return isOfKind("DnsZone", value);
  }
}

// Declares the outputs, which follow from the state's type.
export interface DnsZone extends Outputs<DnsZoneState> {}
