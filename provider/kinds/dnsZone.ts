import type { GetDnsZoneResult } from "../types/dnsZone";
import { dnsSecTable, dnsZoneDetailsTable, dnsZoneOptions, dnsZoneTable } from "../wire/dnsZone";
import type { WholeKindOf } from "./kind";
import { kindOf } from "./kind";

export const dnsZone: WholeKindOf<GetDnsZoneResult> = kindOf({
  name: "DnsZone",
  noun: "DNS zone",
  description:
    "A DNS zone: a domain whose records the service answers, once its registrar names the service's nameservers. Records are resources of their own. `nameserversDetected`, `nameserversNextCheck` and `dateModified` are as of its last creation or update, and never drift.",
  table: dnsZoneDetailsTable,
  bodies: [dnsZoneTable, dnsSecTable],
  // Assumption: domains are unique, and the service ignores their case.
  nameField: "domain",
  path: "/dnszone",
  filters: { search: "string" },
  listQuery: { view: 1 },
  listIsAssumed: true,
  idOutput: "dnsZoneId",
  options: dnsZoneOptions,
  parts: { records: { kind: "DnsRecord", key: "id" } },
  partsAreOutputs: false,
  // Otherwise the engine would delete its records before it is known whether the new zone can be created.
  deleteBeforeReplace: false,
  takenAdvice: "Delete it in the other account, or prove ownership there",
  hints: { replaced: "deletes its records", recreated: "empty" },
});
