"use strict";
const cdn = require("pulumi-cdn-zones");

const site = new cdn.Website("site", {
  name: "upgraded-site",
  source: "./public",
  hostnames: ["www.example.com"],
  headers: { "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff" },
  redirects: [
    { from: "/old", to: "/new/" },
    { from: "/older", to: "/new/" },
    { from: "/ancient", to: "/new/" },
    { from: "/blog/*", to: "/news/", status: 301 },
    { from: "/oldest", to: "/new/" },
  ],
});

module.exports = { url: site.url, release: site.release };
