import * as pulumi from "@pulumi/pulumi";
import * as cdn from "pulumi-cdn-zones";

const config = new pulumi.Config();

// A zone in Frankfurt with copies in New York and Sydney.
const assets = new cdn.StorageZone("assets", {
  name: config.get("zoneName") ?? "acme-assets",
  region: "DE",
  replicationRegions: ["NY", "SYD"],
  rewrite404To200: false,
});

// A pull zone that is managed elsewhere; its configuration becomes outputs.
const pullZoneId = config.get("pullZoneId");
const website = pullZoneId === undefined ? undefined : cdn.PullZone.get("website", pullZoneId);

export const storageZoneId = assets.storageZoneId;
export const hostname = assets.storageHostname;
export const password = assets.password;
export const origin = website?.originUrl;
export const blockedCountries = website?.blockedCountries;
