// Generated from the field tables in provider/wire by `npm run generate`.

import type { Objects } from "./server";

export type {
  DnsRecord,
  DnsZone,
  EdgeScript,
  PartialDnsRecord,
  PartialDnsZone,
  PartialEdgeScript,
  PartialPullZone,
  PartialPullZoneShield,
  PartialShieldAccessList,
  PartialShieldRateLimit,
  PartialStorageZone,
  PullZone,
  PullZoneShield,
  ShieldAccessList,
  ShieldRateLimit,
  StorageZone,
} from "./wire/objects";
export type StorageZoneAccess = Objects["storageZones"];
export type PullZoneAccess = Objects["pullZones"];
export type DnsZoneAccess = Objects["dnsZones"];
export type EdgeScriptAccess = Objects["edgeScripts"];
export type PullZoneShieldAccess = Objects["pullZoneShields"];
export type DnsRecordAccess = Objects["dnsRecords"];
export type ShieldRateLimitAccess = Objects["shieldRateLimits"];
export type ShieldAccessListAccess = Objects["shieldAccessLists"];
