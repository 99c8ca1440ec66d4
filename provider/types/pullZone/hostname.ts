import type { ExtraFields } from "../extraFields";

/** A hostname linked to a pull zone. Source: contract, which shows names and types only; what they mean is an assumption. */
export interface Hostname extends ExtraFields {
  /** ID of the hostname. */
  id: number;
  /** The hostname. */
  value: string;
  /** Whether plain HTTP is redirected to HTTPS. */
  forceSSL: boolean;
  /** Whether the service made the hostname. */
  isSystemHostname: boolean;
  /** Whether the service manages the hostname. */
  isManagedHostname: boolean;
  /** Whether a certificate is installed. */
  hasCertificate: boolean;
  /** Content of the certificate; only where `includeCertificate` asked for it. */
  certificate?: string;
  /** Private key of the certificate; only where `includeCertificate` asked for it. Secret. */
  certificateKey?: string;
}
