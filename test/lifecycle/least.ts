import path from "node:path";
import type { Properties } from "../../provider/declared/properties";
import type { KindName } from "../../provider/kinds";

/** What a program declares at least, for each kind. Parts belong to the objects of {@link leastSeed}. */
export const least: Readonly<Record<KindName, Properties>> = {
  StorageZone: { name: "assets", region: "DE" },
  PullZone: { name: "web", originUrl: "https://origin.acme.example" },
  DnsZone: { domain: "acme.example" },
  EdgeScript: { name: "hello", type: "standalone", code: "export default 1;" },
  PullZoneShield: { pullZoneId: 8 },
  ShieldRateLimit: {
    shieldZoneId: 70,
    name: "Login",
    conditions: [{ variable: "REQUEST_URI", operator: 0, value: "/login" }],
    requests: 20,
    timeframe: 10,
    blockTime: 60,
  },
  ShieldAccessList: { shieldZoneId: 70, name: "Blocked", type: 0, entries: ["203.0.113.7"], action: 2 },
  CachePurge: { pullZoneId: 8, triggers: ["1"], purgeOnCreate: true },
  PullZoneHostname: { pullZoneId: 8, hostname: "www.acme.example" },
  PullZoneEdgeRule: { pullZoneId: 8, actionType: 4, triggers: [{ type: 0, patternMatches: ["*"] }] },
  StorageFolder: { storageZoneId: 7, source: path.join(__dirname, "../../examples/website/public") },
  DnsRecord: { dnsZoneId: 9, type: "A", value: "203.0.113.7" },
};

export const leastSeed = {
  storageZones: [{ Id: 7, Name: "parts" }],
  pullZones: [
    { Id: 6, Name: "shielded" },
    { Id: 8, Name: "parts" },
  ],
  pullZoneShields: [{ Id: 70, pullZoneId: 6 }],
  dnsZones: [{ Id: 9, Domain: "parts.example" }],
};
