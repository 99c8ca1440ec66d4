import * as cdn from "pulumi-cdn-zones";

// Where the files are.
const site = new cdn.StorageZone("site", { name: "acme-site", region: "DE", custom404FilePath: "/404.html" });

// Their delivery. For a live site, add the resource option protect: true, because deleting a pull zone stops the site.
const web = new cdn.PullZone("web", {
  name: "acme-web",
  storageZoneId: site.storageZoneId,
  cacheControlMaxAgeOverride: 3600,
  blockedIps: ["203.0.113.9"],
});

// The files of the folder public. What changes is sent, then the cache is emptied.
const pages = new cdn.StorageFolder("pages", {
  storageZoneId: site.storageZoneId,
  source: "./public",
  purgePullZoneIds: [web.pullZoneId],
});

// The domain's DNS. At its registrar, name the nameservers that pulumi up prints.
const zone = new cdn.DnsZone("zone", { domain: "acme.example" });
const { dnsZoneId } = zone;
const apex = new cdn.DnsRecord("apex", { dnsZoneId, type: "PullZone", pullZoneId: web.pullZoneId });
const www = new cdn.DnsRecord("www", { dnsZoneId, name: "www", type: "CNAME", value: web.systemHostname });

// The hostnames, with HTTPS. Each certificate needs the record.
const https = { forceSSL: true, managedCertificate: true };
new cdn.PullZoneHostname(
  "apex",
  { pullZoneId: web.pullZoneId, hostname: "acme.example", ...https },
  { dependsOn: [apex] },
);
new cdn.PullZoneHostname(
  "www",
  { pullZoneId: web.pullZoneId, hostname: "www.acme.example", ...https },
  { dependsOn: [www] },
);

new cdn.PullZoneEdgeRule("no-sniff", {
  pullZoneId: web.pullZoneId,
  description: "no sniffing",
  actionType: cdn.EdgeRuleActionType.SetResponseHeader,
  actionParameter1: "X-Content-Type-Options",
  actionParameter2: "nosniff",
  triggers: [{ type: cdn.EdgeRuleTriggerType.Url, patternMatches: ["*"] }],
  orderIndex: 1,
});

new cdn.PullZoneEdgeRule("moved-blog", {
  pullZoneId: web.pullZoneId,
  description: "the blog has moved",
  actionType: cdn.EdgeRuleActionType.Redirect,
  actionParameter1: "https://blog.acme.example",
  actionParameter2: "301",
  triggers: [{ type: cdn.EdgeRuleTriggerType.Url, patternMatches: ["*/blog/*"] }],
  orderIndex: 2,
});

export const pullZoneId = web.pullZoneId;
export const nameservers = zone.nameservers;
export const address = web.systemHostname;
export const files = pages.fileCount;
