// Generated from the field tables in provider/wire by `npm run generate`.

import type { ExtraFields } from "./extraFields";

/** A pull zone. */
export interface GetPullZoneResult extends ExtraFields {
  /** Unique ID. */
  id: number;
  /** Name. */
  name?: string;
  /** URL the files are fetched from. */
  originUrl?: string;
  /** True unless resource limits were reached or the owning account ran out of funds. */
  enabled: boolean;
  /** Suspension flag. */
  suspended: boolean;
  /** 0 = Premium, 1 = Volume. */
  type: number;
  /** Type of the origin: 0 OriginUrl, 1 DnsAccelerate, 2 StorageZone, 3 LoadBalancer, 4 EdgeScript, 5 Containers, 6 PushZone; other integers are possible. */
  originType: number;
  /** ID of the owner. */
  userId?: string;
  /** CNAME domain used to set up custom hostnames. */
  cnameDomain?: string;
  /** Hostnames linked to the zone. */
  hostnames: Hostname[];
  /** Linked storage zone. */
  storageZoneId: number;
  /** Linked edge script. */
  edgeScriptId: number;
  /** Request phase in which the script runs: 0 Cache, 1 LoadBalancer; other integers are possible. */
  edgeScriptExecutionPhase: number;
  /** Linked middleware script. */
  middlewareScriptId?: number;
  /** Linked container application. */
  containerAppId?: string;
  /** Linked container endpoint. */
  containerEndpointId?: string;
  /** Linked video library. */
  videoLibraryId: number;
  /** DNS record tied to the zone. */
  dnsRecordId: number;
  /** DNS zone tied to the zone. */
  dnsZoneId: number;
  /** Cached DNS record value. Volatile: changes by itself, never drift. */
  dnsRecordValue?: string;
  /** Short preview value of the origin connection link. */
  originLinkValue?: string;
  /** Cache version counter. Volatile: changes by itself, never drift. */
  cacheVersion: number;
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
  /** Delivery from North America. */
  enableGeoZoneUS: boolean;
  /** Delivery from Europe. */
  enableGeoZoneEU: boolean;
  /** Delivery from Asia / Oceania. */
  enableGeoZoneASIA: boolean;
  /** Delivery from South America. */
  enableGeoZoneSA: boolean;
  /** Delivery from Africa. */
  enableGeoZoneAF: boolean;
  /** Monthly bandwidth limit in bytes. */
  monthlyBandwidthLimit: number;
  /** Bandwidth used this month, bytes. Volatile: changes by itself, never drift. */
  monthlyBandwidthUsed: number;
  /** Total monthly charges so far. Volatile: changes by itself, never drift. */
  monthlyCharges: number;
  /** Excess requests are delayed until their number exceeds this burst size. */
  burstSize: number;
  /** Maximum requests per IP per second. */
  requestLimit: number;
  /** Maximum transfer rate in kb/s; 0 means unlimited. */
  limitRatePerSecond: number;
  /** Amount of data after which the rate limit activates. */
  limitRateAfter: number;
  /** Connections limited per IP. */
  connectionLimitPerIPCount: number;
  /** Custom price override; unit is $/Byte. */
  priceOverride: number;
  /** Monthly optimizer price for the zone. */
  optimizerPricing: number;
  /** Zone discount, EU and US region. */
  euusDiscount: number;
  /** Zone discount, South America. */
  southAmericaDiscount: number;
  /** Zone discount, Africa. */
  africaDiscount: number;
  /** Zone discount, Asia and Oceania. */
  asiaOceaniaDiscount: number;
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
  /** Permanent cache behaviour: 0 Automatic, 1 Manual; other integers are possible. */
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
  /** Whether a sticky-session mechanism is used: 0 Off, 1 On; other integers are possible. */
  stickySessionType: number;
  /** Sticky session cookie name. */
  stickySessionCookieName?: string;
  /** Comma-separated header names that identify clients. */
  stickySessionClientHeaders?: string;
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
  /** Logging enabled. */
  enableLogging: boolean;
  /** Extended logging with additional details. */
  enableExtendedLogging: boolean;
  /** Log IP anonymization flag. */
  loggingIPAnonymizationEnabled: boolean;
  /** Log anonymization type: 0 OneDigit, 1 Drop; other integers are possible. */
  logAnonymizationType: number;
  /** 0 = Plain, 1 = JSON. */
  logFormat: number;
  /** Permanent logging enabled. */
  loggingSaveToStorage: boolean;
  /** Storage zone holding permanent logs. */
  loggingStorageZoneId: number;
  /** Log forwarding enabled. */
  logForwardingEnabled: boolean;
  /** Forwarding hostname. */
  logForwardingHostname?: string;
  /** Forwarding port. */
  logForwardingPort: number;
  /** Forwarding token. Secret. */
  logForwardingToken?: string;
  /** Forwarding protocol type: 0 UDP, 1 TCP, 2 TCPEncrypted, 3 DataDog; other integers are possible. */
  logForwardingProtocol: number;
  /** 0 = Plain, 1 = JSON. */
  logForwardingFormat: number;
  /** Optimizer enabled. */
  optimizerEnabled: boolean;
  /** Optimizer origin tunnel enabled. */
  optimizerTunnelEnabled: boolean;
  /** Maximum automatic image size for desktop; 0 ≤ x ≤ 5000. */
  optimizerDesktopMaxWidth: number;
  /** Maximum automatic image size for mobile; 0 ≤ x ≤ 5000. */
  optimizerMobileMaxWidth: number;
  /** Desktop image quality; 1 ≤ x ≤ 100. */
  optimizerImageQuality: number;
  /** Mobile image quality; 1 ≤ x ≤ 100. */
  optimizerMobileImageQuality: number;
  /** WebP optimization. */
  optimizerEnableWebP: boolean;
  /** SEO HTML prerender. */
  optimizerPrerenderHtml: boolean;
  /** Image manipulation. */
  optimizerEnableManipulationEngine: boolean;
  /** CSS minification. */
  optimizerMinifyCSS: boolean;
  /** JavaScript minification. */
  optimizerMinifyJavaScript: boolean;
  /** Watermarking. */
  optimizerWatermarkEnabled: boolean;
  /** URL of the watermark image. */
  optimizerWatermarkUrl?: string;
  /** Watermark position: 0 BottomLeft, 1 BottomRight, 2 TopLeft, 3 TopRight, 4 Center, 5 CenterStretch; other integers are possible. */
  optimizerWatermarkPosition: number;
  /** Watermark offset. */
  optimizerWatermarkOffset: number;
  /** Minimum image size that receives the watermark. */
  optimizerWatermarkMinImageSize: number;
  /** Automatic image optimization. */
  optimizerAutomaticOptimizationEnabled: boolean;
  /** Upscaling of images allowed. */
  optimizerEnableUpscaling: boolean;
  /** Optimizer classes; each has Name (string) and Properties (object). */
  optimizerClasses: OptimizerClass[];
  /** Class list is enforced. */
  optimizerForceClasses: boolean;
  /** Static HTML feature. */
  optimizerStaticHtmlEnabled: boolean;
  /** HTML path bypassed by permanent cache in an edge rule. */
  optimizerStaticHtmlCmsPath?: string;
  /** Cookie bypassed by permanent cache in an edge rule. */
  optimizerStaticHtmlCmsBypassCookie?: string;
  /** Image AI feature. */
  enableCdnImageAi: boolean;
  /** Each has Name (string) and Properties (object). */
  cdnAiImageBlueprints: ImageBlueprint[];
  /** Enabled. */
  preloadingScreenEnabled: boolean;
  /** Shown on a user's first load. */
  preloadingScreenShowOnFirstVisit: boolean;
  /** Custom code. */
  preloadingScreenCode?: string;
  /** Logo URL. */
  preloadingScreenLogoUrl?: string;
  /** Custom preloader enabled. */
  preloadingScreenCodeEnabled: boolean;
  /** 0 = Light, 1 = Dark. */
  preloadingScreenTheme: number;
  /** Delay in milliseconds before it is displayed. */
  preloadingScreenDelay: number;
  /** Edge rules. */
  edgeRules: EdgeRule[];
}

