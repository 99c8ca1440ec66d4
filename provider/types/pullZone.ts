// Generated from the field tables in provider/wire by `npm run generate`.

import type { ExtraFields } from "./extraFields";

/** A pull zone. */
export interface GetPullZoneResult extends ExtraFields {
  /** Unique ID. */
  id: number;
  /** Name of the zone. */
  name?: string;
  /** URL the files are fetched from, such as `https://o.example`. */
  originUrl?: string;
  /** True unless resource limits were reached or the owning account ran out of funds. */
  enabled: boolean;
  /** Whether the zone is suspended. */
  suspended: boolean;
  /** Type of the zone: 0 Premium, 1 Volume. */
  type: number;
  /** Type of the origin: 0 OriginUrl, 1 DnsAccelerate, 2 StorageZone, 3 LoadBalancer, 4 EdgeScript, 5 Containers, 6 PushZone; other integers are possible. */
  originType: number;
  /** ID of the owner. */
  userId?: string;
  /** CNAME domain used to set up custom hostnames. */
  cnameDomain?: string;
  /** Hostnames linked to the zone. */
  hostnames: Hostname[];
  /** Hostname that the service created for the zone. CNAME records of other hostnames point to it. */
  systemHostname?: string;
  /** ID of the storage zone the files are fetched from. */
  storageZoneId: number;
  /** ID of the linked edge script. It is the origin if no other origin is declared. */
  edgeScriptId: number;
  /** Request phase in which the script runs: 0 Cache, 1 LoadBalancer, 2 PreCache; other integers are possible. */
  edgeScriptExecutionPhase: number;
  /** ID of the linked middleware script. */
  middlewareScriptId?: number;
  /** ID of the container application. */
  containerAppId?: string;
  /** ID of the container endpoint. */
  containerEndpointId?: string;
  /** ID of the linked video library. */
  videoLibraryId: number;
  /** ID of the DNS record tied to the zone. */
  dnsRecordId: number;
  /** ID of the DNS zone tied to the zone. */
  dnsZoneId: number;
  /** Cached DNS record value. Volatile: changes by itself, never drift. */
  dnsRecordValue?: string;
  /** Short preview value of the origin connection link; secret on a declared zone. */
  originLinkValue?: string;
  /** Cache version counter. Volatile: changes by itself, never drift. */
  cacheVersion: number;
  /** ID of the linked load balancer. */
  loadBalancerId?: number;
  /** Allowed referrer hostnames. Requests with another Referer hostname are rejected; an empty list allows all. */
  allowedReferrers: string[];
  /** Referrer hostnames that are blocked. */
  blockedReferrers: string[];
  /** Whether direct access is blocked, except from allowed referrers. */
  blockNoneReferrer: boolean;
  /** IP addresses whose requests are rejected; an empty list allows all. */
  blockedIps: string[];
  /** Two-letter ISO alpha-2 codes of blocked countries. */
  blockedCountries: string[];
  /** Two-letter ISO alpha-2 codes of budget-redirected countries. */
  budgetRedirectedCountries: string[];
  /** Whether access to the root path returns 403. */
  blockRootPathAccess: boolean;
  /** Whether POST requests are blocked. */
  blockPostRequests: boolean;
  /** Whether URL secure-token authentication is enabled. */
  zoneSecurityEnabled: boolean;
  /** Key for secure URL tokens. Secret. */
  zoneSecurityKey?: string;
  /** Whether hashes of secure tokens include the remote IP. */
  zoneSecurityIncludeHashRemoteIP: boolean;
  /** Names of the enabled routing filters. */
  routingFilters: string[];
  /** Whether WebSocket connections are allowed. */
  enableWebSockets: boolean;
  /** Maximum number of simultaneous WebSocket connections worldwide. */
  maxWebSocketConnections: number;
  /** Whether files are delivered from North America. */
  enableGeoZoneUS: boolean;
  /** Whether files are delivered from Europe. */
  enableGeoZoneEU: boolean;
  /** Whether files are delivered from Asia and Oceania. */
  enableGeoZoneASIA: boolean;
  /** Whether files are delivered from South America. */
  enableGeoZoneSA: boolean;
  /** Whether files are delivered from Africa. */
  enableGeoZoneAF: boolean;
  /** Monthly bandwidth limit in bytes. */
  monthlyBandwidthLimit: number;
  /** Bandwidth used this month, in bytes. Volatile: changes by itself, never drift. */
  monthlyBandwidthUsed: number;
  /** Total monthly charges so far. Volatile: changes by itself, never drift. */
  monthlyCharges: number;
  /** Excess requests are delayed until their number exceeds this burst size. */
  burstSize: number;
  /** Maximum number of requests per second from one IP address. */
  requestLimit: number;
  /** Maximum transfer rate in kb/s; 0 means unlimited. */
  limitRatePerSecond: number;
  /** Amount of data after which the rate limit applies. The contract gives no unit. */
  limitRateAfter: number;
  /** Maximum number of connections from one IP address. */
  connectionLimitPerIPCount: number;
  /** Custom price, in $/Byte. */
  priceOverride: number;
  /** Monthly optimizer price for the zone. */
  optimizerPricing: number;
  /** Discount of the zone in Europe and the US. */
  euusDiscount: number;
  /** Discount of the zone in South America. */
  southAmericaDiscount: number;
  /** Discount of the zone in Africa. */
  africaDiscount: number;
  /** Discount of the zone in Asia and Oceania. */
  asiaOceaniaDiscount: number;
  /** Whether query strings are ignored when cached objects are served. */
  ignoreQueryStrings: boolean;
  /** Whether the parameters of query strings are sorted. */
  enableQueryStringOrdering: boolean;
  /** Query parameters that the cache key contains; an empty list means all. */
  queryStringVaryParameters: string[];
  /** Request headers that the cache varies by, separated by commas. */
  cacheKeyHeaders?: string;
  /** Cache time in the CDN, in seconds. It overrides the origin's. */
  cacheControlMaxAgeOverride: number;
  /** Cache time in the client, in seconds. It overrides the origin's. */
  cacheControlPublicMaxAgeOverride: number;
  /** Whether files are cached in slices (video optimization). */
  enableCacheSlice: boolean;
  /** Whether smart caching is enabled. */
  enableSmartCache: boolean;
  /** Whether error responses are cached. */
  cacheErrorResponses: boolean;
  /** Whether stale files are served while the cache is updated. */
  useStaleWhileUpdating: boolean;
  /** Whether stale files are served while the origin is offline. */
  useStaleWhileOffline: boolean;
  /** Whether the cache is updated in the background. */
  useBackgroundUpdate: boolean;
  /** Whether the cache varies by WebP support. */
  enableWebPVary: boolean;
  /** Whether the cache varies by AVIF support. */
  enableAvifVary: boolean;
  /** Whether the cache varies by country code. */
  enableCountryCodeVary: boolean;
  /** Whether the cache varies by state within a country. */
  enableCountryStateCodeVary: boolean;
  /** Whether mobile clients have cache entries of their own. */
  enableMobileVary: boolean;
  /** Whether the cache varies by the cookies in `cookieVaryParameters`. */
  enableCookieVary: boolean;
  /** Names of the cookies that the cache varies by. */
  cookieVaryParameters: string[];
  /** Whether the cache varies by hostname. */
  enableHostnameVary: boolean;
  /** ID of the storage zone that holds the permanent cache. */
  permaCacheStorageZoneId: number;
  /** Permanent cache behaviour: 0 Automatic, 1 Manual; other integers are possible. */
  permaCacheType: number;
  /** Whether the requested hostname is forwarded to the origin. */
  addHostHeader: boolean;
  /** Host header sent to the origin. */
  originHostHeader?: string;
  /** Whether a canonical header is added. */
  addCanonicalHeader: boolean;
  /** Whether redirects of the origin are followed. */
  followRedirects: boolean;
  /** Whether the SSL certificate of the origin is verified. */
  verifyOriginSSL: boolean;
  /** Number of retries to the origin. */
  originRetries: number;
  /** Seconds to wait for a connection to the origin before a retry or failure. */
  originConnectTimeout: number;
  /** Seconds to wait for the origin's response before a retry or failure. */
  originResponseTimeout: number;
  /** Whether the origin is retried after a 5XX response. */
  originRetry5XXResponses: boolean;
  /** Whether the origin is retried after a connection timeout. */
  originRetryConnectionTimeout: boolean;
  /** Whether the origin is retried after a response timeout. */
  originRetryResponseTimeout: boolean;
  /** Delay before a request to the origin is retried, in seconds. */
  originRetryDelay: number;
  /** Whether an origin shield is used. */
  enableOriginShield: boolean;
  /** Zone code of the origin shield. */
  originShieldZoneCode?: string;
  /** Whether the origin shield limits concurrent requests. */
  originShieldEnableConcurrencyLimit: boolean;
  /** Maximum number of concurrent requests to the origin. */
  originShieldMaxConcurrentRequests: number;
  /** Maximum time in the queue, in seconds. */
  originShieldQueueMaxWaitTime: number;
  /** Maximum number of queued requests to the origin. */
  originShieldMaxQueuedRequests: number;
  /** Whether request coalescing is enabled. */
  enableRequestCoalescing: boolean;
  /** Lock time for coalesced requests, in seconds. */
  requestCoalescingTimeout: number;
  /** Whether SafeHop is enabled. The contract does not describe it. */
  enableSafeHop: boolean;
  /** Whether cookies are disabled for the zone. */
  disableCookies: boolean;
  /** Whether CORS headers are enabled. */
  enableAccessControlOriginHeader: boolean;
  /** File extensions that are served with CORS headers. */
  accessControlOriginHeaderExtensions: string[];
  /** IP versions that are used to reach the origin: 0 IPv4Only, 1 DualStack, 2 DualStackPreferIPv6, 3 IPv6Only; other integers are possible. */
  ipFamilyPolicy?: number;
  /** Port of an origin that DNS resolves. The service accepts it but does not return it. */
  dnsOriginPort?: number;
  /** Scheme of an origin that DNS resolves, such as `https`. The service accepts it but does not return it. */
  dnsOriginScheme?: string;
  /** Whether sessions are sticky: 0 Off, 1 On; other integers are possible. */
  stickySessionType: number;
  /** Name of the sticky-session cookie. */
  stickySessionCookieName?: string;
  /** Names of headers that identify clients, separated by commas. */
  stickySessionClientHeaders?: string;
  /** Whether TLS 1 is enabled. */
  enableTLS1: boolean;
  /** Whether TLS 1.1 is enabled. */
  enableTLS1_1: boolean;
  /** Required TLS level: 0 Legacy, 1 Compatible, 2 ModernOnly; other integers are possible. */
  tlsSecurityLevel?: number;
  /** Whether SSL is enabled automatically for hostnames added to the zone. */
  enableAutoSSL: boolean;
  /** Whether the built-in certificate issuer is disabled, so that its requests reach the origin. */
  disableCertIssuer: boolean;
  /** Whether origin requests are signed. */
  cloudSigningEnabled: boolean;
  /** Key that signs origin requests. Secret. */
  cloudSigningKey?: string;
  /** Secret that signs origin requests. Secret. */
  cloudSigningSecret?: string;
  /** Name of the region in signed origin requests. */
  cloudSigningRegionName?: string;
  /** Whether error pages use `errorPageCustomCode`. */
  errorPageEnableCustomCode: boolean;
  /** Custom code of error pages. */
  errorPageCustomCode?: string;
  /** Whether error pages show a status widget. */
  errorPageEnableStatusWidget: boolean;
  /** Code of the status widget. */
  errorPageStatusWidgetCode?: string;
  /** Whether error pages omit the service's brand. */
  errorPageWhitelabel: boolean;
  /** Whether DDoS protection is enabled. An older switch, which one user of the service saw without effect: Shield decides. */
  shieldDDosProtectionEnabled: boolean;
  /** Type of the DDoS protection: 0 DetectOnly, 1 ActiveStandard, 2 ActiveAggressive. An older setting, like `shieldDDosProtectionEnabled`. */
  shieldDDosProtectionType: number;
  /** Whether requests are logged. */
  enableLogging: boolean;
  /** Whether logs contain additional details. Clients can't set it. */
  enableExtendedLogging: boolean;
  /** Whether IP addresses are anonymized in logs. */
  loggingIPAnonymizationEnabled: boolean;
  /** How addresses are anonymized: 0 OneDigit, 1 Drop; other integers are possible. */
  logAnonymizationType: number;
  /** Format of logs: 0 Plain, 1 JSON. */
  logFormat: number;
  /** Whether logs are kept permanently, in `loggingStorageZoneId`. */
  loggingSaveToStorage: boolean;
  /** ID of the storage zone that holds permanent logs. */
  loggingStorageZoneId: number;
  /** Whether logs are forwarded. */
  logForwardingEnabled: boolean;
  /** Hostname that logs are forwarded to. */
  logForwardingHostname?: string;
  /** Port that logs are forwarded to. */
  logForwardingPort: number;
  /** Token for log forwarding. Secret. */
  logForwardingToken?: string;
  /** Protocol for log forwarding: 0 UDP, 1 TCP, 2 TCPEncrypted, 3 DataDog; other integers are possible. */
  logForwardingProtocol: number;
  /** Format of forwarded logs: 0 Plain, 1 JSON. */
  logForwardingFormat: number;
  /** Whether the optimizer is enabled. */
  optimizerEnabled: boolean;
  /** Whether the optimizer's origin tunnel is enabled. */
  optimizerTunnelEnabled: boolean;
  /** Whether the optimizer's origin tunnel probes the origin. */
  optimizerTunnelActiveProbingEnabled?: boolean;
  /** Maximum width to which images are resized for desktops, in pixels: 0 to 5000. */
  optimizerDesktopMaxWidth: number;
  /** Maximum width to which images are resized for mobile devices, in pixels: 0 to 5000. */
  optimizerMobileMaxWidth: number;
  /** Image quality for desktops, 1 to 100. */
  optimizerImageQuality: number;
  /** Image quality for mobile devices, 1 to 100. */
  optimizerMobileImageQuality: number;
  /** Whether WebP optimization is enabled. */
  optimizerEnableWebP: boolean;
  /** Whether HTML is prerendered for search engines. */
  optimizerPrerenderHtml: boolean;
  /** Whether AI systems receive pages as Markdown: 0 Off, 1 Simple; other integers are possible. */
  optimizerHtmlToMarkdown?: number;
  /** Whether the optimizer may generate and serve `llms.txt`. */
  optimizerLlmsTxt?: boolean;
  /** Whether image manipulation is enabled. */
  optimizerEnableManipulationEngine: boolean;
  /** Whether CSS is minified. */
  optimizerMinifyCSS: boolean;
  /** Whether JavaScript is minified. */
  optimizerMinifyJavaScript: boolean;
  /** Whether images get a watermark. */
  optimizerWatermarkEnabled: boolean;
  /** URL of the watermark image. */
  optimizerWatermarkUrl?: string;
  /** Watermark position: 0 BottomLeft, 1 BottomRight, 2 TopLeft, 3 TopRight, 4 Center, 5 CenterStretch; other integers are possible. */
  optimizerWatermarkPosition: number;
  /** Offset of the watermark. The contract gives no unit. */
  optimizerWatermarkOffset: number;
  /** Minimum size of images that get the watermark. The contract gives no unit. */
  optimizerWatermarkMinImageSize: number;
  /** Whether images are optimized automatically. */
  optimizerAutomaticOptimizationEnabled: boolean;
  /** Whether images may be upscaled. */
  optimizerEnableUpscaling: boolean;
  /** Optimizer classes, each with a name and properties. */
  optimizerClasses: OptimizerClass[];
  /** Whether the use of `optimizerClasses` is enforced. */
  optimizerForceClasses: boolean;
  /** Whether the static HTML feature is enabled. */
  optimizerStaticHtmlEnabled: boolean;
  /** Path of HTML that bypasses the permanent cache in an edge rule. */
  optimizerStaticHtmlCmsPath?: string;
  /** Cookie that bypasses the permanent cache in an edge rule. */
  optimizerStaticHtmlCmsBypassCookie?: string;
  /** Whether the image AI feature is enabled. */
  enableCdnImageAi: boolean;
  /** Image AI blueprints, each with a name and properties. */
  cdnAiImageBlueprints: ImageBlueprint[];
  /** Whether a preloading screen is shown. */
  preloadingScreenEnabled: boolean;
  /** Whether the screen is shown on a user's first visit. */
  preloadingScreenShowOnFirstVisit: boolean;
  /** Custom code of the preloading screen. */
  preloadingScreenCode?: string;
  /** URL of the logo on the preloading screen. */
  preloadingScreenLogoUrl?: string;
  /** Whether the screen shows `preloadingScreenCode`. */
  preloadingScreenCodeEnabled: boolean;
  /** Theme of the screen: 0 Light, 1 Dark. */
  preloadingScreenTheme: number;
  /** Delay before the screen is shown, in milliseconds. */
  preloadingScreenDelay: number;
  /** Rules of the zone. */
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
  /** Type of the certificate's key. The meanings of the integers are unknown. */
  certificateKeyType?: number;
  /** How the certificate was obtained. The meanings of the integers are unknown. */
  certificateProvisionType?: number;
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
  /** First parameter of the action. It can contain header values. Secret. */
  actionParameter1?: string;
  /** Second parameter of the action. It can contain header values. Secret. */
  actionParameter2?: string;
  /** Third parameter of the action. It can contain header values. Secret. */
  actionParameter3?: string;
  /** Conditions of the rule. */
  triggers: EdgeRuleTrigger[];
  /** Further actions. */
  extraActions: EdgeRuleAction[];
  /** Description of the rule. */
  description?: string;
  /** Whether the rule is enabled. */
  enabled: boolean;
  /** Position of the rule in the order of rules. */
  orderIndex: number;
  /** Whether the rule is read-only. */
  readOnly: boolean;
  /** Type of the action. */
  actionType?: number;
  /** How the triggers combine. */
  triggerMatchingType?: number;
}

