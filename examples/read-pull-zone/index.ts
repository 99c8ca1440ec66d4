import * as pulumi from "@pulumi/pulumi";
import * as cdn from "pulumi-cdn-zones";

const config = new pulumi.Config();

// The pull zone is managed elsewhere. Its settings decide what is declared here.
const website = cdn.PullZone.get("website", config.require("pullZoneId"));

// A zone for its archive, named after it. A replica can be added later, but not removed.
const archive = new cdn.StorageZone("archive", {
  name: pulumi.interpolate`${website.name}-archive`,
  region: "DE",
  replicationRegions: website.enableGeoZoneUS.apply((servesAmerica) => (servesAmerica ? ["NY"] : [])),
});

export const archiveName = archive.name;
export const archiveRegions = archive.replicationRegions;
