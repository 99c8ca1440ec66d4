import * as pulumi from "@pulumi/pulumi";
import * as cdn from "pulumi-cdn-zones";

// A stack such as pr-42 is a preview of a pull request: the same site under its own name, without custom domain and releases.
const stack = pulumi.getStack();
const isPreview = stack.startsWith("pr-");

// The domain's DNS. At the domain's registrar, set the nameservers that pulumi up prints.
const zone = isPreview ? undefined : new cdn.DnsZone("zone", { domain: "acme.example" });
const ownDomain =
  zone === undefined
    ? {}
    : {
        hostnames: ["www.acme.example", "acme.example"],
        canonicalHostname: "www.acme.example",
        dnsZoneId: zone.dnsZoneId,
      };

// The site: the files of the folder public, and the zones that deliver them. For a live site, add the option protect: true.
const site = new cdn.Website("site", {
  name: isPreview ? `acme-site-${stack}` : "acme-site",
  source: "./public",
  ...ownDomain,
  headers: { "X-Content-Type-Options": "nosniff", ...(isPreview ? { "X-Robots-Tag": "noindex" } : {}) },
  ...(isPreview ? { releases: false } : {}),
  redirects: [{ from: "/blog/*", to: "https://blog.acme.example/", status: 301 }],
});

export const url = site.url;
export const urls = site.urls;
export const files = site.folder.fileCount;
export const nameservers = zone?.nameservers;
