import * as pulumi from "@pulumi/pulumi";
import * as cdn from "pulumi-cdn-zones";

const config = new pulumi.Config();

// One provider per account. What is left out, such as the base URL, comes from the stack's own settings.
const eu = new cdn.Provider("eu", { accessKey: config.requireSecret("euKey") });
const us = new cdn.Provider("us", { accessKey: config.requireSecret("usKey") });

const zoneEu = new cdn.StorageZone("assets-eu", { name: "acme-assets-eu", region: "DE" }, { provider: eu });
const zoneUs = new cdn.StorageZone("assets-us", { name: "acme-assets-us", region: "NY" }, { provider: us });

// Data sources take the same option. This one waits until the zone stands, so that it finds it.
const namesUs = cdn.getStorageZonesOutput({}, { provider: us, dependsOn: zoneUs }).names;

export const hostnames = [zoneEu.storageHostname, zoneUs.storageHostname];
export const zonesInTheUsAccount = namesUs;
