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
  /** The hostname that the service created for the zone: what a CNAME record of another hostname points to. */
  systemHostname?: string;
  /** ID of the storage zone the files are fetched from. */
  storageZoneId: number;
  /** ID of the linked edge script: the origin, where no other one is declared. */
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
  /** Short preview value of the origin connection link. */
  originLinkValue?: string;
  /** Cache version counter. Volatile: changes by itself, never drift. */
  cacheVersion: number;
  /** ID of the linked load balancer. */
  loadBalancerId?: number;
  /** Referrer hostnames allowed; requests with another Referer hostname are rejected; empty means all allowed. */
  allowedReferrers: string[];
  /** Referrer hostnames that are blocked. */
  blockedReferrers: string[];
  /** Whether direct access is blocked, unless from an allowed referrer. */
  blockNoneReferrer: boolean;
  /** IPs whose requests are rejected; empty means all allowed. */
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
  /** Maximum number of simultaneous WebSocket connections, globally. */
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
  /** Bandwidth used this month, bytes. Volatile: changes by itself, never drift. */
  monthlyBandwidthUsed: number;
  /** Total monthly charges so far. Volatile: changes by itself, never drift. */
  monthlyCharges: number;
  /** Excess requests are delayed until their number exceeds this burst size. */
  burstSize: number;
  /** Maximum number of requests per second from one IP. */
  requestLimit: number;
  /** Maximum transfer rate in kb/s; 0 means unlimited. */
  limitRatePerSecond: number;
  /** Data after which the rate limit activates. The contract has no unit. */
  limitRateAfter: number;
  /** Maximum number of connections from one IP. */
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
  /** Whether query strings are ignored when cached objects are served. */
  ignoreQueryStrings: boolean;
  /** Whether query strings are ordered. */
  enableQueryStringOrdering: boolean;
  /** Parameters used to build the cache key by query string; empty means all parameters. */
  queryStringVaryParameters: string[];
  /** Request headers the cache varies by, comma-delimited. */
  cacheKeyHeaders?: string;
  /** Cache time that overrides the origin's, in seconds. */
  cacheControlMaxAgeOverride: number;
  /** Cache time of the end client that overrides the origin's, in seconds. */
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
  /** Whether the cache varies by country state code. */
  enableCountryStateCodeVary: boolean;
  /** Whether the cache varies by mobile and other clients. */
  enableMobileVary: boolean;
  /** Whether the cache varies by the cookies `cookieVaryParameters`. */
  enableCookieVary: boolean;
  /** Names of the cookies the cache varies by; empty means by none. */
  cookieVaryParameters: string[];
  /** Whether the cache varies by hostname. */
  enableHostnameVary: boolean;
  /** ID of the storage zone used for permanent cache. */
  permaCacheStorageZoneId: number;
  /** Permanent cache behaviour: 0 Automatic, 1 Manual; other integers are possible. */
  permaCacheType: number;
  /** Whether the current hostname is forwarded to the origin. */
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
  /** Seconds to wait connecting to the origin before failing or retrying. */
  originConnectTimeout: number;
  /** Seconds to wait for the origin reply before failing or retrying. */
  originResponseTimeout: number;
  /** Whether the origin is retried after a 5XX response. */
  originRetry5XXResponses: boolean;
  /** Whether the origin is retried after a connection timeout. */
  originRetryConnectionTimeout: boolean;
  /** Whether the origin is retried after a response timeout. */
  originRetryResponseTimeout: boolean;
  /** Wait before a request to the origin is retried, in seconds. */
  originRetryDelay: number;
  /** Whether an origin shield is used. */
  enableOriginShield: boolean;
  /** Zone code of the origin shield. */
  originShieldZoneCode?: string;
  /** Whether the origin shield limits concurrent requests. */
  originShieldEnableConcurrencyLimit: boolean;
  /** Maximum number of concurrent requests to the origin. */
  originShieldMaxConcurrentRequests: number;
  /** Maximum wait in the queue, in seconds. */
  originShieldQueueMaxWaitTime: number;
  /** Maximum number of requests to the origin that remain queued. */
  originShieldMaxQueuedRequests: number;
  /** Whether request coalescing is enabled. */
  enableRequestCoalescing: boolean;
  /** Lock time for coalesced requests, in seconds. */
  requestCoalescingTimeout: number;
  /** SafeHop flag, which the contract does not describe. */
  enableSafeHop: boolean;
  /** Whether cookies are disabled for the zone. */
  disableCookies: boolean;
  /** Whether CORS headers are enabled. */
  enableAccessControlOriginHeader: boolean;
  /** File extensions that return CORS headers. */
  accessControlOriginHeaderExtensions: string[];
  /** Which IP versions reach the origin: 0 IPv4Only, 1 DualStack, 2 DualStackPreferIPv6, 3 IPv6Only; other integers are possible. */
  ipFamilyPolicy?: number;
  /** Port of an origin that DNS resolves. The service does not show it. */
  dnsOriginPort?: number;
  /** Scheme of an origin that DNS resolves, such as `https`. The service does not show it. */
  dnsOriginScheme?: string;
  /** Whether a sticky-session mechanism is used: 0 Off, 1 On; other integers are possible. */
  stickySessionType: number;
  /** Name of the sticky-session cookie. */
  stickySessionCookieName?: string;
  /** Comma-separated header names that identify clients. */
  stickySessionClientHeaders?: string;
  /** Whether TLS 1 is enabled. */
  enableTLS1: boolean;
  /** Whether TLS 1.1 is enabled. */
  enableTLS1_1: boolean;
  /** Level of TLS that is required: 0 Legacy, 1 Compatible, 2 ModernOnly; other integers are possible. */
  tlsSecurityLevel?: number;
  /** Whether hostnames that are added to the zone automatically enable SSL. */
  enableAutoSSL: boolean;
  /** Whether the built-in certificate issuer is disabled and its requests pass to the origin. */
  disableCertIssuer: boolean;
  /** Whether origin requests are signed. */
  cloudSigningEnabled: boolean;
  /** Key that signs origin requests. Secret. */
  cloudSigningKey?: string;
  /** Secret that signs origin requests. Secret. */
  cloudSigningSecret?: string;
  /** Region name in signed origin requests. */
  cloudSigningRegionName?: string;
  /** Whether error pages return `errorPageCustomCode`. */
  errorPageEnableCustomCode: boolean;
  /** Custom code that error pages return. */
  errorPageCustomCode?: string;
  /** Whether error pages show a status widget. */
  errorPageEnableStatusWidget: boolean;
  /** Code used to build the status widget. */
  errorPageStatusWidgetCode?: string;
  /** Whether error pages are whitelabel. */
  errorPageWhitelabel: boolean;
  /** Whether DDoS protection is enabled. */
  shieldDDosProtectionEnabled: boolean;
  /** Type of the DDoS protection: 0 DetectOnly, 1 ActiveStandard, 2 ActiveAggressive. */
  shieldDDosProtectionType: number;
  /** Whether requests are logged. */
  enableLogging: boolean;
  /** Whether logs have additional details. The service does not let clients set it. */
  enableExtendedLogging: boolean;
  /** Whether IPs are anonymized in logs. */
  loggingIPAnonymizationEnabled: boolean;
  /** Log anonymization type: 0 OneDigit, 1 Drop; other integers are possible. */
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
  /** Token of the log forwarding. Secret. */
  logForwardingToken?: string;
  /** Protocol of the log forwarding: 0 UDP, 1 TCP, 2 TCPEncrypted, 3 DataDog; other integers are possible. */
  logForwardingProtocol: number;
  /** Format of forwarded logs: 0 Plain, 1 JSON. */
  logForwardingFormat: number;
  /** Whether the optimizer is enabled. */
  optimizerEnabled: boolean;
  /** Whether the origin tunnel of the optimizer is enabled. */
  optimizerTunnelEnabled: boolean;
  /** Whether the origin tunnel of the optimizer probes the origin. */
  optimizerTunnelActiveProbingEnabled?: boolean;
  /** Maximum automatic image width on desktop, in pixels: 0 to 5000. */
  optimizerDesktopMaxWidth: number;
  /** Maximum automatic image width on mobile, in pixels: 0 to 5000. */
  optimizerMobileMaxWidth: number;
  /** Image quality on desktop, 1 to 100. */
  optimizerImageQuality: number;
  /** Image quality on mobile, 1 to 100. */
  optimizerMobileImageQuality: number;
  /** Whether WebP optimization is enabled. */
  optimizerEnableWebP: boolean;
  /** Whether HTML is prerendered for search engines. */
  optimizerPrerenderHtml: boolean;
  /** Whether AI systems get pages as Markdown: 0 Off, 1 Simple; other integers are possible. */
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
  /** Offset of the watermark. The contract has no unit. */
  optimizerWatermarkOffset: number;
  /** Minimum image size that gets the watermark. The contract has no unit. */
  optimizerWatermarkMinImageSize: number;
  /** Whether images are optimized automatically. */
  optimizerAutomaticOptimizationEnabled: boolean;
  /** Whether images may be upscaled. */
  optimizerEnableUpscaling: boolean;
  /** Optimizer classes: each has a name and properties. */
  optimizerClasses: OptimizerClass[];
  /** Whether the list of classes is enforced. */
  optimizerForceClasses: boolean;
  /** Whether the static HTML feature is enabled. */
  optimizerStaticHtmlEnabled: boolean;
  /** HTML path bypassed by permanent cache in an edge rule. */
  optimizerStaticHtmlCmsPath?: string;
  /** Cookie bypassed by permanent cache in an edge rule. */
  optimizerStaticHtmlCmsBypassCookie?: string;
  /** Whether the image AI feature is enabled. */
  enableCdnImageAi: boolean;
  /** Image AI blueprints: each has a name and properties. */
  cdnAiImageBlueprints: ImageBlueprint[];
  /** Whether a preloading screen is shown. */
  preloadingScreenEnabled: boolean;
  /** Whether the screen is shown on a user's first load. */
  preloadingScreenShowOnFirstVisit: boolean;
  /** Custom code of the preloading screen. */
  preloadingScreenCode?: string;
  /** URL of the logo on the preloading screen. */
  preloadingScreenLogoUrl?: string;
  /** Whether the preloading screen is `preloadingScreenCode`. */
  preloadingScreenCodeEnabled: boolean;
  /** Theme of the screen: 0 Light, 1 Dark. */
  preloadingScreenTheme: number;
  /** Delay before the screen is displayed, in milliseconds. */
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
  /** Kind of the certificate's key. The meanings of the integers are not known. */
  certificateKeyType?: number;
  /** How the certificate was obtained. The meanings of the integers are not known. */
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
  /** Patterns that are matched, such as `*.pdf`. */
  patternMatches: string[];
  /** Parameter of the trigger, such as a header's name. */
  parameter1?: string;
  /** Second parameter of the trigger. What it means is not documented. */
  parameter2?: string;
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
    | "monthlyBandwidthUsed"
    | "monthlyCharges"
    | "priceOverride"
    | "optimizerPricing"
    | "euusDiscount"
    | "southAmericaDiscount"
    | "africaDiscount"
    | "asiaOceaniaDiscount"
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
  name: string;
  /** Key that signs origin requests. */
  cloudSigningKey?: string;
  /** Secret that signs origin requests. */
  cloudSigningSecret?: string;
  /** Token of the log forwarding. */
  logForwardingToken?: string;
  /** Optimizer classes: each has a name and properties. */
  optimizerClasses?: OptimizerClassInputs[];
  /** Image AI blueprints: each has a name and properties. */
  cdnAiImageBlueprints?: ImageBlueprintInputs[];
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

/** Fields of a pull zone that change by themselves. */
export type PullZoneVolatile = "dnsRecordValue" | "cacheVersion" | "monthlyBandwidthUsed" | "monthlyCharges";
