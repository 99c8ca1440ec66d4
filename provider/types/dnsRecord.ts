// Generated from the field tables in provider/wire by `npm run generate`.

import type { ExtraFields } from "./extraFields";

/** A record of a DNS zone. */
export interface DnsZoneRecord extends ExtraFields {
  /** ID of the record. */
  id: number;
  /** Type of the record. */
  type:
    | "A"
    | "AAAA"
    | "CNAME"
    | "TXT"
    | "MX"
    | "Redirect"
    | "Flatten"
    | "PullZone"
    | "SRV"
    | "CAA"
    | "PTR"
    | "Script"
    | "NS"
    | "SVCB"
    | "HTTPS"
    | "TLSA"
    | (string & {});
  /** Name of the record, relative to the zone, such as `"www"`; absent or `""` for the domain itself. */
  name?: string;
  /** Value of the record, such as an address, a host or a text. */
  value?: string;
  /** Time to live in seconds. */
  ttl: number;
  /** Priority of an MX, SRV, HTTPS or SVCB record. */
  priority: number;
  /** Weight: 0 to 100 for A and AAAA, 0 to 65535 for SRV. Other types have no weight. */
  weight: number;
  /** Port of an SRV record. */
  port: number;
  /** Flags of a CAA record. */
  flags: number;
  /** Tag of a CAA record: `issue`, `issuewild` or `iodef`. */
  tag?: string;
  /** ID of the pull zone of a PullZone record. */
  pullZoneId?: number;
  /** ID of the edge script of a Script record. */
  scriptId?: number;
  /** Whether the service delivers the host of an A or CNAME record through a pull zone that it creates. */
  accelerated: boolean;
  /** How the service chooses among records of the same name. */
  smartRoutingType: "None" | "Latency" | "Geolocation" | (string & {});
  /** Zone from which latency is measured, for smart routing by latency. */
  latencyZone?: string;
  /** Latitude in degrees, for smart routing by geolocation. */
  geolocationLatitude: number;
  /** Longitude in degrees, for smart routing by geolocation. */
  geolocationLongitude: number;
  /** How the service monitors the record's host. */
  monitorType: "None" | "Ping" | "Http" | "Monitor" | (string & {});
  /** Whether the service automatically obtains a certificate for the record's hostname. */
  autoSslIssuance: boolean;
  /** Whether DNS answers omit the record. */
  disabled: boolean;
  /** Comment on the record. */
  comment?: string;
  /** Environment variables of a Script record. */
  environmentalVariables: DnsZoneRecordVariable[];
  /** ID of the linked pull zone or script, as the service returns it. */
  linkName?: string;
  /** ID of the pull zone that the service created for an accelerated record; absent until then. Volatile: changes by itself, never drift. */
  acceleratedPullZoneId?: number;
  /** Latest result of the monitor. Volatile: changes by itself, never drift. */
  monitorStatus: "Unknown" | "Online" | "Offline" | (string & {});
  /** Progress of the service in creating the pull zone of an accelerated record. Volatile: changes by itself, never drift. */
  accelerationStatus: "None" | "Pending" | "Processing" | "Completed" | "Failed" | (string & {});
  /** Location of the record's address, as the service returns it. Volatile: changes by itself, never drift. */
  ipGeoLocationInfo?: unknown;
  /** Location from which the record is routed, as the service returns it. Volatile: changes by itself, never drift. */
  geolocationInfo?: unknown;
}

/** An environment variable of a DNS record. */
export interface DnsZoneRecordVariable {
  /** Name of the variable. */
  name?: string;
  /** Value of the variable. Secret. */
  value?: string;
}

/** A record of a DNS zone. */
export interface DnsRecordDetails {
  /** ID of the DNS zone. */
  dnsZoneId: number;
  /** Type of the record. */
  type:
    | "A"
    | "AAAA"
    | "CNAME"
    | "TXT"
    | "MX"
    | "Redirect"
    | "Flatten"
    | "PullZone"
    | "SRV"
    | "CAA"
    | "PTR"
    | "Script"
    | "NS"
    | "SVCB"
    | "HTTPS"
    | "TLSA"
    | (string & {});
  /** Name of the record, relative to the zone, such as `"www"`; absent or `""` for the domain itself. */
  name?: string;
  /** Value of the record, such as an address, a host or a text. */
  value?: string;
  /** Time to live in seconds. */
  ttl?: number;
  /** Priority of an MX, SRV, HTTPS or SVCB record. */
  priority?: number;
  /** Weight: 0 to 100 for A and AAAA, 0 to 65535 for SRV. Other types have no weight. */
  weight?: number;
  /** Port of an SRV record. */
  port?: number;
  /** Flags of a CAA record. */
  flags?: number;
  /** Tag of a CAA record: `issue`, `issuewild` or `iodef`. */
  tag?: string;
  /** ID of the pull zone of a PullZone record. */
  pullZoneId?: number;
  /** ID of the edge script of a Script record. */
  scriptId?: number;
  /** Whether the service delivers the host of an A or CNAME record through a pull zone that it creates. */
  accelerated: boolean;
  /** How the service chooses among records of the same name. */
  smartRoutingType: "None" | "Latency" | "Geolocation" | (string & {});
  /** Zone from which latency is measured, for smart routing by latency. */
  latencyZone?: string;
  /** Latitude in degrees, for smart routing by geolocation. */
  geolocationLatitude: number;
  /** Longitude in degrees, for smart routing by geolocation. */
  geolocationLongitude: number;
  /** How the service monitors the record's host. */
  monitorType: "None" | "Ping" | "Http" | "Monitor" | (string & {});
  /** Whether the service automatically obtains a certificate for the record's hostname. */
  autoSslIssuance: boolean;
  /** Whether DNS answers omit the record. */
  disabled: boolean;
  /** Comment on the record. */
  comment?: string;
  /** Environment variables of a Script record. */
  environmentalVariables: DnsRecordVariable[];
  /** ID of the linked pull zone or script, as the service returns it. */
  linkName?: string;
  /** ID of the pull zone that the service created for an accelerated record; absent until then. Volatile: changes by itself, never drift. */
  acceleratedPullZoneId?: number;
}

