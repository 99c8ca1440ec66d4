import * as pulumi from "@pulumi/pulumi";
import * as cdn from "pulumi-cdn-zones";

const name = new pulumi.Config().require("siteName");

// The files of the folder public, and what serves them: pulumi up sends what differs, and then empties the cache. For a hostname of your own,
// add hostnames: ["www.acme.example"]; for a site that matters, the option { protect: true }.
const site = new cdn.Website("site", { name, source: "./public" });

export const url = site.url;
