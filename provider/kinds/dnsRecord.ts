import { dnsRecordOptions, dnsRecordTable, dnsZoneRecordTable } from "../wire/dnsRecord";
import type { PartKindOf } from "./kind";
import { inputsText, kindOf } from "./kind";

export const dnsRecord: PartKindOf<"DnsZone"> = kindOf({
  name: "DnsRecord",
  noun: "DNS record",
  description:
    "A record of a DNS zone. Its id is `DNS-ZONE-ID/RECORD-ID`. A declared record is a whole: what is omitted is as in a new record, but for `ttl`, `weight` and `autoSslIssuance`, which then stay as they are.",
  table: dnsRecordTable,
  // The program does not say which variables are secret.
  readTable: dnsZoneRecordTable,
  bodies: [dnsZoneRecordTable],
  parent: "DnsZone",
  // So that a name is answered all along; where the service refuses both, the life cycle says otherwise.
  deleteBeforeReplace: false,
  options: dnsRecordOptions,
  linkedOutputs: ["accelerated", "acceleratedPullZoneId"],
  // Two records may be equal.
  claim: inputsText,
});
