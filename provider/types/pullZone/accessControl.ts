/** Access control of a pull zone. Source: contract, unless a field says assumption. */
export interface PullZoneAccessControl {
  /** Referrer hostnames allowed; requests with another Referer hostname are rejected; empty means all allowed. */
  allowedReferrers: string[];
  /** Referrer hostnames that are blocked. */
  blockedReferrers: string[];
  /** Block direct access when the request does not come from an allowed referrer. */
  blockNoneReferrer: boolean;
  /** IPs whose requests are rejected; empty means all allowed. */
  blockedIps: string[];
  /** Two-letter ISO alpha-2 codes of blocked countries. */
  blockedCountries: string[];
  /** Two-letter ISO alpha-2 codes of budget-redirected countries. */
  budgetRedirectedCountries: string[];
  /** Access to the root path returns 403. */
  blockRootPathAccess: boolean;
  /** POST requests to the zone are blocked. */
  blockPostRequests: boolean;
  /** URL secure-token authentication enabled. */
  zoneSecurityEnabled: boolean;
  /** Key for secure URL tokens. Secret. */
  zoneSecurityKey?: string;
  /** Zone security hash includes the remote IP. */
  zoneSecurityIncludeHashRemoteIP: boolean;
  /** Routing filters enabled. */
  routingFilters: string[];
  /** WebSocket connections allowed. */
  enableWebSockets: boolean;
  /** Maximum global simultaneous WebSocket connections. */
  maxWebSocketConnections: number;
}
