import * as pulumi from "@pulumi/pulumi";
import * as cdn from "pulumi-cdn-zones";

const config = new pulumi.Config();

// The regions that the pull zone is served from decide where its files are replicated.
const website = cdn.getPullZoneOutput({ id: config.requireNumber("pullZoneId") });

export const assets = new cdn.StorageZone("assets", {
  name: pulumi.interpolate`${website.name}-assets`,
  region: "DE",
  replicationRegions: website.apply((zone) => (zone.enableGeoZoneASIA ? ["NY", "SG"] : ["NY"])),
});

export const hostname = assets.storageHostname;
