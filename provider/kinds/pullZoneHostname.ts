import { pullZoneHostnameOptions, pullZoneHostnameTable } from "../wire/pullZoneHostname";
import type { PartKindOf } from "./kind";
import { kindOf } from "./kind";

export const pullZoneHostname: PartKindOf<"PullZone"> = kindOf({
  name: "PullZoneHostname",
  noun: "hostname",
  description:
    "A hostname of a pull zone, with its redirect to HTTPS and its certificate. Its id is `PULL-ZONE-ID/HOSTNAME`.",
  table: pullZoneHostnameTable,
  // Assumption: a hostname is registered once in the whole service.
  nameField: "hostname",
  idIsName: true,
  parent: "PullZone",
  // So it is served all along.
  deleteBeforeReplace: false,
  options: pullZoneHostnameOptions,
  linkedOutputs: ["managedCertificate", "certificate", "certificateKey", "hasCertificate"],
});
