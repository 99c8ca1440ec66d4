import * as pulumi from "@pulumi/pulumi";
import * as cdn from "pulumi-cdn-zones";

const name = new pulumi.Config().require("siteName");

// The storage of the site, in Frankfurt. For a site that matters, add the option { protect: true }.
const site = new cdn.StorageZone("site", { name, region: "DE", custom404FilePath: "/404.html" });

// What serves it. For a hostname of your own, add a PullZoneHostname.
const web = new cdn.PullZone("web", { name, storageZoneId: site.storageZoneId, loggingIPAnonymizationEnabled: true });

// Its files, from the folder public: pulumi up sends what differs, and then empties the cache.
const pages = new cdn.StorageFolder("pages", {
  storageZoneId: site.storageZoneId,
  source: "./public",
  purgePullZoneIds: [web.pullZoneId],
});

export const url = pulumi.interpolate`https://${web.systemHostname}/`;
export const files = pages.fileCount;
