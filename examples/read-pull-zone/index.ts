import * as pulumi from "@pulumi/pulumi";
import * as cdn from "pulumi-cdn-zones";

const config = new pulumi.Config();

// Somebody else manages the pull zone. What it is called and how it logs decides what is declared here.
const website = cdn.PullZone.get("website", config.require("pullZoneId"));

// A zone for its log archive. The name is an input that becomes known when the pull zone has been read; after a renaming it
// makes another archive. A replica can be added later, but not removed.
const archive = new cdn.StorageZone("archive", {
  name: pulumi.interpolate`${website.name}-archive`,
  region: "DE",
  replicationRegions: website.enableGeoZoneUS.apply((servesAmerica) => (servesAmerica ? ["NY"] : [])),
});

export const archiveName = archive.name;
export const archiveRegions = archive.replicationRegions;
