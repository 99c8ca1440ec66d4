import type { FieldSpec, FieldSpecs } from "./fields";
import { option, partialBodyTable, table } from "./fields";
import { edgeRuleTable, hostnameTable, imageBlueprintTable, optimizerClassTable } from "./pullZoneParts";

const set = { type: "string[]?", unordered: true } as const;
const secret = { type: "string?", secret: true } as const;

const identity = {
  Id: { type: "int64", readOnly: true, doc: "Unique ID." },
  Name: {
    type: "string?",
    immutable: true,
    doc: "Name.",
    input: {
      required: true,
      doc: "Name of the zone: at least 1 character. Changing it replaces the zone. Assumption: unique across the service.",
    },
  },
  OriginUrl: { type: "string?", address: true, doc: "URL the files are fetched from." },
  Enabled: {
    type: "boolean",
    readOnly: true,
    doc: "True unless resource limits were reached or the owning account ran out of funds.",
  },
  Suspended: { type: "boolean", readOnly: true, doc: "Suspension flag." },
  Type: { type: "enum", input: { min: 0, max: 1 }, doc: "0 = Premium, 1 = Volume." },
  OriginType: {
    type: "enum",
    assumes: "meanings",
    doc: "Type of the origin: 0 OriginUrl, 1 DnsAccelerate, 2 StorageZone, 3 LoadBalancer, 4 EdgeScript, 5 Containers, 6 PushZone; other integers are possible.",
  },
  UserId: { type: "string?", readOnly: true, doc: "ID of the owner." },
  CnameDomain: { type: "string?", readOnly: true, doc: "CNAME domain used to set up custom hostnames." },
  Hostnames: {
    type: "object[]?",
    readOnly: true,
    of: hostnameTable,
    unordered: "Id",
    doc: "Hostnames linked to the zone.",
  },
  StorageZoneId: { type: "int64", doc: "Linked storage zone." },
  EdgeScriptId: { type: "int64", doc: "Linked edge script." },
  EdgeScriptExecutionPhase: {
    type: "enum",
    assumes: "meanings",
    doc: "Request phase in which the script runs: 0 Cache, 1 LoadBalancer; other integers are possible.",
  },
  MiddlewareScriptId: { type: "int64?", doc: "Linked middleware script." },
  ContainerAppId: { type: "string?", alias: "MagicContainersAppId", doc: "Linked container application." },
  ContainerEndpointId: { type: "string?", alias: "MagicContainersEndpointId", doc: "Linked container endpoint." },
  VideoLibraryId: { type: "int64", readOnly: true, doc: "Linked video library." },
  DnsRecordId: { type: "int64", readOnly: true, doc: "DNS record tied to the zone." },
  DnsZoneId: { type: "int64", readOnly: true, doc: "DNS zone tied to the zone." },
  DnsRecordValue: { type: "string?", readOnly: true, volatile: true, doc: "Cached DNS record value." },
  OriginLinkValue: { type: "string?", readOnly: true, doc: "Short preview value of the origin connection link." },
  CacheVersion: { type: "int64", readOnly: true, volatile: true, doc: "Cache version counter." },
} as const;

const accessControl = {
  AllowedReferrers: {
    ...set,
    doc: "Referrer hostnames allowed; requests with another Referer hostname are rejected; empty means all allowed.",
  },
  BlockedReferrers: { ...set, doc: "Referrer hostnames that are blocked." },
  BlockNoneReferrer: {
    type: "boolean",
    doc: "Block direct access when the request does not come from an allowed referrer.",
  },
  BlockedIps: { ...set, doc: "IPs whose requests are rejected; empty means all allowed." },
  BlockedCountries: { ...set, doc: "Two-letter ISO alpha-2 codes of blocked countries." },
  BudgetRedirectedCountries: { ...set, doc: "Two-letter ISO alpha-2 codes of budget-redirected countries." },
  BlockRootPathAccess: { type: "boolean", doc: "Access to the root path returns 403." },
  BlockPostRequests: { type: "boolean", doc: "POST requests to the zone are blocked." },
  ZoneSecurityEnabled: { type: "boolean", doc: "URL secure-token authentication enabled." },
  ZoneSecurityKey: { ...secret, readOnly: true, doc: "Key for secure URL tokens." },
  ZoneSecurityIncludeHashRemoteIP: { type: "boolean", doc: "Zone security hash includes the remote IP." },
  RoutingFilters: { ...set, doc: "Routing filters enabled." },
  EnableWebSockets: { type: "boolean", doc: "WebSocket connections allowed." },
  MaxWebSocketConnections: { type: "int32", doc: "Maximum global simultaneous WebSocket connections." },
} as const;

