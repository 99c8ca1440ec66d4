import * as pulumi from "@pulumi/pulumi";
import * as cdn from "pulumi-cdn-zones";
import { enforce } from "./enforce";
import { noForceDestroy, twoReplicas } from "./policies";

// Before the first resource is declared.
enforce((resource) => cdn.StorageZone.isInstance(resource), [twoReplicas, noForceDestroy]);

const config = new pulumi.Config();

const assets = new cdn.StorageZone("assets", {
  name: "acme-assets",
  region: "DE",
  replicationRegions: config.getObject<string[]>("replicas") ?? ["NY", "SYD"],
});

export const hostname = assets.storageHostname;
