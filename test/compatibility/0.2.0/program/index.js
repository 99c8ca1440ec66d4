const pulumi = require("@pulumi/pulumi");
const cdn = require("pulumi-cdn-zones");

const second = new cdn.Provider("second", { accessKey: new pulumi.Config().requireSecret("secondKey") });

const full = new cdn.StorageZone("full", {
  name: "compatible-full",
  region: "de",
  replicationRegions: ["SYD", "NY"],
  zoneTier: cdn.ZoneTier.Standard,
  storageZoneType: cdn.StorageZoneType.S3,
  rewrite404To200: true,
  custom404FilePath: "/404.html",
  forceDestroy: true,
  adopt: true,
  waitForReplication: true,
});
const bare = new cdn.StorageZone("bare", { name: "compatible-bare", region: "NY" }, { provider: second });
const read = cdn.StorageZone.get("read", 900);

const web = new cdn.PullZone("web", {
  name: "compatible-web",
  storageZoneId: full.storageZoneId,
  cacheControlMaxAgeOverride: 3600,
  blockedCountries: ["XX", "YY"],
  blockedIps: [],
  enableLogging: true,
  cloudSigningEnabled: true,
  cloudSigningKey: "a-signing-key",
  cloudSigningSecret: new pulumi.Config().requireSecret("secondKey"),
});
const bareWeb = new cdn.PullZone(
  "bare-web",
  { name: "compatible-bare-web", originUrl: "https://origin.example.com" },
  { provider: second },
);
const www = new cdn.PullZoneHostname("www", {
  pullZoneId: web.pullZoneId,
  hostname: "www.example.com",
  forceSSL: true,
  managedCertificate: true,
});
const plain = new cdn.PullZoneHostname("plain", { pullZoneId: web.pullZoneId, hostname: "plain.example.com" });
const header = new cdn.PullZoneEdgeRule("header", {
  pullZoneId: web.pullZoneId,
  description: "a header to the origin",
  actionType: cdn.EdgeRuleActionType.SetRequestHeader,
  actionParameter1: "X-Token",
  actionParameter2: new pulumi.Config().requireSecret("secondKey"),
  triggers: [{ type: cdn.EdgeRuleTriggerType.Url, patternMatches: ["*"] }],
});
new cdn.PullZoneEdgeRule("redirect", {
  pullZoneId: web.pullZoneId,
  actionType: cdn.EdgeRuleActionType.Redirect,
  actionParameter1: "https://blog.example.com",
  actionParameter2: "301",
  triggers: [{ type: cdn.EdgeRuleTriggerType.Url, patternMatches: ["*/blog/*"] }],
  enabled: false,
  orderIndex: 3,
});
const website = cdn.PullZone.get("website", 77);
const withCertificate = cdn.PullZone.get("with-certificate", 78, { includeCertificate: true }, { provider: second });

module.exports = {
  id: full.storageZoneId,
  password: full.password,
  bare: bare.id,
  read: read.name,
  web: web.pullZoneId,
  securityKey: bareWeb.zoneSecurityKey,
  www: www.id,
  plain: plain.id,
  header: header.id,
  origin: website.originUrl,
  hostnames: withCertificate.hostnames,
};
