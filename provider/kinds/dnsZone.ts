import type { GetDnsZoneResult } from "../types/dnsZone";
import {
  addDnsZoneTable,
  dnsSecTable,
  dnsZoneDetailsTable,
  dnsZoneOptions,
  dnsZoneTable,
  updateDnsZoneTable,
} from "../wire/dnsZone";
import type { ListedAs, WholeKindOf } from "./kind";
import { defineKind } from "./kind";

const listedAs: ListedAs<GetDnsZoneResult> = {
  columns: [
    { head: "NAMESERVERS", of: ({ nameservers }) => nameservers },
    { head: "DETECTED", of: ({ nameserversDetected }) => (nameserversDetected ? "yes" : "no") },
    { head: "DNSSEC", of: ({ dnsSecEnabled }) => (dnsSecEnabled ? "on" : "off") },
  ],
  summary: ({ id, domain, nameserversDetected, nameservers, dnsSecEnabled }) => {
    return { id, domain, nameserversDetected, nameservers, dnsSecEnabled };
  },
};

export const dnsZone: WholeKindOf<GetDnsZoneResult> = defineKind({
  name: "DnsZone",
  noun: "DNS zone",
  description:
    "A DNS zone: a domain whose records the service answers, once its registrar names the service's nameservers. Records are resources of their own. `nameserversDetected`, `nameserversNextCheck` and `dateModified` are as of its last creation or update, and never drift.",
  class: {
    doc: [
      "A DNS zone: a domain whose records the service answers, once its registrar names the zone's `nameservers`. Its records are resources of their own. Deleting the zone deletes them; records that no resource of the program has need `forceDestroy: true`.",
      "With `dnsSecEnabled: true` the outputs `dsRecord`, `dsDigest`, `dsDigestType`, `dsAlgorithm`, `dsKeyTag`, `dsFlags` and `dsPublicKey` are what the registrar is told. They are as of when the zone was signed. `nameserversDetected`, `nameserversNextCheck` and `dateModified` are volatile, so they are never drift: on a declared zone they have the values of its last creation or update, on a zone read with {@link DnsZone.get} they are undefined. `getDnsZone` returns current values, and the records.",
      "Assumption: all of it; the contract has no DNS.",
    ],
    example: `
      const zone = new cdn.DnsZone("zone", { domain: "acme.example" });

      export const nameservers = zone.nameservers;
    `,
    get: "Reads an existing zone without managing it. It has neither volatile outputs nor those of DNSSEC. If there is no such zone, the deployment fails.",
    args: "What is omitted keeps the service's value, and is never drift.",
  },
  table: dnsZoneDetailsTable,
  bodies: [dnsZoneTable, dnsSecTable],
  // Assumption: domains are unique, and the service ignores their case.
  nameField: "domain",
  listedAs,
  path: "/dnszone",
  filters: { search: "string" },
  listQuery: { view: 1 },
  listIsAssumed: true,
  add: addDnsZoneTable,
  update: updateDnsZoneTable,
  details: {
    // The service says what the registrar is told only when it is asked to sign the zone. One that is signed stays as it is.
    dnsSec: { operation: "enable DNSSEC", method: "POST", path: "/dnssec", table: dnsSecTable },
  },
  idOutput: "dnsZoneId",
  options: dnsZoneOptions,
  parts: { records: { kind: "DnsRecord", key: "id" } },
  partsAreOutputs: false,
  // Otherwise the engine would delete its records before it is known whether the new zone can be created.
  deleteBeforeReplace: false,
  takenAdvice: "Delete it in the other account, or prove ownership there",
  hints: { replaced: "deletes its records", recreated: "empty" },
});