/** A trigger of an edge rule. */
export interface EdgeRuleTrigger extends ExtraFields {
  /** Patterns to match, such as `*.pdf`. */
  patternMatches: string[];
  /** Parameter of the trigger, such as the name of a header. */
  parameter1?: string;
  /** Second parameter of the trigger. Its meaning is not documented. */
  parameter2?: string;
  /** Type of the trigger: an `EdgeRuleTriggerType` or another integer. */
  type?: number;
  /** How the patterns combine: an `EdgeRuleMatching` or another integer. */
  patternMatchingType?: number;
}

/** A further action of an edge rule. */
export interface EdgeRuleAction extends ExtraFields {
  /** First parameter of the action. It can contain header values. Secret. */
  actionParameter1?: string;
  /** Second parameter of the action. It can contain header values. Secret. */
  actionParameter2?: string;
  /** Third parameter of the action. It can contain header values. Secret. */
  actionParameter3?: string;
  /** Type of the action. */
  actionType?: number;
}

/** What a program declares about a pull zone. */
export interface PullZoneInputs extends Partial<
  Omit<
    GetPullZoneResult,
    | "id"
    | "name"
    | "enabled"
    | "suspended"
    | "userId"
    | "cnameDomain"
    | "hostnames"
    | "systemHostname"
    | "videoLibraryId"
    | "dnsRecordId"
    | "dnsZoneId"
    | "dnsRecordValue"
    | "originLinkValue"
    | "cacheVersion"
    | "loadBalancerId"
    | "zoneSecurityKey"
    | "maxWebSocketConnections"
    | "monthlyBandwidthUsed"
    | "monthlyCharges"
    | "priceOverride"
    | "optimizerPricing"
    | "euusDiscount"
    | "southAmericaDiscount"
    | "africaDiscount"
    | "asiaOceaniaDiscount"
    | "cacheControlMaxAgeOverride"
    | "cacheControlPublicMaxAgeOverride"
    | "useBackgroundUpdate"
    | "originRetries"
    | "originConnectTimeout"
    | "originResponseTimeout"
    | "originRetryDelay"
    | "originShieldQueueMaxWaitTime"
    | "requestCoalescingTimeout"
    | "cloudSigningKey"
    | "cloudSigningSecret"
    | "enableExtendedLogging"
    | "logForwardingToken"
    | "optimizerClasses"
    | "cdnAiImageBlueprints"
    | "edgeRules"
    | "extraFields"
  >
