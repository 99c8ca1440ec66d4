import type { PullZoneHostnameDetails } from "../types/pullZoneHostname";
import { option, table } from "./fields";

/** What a program declares about a hostname, and its outputs. */
export const pullZoneHostnameTable = table<PullZoneHostnameDetails>(
  { object: "hostname", type: "PullZoneHostnameDetails", doc: "A hostname of a pull zone.", partial: true },
  {
    PullZoneId: {
      type: "int64",
      immutable: true,
      doc: "ID of the pull zone.",
      input: { required: true, doc: "ID of the pull zone. Changing it replaces the hostname." },
    },
    Hostname: {
      type: "string",
      immutable: true,
      host: true,
      doc: "The hostname.",
      input: {
        required: true,
        doc: 'The hostname, such as `"www.acme.example"`. Changing it replaces the hostname. Assumption: unique across the service, in any spelling: `"bücher.example"` is `"xn--bcher-kva.example"`.',
      },
    },
    ForceSSL: {
      type: "boolean",
      doc: "Whether plain HTTP is redirected to HTTPS. The hostname needs a certificate.",
      input: { initial: false, fallback: "unchanged" },
    },
    IsSystemHostname: { type: "boolean", readOnly: true, doc: "Whether the service created the hostname." },
    IsManagedHostname: { type: "boolean", readOnly: true, doc: "Whether the service manages the hostname." },
    HasCertificate: { type: "boolean", readOnly: true, doc: "Whether a certificate is installed." },
    SystemHostname: {
      type: "string?",
      readOnly: true,
      doc: "The hostname that the service created for the pull zone: what a CNAME record of this hostname points to.",
    },
  },
);

/** What a program declares about the certificate of a hostname. It is sent, but never read. */
export const pullZoneHostnameOptions = table(
  { object: "hostname", type: "PullZoneHostnameOptions", doc: "Options of a declared hostname.", partial: true },
  {
    ManagedCertificate: option(
      "Requests a free certificate, which the service renews. The hostname must point to the pull zone before: with a CNAME to its `systemHostname`.",
    ),
    Certificate: {
      type: "string?",
      optional: true,
      doc: "Own certificate with its chain, as PEM.",
      input: { doc: "Own certificate with its chain, as PEM. Needs `certificateKey`." },
    },
    CertificateKey: {
      type: "string?",
      optional: true,
      secret: true,
      doc: "Private key of the own certificate, as PEM.",
      input: { doc: "Private key of the own certificate, as PEM. Secret." },
    },
  },
);
