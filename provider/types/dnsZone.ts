// Generated from the field tables in provider/wire by `npm run generate`.

import type { ExtraFields } from "./extraFields";
import type { DnsZoneRecord } from "./dnsRecord";

/** A DNS zone. */
export interface GetDnsZoneResult extends ExtraFields {
  /** ID of the DNS zone. */
  id: number;
  /** Domain of the zone. */
  domain?: string;
  /** Records of the zone, except those that name the zone's own nameservers. */
  records: DnsZoneRecord[];
  /** Last modification time. Volatile: changes by itself, never drift. */
  dateModified: string;
  /** Time of creation. */
  dateCreated: string;
  /** Both nameservers of the zone, for the registrar. */
  nameservers: string[];
  /** Whether the service has detected the nameservers; true for every new zone. Volatile: changes by itself, never drift. */
  nameserversDetected: boolean;
  /** When the service next checks the nameservers. Volatile: changes by itself, never drift. */
  nameserversNextCheck?: string;
  /** Uses custom nameserver names. */
  customNameserversEnabled: boolean;
  /** First nameserver. */
  nameserver1?: string;
  /** Second nameserver. */
  nameserver2?: string;
  /** Email address in the zone's SOA record. */
  soaEmail?: string;
  /** Logs queries, for 3 days. */
  loggingEnabled: boolean;
  /** Anonymizes IP addresses in the logs. */
  loggingIPAnonymizationEnabled: boolean;
  /** How addresses are anonymized: `"OneDigit"` drops the last digits, `"Drop"` the whole address. */
  logAnonymizationType: "OneDigit" | "Drop" | (string & {});
  /** Signs the zone with DNSSEC. */
  dnsSecEnabled: boolean;
  /** Key type of the certificates that the service obtains for the zone. */
  certificateKeyType: "Ecdsa" | "Rsa" | (string & {});
}

/** DNSSEC data of a signed zone, for the registrar. */
export interface DnsSecDetails {
  /** Whether the zone is signed. */
  enabled: boolean;
  /** The whole DS record. */
  dsRecord?: string;
  /** Digest of the key. */
  digest?: string;
  /** Type of the digest. */
  digestType?: string;
  /** Algorithm of the key, such as 13 for ECDSA P-256. */
  algorithm: number;
  /** The public key. */
  publicKey?: string;
  /** Tag of the key. */
  keyTag: number;
  /** Flags of the key. */
  flags: number;
  /** Whether the service has seen the DS record in the parent zone. Volatile: changes by itself, never drift. */
  dsConfigured: boolean;
}

/** A DNS zone, as a resource has it. */
export interface DnsZoneDetails extends ExtraFields {
  /** ID of the DNS zone. */
  id: number;
  /** Domain of the zone. */
  domain?: string;
  /** Records of the zone, except those that name the zone's own nameservers. */
  records: DnsZoneRecord[];
  /** Last modification time. Volatile: changes by itself, never drift. */
  dateModified: string;
  /** Time of creation. */
  dateCreated: string;
  /** Both nameservers of the zone, for the registrar. */
  nameservers: string[];
  /** Whether the service has detected the nameservers; true for every new zone. Volatile: changes by itself, never drift. */
  nameserversDetected: boolean;
  /** When the service next checks the nameservers. Volatile: changes by itself, never drift. */
  nameserversNextCheck?: string;
  /** Uses custom nameserver names. */
  customNameserversEnabled: boolean;
  /** First nameserver. */
  nameserver1?: string;
  /** Second nameserver. */
  nameserver2?: string;
  /** Email address in the zone's SOA record. */
  soaEmail?: string;
  /** Logs queries, for 3 days. */
  loggingEnabled: boolean;
  /** Anonymizes IP addresses in the logs. */
  loggingIPAnonymizationEnabled: boolean;
  /** How addresses are anonymized: `"OneDigit"` drops the last digits, `"Drop"` the whole address. */
  logAnonymizationType: "OneDigit" | "Drop" | (string & {});
  /** Signs the zone with DNSSEC. */
  dnsSecEnabled: boolean;
  /** Key type of the certificates that the service obtains for the zone. */
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
  /** Public key of the zone, for registrars that require it instead. */
  dsPublicKey?: string;
}

/** What a program declares about a DNS zone. */
export interface DnsZoneInputs {
  /** Domain of the zone, such as `"acme.example"`, unique across the service. Changing it replaces the zone. `"bücher.example"` equals `"xn--bcher-kva.example"`. */
  domain: string;
  /** Uses custom nameserver names, `nameserver1` and `nameserver2`. They need address records, and glue records at the registrar. @default unchanged */
  customNameserversEnabled?: boolean;
  /** First nameserver. Requires `customNameserversEnabled: true`. @default unchanged */
  nameserver1?: string;
  /** Second nameserver. Requires `customNameserversEnabled: true`. @default unchanged */
  nameserver2?: string;
  /** Email address in the zone's SOA record. @default unchanged */
  soaEmail?: string;
  /** Logs queries, for 3 days. @default unchanged */
  loggingEnabled?: boolean;
  /** Anonymizes IP addresses in the logs. @default unchanged */
  loggingIPAnonymizationEnabled?: boolean;
  /** How addresses are anonymized: `"OneDigit"` drops the last digits, `"Drop"` the whole address; other values as an integer. @default unchanged */
  logAnonymizationType?: "OneDigit" | "Drop" | (string & {}) | number;
  /** Signs the zone with DNSSEC. Before you change this to false, remove the DS record at the registrar. @default unchanged */
  dnsSecEnabled?: boolean;
  /** Key type of the certificates that the service obtains for the zone: `"Ecdsa"` or `"Rsa"`; other values as an integer. @default unchanged */
  certificateKeyType?: "Ecdsa" | "Rsa" | (string & {}) | number;
  /** Allows deleting the zone even if it has records that belong to no resource of the program. @default false */
  forceDestroy?: boolean;
  /** Adopts an existing zone of this domain and applies the declared settings to it, instead of failing. @default false */
  adopt?: boolean;
}

/** Fields of a DNS zone that change by themselves. */
export type DnsZoneVolatile = "dateModified" | "nameserversDetected" | "nameserversNextCheck";

/** Fields of a DNS zone that may be null by contract, but never are. */
export type DnsZoneAlways = "domain";
