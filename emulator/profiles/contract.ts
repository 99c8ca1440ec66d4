import { mainRegions, replicationRegions } from "../../provider/wire/storageZone";
import { badRequest, failed } from "../http";
import { logError } from "../logs/query";
import { contractDns } from "./dns";
import type { Profile } from "./profile";

/** The profile that follows only the contract. */
export const contract: Profile = {
  options: {},
  mainRegions,
  replicationRegions,
  unauthorized: failed("assumed", 401),
  notFound: () => failed("assumed", 404),
  refusedRegion: (region) =>
    badRequest("contract", "Region", `The region '${region}' is not available as a main region.`),
  origin: (of) => ({ OriginUrl: "url" in of ? of.url.replace(/\/+$/, "") : null }),
  noReplicas: null,
  mainRegion: (region) => region,
  storageZone: (zone) => zone,
  // 0 is outside of the contract's bounds for an image quality.
  addedPullZone: () => ({}),
  newPullZone: () => ({ Enabled: true, OptimizerImageQuality: 85, OptimizerMobileImageQuality: 70 }),
  pullZoneSettings: (given, before) => {
    if (given.OriginType !== 4) return given;
    const { EdgeScriptId = 0 } = { ...before, ...given };
    return { ...given, OriginUrl: `https://script-${String(EdgeScriptId)}.cdn.example` };
  },
  systemHostname: {},
  takesExactPath: () => true,
  purgeLimited: (waitSeconds) => failed("assumed", 429, undefined, { "retry-after": String(waitSeconds) }),
  certificates: {
    notPointing: (_hostname, cname) =>
      badRequest("assumed", "hostname", `The hostname does not point to ${cname}.`, "pullzone.validation"),
    wildcardsShadow: false,
  },
  logs: {
    unauthorized: () => logError("assumed", "unauthorized", "The access key is missing or not valid."),
    unknownZone: logError("assumed", "not_found", "There is no such pull zone."),
    entry: (entry) => entry,
  },
  edgeRulePlace: (others) => Math.max(-1, ...others.map(({ OrderIndex }) => OrderIndex)) + 1,
  edgeRule: (rule) => rule,
  newHostname: () => undefined,
  newDnsZone: { Nameserver1: "ns1.cdn.example", Nameserver2: "ns2.cdn.example", SoaEmail: "hostmaster@cdn.example" },
  dns: contractDns,
  dnsZone: (zone) => zone,
};
