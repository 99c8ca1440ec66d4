import * as cdn from "pulumi-cdn-zones";

// `adopt` takes over the zone of this name that stands in the account. Where none stands, it is created. Nothing is taken
// over whose region, tier or type is another than declared: the error then says what differs.
const media = new cdn.StorageZone("media", {
  name: "acme-media",
  region: "NY",
  replicationRegions: ["LA"],
  adopt: true,
});

export const storageZoneId = media.storageZoneId;
export const filesStored = media.filesStored;
