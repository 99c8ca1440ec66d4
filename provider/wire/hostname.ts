import { table } from "./fields";

export const hostnameTable = table(
  {
    object: "hostname",
    type: "Hostname",
    doc: "A hostname linked to a pull zone.",
  },
  {
    Id: { type: "int64", doc: "ID of the hostname." },
    Value: { type: "string", doc: "The hostname." },
    ForceSSL: { type: "boolean", doc: "Whether plain HTTP is redirected to HTTPS." },
    IsSystemHostname: { type: "boolean", doc: "Whether the service created the hostname." },
    IsManagedHostname: { type: "boolean", doc: "Whether the service manages the hostname." },
    HasCertificate: { type: "boolean", doc: "Whether a certificate is installed." },
    Certificate: { type: "string?", doc: "Content of the certificate; only with `includeCertificate`." },
    CertificateKey: {
      type: "string?",
      secret: true,
      doc: "Private key of the certificate; only with `includeCertificate`.",
    },
  },
);
