// Generated from the field tables in provider/wire by `npm run generate`.

import type { ExtraFields } from "./extraFields";

/** A pull zone. */
export interface GetPullZoneResult extends ExtraFields {
  /** Unique ID. */
  id: number;
  /** Name of the zone. */
  name?: string;
  /** URL of the origin, such as `https://o.example`. */
  originUrl?: string;
  /** True unless resource limits were reached or the owning account ran out of funds. */
  enabled: boolean;
  /** Whether the zone is suspended. */
  suspended: boolean;
  /** Type of the zone: 0 Premium, 1 Volume. */
  type: number;
  /** Type of the origin: 0 OriginUrl, 1 DnsAccelerate, 2 StorageZone, 3 LoadBalancer, 4 EdgeScript, 5 Containers, 6 PushZone. */
  originType: number;
  /** ID of the owner. */
  userId?: string;
  /** CNAME domain used to set up custom hostnames. */
  cnameDomain?: string;
  /** Hostnames linked to the zone. */
  hostnames: Hostname[];
  /** Hostname that the service created for the zone. CNAME records of other hostnames point to it. */
  systemHostname?: string;
  /** ID of the storage zone that is the origin. */
  storageZoneId: number;
  /** ID of the linked edge script. It is the origin if no other origin is declared. */
  edgeScriptId: number;
  /** Request phase in which the script runs: 0 Cache, 1 LoadBalancer, 2 PreCache. */
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
  /** Allowed referrer hostnames; an empty list allows all. */
  allowedReferrers: string[];
  /** Blocked referrer hostnames. */
  blockedReferrers: string[];
  /** Blocks direct access, except from allowed referrers. */
  blockNoneReferrer: boolean;
  /** Blocked IP addresses. */
  blockedIps: string[];
  /** Blocked countries, as ISO 3166 alpha-2 codes. */
  blockedCountries: string[];
  /** Budget-redirected countries, as ISO 3166 alpha-2 codes. */
  budgetRedirectedCountries: string[];
  /** Answers 403 to requests for the root path. */
  blockRootPathAccess: boolean;
  /** Blocks POST requests. */
  blockPostRequests: boolean;
  /** Enables URL secure-token authentication. */
  zoneSecurityEnabled: boolean;
  /** Key for secure URL tokens. Secret. */
  zoneSecurityKey?: string;
  /** Includes the remote IP in hashes of secure tokens. */
  zoneSecurityIncludeHashRemoteIP: boolean;
  /** Enabled routing filters. */
  routingFilters: string[];
  /** Allows WebSocket connections. */
  enableWebSockets: boolean;
  /** Maximum number of simultaneous WebSocket connections worldwide. */
  maxWebSocketConnections: number;
  /** Delivers files from North America. */
  enableGeoZoneUS: boolean;
  /** Delivers files from Europe. */
  enableGeoZoneEU: boolean;
  /** Delivers files from Asia and Oceania. */
  enableGeoZoneASIA: boolean;
  /** Delivers files from South America. */
  enableGeoZoneSA: boolean;
  /** Delivers files from Africa. */
  enableGeoZoneAF: boolean;
  /** Monthly bandwidth limit, in bytes. */
  monthlyBandwidthLimit: number;
  /** Bandwidth used this month, in bytes. Volatile: changes by itself, never drift. */
  monthlyBandwidthUsed: number;
  /** Total monthly charges so far. Volatile: changes by itself, never drift. */
  monthlyCharges: number;
  /** Excess requests are delayed until their number exceeds this. */
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
  /** Ignores query strings in the cache key. */
  ignoreQueryStrings: boolean;
  /** Sorts the parameters of query strings. */
  enableQueryStringOrdering: boolean;
  /** Query parameters in the cache key; an empty list means all. */
  queryStringVaryParameters: string[];
  /** Request headers that the cache varies by, separated by commas. */
  cacheKeyHeaders?: string;
  /** Cache time in the CDN, in seconds, instead of the origin's. */
  cacheControlMaxAgeOverride: number;
  /** Cache time in the client, in seconds, instead of the origin's. */
  cacheControlPublicMaxAgeOverride: number;
  /** Caches files in slices (video optimization). */
  enableCacheSlice: boolean;
  /** Enables smart caching. */
  enableSmartCache: boolean;
  /** Caches error responses. */
  cacheErrorResponses: boolean;
  /** Serves stale files while the cache is updated. */
  useStaleWhileUpdating: boolean;
  /** Serves stale files while the origin is offline. */
  useStaleWhileOffline: boolean;
  /** Updates the cache in the background. */
  useBackgroundUpdate: boolean;
  /** Varies the cache by WebP support. */
  enableWebPVary: boolean;
  /** Varies the cache by AVIF support. */
  enableAvifVary: boolean;
  /** Varies the cache by country code. */
  enableCountryCodeVary: boolean;
  /** Varies the cache by state within a country. */
  enableCountryStateCodeVary: boolean;
  /** Varies the cache for mobile clients. */
  enableMobileVary: boolean;
  /** Varies the cache by the cookies in `cookieVaryParameters`. */
  enableCookieVary: boolean;
  /** Cookies that the cache varies by. */
  cookieVaryParameters: string[];
  /** Varies the cache by hostname. */
  enableHostnameVary: boolean;
  /** ID of the storage zone that holds the permanent cache. */
  permaCacheStorageZoneId: number;
  /** Permanent cache behaviour: 0 Automatic, 1 Manual. */
  permaCacheType: number;
  /** Forwards the requested hostname to the origin. */
  addHostHeader: boolean;
  /** Host header sent to the origin. */
  originHostHeader?: string;
  /** Adds a canonical header. */
  addCanonicalHeader: boolean;
  /** Follows redirects of the origin. */
  followRedirects: boolean;
  /** Verifies the origin's SSL certificate. */
  verifyOriginSSL: boolean;
  /** Number of retries to the origin. */
  originRetries: number;
  /** Time limit of a connection to the origin, in seconds. */
  originConnectTimeout: number;
  /** Time limit of the origin's response, in seconds. */
  originResponseTimeout: number;
  /** Retries the origin after a 5XX response. */
  originRetry5XXResponses: boolean;
  /** Retries the origin after a connection timeout. */
  originRetryConnectionTimeout: boolean;
  /** Retries the origin after a response timeout. */
  originRetryResponseTimeout: boolean;
  /** Delay before a retry to the origin, in seconds. */
  originRetryDelay: number;
  /** Uses an origin shield. */
  enableOriginShield: boolean;
  /** Zone code of the origin shield. */
  originShieldZoneCode?: string;
  /** Limits concurrent requests of the origin shield. */
  originShieldEnableConcurrencyLimit: boolean;
  /** Maximum number of concurrent requests to the origin. */
  originShieldMaxConcurrentRequests: number;
  /** Maximum time in the queue, in seconds. */
  originShieldQueueMaxWaitTime: number;
  /** Maximum number of queued requests to the origin. */
  originShieldMaxQueuedRequests: number;
  /** Enables request coalescing. */
  enableRequestCoalescing: boolean;
  /** Lock time for coalesced requests, in seconds. */
  requestCoalescingTimeout: number;
  /** Enables SafeHop, which the contract does not describe. */
  enableSafeHop: boolean;
  /** Disables cookies for the zone. */
  disableCookies: boolean;
  /** Enables CORS headers. */
  enableAccessControlOriginHeader: boolean;
  /** File extensions served with CORS headers. */
  accessControlOriginHeaderExtensions: string[];
  /** IP versions used to reach the origin: 0 IPv4Only, 1 DualStack, 2 DualStackPreferIPv6, 3 IPv6Only. */
  ipFamilyPolicy?: number;
  /** Port of an origin that DNS resolves, which the service does not return. */
  dnsOriginPort?: number;
  /** Scheme of an origin that DNS resolves, such as `https`, which the service does not return. */
  dnsOriginScheme?: string;
  /** Whether sessions are sticky: 0 Off, 1 On. */
  stickySessionType: number;
  /** Name of the sticky-session cookie. */
  stickySessionCookieName?: string;
  /** Headers that identify clients, separated by commas. */
  stickySessionClientHeaders?: string;
  /** Enables TLS 1. */
  enableTLS1: boolean;
  /** Enables TLS 1.1. */
  enableTLS1_1: boolean;
  /** Required TLS level: 0 Legacy, 1 Compatible, 2 ModernOnly. */
  tlsSecurityLevel?: number;
  /** Enables SSL automatically for new hostnames. */
  enableAutoSSL: boolean;
  /** Disables the built-in certificate issuer, so that its requests reach the origin. */
  disableCertIssuer: boolean;
  /** Signs origin requests. */
  cloudSigningEnabled: boolean;
  /** Key that signs origin requests. Secret. */
  cloudSigningKey?: string;
  /** Secret that signs origin requests. Secret. */
  cloudSigningSecret?: string;
  /** Name of the region in signed origin requests. */
  cloudSigningRegionName?: string;
  /** Uses `errorPageCustomCode` for error pages. */
  errorPageEnableCustomCode: boolean;
  /** Custom code of error pages. */
  errorPageCustomCode?: string;
  /** Shows a status widget on error pages. */
  errorPageEnableStatusWidget: boolean;
  /** Code of the status widget. */
  errorPageStatusWidgetCode?: string;
  /** Omits the service's brand from error pages. */
  errorPageWhitelabel: boolean;
  /** Enables DDoS protection. An older switch, without effect according to one user: Shield decides. */
  shieldDDosProtectionEnabled: boolean;
  /** Type of the DDoS protection: 0 DetectOnly, 1 ActiveStandard, 2 ActiveAggressive. Older, as `shieldDDosProtectionEnabled`. */
  shieldDDosProtectionType: number;
  /** Logs requests. */
  enableLogging: boolean;
  /** Whether logs contain additional details; read-only. */
  enableExtendedLogging: boolean;
  /** Anonymizes IP addresses in logs. */
  loggingIPAnonymizationEnabled: boolean;
  /** How addresses are anonymized: 0 OneDigit, 1 Drop. */
  logAnonymizationType: number;
  /** Format of logs: 0 Plain, 1 JSON. */
  logFormat: number;
  /** Keeps logs permanently, in `loggingStorageZoneId`. */
  loggingSaveToStorage: boolean;
  /** ID of the storage zone that holds permanent logs. */
  loggingStorageZoneId: number;
  /** Forwards logs. */
  logForwardingEnabled: boolean;
  /** Hostname for log forwarding. */
  logForwardingHostname?: string;
  /** Port for log forwarding. */
  logForwardingPort: number;
  /** Token for log forwarding. Secret. */
  logForwardingToken?: string;
  /** Protocol for log forwarding: 0 UDP, 1 TCP, 2 TCPEncrypted, 3 DataDog. */
  logForwardingProtocol: number;
  /** Format of forwarded logs: 0 Plain, 1 JSON. */
  logForwardingFormat: number;
  /** Enables the optimizer. */
  optimizerEnabled: boolean;
  /** Enables the optimizer's origin tunnel. */
  optimizerTunnelEnabled: boolean;
  /** Lets the optimizer's origin tunnel probe the origin. */
  optimizerTunnelActiveProbingEnabled?: boolean;
  /** Maximum width of images for desktops, in pixels: 0 to 5000. */
  optimizerDesktopMaxWidth: number;
  /** Maximum width of images for mobile devices, in pixels: 0 to 5000. */
  optimizerMobileMaxWidth: number;
  /** Image quality for desktops, 1 to 100. */
  optimizerImageQuality: number;
  /** Image quality for mobile devices, 1 to 100. */
  optimizerMobileImageQuality: number;
  /** Enables WebP optimization. */
  optimizerEnableWebP: boolean;
  /** Prerenders HTML for search engines. */
  optimizerPrerenderHtml: boolean;
  /** Whether AI systems receive pages as Markdown: 0 Off, 1 Simple. */
  optimizerHtmlToMarkdown?: number;
  /** Lets the optimizer generate and serve `llms.txt`. */
  optimizerLlmsTxt?: boolean;
  /** Enables image manipulation. */
  optimizerEnableManipulationEngine: boolean;
  /** Minifies CSS. */
  optimizerMinifyCSS: boolean;
  /** Minifies JavaScript. */
  optimizerMinifyJavaScript: boolean;
  /** Adds a watermark to images. */
  optimizerWatermarkEnabled: boolean;
  /** URL of the watermark image. */
  optimizerWatermarkUrl?: string;
  /** Watermark position: 0 BottomLeft, 1 BottomRight, 2 TopLeft, 3 TopRight, 4 Center, 5 CenterStretch. */
  optimizerWatermarkPosition: number;
  /** Offset of the watermark. The contract gives no unit. */
  optimizerWatermarkOffset: number;
  /** Minimum size of images that get the watermark. The contract gives no unit. */
  optimizerWatermarkMinImageSize: number;
  /** Optimizes images automatically. */
  optimizerAutomaticOptimizationEnabled: boolean;
  /** Allows upscaling images. */
  optimizerEnableUpscaling: boolean;
  /** Optimizer classes, each with a name and properties. */
  optimizerClasses: OptimizerClass[];
  /** Enforces the use of `optimizerClasses`. */
  optimizerForceClasses: boolean;
  /** Enables the static HTML feature. */
  optimizerStaticHtmlEnabled: boolean;
  /** Path of HTML that bypasses the permanent cache in an edge rule. */
  optimizerStaticHtmlCmsPath?: string;
  /** Cookie that bypasses the permanent cache in an edge rule. */
  optimizerStaticHtmlCmsBypassCookie?: string;
  /** Enables the image AI feature. */
  enableCdnImageAi: boolean;
  /** Image AI blueprints, each with a name and properties. */
  cdnAiImageBlueprints: ImageBlueprint[];
  /** Shows a preloading screen. */
  preloadingScreenEnabled: boolean;
  /** Shows the screen on a user's first visit. */
  preloadingScreenShowOnFirstVisit: boolean;
  /** Custom code of the preloading screen. */
  preloadingScreenCode?: string;
  /** URL of the logo on the preloading screen. */
  preloadingScreenLogoUrl?: string;
  /** Shows `preloadingScreenCode` on the screen. */
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
  /** Name of the zone, unique across the service (assumption): at least 1 character. Changing it replaces the zone. */
  name?: string;
  /** Maximum number of simultaneous WebSocket connections worldwide. The service rounds it up to 500, 1000, 2500, 5000, 10000 or 25000 or, by another source, to the next 100. */
  maxWebSocketConnections?: number;
  /** Cache time in the CDN, in seconds, instead of the origin's. Presumably accepted: -1 to 31919000. The service sets it to 31919000 while `permaCacheStorageZoneId` is set. */
  cacheControlMaxAgeOverride?: number;
  /** Cache time in the client, in seconds, instead of the origin's. Presumably accepted: -1 to 31919000. */
  cacheControlPublicMaxAgeOverride?: number;
  /** Updates the cache in the background. The service sets it to true while `useStaleWhileUpdating` or `useStaleWhileOffline` is set. */
  useBackgroundUpdate?: boolean;
  /** Number of retries to the origin. Presumably accepted: 0, 1 or 2. */
  originRetries?: number;
  /** Time limit of a connection to the origin, in seconds. Presumably accepted: 3, 5 or 10. */
  originConnectTimeout?: number;
  /** Time limit of the origin's response, in seconds. Presumably accepted: 5, 15, 30, 45 or 60. */
  originResponseTimeout?: number;
  /** Delay before a retry to the origin, in seconds. The service rounds it down to 0, 1, 3, 5 or 10. */
  originRetryDelay?: number;
  /** Maximum time in the queue, in seconds. Presumably accepted: 3, 5, 15, 30 or 45. */
  originShieldQueueMaxWaitTime?: number;
  /** Lock time for coalesced requests, in seconds. Presumably accepted: 3, 5, 10, 15, 30 or 60. */
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
  /** ID of a pull zone that the service made, such as that of an accelerated DNS record, a container or a video library. The resource adopts it, and never deletes it. All other arguments are then optional. */
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
