import { dnsRecordOptions, dnsRecordTable, dnsZoneRecordTable } from "../wire/dnsRecord";
import type { PartKindOf } from "./kind";
import { defineKind, inputsText } from "./kind";

export const dnsRecord: PartKindOf<"DnsZone"> = defineKind({
  name: "DnsRecord",
  noun: "DNS record",
  description:
    "A record of a DNS zone. Its id is `DNS-ZONE-ID/RECORD-ID`. A declared record is a whole: what is omitted is as in a new record, but for `ttl`, `weight` and `autoSslIssuance`, which then stay as they are.",
  class: {
    doc: [
      "A record of a DNS zone. A declared record is a whole: what is omitted is as in a new record; only an omitted `ttl`, `weight` or `autoSslIssuance` keeps the service's value. Another zone or type replaces it, everything else changes in place. With {@link DnsRecord.get} an existing record is only read.",
      "Assumption: DNS as a whole; the contract has none.",
    ],
    example: `
      const zone = new cdn.DnsZone("zone", { domain: "acme.example" });

      new cdn.DnsRecord("www", {
        dnsZoneId: zone.dnsZoneId,
        name: "www",
        type: "A",
        value: "203.0.113.7",
      });
      new cdn.DnsRecord("mail", {
        dnsZoneId: zone.dnsZoneId,
        type: "MX",
        value: "mail.acme.example",
        priority: 10,
      });
    `,
    get: "Reads an existing DNS record without managing it. If there is no such record, the deployment fails.",
    id: "the id of its zone, a slash and its own",
  },
  table: dnsRecordTable,
  // The program does not say which variables are secret.
  readTable: dnsZoneRecordTable,
  bodies: [dnsZoneRecordTable],
  parent: "DnsZone",
  partId: { shape: /^[1-9][0-9]{0,15}$/, example: "2815" },
  // So that a name is answered all along; where the service refuses both, the life cycle says otherwise.
  deleteBeforeReplace: false,
  options: dnsRecordOptions,
  refersTo: { value: { kind: "PullZone", output: "systemHostname" } },
  linkedOutputs: ["accelerated", "acceleratedPullZoneId"],
  // Two records may be equal.
  claim: inputsText,
});