/** An environment variable of a DNS record. */
export interface DnsRecordVariable {
  /** Name of the variable. */
  name?: string;
  /** Value of the variable. */
  value?: string;
}

/** What a program declares about a DNS record. */
export interface DnsRecordInputs {
  /** ID of the DNS zone. Changing it replaces the record. */
  dnsZoneId: number;
  /** Type of the record, by name: `"A"`, `"AAAA"`, `"CNAME"`, `"TXT"`, `"MX"`, `"Redirect"`, `"Flatten"`, `"PullZone"`, `"SRV"`, `"CAA"`, `"PTR"`, `"Script"`, `"NS"`, `"SVCB"`, `"HTTPS"` or `"TLSA"`; other types as an integer. Changing it replaces the record. */
  type:
    | "A"
    | "AAAA"
    | "CNAME"
    | "TXT"
    | "MX"
    | "Redirect"
    | "Flatten"
    | "PullZone"
    | "SRV"
    | "CAA"
    | "PTR"
    | "Script"
    | "NS"
    | "SVCB"
    | "HTTPS"
    | "TLSA"
    | (string & {})
    | number;
  /** Name of the record, relative to the zone, such as `"www"`; absent or `""` for the domain itself. @default the domain itself */
  name?: string;
  /** Value of the record, such as an address, a host or a text, without the quotes and escapes of a zone file. For HTTPS and SVCB: the target and optional parameters. */
  value?: string;
  /** Time to live in seconds. @default the service's */
  ttl?: number;
  /** Priority of an MX, SRV, HTTPS or SVCB record. */
  priority?: number;
  /** Weight: 0 to 100 for A and AAAA, 0 to 65535 for SRV. Other types have no weight. @default the service's */
  weight?: number;
  /** Port of an SRV record. */
  port?: number;
  /** Flags of a CAA record. @default 0 */
  flags?: number;
  /** Tag of a CAA record: `issue`, `issuewild` or `iodef`. */
  tag?: string;
  /** ID of the pull zone of a PullZone record. */
  pullZoneId?: number;
  /** ID of the edge script of a Script record. */
  scriptId?: number;
  /** Whether the service delivers the host of an A or CNAME record through a pull zone that it creates. @default false */
  accelerated?: boolean;
  /** How the service chooses among records of the same name: `"None"`, `"Latency"` or `"Geolocation"`; other values as an integer. @default `None` */
  smartRoutingType?: "None" | "Latency" | "Geolocation" | (string & {}) | number;
  /** Zone from which latency is measured, for smart routing by latency. */
  latencyZone?: string;
  /** Latitude in degrees, for smart routing by geolocation. */
  geolocationLatitude?: number;
  /** Longitude in degrees, for smart routing by geolocation. */
  geolocationLongitude?: number;
  /** How the service monitors the record's host: `"None"`, `"Ping"`, `"Http"` or `"Monitor"`; other values as an integer. DNS answers omit an offline host. @default `None` */
  monitorType?: "None" | "Ping" | "Http" | "Monitor" | (string & {}) | number;
  /** Whether the service automatically obtains a certificate for the record's hostname. @default the service's */
  autoSslIssuance?: boolean;
  /** Whether DNS answers omit the record. @default false */
  disabled?: boolean;
  /** Comment on the record. */
  comment?: string;
  /** Environment variables of a Script record. */
  environmentalVariables?: DnsRecordVariableInputs[];
  /** Adopts a live record with the declared settings that belongs to no resource of this run, instead of adding another record. A `PullZone` record also adopts and changes the one of its name, unless another pull zone of the account has the hostname. If several records match, the creation fails. @default false */
  adopt?: boolean;
  /** For a `PullZone` record whose hostname moves here from another pull zone of this account (`takeOver` of the `PullZoneHostname`): changes the existing record of the name instead of adding another one. @default false */
  takeOver?: boolean;
}

/** What a program declares about an environment variable. */
export interface DnsRecordVariableInputs {
  /** Name of the variable. */
  name: string;
  /** Value of the variable. */
  value: string;
}

/** Fields of a DNS record that change by themselves. */
export type DnsRecordVolatile = "acceleratedPullZoneId";
