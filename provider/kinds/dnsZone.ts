import type { DnsSecDetails, GetDnsZoneResult } from "../types/dnsZone";
import {
  addDnsZoneTable,
  dnsSecTable,
  dnsZoneDetailsTable,
  dnsZoneOptions,
  dnsZoneTable,
  updateDnsZoneTable,
} from "../wire/dnsZone";
import type { ListedAs, WholeKindOf, WithDetails } from "./kind";
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

export const dnsZone: WholeKindOf<GetDnsZoneResult> & WithDetails<{ dnsSec: DnsSecDetails }> = defineKind({
  name: "DnsZone",
  noun: "DNS zone",
  description:
    "A DNS zone: a domain for which the service answers, once the registrar delegates it to the service's nameservers. Records are separate resources. `nameserversDetected`, `nameserversNextCheck` and `dateModified` have the values of the last creation or update, and are never drift.",
  class: {
    doc: [
      "A DNS zone: a domain for which the service answers, once the registrar delegates it to the zone's `nameservers`. Records are separate resources. Deleting the zone deletes all its records; if some belong to no resource of the program, that requires `forceDestroy: true`.",
      "With `dnsSecEnabled: true`, the outputs `dsRecord`, `dsDigest`, `dsDigestType`, `dsAlgorithm`, `dsKeyTag`, `dsFlags` and `dsPublicKey` hold the data for the registrar, from the time when the zone was signed. `nameserversDetected`, `nameserversNextCheck` and `dateModified` are volatile and never drift: on a declared zone they have the values of its last creation or update; on a zone read with {@link DnsZone.get} they are undefined. `getDnsZone` returns current values and the records.",
      "Assumption: all of it. The contract has no DNS.",
    ],
    example: `
      const zone = new cdn.DnsZone("zone", { domain: "acme.example" });

      export const nameservers = zone.nameservers;
    `,
    get: "Reads an existing zone without managing it. Volatile outputs and DNSSEC outputs are undefined. If there is no such zone, the deployment fails.",
    args: "Omitted settings keep the service's values, and are never drift.",
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
    // The service returns the data for the registrar only in response to a request to sign the zone. A signed zone stays unchanged.
    dnsSec: { operation: "enable DNSSEC", method: "POST", path: "/dnssec", table: dnsSecTable },
  },
  idOutput: "dnsZoneId",
  options: dnsZoneOptions,
  parts: { records: { kind: "DnsRecord", key: "id" } },
  partsAreOutputs: false,
  linkedOutputs: [
    "customNameserversEnabled",
    "nameserver1",
    "nameserver2",
    "nameservers",
    "dnsSecEnabled",
    "dsRecord",
    "dsDigest",
    "dsDigestType",
    "dsAlgorithm",
    "dsKeyTag",
    "dsFlags",
    "dsPublicKey",
  ],
  // Otherwise the engine would delete the records before it knows whether the new zone can be created.
  deleteBeforeReplace: false,
  takenAdvice: "Delete the zone in the other account, or prove ownership of the domain there",
  hints: { replaced: "deletes its records", recreated: "empty" },
});
