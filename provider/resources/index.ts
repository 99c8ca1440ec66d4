// Generated from provider/kinds by `npm run generate`.

export { StorageZone, type ExistingStorageZone, type StorageZoneArgs, type StorageZoneState } from "./storageZone";
export { PullZone, type PullZoneArgs, type PullZoneGetArgs, type PullZoneState } from "./pullZone";
export { DnsZone, type DnsZoneArgs, type DnsZoneState, type ExistingDnsZone } from "./dnsZone";
export { EdgeScript, type EdgeScriptArgs, type EdgeScriptState } from "./edgeScript";
export {
  PullZoneShield,
  type ExistingPullZoneShield,
  type PullZoneShieldArgs,
  type PullZoneShieldState,
} from "./pullZoneShield";
export { PullZoneHostname, type PullZoneHostnameArgs, type PullZoneHostnameState } from "./pullZoneHostname";
export { PullZoneEdgeRule, type PullZoneEdgeRuleArgs, type PullZoneEdgeRuleState } from "./pullZoneEdgeRule";
export { StorageFolder, type StorageFolderArgs, type StorageFolderState } from "./storageFolder";
export { DnsRecord, type DnsRecordArgs, type DnsRecordState } from "./dnsRecord";
export { ShieldRateLimit, type ShieldRateLimitArgs, type ShieldRateLimitState } from "./shieldRateLimit";
export { ShieldAccessList, type ShieldAccessListArgs, type ShieldAccessListState } from "./shieldAccessList";
export { CachePurge, type CachePurgeArgs, type CachePurgeState } from "./cachePurge";