const delivery = {
  EnableGeoZoneUS: { type: "boolean", doc: "Delivery from North America." },
  EnableGeoZoneEU: { type: "boolean", doc: "Delivery from Europe." },
  EnableGeoZoneASIA: { type: "boolean", doc: "Delivery from Asia / Oceania." },
  EnableGeoZoneSA: { type: "boolean", doc: "Delivery from South America." },
  EnableGeoZoneAF: { type: "boolean", doc: "Delivery from Africa." },
  MonthlyBandwidthLimit: { type: "int64", doc: "Monthly bandwidth limit in bytes." },
  MonthlyBandwidthUsed: { type: "int64", readOnly: true, volatile: true, doc: "Bandwidth used this month, bytes." },
  MonthlyCharges: { type: "decimal", readOnly: true, volatile: true, doc: "Total monthly charges so far." },
  BurstSize: { type: "int32", doc: "Excess requests are delayed until their number exceeds this burst size." },
  RequestLimit: { type: "int32", doc: "Maximum requests per IP per second." },
  LimitRatePerSecond: { type: "double", doc: "Maximum transfer rate in kb/s; 0 means unlimited." },
  LimitRateAfter: { type: "double", doc: "Amount of data after which the rate limit activates." },
  ConnectionLimitPerIPCount: { type: "int32", doc: "Connections limited per IP." },
  PriceOverride: { type: "decimal", readOnly: true, doc: "Custom price override; unit is $/Byte." },
  OptimizerPricing: { type: "decimal", readOnly: true, doc: "Monthly optimizer price for the zone." },
  EUUSDiscount: { type: "int32", readOnly: true, doc: "Zone discount, EU and US region." },
  SouthAmericaDiscount: { type: "int32", readOnly: true, doc: "Zone discount, South America." },
  AfricaDiscount: { type: "int32", readOnly: true, doc: "Zone discount, Africa." },
  AsiaOceaniaDiscount: { type: "int32", readOnly: true, doc: "Zone discount, Asia and Oceania." },
} as const;

const caching = {
  IgnoreQueryStrings: { type: "boolean", doc: "Query strings ignored when serving cached objects." },
  EnableQueryStringOrdering: { type: "boolean", doc: "Query string ordering enabled." },
  QueryStringVaryParameters: {
    ...set,
    doc: "Parameters used to build the cache key by query string; empty means all parameters.",
  },
  CacheKeyHeaders: { type: "string?", doc: "Request headers the cache varies by, comma-delimited." },
  CacheControlMaxAgeOverride: { type: "int64", doc: "Override cache time for the zone." },
  CacheControlPublicMaxAgeOverride: { type: "int64", doc: "Override cache time for the end client." },
  EnableCacheSlice: { type: "boolean", doc: "Cache slice (video optimization)." },
  EnableSmartCache: { type: "boolean", doc: "Smart caching." },
  CacheErrorResponses: { type: "boolean", doc: "Error responses are cached." },
  UseStaleWhileUpdating: { type: "boolean", doc: "Serve stale cache while updating." },
  UseStaleWhileOffline: { type: "boolean", doc: "Serve stale cache while origin is offline." },
  UseBackgroundUpdate: { type: "boolean", doc: "Cache update runs in the background." },
  EnableWebPVary: { type: "boolean", doc: "WebP vary." },
  EnableAvifVary: { type: "boolean", doc: "AVIF vary." },
  EnableCountryCodeVary: { type: "boolean", doc: "Country code vary." },
  EnableCountryStateCodeVary: { type: "boolean", doc: "Country state code vary." },
  EnableMobileVary: { type: "boolean", doc: "Mobile vary." },
  EnableCookieVary: { type: "boolean", doc: "Cookie vary." },
  CookieVaryParameters: { ...set, doc: "Cookie names for cache vary; empty means cookie vary is not used." },
  EnableHostnameVary: { type: "boolean", doc: "Hostname vary." },
  PermaCacheStorageZoneId: { type: "int64", doc: "Storage zone used for permanent cache." },
  PermaCacheType: {
    type: "enum",
    assumes: "meanings",
    doc: "Permanent cache behaviour: 0 Automatic, 1 Manual; other integers are possible.",
  },
} as const;

