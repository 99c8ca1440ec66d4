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
  ipFamilyPolicy: 1,
  tlsSecurityLevel: 1,
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
new cdn.PullZoneEdgeRule("cookies", {
  pullZoneId: web.pullZoneId,
  actionType: cdn.EdgeRuleActionType.StripCookiesClientToOrigin,
  triggers: [
    { type: cdn.EdgeRuleTriggerType.RequestHeader, parameter1: "X-App", parameter2: "x", patternMatches: ["a"] },
  ],
});

new cdn.StorageFolder("pages", {
  storageZoneId: full.storageZoneId,
  prefix: "docs/v1",
  source: "./public",
  exclude: ["*.map"],
  contentTypes: { "*.data": "application/json" },
  removed: "keep",
  purgePullZoneIds: [web.pullZoneId],
});
const barePages = new cdn.StorageFolder(
  "bare-pages",
  { storageZoneId: bare.storageZoneId, source: "./public" },
  { provider: second },
);
const readPages = cdn.StorageFolder.get("read-pages", "900/");

const zone = new cdn.DnsZone("zone", {
  domain: "compatible.example",
  customNameserversEnabled: true,
  nameserver1: "ns1.compatible.example",
  nameserver2: "ns2.compatible.example",
  soaEmail: "hostmaster@compatible.example",
  loggingEnabled: true,
  loggingIPAnonymizationEnabled: true,
  logAnonymizationType: "Drop",
  dnsSecEnabled: true,
  certificateKeyType: "Rsa",
  forceDestroy: true,
  adopt: true,
});
new cdn.DnsZone("bare-zone", { domain: "compatible-bare.example" }, { provider: second });
const record = (name, args) => new cdn.DnsRecord(name, { dnsZoneId: zone.dnsZoneId, ...args });
record("address", {
  name: "api",
  type: "A",
  value: "203.0.113.7",
  ttl: 60,
  weight: 50,
  smartRoutingType: "Geolocation",
  geolocationLatitude: 52.5,
  geolocationLongitude: 13.4,
  monitorType: "Ping",
  comment: "one of two",
});
record("apex", { type: "PullZone", pullZoneId: web.pullZoneId });
record("mail", { type: "MX", value: "mail.compatible.example.", priority: 10 });
record("sip", { name: "_sip._tcp", type: "SRV", value: "sip.compatible.example", priority: 5, weight: 10, port: 5060 });
record("authority", { type: "CAA", tag: "issue", value: "letsencrypt.org", flags: 0 });
record("text", { name: "Mixed", type: "TXT", value: "v=spf1 -all", disabled: true });
record("moved", { name: "old", type: "Redirect", value: "https://www.example.com" });
record("script", {
  name: "script",
  type: "Script",
  scriptId: 7,
  environmentalVariables: [{ name: "TOKEN", value: new pulumi.Config().requireSecret("secondKey") }],
});
const cname = record("cname", { name: "cdn", type: "CNAME", value: web.systemHostname, autoSslIssuance: false });
new cdn.PullZoneHostname(
  "delegated",
  { pullZoneId: web.pullZoneId, hostname: "cdn.compatible.example", managedCertificate: true },
  { dependsOn: [cname] },
);
const readZone = cdn.DnsZone.get("read-zone", 55);
const readRecord = cdn.DnsRecord.get("read-record", "55/551");

const script = new cdn.EdgeScript("script-site", {
  name: "compatible-hello",
  type: "standalone",
  source: "./scripts/hello.js",
  note: "the first one",
  variables: { GREETING: "compatible", EMPTY: "" },
  secrets: { TOKEN: new pulumi.Config().requireSecret("secondKey") },
});
new cdn.PullZone("scripted", { name: "compatible-scripted", edgeScriptId: script.edgeScriptId });
const middleware = new cdn.EdgeScript(
  "middleware",
  { name: "compatible-middleware", type: "middleware", code: "export default (request) => request;", publish: false },
  { provider: second },
);

const releases = new cdn.StorageFolder("releases", {
  storageZoneId: full.storageZoneId,
  prefix: "shop",
  source: "./public",
  releases: { keep: 3 },
  rootFiles: ["404.html"],
});
new cdn.PullZoneEdgeRule("pointer", {
  pullZoneId: web.pullZoneId,
  description: "release of the shop",
  actionType: cdn.EdgeRuleActionType.OriginStorage,
  actionParameter1: pulumi.interpolate`${full.storageZoneId}`,
  actionParameter2: full.name,
  actionParameter3: releases.releasePath,
  triggers: [{ type: cdn.EdgeRuleTriggerType.Url, patternMatches: ["*/shop/*"] }],
  purgeOnChange: true,
});

const site = new cdn.Website("site", {
  name: "compatible-site",
  source: "./public",
  replicationRegions: ["NY"],
  hostnames: ["compatible.example", "www.compatible.example"],
  dnsZoneId: zone.dnsZoneId,
  headers: { "X-Frame-Options": "DENY" },
  redirects: [{ from: "/old", to: "/" }],
  cache: { html: 60, assets: 86400 },
  releases: { keep: 2 },
  transform: { pullZone: { blockedCountries: ["XX"] } },
});
new cdn.Website("plain-site", { name: "compatible-plain", source: "./public", releases: false, forceDestroy: true });
const readScript = cdn.EdgeScript.get("read-script", 66);

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
  barePages: barePages.files,
  readPages: readPages.files,
  ds: zone.dsRecord,
  readZone: readZone.domain,
  readRecord: readRecord.value,
  liveScript: script.liveSha256,
  deploymentKey: script.deploymentKey,
  middleware: middleware.codeSha256,
  readScript: readScript.liveSha256,
  releasePath: releases.releasePath,
  url: site.url,
  release: site.release,
};
