import { pullZoneHostnameOptions, pullZoneHostnameTable } from "../wire/pullZoneHostname";
import type { PartKindOf } from "./kind";
import { defineKind } from "./kind";

export const pullZoneHostname: PartKindOf<"PullZone"> = defineKind({
  name: "PullZoneHostname",
  noun: "hostname",
  description:
    "A hostname of a pull zone, with its redirect to HTTPS and its certificate. Its id is `PULL-ZONE-ID/HOSTNAME`.",
  class: {
    doc: [
      "A hostname of a pull zone, with its redirect to HTTPS and its certificate. Its id is `PULL-ZONE-ID/HOSTNAME`, in lower case.",
      "A hostname that the pull zone already has is adopted. The hostname is added before its certificate. If the certificate fails because no DNS record points to the pull zone yet, the error names the CNAME record to set, and the next `pulumi up` continues.",
      "Assumption: the operations on hostnames. In the contract, hostnames can only be read, with their pull zone.",
    ],
    example: `
      const web = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://origin.acme.example" });

      new cdn.PullZoneHostname("www", {
        pullZoneId: web.pullZoneId,
        hostname: "www.acme.example",
        forceSSL: true,
        managedCertificate: true,
      });
    `,
    get: "Reads an existing hostname without managing it. If there is no such hostname, the deployment fails.",
    id: "the id of the pull zone and the hostname, with a slash between them, such as `4711/www.acme.example`",
  },
  table: pullZoneHostnameTable,
  // Assumption: a hostname is registered once in the whole service.
  nameField: "hostname",
  idIsName: true,
  parent: "PullZone",
  // Excludes "." and "..", which a path would drop.
  partId: { shape: /^[^/]*[^./][^/]*$/, example: "www.acme.example" },
  // The new hostname is added first, so that the site stays available.
  deleteBeforeReplace: false,
  deletion: "remove",
  options: pullZoneHostnameOptions,
  linkedOutputs: ["managedCertificate", "certificate", "certificateKey", "hasCertificate"],
});
