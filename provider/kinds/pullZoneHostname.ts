import { pullZoneHostnameOptions, pullZoneHostnameTable } from "../wire/pullZoneHostname";
import { kindOf } from "./kind";

export const pullZoneHostname = kindOf({
  name: "PullZoneHostname",
  noun: "hostname",
  description:
    "A hostname of a pull zone, with its redirect to HTTPS and its certificate. Its id is `PULL-ZONE-ID/HOSTNAME`.",
  table: pullZoneHostnameTable,
  parent: "PullZone",
  options: pullZoneHostnameOptions,
  linkedOutputs: ["managedCertificate", "certificate", "certificateKey", "hasCertificate"],
  // Assumption: a hostname is registered once in the whole service.
  claim: ({ hostname }) => (typeof hostname === "string" ? hostname.toLowerCase() : ""),
});
