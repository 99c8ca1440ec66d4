import { table } from "./fields";

/** A hostname of a pull zone. The contract shows names and types only. */
export const hostnameTable = table("hostname", {
  Id: "int64",
  Value: "string",
  ForceSSL: "boolean",
  IsSystemHostname: "boolean",
  IsManagedHostname: "boolean",
  HasCertificate: "boolean",
  // Both are filled only when the certificate was asked for, so they may be null.
  Certificate: "string?",
  CertificateKey: { type: "string?", secret: true },
});
