// Generated from the field tables in provider/wire by `npm run generate`.

/** A hostname of a pull zone. */
export interface PullZoneHostnameDetails {
  /** ID of the pull zone. */
  pullZoneId: number;
  /** The hostname. */
  hostname: string;
  /** Whether plain HTTP is redirected to HTTPS, which requires a certificate. */
  forceSSL: boolean;
  /** Whether the service created the hostname. */
  isSystemHostname: boolean;
  /** Whether the service manages the hostname. */
  isManagedHostname: boolean;
  /** Whether a certificate is installed. */
  hasCertificate: boolean;
  /** Hostname that the service created for the pull zone. The CNAME record of this hostname must point to it. */
  systemHostname?: string;
}

/** What a program declares about a hostname. */
export interface PullZoneHostnameInputs {
  /** ID of the pull zone. Changing it replaces the hostname. */
  pullZoneId: number;
  /** The hostname, such as `"www.acme.example"`, unique across the service (assumption). Changing it replaces the hostname. `"bücher.example"` equals `"xn--bcher-kva.example"`. */
  hostname: string;
  /** Whether plain HTTP is redirected to HTTPS, which requires a certificate. @default unchanged */
  forceSSL?: boolean;
  /** Moves the hostname here if another pull zone of this account has it, instead of failing. @default false */
  takeOver?: boolean;
  /** Requests a free certificate, which the service renews. The hostname's CNAME record must already point to the pull zone's `systemHostname`. @default false */
  managedCertificate?: boolean;
  /** Your own certificate with its chain, as PEM. Requires `certificateKey`. */
  certificate?: string;
  /** Private key of your own certificate, as PEM. Secret. */
  certificateKey?: string;
}
