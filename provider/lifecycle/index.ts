// Generated from provider/kinds by `npm run generate`.

import type { KindName } from "../kinds";
import type { LifeCycle } from "./lifeCycle";

/** Loaders of the life cycle of each kind. A life cycle is loaded on first use. */
const load: Readonly<Record<KindName, () => LifeCycle>> = {
  StorageZone: () => (require("./storageZone") as typeof import("./storageZone")).storageZoneLifeCycle,
  PullZone: () => (require("./pullZone") as typeof import("./pullZone")).pullZoneLifeCycle,
  DnsZone: () => (require("./dnsZone") as typeof import("./dnsZone")).dnsZoneLifeCycle,
  EdgeScript: () => (require("./edgeScript") as typeof import("./edgeScript")).edgeScriptLifeCycle,
  PullZoneShield: () => (require("./pullZoneShield") as typeof import("./pullZoneShield")).pullZoneShieldLifeCycle,
  PullZoneHostname: () =>
    (require("./pullZoneHostname") as typeof import("./pullZoneHostname")).pullZoneHostnameLifeCycle,
  PullZoneEdgeRule: () =>
    (require("./pullZoneEdgeRule") as typeof import("./pullZoneEdgeRule")).pullZoneEdgeRuleLifeCycle,
  StorageFolder: () => (require("./storageFolder") as typeof import("./storageFolder")).storageFolderLifeCycle,
  DnsRecord: () => (require("./dnsRecord") as typeof import("./dnsRecord")).dnsRecordLifeCycle,
  ShieldRateLimit: () => (require("./shieldRateLimit") as typeof import("./shieldRateLimit")).shieldRateLimitLifeCycle,
  ShieldAccessList: () =>
    (require("./shieldAccessList") as typeof import("./shieldAccessList")).shieldAccessListLifeCycle,
  CachePurge: () => (require("./cachePurge") as typeof import("./cachePurge")).cachePurgeLifeCycle,
};

export function lifeCycleOf(kind: KindName): LifeCycle {
  return load[kind]();
}
