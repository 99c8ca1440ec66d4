// Generated from provider/kinds/dnsRecord.ts by `npm run generate`.

import type * as pulumi from "@pulumi/pulumi";
import type { Args } from "../types/args";
import type { DnsRecordDetails, DnsRecordInputs } from "../types/dnsRecord";
import { CdnResource, isOfKind, withId } from "./cdnResource";
import type { Outputs } from "./cdnResource";

/** The arguments of a DNS record. */
export interface DnsRecordArgs extends Args<DnsRecordInputs> {
  // With at least one own property, the interface keeps its name in compiler messages.
  dnsZoneId: pulumi.Input<number>;
}

/** The outputs of a DNS record. */
export interface DnsRecordState extends DnsRecordDetails {}

/**
 * A record of a DNS zone. An omitted setting is reset to the value of a new record; only an omitted `ttl`, `priority`, `weight`,
 * `autoSslIssuance` or location for smart routing keeps the service's value. Changing the zone or type replaces the record; all other
 * changes happen in place. {@link DnsRecord.get} reads an existing record without managing it.
 *
 * Assumption: all of it. The contract has no DNS.
 *
 * @example
 * ```ts
 * import * as cdn from "pulumi-cdn-zones";
 *
 * const zone = new cdn.DnsZone("zone", { domain: "acme.example" });
 *
 * new cdn.DnsRecord("www", {
 *   dnsZoneId: zone.dnsZoneId,
 *   name: "www",
 *   type: "A",
 *   value: "203.0.113.7",
 * });
 * new cdn.DnsRecord("mail", {
 *   dnsZoneId: zone.dnsZoneId,
 *   type: "MX",
 *   value: "mail.acme.example",
 *   priority: 10,
 * });
 * ```
 */
export class DnsRecord extends CdnResource {
  // Without a comment, so that an editor shows the comment of the class.
  constructor(name: string, args: DnsRecordArgs, opts?: pulumi.CustomResourceOptions) {
    super("DnsRecord", name, args, opts);
  }

  /**
   * Reads an existing DNS record without managing it. If there is no such record, the deployment fails.
   *
   * @param id the ids of the zone and of the record, with a slash between them
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): DnsRecord {
    return new DnsRecord(name, {} as DnsRecordArgs, withId(id, opts));
  }

  /** Whether a value is an instance of `DnsRecord`, also from another copy of this package. */
  static override isInstance(value: unknown): value is DnsRecord {
    return isOfKind("DnsRecord", value);
  }
}

// Declares the outputs, which follow from the state's type.
export interface DnsRecord extends Outputs<DnsRecordState> {}
