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
      "A hostname that the pull zone has already is taken over. The hostname is added before its certificate: if that fails, because no DNS record points to the pull zone yet, the error says which CNAME to set, and the next `pulumi up` goes on.",
      "Assumption: the operations on hostnames; the contract only reads them with their pull zone.",
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
    id: "the id of its pull zone, a slash and the hostname, such as `4711/www.acme.example`",
  },
  table: pullZoneHostnameTable,
  // Assumption: a hostname is registered once in the whole service.
  nameField: "hostname",
  idIsName: true,
  parent: "PullZone",
  // Not "." or "..", which a path would drop.
  partId: { shape: /^[^/]*[^./][^/]*$/, example: "www.acme.example" },
  // So it is served all along.
  deleteBeforeReplace: false,
  options: pullZoneHostnameOptions,
  linkedOutputs: ["managedCertificate", "certificate", "certificateKey", "hasCertificate"],
});
