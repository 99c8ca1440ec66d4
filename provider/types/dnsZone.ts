// Generated from the field tables in provider/wire by `npm run generate`.

import type { ExtraFields } from "./extraFields";
import type { DnsZoneRecord } from "./dnsRecord";

/** A DNS zone. */
export interface GetDnsZoneResult extends ExtraFields {
  /** ID of the DNS zone. */
  id: number;
  /** Domain of the zone. */
  domain?: string;
  /** Records of the zone. Those that name its own nameservers are not among them. */
  records: DnsZoneRecord[];
  /** Last modification time. Volatile: changes by itself, never drift. */
  dateModified: string;
  /** Time of creation. */
  dateCreated: string;
  /** Both nameservers: what the domain's registrar is told. */
  nameservers: string[];
  /** Whether the service has detected the nameservers. True for every new zone, so it does not say that the domain is delegated to them. Volatile: changes by itself, never drift. */
  nameserversDetected: boolean;
  /** When the service looks for the nameservers again. Volatile: changes by itself, never drift. */
  nameserversNextCheck?: string;
  /** Whether the nameservers have names of one's own. */
  customNameserversEnabled: boolean;
  /** First nameserver. */
  nameserver1?: string;
  /** Second nameserver. */
  nameserver2?: string;
  /** Mail address in the zone's SOA record. */
  soaEmail?: string;
  /** Whether queries are logged. The service keeps the logs for 3 days. */
  loggingEnabled: boolean;
  /** Whether the logs have anonymized addresses. */
  loggingIPAnonymizationEnabled: boolean;
  /** What anonymizing does to an address: drops its last digits, or all of it. */
  logAnonymizationType: "OneDigit" | "Drop" | (string & {});
  /** Whether the zone is signed with DNSSEC. */
  dnsSecEnabled: boolean;
  /** Kind of the keys of certificates that the service obtains for the zone. */
  certificateKeyType: "Ecdsa" | "Rsa" | (string & {});
}

/** What a registrar is told of a zone with DNSSEC. */
export interface DnsSecDetails {
  /** Whether the zone is signed. */
  enabled: boolean;
  /** The whole DS record. */
  dsRecord?: string;
  /** Digest of the key. */
  digest?: string;
  /** Kind of the digest. */
  digestType?: string;
  /** Algorithm of the key, such as 13 for ECDSA P-256. */
  algorithm: number;
  /** The public key. */
  publicKey?: string;
  /** Tag of the key. */
  keyTag: number;
  /** Flags of the key. */
  flags: number;
  /** Whether the service has seen the DS record at the parent. Volatile: changes by itself, never drift. */
  dsConfigured: boolean;
}

/** A DNS zone, as a resource has it. */
export interface DnsZoneDetails extends ExtraFields {
  /** ID of the DNS zone. */
  id: number;
  /** Domain of the zone. */
  domain?: string;
  /** Records of the zone. Those that name its own nameservers are not among them. */
  records: DnsZoneRecord[];
  /** Last modification time. Volatile: changes by itself, never drift. */
  dateModified: string;
  /** Time of creation. */
  dateCreated: string;
  /** Both nameservers: what the domain's registrar is told. */
  nameservers: string[];
  /** Whether the service has detected the nameservers. True for every new zone, so it does not say that the domain is delegated to them. Volatile: changes by itself, never drift. */
  nameserversDetected: boolean;
  /** When the service looks for the nameservers again. Volatile: changes by itself, never drift. */
  nameserversNextCheck?: string;
  /** Whether the nameservers have names of one's own. */
  customNameserversEnabled: boolean;
  /** First nameserver. */
  nameserver1?: string;
  /** Second nameserver. */
  nameserver2?: string;
  /** Mail address in the zone's SOA record. */
  soaEmail?: string;
  /** Whether queries are logged. The service keeps the logs for 3 days. */
  loggingEnabled: boolean;
  /** Whether the logs have anonymized addresses. */
  loggingIPAnonymizationEnabled: boolean;
  /** What anonymizing does to an address: drops its last digits, or all of it. */
  logAnonymizationType: "OneDigit" | "Drop" | (string & {});
  /** Whether the zone is signed with DNSSEC. */
  dnsSecEnabled: boolean;
  /** Kind of the keys of certificates that the service obtains for the zone. */
  certificateKeyType: "Ecdsa" | "Rsa" | (string & {});
  /** DS record for the registrar; only with `dnsSecEnabled: true`. */
  dsRecord?: string;
  /** Digest of the DS record. */
  dsDigest?: string;
  /** Digest type of the DS record. */
  dsDigestType?: string;
  /** Algorithm of the DS record. */
  dsAlgorithm?: number;
  /** Key tag of the DS record. */
  dsKeyTag?: number;
  /** Flags of the key. */
  dsFlags?: number;
  /** Public key of the zone, which some registrars want instead. */
  dsPublicKey?: string;
}

/** What a program declares about a DNS zone. */
export interface DnsZoneInputs {
  /** Domain of the zone, such as `"acme.example"`. Changing it replaces the zone. Unique across the service, in any spelling: `"bücher.example"` is `"xn--bcher-kva.example"`. */
  domain: string;
  /** Whether the nameservers have names of one's own, `nameserver1` and `nameserver2`. Their address records, and glue at the registrar, are up to you. @default unchanged */
  customNameserversEnabled?: boolean;
  /** First nameserver. Needs `customNameserversEnabled: true`. @default unchanged */
  nameserver1?: string;
  /** Second nameserver. Needs `customNameserversEnabled: true`. @default unchanged */
  nameserver2?: string;
  /** Mail address in the zone's SOA record. @default unchanged */
  soaEmail?: string;
  /** Whether queries are logged. The service keeps the logs for 3 days. @default unchanged */
  loggingEnabled?: boolean;
  /** Whether the logs have anonymized addresses. @default unchanged */
  loggingIPAnonymizationEnabled?: boolean;
  /** What anonymizing does to an address: `"OneDigit"` or `"Drop"`; any other as an integer. @default unchanged */
  logAnonymizationType?: "OneDigit" | "Drop" | (string & {}) | number;
  /** Whether the zone is signed with DNSSEC. The registrar then needs `dsRecord`, or its parts. Take it out there before setting this to false, or the domain no longer resolves. @default unchanged */
  dnsSecEnabled?: boolean;
  /** Kind of the keys of certificates that the service obtains for the zone: `"Ecdsa"` or `"Rsa"`; any other as an integer. @default unchanged */
  certificateKeyType?: "Ecdsa" | "Rsa" | (string & {}) | number;
  /** Allows deleting the zone even if it has records that no resource of the program has. @default false */
  forceDestroy?: boolean;
  /** Adopts an existing zone of this domain, and applies the declared settings to it, instead of failing. @default false */
  adopt?: boolean;
}

/** Fields of a DNS zone that change by themselves. */
export type DnsZoneVolatile = "dateModified" | "nameserversDetected" | "nameserversNextCheck";

/** Fields of a DNS zone that may be null by contract, but never are. */
export type DnsZoneAlways = "domain";
