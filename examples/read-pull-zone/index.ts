import * as pulumi from "@pulumi/pulumi";
import * as cdn from "pulumi-cdn-zones";

const config = new pulumi.Config();

// The pull zone is managed elsewhere. Its settings determine those of the storage zone.
const website = cdn.PullZone.get("website", config.require("pullZoneId"));

// A storage zone for an archive, named after the pull zone. A replica can be added later, but not removed.
const archive = new cdn.StorageZone("archive", {
  name: pulumi.interpolate`${website.name}-archive`,
  region: "DE",
  replicationRegions: website.enableGeoZoneUS.apply((servesAmerica) => (servesAmerica ? ["NY"] : [])),
});

export const archiveName = archive.name;
export const archiveRegions = archive.replicationRegions;
