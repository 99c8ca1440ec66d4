import * as cdn from "pulumi-cdn-zones";

// `adopt` adopts the existing zone of this name, or creates it if there is none. If the region, tier or type differs from
// the declared one, the zone is not adopted, and the error says what differs.
const media = new cdn.StorageZone("media", {
  name: "acme-media",
  region: "NY",
  replicationRegions: ["LA"],
  adopt: true,
});

export const storageZoneId = media.storageZoneId;
export const filesStored = media.filesStored;
