// Generated from the field tables in provider/wire by `npm run generate`.

/** A hostname of a pull zone. */
export interface PullZoneHostnameDetails {
  /** ID of the pull zone. */
  pullZoneId: number;
  /** The hostname. */
  hostname: string;
  /** Whether plain HTTP is redirected to HTTPS. The hostname needs a certificate. */
  forceSSL: boolean;
  /** Whether the service created the hostname. */
  isSystemHostname: boolean;
  /** Whether the service manages the hostname. */
  isManagedHostname: boolean;
  /** Whether a certificate is installed. */
  hasCertificate: boolean;
  /** The hostname that the service created for the pull zone: what a CNAME record of this hostname points to. */
  systemHostname?: string;
}

/** What a program declares about a hostname. */
export interface PullZoneHostnameInputs {
  /** ID of the pull zone. Changing it replaces the hostname. */
  pullZoneId: number;
  /** The hostname, such as `"www.acme.example"`. Changing it replaces the hostname. Assumption: unique across the service, in any spelling: `"bücher.example"` is `"xn--bcher-kva.example"`. */
  hostname: string;
  /** Whether plain HTTP is redirected to HTTPS. The hostname needs a certificate. @default unchanged */
  forceSSL?: boolean;
  /** Requests a free certificate, which the service renews. The hostname must point to the pull zone before: with a CNAME to its `systemHostname`. @default false */
  managedCertificate?: boolean;
  /** Own certificate with its chain, as PEM. Needs `certificateKey`. */
  certificate?: string;
  /** Private key of the own certificate, as PEM. Secret. */
  certificateKey?: string;
}