> {
  /** Name of the zone: at least 1 character. Changing it replaces the zone. Assumption: unique across the service. */
  name?: string;
  /** Maximum number of simultaneous WebSocket connections worldwide. The service rounds it up to 500, 1000, 2500, 5000, 10000 or 25000 or, by another source, to the next 100. */
  maxWebSocketConnections?: number;
  /** Cache time in the CDN, in seconds. It overrides the origin's. Presumably, the service accepts only -1 to 31919000. The service sets it to 31919000 while `permaCacheStorageZoneId` is set. */
  cacheControlMaxAgeOverride?: number;
  /** Cache time in the client, in seconds. It overrides the origin's. Presumably, the service accepts only -1 to 31919000. */
  cacheControlPublicMaxAgeOverride?: number;
  /** Whether the cache is updated in the background. The service sets it to true while `useStaleWhileUpdating` or `useStaleWhileOffline` is set. */
  useBackgroundUpdate?: boolean;
  /** Number of retries to the origin. Presumably, the service accepts only 0, 1 or 2. */
  originRetries?: number;
  /** Seconds to wait for a connection to the origin before a retry or failure. Presumably, the service accepts only 3, 5 or 10. */
  originConnectTimeout?: number;
  /** Seconds to wait for the origin's response before a retry or failure. Presumably, the service accepts only 5, 15, 30, 45 or 60. */
  originResponseTimeout?: number;
  /** Delay before a request to the origin is retried, in seconds. The service rounds it down to 0, 1, 3, 5 or 10. */
  originRetryDelay?: number;
  /** Maximum time in the queue, in seconds. Presumably, the service accepts only 3, 5, 15, 30 or 45. */
  originShieldQueueMaxWaitTime?: number;
  /** Lock time for coalesced requests, in seconds. Presumably, the service accepts only 3, 5, 10, 15, 30 or 60. */
  requestCoalescingTimeout?: number;
  /** Key that signs origin requests. */
  cloudSigningKey?: string;
  /** Secret that signs origin requests. */
  cloudSigningSecret?: string;
  /** Token for log forwarding. */
  logForwardingToken?: string;
  /** Optimizer classes, each with a name and properties. */
  optimizerClasses?: OptimizerClassInputs[];
  /** Image AI blueprints, each with a name and properties. */
  cdnAiImageBlueprints?: ImageBlueprintInputs[];
  /** Whether hostnames include their certificates and (secret) private keys. @default false */
  includeCertificate?: boolean;
  /** Adopts an existing zone of this name and applies the declared settings to it, instead of failing. @default false */
  adopt?: boolean;
  /** ID of an existing pull zone, such as one that the service made for an accelerated DNS record, a container or a video library. The resource takes it over instead of creating one, and never deletes it. With it, all other arguments are optional. */
  existingId?: number;
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

/** Fields of a pull zone that change by themselves. */
export type PullZoneVolatile = "dnsRecordValue" | "cacheVersion" | "monthlyBandwidthUsed" | "monthlyCharges";
