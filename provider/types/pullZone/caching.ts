/** Caching and origin behaviour of a pull zone. Source: contract, unless a field says assumption. */
export interface PullZoneCaching {
  /** Query strings ignored when serving cached objects. */
  ignoreQueryStrings: boolean;
  /** Query string ordering enabled. */
  enableQueryStringOrdering: boolean;
  /** Parameters used to build the cache key by query string; empty means all parameters. */
  queryStringVaryParameters: string[];
  /** Request headers the cache varies by, comma-delimited. */
  cacheKeyHeaders?: string;
  /** Override cache time for the zone. */
  cacheControlMaxAgeOverride: number;
  /** Override cache time for the end client. */
  cacheControlPublicMaxAgeOverride: number;
  /** Cache slice (video optimization). */
  enableCacheSlice: boolean;
  /** Smart caching. */
  enableSmartCache: boolean;
  /** Error responses are cached. */
  cacheErrorResponses: boolean;
  /** Serve stale cache while updating. */
  useStaleWhileUpdating: boolean;
  /** Serve stale cache while origin is offline. */
  useStaleWhileOffline: boolean;
  /** Cache update runs in the background. */
  useBackgroundUpdate: boolean;
  /** WebP vary. */
  enableWebPVary: boolean;
  /** AVIF vary. */
  enableAvifVary: boolean;
  /** Country code vary. */
  enableCountryCodeVary: boolean;
  /** Country state code vary. */
  enableCountryStateCodeVary: boolean;
  /** Mobile vary. */
  enableMobileVary: boolean;
  /** Cookie vary. */
  enableCookieVary: boolean;
  /** Cookie names for cache vary; empty means cookie vary is not used. */
  cookieVaryParameters: string[];
  /** Hostname vary. */
  enableHostnameVary: boolean;
  /** Storage zone used for permanent cache. */
  permaCacheStorageZoneId: number;
  /** Permanent cache behaviour. Assumption: 0 Automatic, 1 Manual; other integers may come. */
  permaCacheType: number;
  /** Forward the current hostname to the origin. */
  addHostHeader: boolean;
  /** Host header sent to the origin. */
  originHostHeader?: string;
  /** Canonical header added. */
  addCanonicalHeader: boolean;
  /** Follow origin redirects. */
  followRedirects: boolean;
  /** Verify the origin SSL certificate. */
  verifyOriginSSL: boolean;
  /** Number of retries to the origin. */
  originRetries: number;
  /** Seconds to wait connecting to the origin before failing or retrying. */
  originConnectTimeout: number;
  /** Seconds to wait for the origin reply before failing or retrying. */
  originResponseTimeout: number;
  /** Retry on 5XX responses. */
  originRetry5XXResponses: boolean;
  /** Retry on connection timeout. */
  originRetryConnectionTimeout: boolean;
  /** Retry on response timeout. */
  originRetryResponseTimeout: boolean;
  /** Wait before retrying an origin request. */
  originRetryDelay: number;
  /** Origin shield used. */
  enableOriginShield: boolean;
  /** Zone code of the origin shield. */
  originShieldZoneCode?: string;
  /** Origin shield concurrency limit enabled. */
  originShieldEnableConcurrencyLimit: boolean;
  /** Maximum concurrent requests to the origin. */
  originShieldMaxConcurrentRequests: number;
  /** Maximum queue wait time. */
  originShieldQueueMaxWaitTime: number;
  /** Maximum origin requests that remain queued. */
  originShieldMaxQueuedRequests: number;
  /** Request coalescing enabled. */
  enableRequestCoalescing: boolean;
  /** Lock time for coalesced requests. */
  requestCoalescingTimeout: number;
  /** Flag without a description. */
  enableSafeHop: boolean;
  /** Cookies disabled for the zone. */
  disableCookies: boolean;
  /** CORS headers enabled. */
  enableAccessControlOriginHeader: boolean;
  /** Extensions that return CORS headers. */
  accessControlOriginHeaderExtensions: string[];
  /** Whether a sticky-session mechanism is used. Assumption: 0 Off, 1 On; other integers may come. */
  stickySessionType: number;
  /** Sticky session cookie name. */
  stickySessionCookieName?: string;
  /** Comma-separated header names that identify clients. */
  stickySessionClientHeaders?: string;
}