const origin = {
  AddHostHeader: { type: "boolean", doc: "Forward the current hostname to the origin." },
  OriginHostHeader: { type: "string?", doc: "Host header sent to the origin." },
  AddCanonicalHeader: { type: "boolean", doc: "Canonical header added." },
  FollowRedirects: { type: "boolean", doc: "Follow origin redirects." },
  VerifyOriginSSL: { type: "boolean", doc: "Verify the origin SSL certificate." },
  OriginRetries: { type: "int32", doc: "Number of retries to the origin." },
  OriginConnectTimeout: { type: "int32", doc: "Seconds to wait connecting to the origin before failing or retrying." },
  OriginResponseTimeout: { type: "int32", doc: "Seconds to wait for the origin reply before failing or retrying." },
  OriginRetry5XXResponses: { type: "boolean", doc: "Retry on 5XX responses." },
  OriginRetryConnectionTimeout: { type: "boolean", doc: "Retry on connection timeout." },
  OriginRetryResponseTimeout: { type: "boolean", doc: "Retry on response timeout." },
  OriginRetryDelay: { type: "int32", doc: "Wait before retrying an origin request." },
  EnableOriginShield: { type: "boolean", doc: "Origin shield used." },
  OriginShieldZoneCode: { type: "string?", doc: "Zone code of the origin shield." },
  OriginShieldEnableConcurrencyLimit: { type: "boolean", doc: "Origin shield concurrency limit enabled." },
  OriginShieldMaxConcurrentRequests: { type: "int32", doc: "Maximum concurrent requests to the origin." },
  OriginShieldQueueMaxWaitTime: { type: "int32", doc: "Maximum queue wait time." },
  OriginShieldMaxQueuedRequests: { type: "int32", doc: "Maximum origin requests that remain queued." },
  EnableRequestCoalescing: { type: "boolean", doc: "Request coalescing enabled." },
  RequestCoalescingTimeout: { type: "int32", doc: "Lock time for coalesced requests." },
  EnableSafeHop: { type: "boolean", doc: "Flag without a description." },
  DisableCookies: { type: "boolean", doc: "Cookies disabled for the zone." },
  EnableAccessControlOriginHeader: { type: "boolean", doc: "CORS headers enabled." },
  AccessControlOriginHeaderExtensions: { ...set, doc: "Extensions that return CORS headers." },
  StickySessionType: {
    type: "enum",
    assumes: "meanings",
    doc: "Whether a sticky-session mechanism is used: 0 Off, 1 On; other integers are possible.",
  },
  StickySessionCookieName: { type: "string?", doc: "Sticky session cookie name." },
  StickySessionClientHeaders: { type: "string?", doc: "Comma-separated header names that identify clients." },
} as const;

const security = {
  EnableTLS1: { type: "boolean", doc: "TLS 1 enabled." },
  EnableTLS1_1: { type: "boolean", doc: "TLS 1.1 enabled." },
  EnableAutoSSL: { type: "boolean", doc: "Hostnames added to the zone automatically enable SSL." },
  DisableCertIssuer: {
    type: "boolean",
    alias: "DisableLetsEncrypt",
    doc: "When true, the built-in certificate issuer is disabled and requests pass to the origin.",
  },
  CloudSigningEnabled: {
    type: "boolean",
    alias: "AWSSigningEnabled",
    doc: "Request signing towards the origin enabled.",
  },
  CloudSigningKey: { ...secret, alias: "AWSSigningKey", doc: "Signing key." },
  CloudSigningSecret: { ...secret, alias: "AWSSigningSecret", doc: "Signing secret." },
  CloudSigningRegionName: { type: "string?", alias: "AWSSigningRegionName", doc: "Signing region name." },
  ErrorPageEnableCustomCode: { type: "boolean", doc: "Custom error page code enabled." },
  ErrorPageCustomCode: { type: "string?", doc: "Custom error page code returned." },
  ErrorPageEnableStatusWidget: {
    type: "boolean",
    alias: "ErrorPageEnableStatuspageWidget",
    doc: "Status widget shown on error pages.",
  },
  ErrorPageStatusWidgetCode: {
    type: "string?",
    alias: "ErrorPageStatuspageCode",
    doc: "Code used to build the status widget.",
  },
  ErrorPageWhitelabel: { type: "boolean", doc: "Error pages are whitelabel." },
  ShieldDDosProtectionEnabled: { type: "boolean", doc: "DDoS protection enabled." },
  ShieldDDosProtectionType: {
    type: "enum",
    input: { min: 0, max: 2 },
    doc: "0 = DetectOnly, 1 = ActiveStandard, 2 = ActiveAggressive.",
  },
} as const;

