import { dnsRecordOptions, dnsRecordTable, dnsZoneRecordTable } from "../wire/dnsRecord";
import type { PartKindOf } from "./kind";
import { defineKind, inputsText } from "./kind";

export const dnsRecord: PartKindOf<"DnsZone"> = defineKind({
  name: "DnsRecord",
  noun: "DNS record",
  description:
    "A record of a DNS zone. Its id is `DNS-ZONE-ID/RECORD-ID`. An omitted setting is reset to the value of a new record; only an omitted `ttl`, `priority`, `weight`, `autoSslIssuance` or location for smart routing keeps the service's value.",
  class: {
    doc: [
      "A record of a DNS zone. An omitted setting is reset to the value of a new record; only an omitted `ttl`, `priority`, `weight`, `autoSslIssuance` or location for smart routing keeps the service's value. Changing the zone or type replaces the record; all other changes happen in place. {@link DnsRecord.get} reads an existing record without managing it.",
      "Assumption: all of it. The contract has no DNS.",
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
    id: "the ids of the zone and of the record, with a slash between them",
  },
  table: dnsRecordTable,
  // The program does not say which variables are secret.
  readTable: dnsZoneRecordTable,
  bodies: [dnsZoneRecordTable],
  parent: "DnsZone",
  partId: { shape: /^[1-9][0-9]{0,15}$/, example: "2815" },
  // The new record is created first, so that the name is always answered. The life cycle deletes first where the service refuses both.
  deleteBeforeReplace: false,
  options: dnsRecordOptions,
  refersTo: {
    value: { kind: "PullZone", output: "systemHostname" },
    scriptId: { kind: "EdgeScript", output: "edgeScriptId" },
  },
  linkedOutputs: ["accelerated", "acceleratedPullZoneId"],
  // Two records may be equal.
  claim: inputsText,
});
