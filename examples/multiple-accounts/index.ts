import * as pulumi from "@pulumi/pulumi";
import * as cdn from "pulumi-cdn-zones";

const config = new pulumi.Config();

// One provider per account. Settings that it omits, such as the base URL, come from the stack's configuration.
const eu = new cdn.Provider("eu", { accessKey: config.requireSecret("euKey") });
const us = new cdn.Provider("us", { accessKey: config.requireSecret("usKey") });

const zoneEu = new cdn.StorageZone("assets-eu", { name: "acme-assets-eu", region: "DE" }, { provider: eu });
const zoneUs = new cdn.StorageZone("assets-us", { name: "acme-assets-us", region: "NY" }, { provider: us });

// Functions take the same option. This call waits until the zone has been created.
const namesUs = cdn.getStorageZonesOutput({}, { provider: us, dependsOn: zoneUs }).names;

export const hostnames = [zoneEu.storageHostname, zoneUs.storageHostname];
export const zonesInTheUsAccount = namesUs;
