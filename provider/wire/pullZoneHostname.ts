import type { PullZoneHostnameDetails } from "../types/pullZoneHostname";
import { option, table } from "./fields";

/** Arguments and outputs of a hostname. */
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
        doc: 'The hostname, such as `"www.acme.example"`, unique across the service (assumption). Changing it replaces the hostname. `"bücher.example"` equals `"xn--bcher-kva.example"`.',
      },
    },
    ForceSSL: {
      type: "boolean",
      doc: "Whether plain HTTP is redirected to HTTPS, which requires a certificate.",
      input: { initial: false, fallback: "unchanged" },
    },
    IsSystemHostname: { type: "boolean", readOnly: true, doc: "Whether the service created the hostname." },
    IsManagedHostname: { type: "boolean", readOnly: true, doc: "Whether the service manages the hostname." },
    HasCertificate: { type: "boolean", readOnly: true, doc: "Whether a certificate is installed." },
    SystemHostname: {
      type: "string?",
      late: true,
      readOnly: true,
      doc: "Hostname that the service created for the pull zone. The CNAME record of this hostname must point to it.",
    },
  },
);

/** Options for the certificate of a hostname. They are sent, but never read. */
export const pullZoneHostnameOptions = table(
  { object: "hostname", type: "PullZoneHostnameOptions", doc: "Options of a declared hostname.", partial: true },
  {
    TakeOver: option("Moves the hostname here if another pull zone of this account has it, instead of failing."),
    ManagedCertificate: {
      ...option(
        "Requests a free certificate, which the service renews. The hostname's CNAME record must already point to the pull zone's `systemHostname`.",
      ),
      writeOnly: true,
    },
    Certificate: {
      type: "string?",
      optional: true,
      writeOnly: true,
      doc: "Your own certificate with its chain, as PEM.",
      input: { doc: "Your own certificate with its chain, as PEM. Requires `certificateKey`." },
    },
    CertificateKey: {
      type: "string?",
      optional: true,
      secret: true,
      writeOnly: true,
      doc: "Private key of your own certificate, as PEM.",
      input: { doc: "Private key of your own certificate, as PEM. Secret." },
    },
  },
);
