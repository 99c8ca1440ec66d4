/** Security of a pull zone. Source: contract, unless a field says assumption. */
export interface PullZoneSecurity {
  /** TLS 1 enabled. */
  enableTLS1: boolean;
  /** TLS 1.1 enabled. */
  enableTLS1_1: boolean;
  /** Hostnames added to the zone automatically enable SSL. */
  enableAutoSSL: boolean;
  /** When true, the built-in certificate issuer is disabled and requests pass to the origin. */
  disableCertIssuer: boolean;
  /** Request signing towards the origin enabled. */
  cloudSigningEnabled: boolean;
  /** Signing key. Secret. */
  cloudSigningKey?: string;
  /** Signing secret. Secret. */
  cloudSigningSecret?: string;
  /** Signing region name. */
  cloudSigningRegionName?: string;
  /** Custom error page code enabled. */
  errorPageEnableCustomCode: boolean;
  /** Custom error page code returned. */
  errorPageCustomCode?: string;
  /** Status widget shown on error pages. */
  errorPageEnableStatusWidget: boolean;
  /** Code used to build the status widget. */
  errorPageStatusWidgetCode?: string;
  /** Error pages are whitelabel. */
  errorPageWhitelabel: boolean;
  /** DDoS protection enabled. */
  shieldDDosProtectionEnabled: boolean;
  /** 0 = DetectOnly, 1 = ActiveStandard, 2 = ActiveAggressive. */
  shieldDDosProtectionType: number;
}