/** A hostname linked to a pull zone. */
export interface Hostname extends ExtraFields {
  /** ID of the hostname. */
  id: number;
  /** The hostname. */
  value: string;
  /** Whether plain HTTP is redirected to HTTPS. */
  forceSSL: boolean;
  /** Whether the service created the hostname. */
  isSystemHostname: boolean;
  /** Whether the service manages the hostname. */
  isManagedHostname: boolean;
  /** Whether a certificate is installed. */
  hasCertificate: boolean;
  /** Content of the certificate; only with `includeCertificate`. */
  certificate?: string;
  /** Private key of the certificate; only with `includeCertificate`. Secret. */
  certificateKey?: string;
}

/** An optimizer class of a pull zone. */
export interface OptimizerClass extends ExtraFields {
  /** Name of the class. */
  name: string;
  /** Its properties, unchanged: the contract does not show their content. */
  properties: unknown;
}

/** An image AI blueprint of a pull zone. */
export interface ImageBlueprint extends ExtraFields {
  /** Name of the blueprint. */
  name: string;
  /** Its properties, unchanged: the contract does not show their content. */
  properties: unknown;
}

/** An edge rule of a pull zone. */
export interface EdgeRule extends ExtraFields {
  /** GUID of the rule. */
  guid: string;
  /** First parameter of the action. It can carry header values. Secret. */
  actionParameter1?: string;
  /** Second parameter of the action. It can carry header values. Secret. */
  actionParameter2?: string;
  /** Third parameter of the action. It can carry header values. Secret. */
  actionParameter3?: string;
  /** The conditions of the rule. */
  triggers: EdgeRuleTrigger[];
  /** Further actions. */
  extraActions: EdgeRuleAction[];
  /** Description of the rule. */
  description?: string;
  /** Whether the rule is enabled. */
  enabled: boolean;
  /** Place of the rule in the order of rules. */
  orderIndex: number;
  /** Whether the rule can't be changed. */
  readOnly: boolean;
  /** Kind of the action. */
  actionType?: number;
  /** How the triggers combine. */
  triggerMatchingType?: number;
}

