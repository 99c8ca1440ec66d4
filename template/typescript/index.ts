import * as pulumi from "@pulumi/pulumi";
import * as cdn from "pulumi-cdn-zones";

const name = new pulumi.Config().require("siteName");

// The site: the files of the folder public, and the zones that deliver them. pulumi up uploads a changed site and then empties the cache.
// To use your own hostname, add hostnames: ["www.acme.example"]; for a live site, add the option { protect: true }.
const site = new cdn.Website("site", { name, source: "./public" });

export const url = site.url;
