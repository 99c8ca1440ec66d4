// The program that wrote the kept states. Whatever is added here must be in every kept state: a new version gets its own program.
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
const website = cdn.PullZone.get("website", 77);
const withCertificate = cdn.PullZone.get("with-certificate", 78, { includeCertificate: true }, { provider: second });

module.exports = {
  id: full.storageZoneId,
  password: full.password,
  bare: bare.id,
  read: read.name,
  origin: website.originUrl,
  hostnames: withCertificate.hostnames,
};