/** A trigger of an edge rule. */
export interface EdgeRuleTrigger extends ExtraFields {
  /** Patterns that are matched. */
  patternMatches: string[];
  /** Parameter of the trigger, such as a header's name. */
  parameter1?: string;
  /** Kind of the trigger: an `EdgeRuleTriggerType`, or another integer. */
  type?: number;
  /** How the patterns combine: an `EdgeRuleMatching`, or another integer. */
  patternMatchingType?: number;
}

/** A further action of an edge rule. */
export interface EdgeRuleAction extends ExtraFields {
  /** First parameter of the action. It can carry header values. Secret. */
  actionParameter1?: string;
  /** Second parameter of the action. It can carry header values. Secret. */
  actionParameter2?: string;
  /** Third parameter of the action. It can carry header values. Secret. */
  actionParameter3?: string;
  /** Kind of the action. */
  actionType?: number;
}
/** What a program declares about a pull zone. */
export interface PullZoneInputs {
  /** Name of the zone: at least 1 character. Changing it replaces the zone. Assumption: unique across the service. */
  name: string;
  /** URL the files are fetched from. */
  originUrl?: string;
  /** 0 = Premium, 1 = Volume. */
  type?: number;
  /** Type of the origin: 0 OriginUrl, 1 DnsAccelerate, 2 StorageZone, 3 LoadBalancer, 4 EdgeScript, 5 Containers, 6 PushZone; other integers are possible. */
  originType?: number;
  /** Linked storage zone. */
  storageZoneId?: number;
  /** Linked edge script. */
  edgeScriptId?: number;
  /** Request phase in which the script runs: 0 Cache, 1 LoadBalancer; other integers are possible. */
  edgeScriptExecutionPhase?: number;
  /** Linked middleware script. */
  middlewareScriptId?: number;
  /** Linked container application. */
  containerAppId?: string;
  /** Linked container endpoint. */
  containerEndpointId?: string;
  /** Referrer hostnames allowed; requests with another Referer hostname are rejected; empty means all allowed. */
  allowedReferrers?: string[];
  /** Referrer hostnames that are blocked. */
  blockedReferrers?: string[];
  /** Block direct access when the request does not come from an allowed referrer. */
  blockNoneReferrer?: boolean;
  /** IPs whose requests are rejected; empty means all allowed. */
  blockedIps?: string[];
  /** Two-letter ISO alpha-2 codes of blocked countries. */
  blockedCountries?: string[];
  /** Two-letter ISO alpha-2 codes of budget-redirected countries. */
  budgetRedirectedCountries?: string[];
  /** Access to the root path returns 403. */
  blockRootPathAccess?: boolean;
  /** POST requests to the zone are blocked. */
  blockPostRequests?: boolean;
  /** URL secure-token authentication enabled. */
  zoneSecurityEnabled?: boolean;
  /** Zone security hash includes the remote IP. */
  zoneSecurityIncludeHashRemoteIP?: boolean;
  /** Routing filters enabled. */
  routingFilters?: string[];
  /** WebSocket connections allowed. */
  enableWebSockets?: boolean;
  /** Maximum global simultaneous WebSocket connections. */
  maxWebSocketConnections?: number;
  /** Delivery from North America. */
  enableGeoZoneUS?: boolean;
  /** Delivery from Europe. */
  enableGeoZoneEU?: boolean;
  /** Delivery from Asia / Oceania. */
  enableGeoZoneASIA?: boolean;
  /** Delivery from South America. */
  enableGeoZoneSA?: boolean;
  /** Delivery from Africa. */
  enableGeoZoneAF?: boolean;
  /** Monthly bandwidth limit in bytes. */
  monthlyBandwidthLimit?: number;
  /** Excess requests are delayed until their number exceeds this burst size. */
  burstSize?: number;
  /** Maximum requests per IP per second. */
  requestLimit?: number;
  /** Maximum transfer rate in kb/s; 0 means unlimited. */
  limitRatePerSecond?: number;
  /** Amount of data after which the rate limit activates. */
  limitRateAfter?: number;
  /** Connections limited per IP. */
  connectionLimitPerIPCount?: number;
  /** Query strings ignored when serving cached objects. */
  ignoreQueryStrings?: boolean;
  /** Query string ordering enabled. */
  enableQueryStringOrdering?: boolean;
  /** Parameters used to build the cache key by query string; empty means all parameters. */
  queryStringVaryParameters?: string[];
  /** Request headers the cache varies by, comma-delimited. */
  cacheKeyHeaders?: string;
  /** Override cache time for the zone. */
  cacheControlMaxAgeOverride?: number;
  /** Override cache time for the end client. */
  cacheControlPublicMaxAgeOverride?: number;
  /** Cache slice (video optimization). */
  enableCacheSlice?: boolean;
  /** Smart caching. */
  enableSmartCache?: boolean;
  /** Error responses are cached. */
  cacheErrorResponses?: boolean;
  /** Serve stale cache while updating. */
  useStaleWhileUpdating?: boolean;
  /** Serve stale cache while origin is offline. */
  useStaleWhileOffline?: boolean;
  /** Cache update runs in the background. */
  useBackgroundUpdate?: boolean;
  /** WebP vary. */
  enableWebPVary?: boolean;
  /** AVIF vary. */
  enableAvifVary?: boolean;
  /** Country code vary. */
  enableCountryCodeVary?: boolean;
  /** Country state code vary. */
  enableCountryStateCodeVary?: boolean;
  /** Mobile vary. */
  enableMobileVary?: boolean;
  /** Cookie vary. */
  enableCookieVary?: boolean;
  /** Cookie names for cache vary; empty means cookie vary is not used. */
  cookieVaryParameters?: string[];
  /** Hostname vary. */
  enableHostnameVary?: boolean;
  /** Storage zone used for permanent cache. */
  permaCacheStorageZoneId?: number;
  /** Permanent cache behaviour: 0 Automatic, 1 Manual; other integers are possible. */
  permaCacheType?: number;
  /** Forward the current hostname to the origin. */
  addHostHeader?: boolean;
  /** Host header sent to the origin. */
  originHostHeader?: string;
  /** Canonical header added. */
  addCanonicalHeader?: boolean;
  /** Follow origin redirects. */
  followRedirects?: boolean;
  /** Verify the origin SSL certificate. */
  verifyOriginSSL?: boolean;
  /** Number of retries to the origin. */
  originRetries?: number;
  /** Seconds to wait connecting to the origin before failing or retrying. */
  originConnectTimeout?: number;
  /** Seconds to wait for the origin reply before failing or retrying. */
  originResponseTimeout?: number;
  /** Retry on 5XX responses. */
  originRetry5XXResponses?: boolean;
  /** Retry on connection timeout. */
  originRetryConnectionTimeout?: boolean;
  /** Retry on response timeout. */
  originRetryResponseTimeout?: boolean;
  /** Wait before retrying an origin request. */
  originRetryDelay?: number;
  /** Origin shield used. */
  enableOriginShield?: boolean;
  /** Zone code of the origin shield. */
  originShieldZoneCode?: string;
  /** Origin shield concurrency limit enabled. */
  originShieldEnableConcurrencyLimit?: boolean;
  /** Maximum concurrent requests to the origin. */
  originShieldMaxConcurrentRequests?: number;
  /** Maximum queue wait time. */
  originShieldQueueMaxWaitTime?: number;
  /** Maximum origin requests that remain queued. */
  originShieldMaxQueuedRequests?: number;
  /** Request coalescing enabled. */
  enableRequestCoalescing?: boolean;
  /** Lock time for coalesced requests. */
  requestCoalescingTimeout?: number;
  /** Flag without a description. */
  enableSafeHop?: boolean;
  /** Cookies disabled for the zone. */
  disableCookies?: boolean;
  /** CORS headers enabled. */
  enableAccessControlOriginHeader?: boolean;
  /** Extensions that return CORS headers. */
  accessControlOriginHeaderExtensions?: string[];
  /** Whether a sticky-session mechanism is used: 0 Off, 1 On; other integers are possible. */
  stickySessionType?: number;
  /** Sticky session cookie name. */
  stickySessionCookieName?: string;
  /** Comma-separated header names that identify clients. */
  stickySessionClientHeaders?: string;
  /** TLS 1 enabled. */
  enableTLS1?: boolean;
  /** TLS 1.1 enabled. */
  enableTLS1_1?: boolean;
  /** Hostnames added to the zone automatically enable SSL. */
  enableAutoSSL?: boolean;
  /** When true, the built-in certificate issuer is disabled and requests pass to the origin. */
  disableCertIssuer?: boolean;
  /** Request signing towards the origin enabled. */
  cloudSigningEnabled?: boolean;
  /** Signing key. */
  cloudSigningKey?: string;
  /** Signing secret. */
  cloudSigningSecret?: string;
  /** Signing region name. */
  cloudSigningRegionName?: string;
  /** Custom error page code enabled. */
  errorPageEnableCustomCode?: boolean;
  /** Custom error page code returned. */
  errorPageCustomCode?: string;
  /** Status widget shown on error pages. */
  errorPageEnableStatusWidget?: boolean;
  /** Code used to build the status widget. */
  errorPageStatusWidgetCode?: string;
  /** Error pages are whitelabel. */
  errorPageWhitelabel?: boolean;
  /** DDoS protection enabled. */
  shieldDDosProtectionEnabled?: boolean;
  /** 0 = DetectOnly, 1 = ActiveStandard, 2 = ActiveAggressive. */
  shieldDDosProtectionType?: number;
  /** Logging enabled. */
  enableLogging?: boolean;
  /** Extended logging with additional details. */
  enableExtendedLogging?: boolean;
  /** Log IP anonymization flag. */
  loggingIPAnonymizationEnabled?: boolean;
  /** Log anonymization type: 0 OneDigit, 1 Drop; other integers are possible. */
  logAnonymizationType?: number;
  /** 0 = Plain, 1 = JSON. */
  logFormat?: number;
  /** Permanent logging enabled. */
  loggingSaveToStorage?: boolean;
  /** Storage zone holding permanent logs. */
  loggingStorageZoneId?: number;
  /** Log forwarding enabled. */
  logForwardingEnabled?: boolean;
  /** Forwarding hostname. */
  logForwardingHostname?: string;
  /** Forwarding port. */
  logForwardingPort?: number;
  /** Forwarding token. */
  logForwardingToken?: string;
  /** Forwarding protocol type: 0 UDP, 1 TCP, 2 TCPEncrypted, 3 DataDog; other integers are possible. */
  logForwardingProtocol?: number;
  /** 0 = Plain, 1 = JSON. */
  logForwardingFormat?: number;
  /** Optimizer enabled. */
  optimizerEnabled?: boolean;
  /** Optimizer origin tunnel enabled. */
  optimizerTunnelEnabled?: boolean;
  /** Maximum automatic image size for desktop; 0 ≤ x ≤ 5000. */
  optimizerDesktopMaxWidth?: number;
  /** Maximum automatic image size for mobile; 0 ≤ x ≤ 5000. */
  optimizerMobileMaxWidth?: number;
  /** Desktop image quality; 1 ≤ x ≤ 100. */
  optimizerImageQuality?: number;
  /** Mobile image quality; 1 ≤ x ≤ 100. */
  optimizerMobileImageQuality?: number;
  /** WebP optimization. */
  optimizerEnableWebP?: boolean;
  /** SEO HTML prerender. */
  optimizerPrerenderHtml?: boolean;
  /** Image manipulation. */
  optimizerEnableManipulationEngine?: boolean;
  /** CSS minification. */
  optimizerMinifyCSS?: boolean;
  /** JavaScript minification. */
  optimizerMinifyJavaScript?: boolean;
  /** Watermarking. */
  optimizerWatermarkEnabled?: boolean;
  /** URL of the watermark image. */
  optimizerWatermarkUrl?: string;
  /** Watermark position: 0 BottomLeft, 1 BottomRight, 2 TopLeft, 3 TopRight, 4 Center, 5 CenterStretch; other integers are possible. */
  optimizerWatermarkPosition?: number;
  /** Watermark offset. */
  optimizerWatermarkOffset?: number;
  /** Minimum image size that receives the watermark. */
  optimizerWatermarkMinImageSize?: number;
  /** Automatic image optimization. */
  optimizerAutomaticOptimizationEnabled?: boolean;
  /** Upscaling of images allowed. */
  optimizerEnableUpscaling?: boolean;
  /** Optimizer classes; each has Name (string) and Properties (object). */
  optimizerClasses?: OptimizerClassInputs[];
  /** Class list is enforced. */
  optimizerForceClasses?: boolean;
  /** Static HTML feature. */
  optimizerStaticHtmlEnabled?: boolean;
  /** HTML path bypassed by permanent cache in an edge rule. */
  optimizerStaticHtmlCmsPath?: string;
  /** Cookie bypassed by permanent cache in an edge rule. */
  optimizerStaticHtmlCmsBypassCookie?: string;
  /** Image AI feature. */
  enableCdnImageAi?: boolean;
  /** Each has Name (string) and Properties (object). */
  cdnAiImageBlueprints?: ImageBlueprintInputs[];
  /** Enabled. */
  preloadingScreenEnabled?: boolean;
  /** Shown on a user's first load. */
  preloadingScreenShowOnFirstVisit?: boolean;
  /** Custom code. */
  preloadingScreenCode?: string;
  /** Logo URL. */
  preloadingScreenLogoUrl?: string;
  /** Custom preloader enabled. */
  preloadingScreenCodeEnabled?: boolean;
  /** 0 = Light, 1 = Dark. */
  preloadingScreenTheme?: number;
  /** Delay in milliseconds before it is displayed. */
  preloadingScreenDelay?: number;
  /** Whether hostnames include their certificates and (secret) private keys. @default false */
  includeCertificate?: boolean;
  /** Adopts an existing zone of this name, and applies the declared settings to it, instead of failing. @default false */
  adopt?: boolean;
}

/** What a program declares about an optimizer class. */
export interface OptimizerClassInputs {
  /** Name of the class. */
  name: string;
  /** Its properties, unchanged: the contract does not show their content. */
  properties?: unknown;
}

/** What a program declares about an image blueprint. */
export interface ImageBlueprintInputs {
  /** Name of the blueprint. */
  name: string;
  /** Its properties, unchanged: the contract does not show their content. */
  properties?: unknown;
}