const logging = {
  EnableLogging: { type: "boolean", doc: "Logging enabled." },
  EnableExtendedLogging: { type: "boolean", doc: "Extended logging with additional details." },
  LoggingIPAnonymizationEnabled: { type: "boolean", doc: "Log IP anonymization flag." },
  LogAnonymizationType: {
    type: "enum",
    assumes: "meanings",
    doc: "Log anonymization type: 0 OneDigit, 1 Drop; other integers are possible.",
  },
  LogFormat: { type: "enum", input: { min: 0, max: 1 }, doc: "0 = Plain, 1 = JSON." },
  LoggingSaveToStorage: { type: "boolean", doc: "Permanent logging enabled." },
  LoggingStorageZoneId: { type: "int64", doc: "Storage zone holding permanent logs." },
  LogForwardingEnabled: { type: "boolean", doc: "Log forwarding enabled." },
  LogForwardingHostname: { type: "string?", doc: "Forwarding hostname." },
  LogForwardingPort: { type: "int32", doc: "Forwarding port." },
  LogForwardingToken: { ...secret, doc: "Forwarding token." },
  LogForwardingProtocol: {
    type: "enum",
    assumes: "meanings",
    doc: "Forwarding protocol type: 0 UDP, 1 TCP, 2 TCPEncrypted, 3 DataDog; other integers are possible.",
  },
  LogForwardingFormat: { type: "enum", input: { min: 0, max: 1 }, doc: "0 = Plain, 1 = JSON." },
} as const;

const optimizer = {
  OptimizerEnabled: { type: "boolean", doc: "Optimizer enabled." },
  OptimizerTunnelEnabled: { type: "boolean", doc: "Optimizer origin tunnel enabled." },
  OptimizerDesktopMaxWidth: {
    type: "int32",
    input: { min: 0, max: 5000 },
    doc: "Maximum automatic image size for desktop; 0 ≤ x ≤ 5000.",
  },
  OptimizerMobileMaxWidth: {
    type: "int32",
    input: { min: 0, max: 5000 },
    doc: "Maximum automatic image size for mobile; 0 ≤ x ≤ 5000.",
  },
  OptimizerImageQuality: { type: "int32", input: { min: 1, max: 100 }, doc: "Desktop image quality; 1 ≤ x ≤ 100." },
  OptimizerMobileImageQuality: {
    type: "int32",
    input: { min: 1, max: 100 },
    doc: "Mobile image quality; 1 ≤ x ≤ 100.",
  },
  OptimizerEnableWebP: { type: "boolean", doc: "WebP optimization." },
  OptimizerPrerenderHtml: { type: "boolean", doc: "SEO HTML prerender." },
  OptimizerEnableManipulationEngine: { type: "boolean", doc: "Image manipulation." },
  OptimizerMinifyCSS: { type: "boolean", doc: "CSS minification." },
  OptimizerMinifyJavaScript: { type: "boolean", doc: "JavaScript minification." },
  OptimizerWatermarkEnabled: { type: "boolean", doc: "Watermarking." },
  OptimizerWatermarkUrl: { type: "string?", doc: "URL of the watermark image." },
  OptimizerWatermarkPosition: {
    type: "enum",
    assumes: "meanings",
    doc: "Watermark position: 0 BottomLeft, 1 BottomRight, 2 TopLeft, 3 TopRight, 4 Center, 5 CenterStretch; other integers are possible.",
  },
  OptimizerWatermarkOffset: { type: "double", doc: "Watermark offset." },
  OptimizerWatermarkMinImageSize: { type: "int32", doc: "Minimum image size that receives the watermark." },
  OptimizerAutomaticOptimizationEnabled: { type: "boolean", doc: "Automatic image optimization." },
  OptimizerEnableUpscaling: { type: "boolean", doc: "Upscaling of images allowed." },
  OptimizerClasses: {
    type: "object[]?",
    of: optimizerClassTable,
    unordered: "Name",
    doc: "Optimizer classes; each has Name (string) and Properties (object).",
  },
  OptimizerForceClasses: { type: "boolean", doc: "Class list is enforced." },
  OptimizerStaticHtmlEnabled: { type: "boolean", doc: "Static HTML feature." },
  OptimizerStaticHtmlCmsPath: {
    type: "string?",
    alias: "OptimizerStaticHtmlWordPressPath",
    doc: "HTML path bypassed by permanent cache in an edge rule.",
  },
  OptimizerStaticHtmlCmsBypassCookie: {
    type: "string?",
    alias: "OptimizerStaticHtmlWordPressBypassCookie",
    doc: "Cookie bypassed by permanent cache in an edge rule.",
  },
  EnableCdnImageAi: { type: "boolean", alias: "EnableBunnyImageAi", doc: "Image AI feature." },
  CdnAiImageBlueprints: {
    type: "object[]?",
    of: imageBlueprintTable,
    unordered: "Name",
    alias: "BunnyAiImageBlueprints",
    doc: "Each has Name (string) and Properties (object).",
  },
} as const;

