import { EnvironmentZones } from "./environmentZones";

const staging = new EnvironmentZones("staging", { organization: "acme", region: "DE" });
const production = new EnvironmentZones("production", {
  organization: "acme",
  region: "DE",
  replicationRegions: ["NY", "SG"],
});

export const hostnames = { staging: staging.hostnames, production: production.hostnames };