const preloadingScreen = {
  PreloadingScreenEnabled: { type: "boolean", doc: "Enabled." },
  PreloadingScreenShowOnFirstVisit: { type: "boolean", doc: "Shown on a user's first load." },
  PreloadingScreenCode: { type: "string?", doc: "Custom code." },
  PreloadingScreenLogoUrl: { type: "string?", doc: "Logo URL." },
  PreloadingScreenCodeEnabled: { type: "boolean", doc: "Custom preloader enabled." },
  PreloadingScreenTheme: { type: "enum", input: { min: 0, max: 1 }, doc: "0 = Light, 1 = Dark." },
  PreloadingScreenDelay: { type: "int32", doc: "Delay in milliseconds before it is displayed." },
} as const;

const edgeRules = {
  EdgeRules: { type: "object[]?", readOnly: true, of: edgeRuleTable, unordered: "OrderIndex", doc: "Edge rules." },
} as const;

/** The contract's groups of fields, as the reference shows them. */
export const pullZoneGroups = {
  "Identity and state": identity,
  "Access control": accessControl,
  "Delivery regions, traffic limits, pricing": delivery,
  Caching: caching,
  Origin: origin,
  "Security, TLS, signing, error pages, DDoS": security,
  Logging: logging,
  Optimizer: optimizer,
  "Preloading screen": preloadingScreen,
  "Edge rules": edgeRules,
} as const;

export const pullZoneTable = table(
  {
    object: "pull zone",
    type: "GetPullZoneResult",
    doc: "A pull zone.",
  },
  declarable({
    ...identity,
    ...accessControl,
    ...delivery,
    ...caching,
    ...origin,
    ...security,
    ...logging,
    ...optimizer,
    ...preloadingScreen,
    ...edgeRules,
  }),
);

/** Assumption: a program can declare every field that is not the service's own. */
function declarable<const Specs extends FieldSpecs>(specs: Specs): Specs {
  const given = Object.entries(specs).map(([wire, spec]): [string, FieldSpec] => [
    wire,
    spec.readOnly === true ? spec : { ...spec, input: spec.input ?? {} },
  ]);
  return Object.fromEntries(given) as FieldSpecs as Specs;
}

/** How a pull zone is managed or read. The service does not know it. */
export const pullZoneOptions = table(
  { object: "pull zone", type: "PullZoneOptions", doc: "Options of a pull zone.", partial: true },
  {
    IncludeCertificate: option("Whether hostnames include their certificates and (secret) private keys."),
    Adopt: option("Adopts an existing zone of this name, and applies the declared settings to it, instead of failing."),
  },
);

/** Assumption. The body of the operations that add or update a pull zone: what is omitted stays as it is. */
export const pullZoneBodyTable = partialBodyTable(pullZoneTable);
