import type { GetPullZoneResult, PullZoneInputs } from "../types/pullZone";
import type { FieldSpec, FieldSpecs } from "./fields";
import { existingOption, option, partialBodyTable, table } from "./fields";
import { edgeRuleTable, hostnameTable, imageBlueprintTable, optimizerClassTable } from "./pullZoneParts";

const set = { type: "string[]?", unordered: true } as const;
const secret = { type: "string?", secret: true } as const;

/** Input of a cache time in seconds, from -1, the origin's, to a year. */
const cacheTime = { accepts: { min: -1, max: 31_919_000 } } as const;

const identity: FieldSpecs = {
  Id: { type: "int64", readOnly: true, doc: "Unique ID." },
  Name: {
    type: "string?",
    immutable: true,
    anyCase: true,
    doc: "Name of the zone.",
    input: {
      required: true,
      orExisting: true,
      doc: "Name of the zone, unique across the service (assumption): at least 1 character. Changing it replaces the zone.",
    },
  },
  OriginUrl: { type: "string?", address: true, doc: "URL of the origin, such as `https://o.example`." },
  Enabled: {
    type: "boolean",
    readOnly: true,
    doc: "True unless resource limits were reached or the owning account ran out of funds.",
  },
  Suspended: { type: "boolean", readOnly: true, doc: "Whether the zone is suspended." },
  Type: { type: "enum", input: { min: 0, max: 1 }, doc: "Type of the zone: 0 Premium, 1 Volume." },
  OriginType: {
    type: "enum",
    assumes: "meanings",
    doc: "Type of the origin: 0 OriginUrl, 1 DnsAccelerate, 2 StorageZone, 3 LoadBalancer, 4 EdgeScript, 5 Containers, 6 PushZone.",
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
  SystemHostname: {
    type: "string?",
    late: true,
    readOnly: true,
    assumed: true,
    derived: systemHostname,
    doc: "Hostname that the service created for the zone. CNAME records of other hostnames point to it.",
  },
  StorageZoneId: { type: "int64", doc: "ID of the storage zone that is the origin." },
  EdgeScriptId: {
    type: "int64",
    doc: "ID of the linked edge script. It is the origin if no other origin is declared.",
  },
  EdgeScriptExecutionPhase: {
    type: "enum",
    assumes: "meanings",
    doc: "Request phase in which the script runs: 0 Cache, 1 LoadBalancer, 2 PreCache.",
  },
  MiddlewareScriptId: { type: "int64?", doc: "ID of the linked middleware script." },
  ContainerAppId: { type: "string?", alias: "MagicContainersAppId", doc: "ID of the container application." },
  ContainerEndpointId: { type: "string?", alias: "MagicContainersEndpointId", doc: "ID of the container endpoint." },
  VideoLibraryId: { type: "int64", readOnly: true, doc: "ID of the linked video library." },
  DnsRecordId: { type: "int64", readOnly: true, doc: "ID of the DNS record tied to the zone." },
  DnsZoneId: { type: "int64", readOnly: true, doc: "ID of the DNS zone tied to the zone." },
  DnsRecordValue: { type: "string?", readOnly: true, volatile: true, doc: "Cached DNS record value." },
  OriginLinkValue: {
    type: "string?",
    readOnly: true,
    doc: "Short preview value of the origin connection link; secret on a declared zone.",
  },
  CacheVersion: { type: "int64", readOnly: true, volatile: true, doc: "Cache version counter." },
  LoadBalancerId: { type: "int64?", late: true, readOnly: true, assumed: true, doc: "ID of the linked load balancer." },
};

const accessControl: FieldSpecs = {
  AllowedReferrers: {
    ...set,
    doc: "Allowed referrer hostnames; an empty list allows all.",
  },
  BlockedReferrers: { ...set, doc: "Blocked referrer hostnames." },
  BlockNoneReferrer: { type: "boolean", doc: "Blocks direct access, except from allowed referrers." },
  BlockedIps: { ...set, doc: "Blocked IP addresses." },
  BlockedCountries: { ...set, doc: "Blocked countries, as ISO 3166 alpha-2 codes." },
  BudgetRedirectedCountries: { ...set, doc: "Budget-redirected countries, as ISO 3166 alpha-2 codes." },
  BlockRootPathAccess: { type: "boolean", doc: "Answers 403 to requests for the root path." },
  BlockPostRequests: { type: "boolean", doc: "Blocks POST requests." },
  ZoneSecurityEnabled: { type: "boolean", doc: "Enables URL secure-token authentication." },
  ZoneSecurityKey: { ...secret, readOnly: true, doc: "Key for secure URL tokens." },
  ZoneSecurityIncludeHashRemoteIP: { type: "boolean", doc: "Includes the remote IP in hashes of secure tokens." },
  RoutingFilters: { ...set, doc: "Enabled routing filters." },
  EnableWebSockets: { type: "boolean", doc: "Allows WebSocket connections." },
  MaxWebSocketConnections: {
    type: "int32",
    doc: "Maximum number of simultaneous WebSocket connections worldwide.",
    input: { accepts: [500, 1_000, 2_500, 5_000, 10_000, 25_000], rounds: "up", orMultiplesOf: 100 },
  },
};

const delivery: FieldSpecs = {
  EnableGeoZoneUS: { type: "boolean", doc: "Delivers files from North America." },
  EnableGeoZoneEU: { type: "boolean", doc: "Delivers files from Europe." },
  EnableGeoZoneASIA: { type: "boolean", doc: "Delivers files from Asia and Oceania." },
  EnableGeoZoneSA: { type: "boolean", doc: "Delivers files from South America." },
  EnableGeoZoneAF: { type: "boolean", doc: "Delivers files from Africa." },
  MonthlyBandwidthLimit: { type: "int64", doc: "Monthly bandwidth limit, in bytes." },
  MonthlyBandwidthUsed: { type: "int64", readOnly: true, volatile: true, doc: "Bandwidth used this month, in bytes." },
  MonthlyCharges: { type: "decimal", readOnly: true, volatile: true, doc: "Total monthly charges so far." },
  BurstSize: { type: "int32", doc: "Excess requests are delayed until their number exceeds this." },
  RequestLimit: { type: "int32", doc: "Maximum number of requests per second from one IP address." },
  LimitRatePerSecond: { type: "double", doc: "Maximum transfer rate in kb/s; 0 means unlimited." },
  LimitRateAfter: {
    type: "double",
    doc: "Amount of data after which the rate limit applies. The contract gives no unit.",
  },
  ConnectionLimitPerIPCount: { type: "int32", doc: "Maximum number of connections from one IP address." },
  PriceOverride: { type: "decimal", readOnly: true, doc: "Custom price, in $/Byte." },
  OptimizerPricing: { type: "decimal", readOnly: true, doc: "Monthly optimizer price for the zone." },
  EUUSDiscount: { type: "int32", readOnly: true, doc: "Discount of the zone in Europe and the US." },
  SouthAmericaDiscount: { type: "int32", readOnly: true, doc: "Discount of the zone in South America." },
  AfricaDiscount: { type: "int32", readOnly: true, doc: "Discount of the zone in Africa." },
  AsiaOceaniaDiscount: { type: "int32", readOnly: true, doc: "Discount of the zone in Asia and Oceania." },
};

const caching: FieldSpecs = {
  IgnoreQueryStrings: { type: "boolean", doc: "Ignores query strings in the cache key." },
  EnableQueryStringOrdering: { type: "boolean", doc: "Sorts the parameters of query strings." },
  QueryStringVaryParameters: {
    ...set,
    doc: "Query parameters in the cache key; an empty list means all.",
  },
  CacheKeyHeaders: { type: "string?", doc: "Request headers that the cache varies by, separated by commas." },
  CacheControlMaxAgeOverride: {
    type: "int64",
    small: true,
    assumes: "unit",
    doc: "Cache time in the CDN, in seconds, instead of the origin's.",
    input: { ...cacheTime, impliedBy: { settings: ["permaCacheStorageZoneId"], value: cacheTime.accepts.max } },
  },
  CacheControlPublicMaxAgeOverride: {
    type: "int64",
    small: true,
    assumes: "unit",
    doc: "Cache time in the client, in seconds, instead of the origin's.",
    input: cacheTime,
  },
  EnableCacheSlice: { type: "boolean", doc: "Caches files in slices (video optimization)." },
  EnableSmartCache: { type: "boolean", doc: "Enables smart caching." },
  CacheErrorResponses: { type: "boolean", doc: "Caches error responses." },
  UseStaleWhileUpdating: { type: "boolean", doc: "Serves stale files while the cache is updated." },
  UseStaleWhileOffline: { type: "boolean", doc: "Serves stale files while the origin is offline." },
  UseBackgroundUpdate: {
    type: "boolean",
    doc: "Updates the cache in the background.",
    input: { impliedBy: { settings: ["useStaleWhileUpdating", "useStaleWhileOffline"], value: true } },
  },
  EnableWebPVary: { type: "boolean", doc: "Varies the cache by WebP support." },
  EnableAvifVary: { type: "boolean", doc: "Varies the cache by AVIF support." },
  EnableCountryCodeVary: { type: "boolean", doc: "Varies the cache by country code." },
  EnableCountryStateCodeVary: { type: "boolean", doc: "Varies the cache by state within a country." },
  EnableMobileVary: { type: "boolean", doc: "Varies the cache for mobile clients." },
  EnableCookieVary: { type: "boolean", doc: "Varies the cache by the cookies in `cookieVaryParameters`." },
  CookieVaryParameters: { ...set, doc: "Cookies that the cache varies by." },
  EnableHostnameVary: { type: "boolean", doc: "Varies the cache by hostname." },
  PermaCacheStorageZoneId: { type: "int64", doc: "ID of the storage zone that holds the permanent cache." },
  PermaCacheType: {
    type: "enum",
    assumes: "meanings",
    doc: "Permanent cache behaviour: 0 Automatic, 1 Manual.",
  },
};

const origin: FieldSpecs = {
  AddHostHeader: { type: "boolean", doc: "Forwards the requested hostname to the origin." },
  OriginHostHeader: { type: "string?", doc: "Host header sent to the origin." },
  AddCanonicalHeader: { type: "boolean", doc: "Adds a canonical header." },
  FollowRedirects: { type: "boolean", doc: "Follows redirects of the origin." },
  VerifyOriginSSL: { type: "boolean", doc: "Verifies the origin's SSL certificate." },
  OriginRetries: { type: "int32", doc: "Number of retries to the origin.", input: { accepts: [0, 1, 2] } },
  OriginConnectTimeout: {
    type: "int32",
    doc: "Time limit of a connection to the origin, in seconds.",
    input: { accepts: [3, 5, 10] },
  },
  OriginResponseTimeout: {
    type: "int32",
    doc: "Time limit of the origin's response, in seconds.",
    input: { accepts: [5, 15, 30, 45, 60] },
  },
  OriginRetry5XXResponses: { type: "boolean", doc: "Retries the origin after a 5XX response." },
  OriginRetryConnectionTimeout: { type: "boolean", doc: "Retries the origin after a connection timeout." },
  OriginRetryResponseTimeout: { type: "boolean", doc: "Retries the origin after a response timeout." },
  OriginRetryDelay: {
    type: "int32",
    assumes: "unit",
    doc: "Delay before a retry to the origin, in seconds.",
    input: { accepts: [0, 1, 3, 5, 10], rounds: "down" },
  },
  EnableOriginShield: { type: "boolean", doc: "Uses an origin shield." },
  OriginShieldZoneCode: { type: "string?", doc: "Zone code of the origin shield." },
  OriginShieldEnableConcurrencyLimit: { type: "boolean", doc: "Limits concurrent requests of the origin shield." },
  OriginShieldMaxConcurrentRequests: { type: "int32", doc: "Maximum number of concurrent requests to the origin." },
  OriginShieldQueueMaxWaitTime: {
    type: "int32",
    assumes: "unit",
    doc: "Maximum time in the queue, in seconds.",
    input: { accepts: [3, 5, 15, 30, 45] },
  },
  OriginShieldMaxQueuedRequests: { type: "int32", doc: "Maximum number of queued requests to the origin." },
  EnableRequestCoalescing: { type: "boolean", doc: "Enables request coalescing." },
  RequestCoalescingTimeout: {
    type: "int32",
    assumes: "unit",
    doc: "Lock time for coalesced requests, in seconds.",
    input: { accepts: [3, 5, 10, 15, 30, 60] },
  },
  EnableSafeHop: { type: "boolean", doc: "Enables SafeHop, which the contract does not describe." },
  DisableCookies: { type: "boolean", doc: "Disables cookies for the zone." },
  EnableAccessControlOriginHeader: { type: "boolean", doc: "Enables CORS headers." },
  AccessControlOriginHeaderExtensions: { ...set, doc: "File extensions served with CORS headers." },
  IpFamilyPolicy: {
    type: "enum?",
    assumed: true,
    doc: "IP versions used to reach the origin: 0 IPv4Only, 1 DualStack, 2 DualStackPreferIPv6, 3 IPv6Only.",
  },
  DnsOriginPort: {
    type: "int32?",
    assumed: true,
    writeOnly: true,
    doc: "Port of an origin that DNS resolves, which the service does not return.",
  },
  DnsOriginScheme: {
    type: "string?",
    late: true,
    assumed: true,
    writeOnly: true,
    doc: "Scheme of an origin that DNS resolves, such as `https`, which the service does not return.",
  },
  StickySessionType: {
    type: "enum",
    assumes: "meanings",
    doc: "Whether sessions are sticky: 0 Off, 1 On.",
  },
  StickySessionCookieName: { type: "string?", doc: "Name of the sticky-session cookie." },
  StickySessionClientHeaders: { type: "string?", doc: "Headers that identify clients, separated by commas." },
};

const security: FieldSpecs = {
  EnableTLS1: { type: "boolean", doc: "Enables TLS 1." },
  EnableTLS1_1: { type: "boolean", doc: "Enables TLS 1.1." },
  TlsSecurityLevel: {
    type: "enum?",
    assumed: true,
    doc: "Required TLS level: 0 Legacy, 1 Compatible, 2 ModernOnly.",
  },
  EnableAutoSSL: { type: "boolean", doc: "Enables SSL automatically for new hostnames." },
  DisableCertIssuer: {
    type: "boolean",
    alias: "DisableLetsEncrypt",
    doc: "Disables the built-in certificate issuer, so that its requests reach the origin.",
  },
  CloudSigningEnabled: { type: "boolean", alias: "AWSSigningEnabled", doc: "Signs origin requests." },
  CloudSigningKey: { ...secret, alias: "AWSSigningKey", doc: "Key that signs origin requests." },
  CloudSigningSecret: { ...secret, alias: "AWSSigningSecret", doc: "Secret that signs origin requests." },
  CloudSigningRegionName: {
    type: "string?",
    alias: "AWSSigningRegionName",
    doc: "Name of the region in signed origin requests.",
  },
  ErrorPageEnableCustomCode: { type: "boolean", doc: "Uses `errorPageCustomCode` for error pages." },
  ErrorPageCustomCode: { type: "string?", doc: "Custom code of error pages." },
  ErrorPageEnableStatusWidget: {
    type: "boolean",
    alias: "ErrorPageEnableStatuspageWidget",
    doc: "Shows a status widget on error pages.",
  },
  ErrorPageStatusWidgetCode: {
    type: "string?",
    alias: "ErrorPageStatuspageCode",
    doc: "Code of the status widget.",
  },
  ErrorPageWhitelabel: { type: "boolean", doc: "Omits the service's brand from error pages." },
  ShieldDDosProtectionEnabled: {
    type: "boolean",
    doc: "Enables DDoS protection. An older switch, without effect according to one user: Shield decides.",
  },
  ShieldDDosProtectionType: {
    type: "enum",
    input: { min: 0, max: 2 },
    doc: "Type of the DDoS protection: 0 DetectOnly, 1 ActiveStandard, 2 ActiveAggressive. Older, as `shieldDDosProtectionEnabled`.",
  },
};

const logging: FieldSpecs = {
  EnableLogging: { type: "boolean", doc: "Logs requests." },
  EnableExtendedLogging: {
    type: "boolean",
    readOnly: true,
    doc: "Whether logs contain additional details; read-only.",
  },
  LoggingIPAnonymizationEnabled: { type: "boolean", doc: "Anonymizes IP addresses in logs." },
  LogAnonymizationType: {
    type: "enum",
    assumes: "meanings",
    doc: "How addresses are anonymized: 0 OneDigit, 1 Drop.",
  },
  LogFormat: { type: "enum", input: { min: 0, max: 1 }, doc: "Format of logs: 0 Plain, 1 JSON." },
  LoggingSaveToStorage: { type: "boolean", doc: "Keeps logs permanently, in `loggingStorageZoneId`." },
  LoggingStorageZoneId: { type: "int64", doc: "ID of the storage zone that holds permanent logs." },
  LogForwardingEnabled: { type: "boolean", doc: "Forwards logs." },
  LogForwardingHostname: { type: "string?", doc: "Hostname for log forwarding." },
  LogForwardingPort: { type: "int32", doc: "Port for log forwarding." },
  LogForwardingToken: { ...secret, doc: "Token for log forwarding." },
  LogForwardingProtocol: {
    type: "enum",
    assumes: "meanings",
    doc: "Protocol for log forwarding: 0 UDP, 1 TCP, 2 TCPEncrypted, 3 DataDog.",
  },
  LogForwardingFormat: { type: "enum", input: { min: 0, max: 1 }, doc: "Format of forwarded logs: 0 Plain, 1 JSON." },
};

const optimizer: FieldSpecs = {
  OptimizerEnabled: { type: "boolean", doc: "Enables the optimizer." },
  OptimizerTunnelEnabled: { type: "boolean", doc: "Enables the optimizer's origin tunnel." },
  OptimizerTunnelActiveProbingEnabled: {
    type: "boolean?",
    assumed: true,
    doc: "Lets the optimizer's origin tunnel probe the origin.",
  },
  OptimizerDesktopMaxWidth: {
    type: "int32",
    input: { min: 0, max: 5000 },
    assumes: "unit",
    doc: "Maximum width of images for desktops, in pixels: 0 to 5000.",
  },
  OptimizerMobileMaxWidth: {
    type: "int32",
    input: { min: 0, max: 5000 },
    assumes: "unit",
    doc: "Maximum width of images for mobile devices, in pixels: 0 to 5000.",
  },
  OptimizerImageQuality: { type: "int32", input: { min: 1, max: 100 }, doc: "Image quality for desktops, 1 to 100." },
  OptimizerMobileImageQuality: {
    type: "int32",
    input: { min: 1, max: 100 },
    doc: "Image quality for mobile devices, 1 to 100.",
  },
  OptimizerEnableWebP: { type: "boolean", doc: "Enables WebP optimization." },
  OptimizerPrerenderHtml: { type: "boolean", doc: "Prerenders HTML for search engines." },
  OptimizerHtmlToMarkdown: {
    type: "enum?",
    assumed: true,
    doc: "Whether AI systems receive pages as Markdown: 0 Off, 1 Simple.",
  },
  OptimizerLlmsTxt: {
    type: "boolean?",
    assumed: true,
    doc: "Lets the optimizer generate and serve `llms.txt`.",
  },
  OptimizerEnableManipulationEngine: { type: "boolean", doc: "Enables image manipulation." },
  OptimizerMinifyCSS: { type: "boolean", doc: "Minifies CSS." },
  OptimizerMinifyJavaScript: { type: "boolean", doc: "Minifies JavaScript." },
  OptimizerWatermarkEnabled: { type: "boolean", doc: "Adds a watermark to images." },
  OptimizerWatermarkUrl: { type: "string?", doc: "URL of the watermark image." },
  OptimizerWatermarkPosition: {
    type: "enum",
    assumes: "meanings",
    doc: "Watermark position: 0 BottomLeft, 1 BottomRight, 2 TopLeft, 3 TopRight, 4 Center, 5 CenterStretch.",
  },
  OptimizerWatermarkOffset: { type: "double", doc: "Offset of the watermark. The contract gives no unit." },
  OptimizerWatermarkMinImageSize: {
    type: "int32",
    doc: "Minimum size of images that get the watermark. The contract gives no unit.",
  },
  OptimizerAutomaticOptimizationEnabled: { type: "boolean", doc: "Optimizes images automatically." },
  OptimizerEnableUpscaling: { type: "boolean", doc: "Allows upscaling images." },
  OptimizerClasses: {
    type: "object[]?",
    of: optimizerClassTable,
    unordered: "Name",
    doc: "Optimizer classes, each with a name and properties.",
  },
  OptimizerForceClasses: { type: "boolean", doc: "Enforces the use of `optimizerClasses`." },
  OptimizerStaticHtmlEnabled: { type: "boolean", doc: "Enables the static HTML feature." },
  OptimizerStaticHtmlCmsPath: {
    type: "string?",
    alias: "OptimizerStaticHtmlWordPressPath",
    doc: "Path of HTML that bypasses the permanent cache in an edge rule.",
  },
  OptimizerStaticHtmlCmsBypassCookie: {
    type: "string?",
    alias: "OptimizerStaticHtmlWordPressBypassCookie",
    doc: "Cookie that bypasses the permanent cache in an edge rule.",
  },
  EnableCdnImageAi: { type: "boolean", alias: "EnableBunnyImageAi", doc: "Enables the image AI feature." },
  CdnAiImageBlueprints: {
    type: "object[]?",
    of: imageBlueprintTable,
    unordered: "Name",
    alias: "BunnyAiImageBlueprints",
    doc: "Image AI blueprints, each with a name and properties.",
  },
};

const preloadingScreen: FieldSpecs = {
  PreloadingScreenEnabled: { type: "boolean", doc: "Shows a preloading screen." },
  PreloadingScreenShowOnFirstVisit: { type: "boolean", doc: "Shows the screen on a user's first visit." },
  PreloadingScreenCode: { type: "string?", doc: "Custom code of the preloading screen." },
  PreloadingScreenLogoUrl: { type: "string?", doc: "URL of the logo on the preloading screen." },
  PreloadingScreenCodeEnabled: { type: "boolean", doc: "Shows `preloadingScreenCode` on the screen." },
  PreloadingScreenTheme: { type: "enum", input: { min: 0, max: 1 }, doc: "Theme of the screen: 0 Light, 1 Dark." },
  PreloadingScreenDelay: { type: "int32", doc: "Delay before the screen is shown, in milliseconds." },
};

const edgeRules: FieldSpecs = {
  EdgeRules: {
    type: "object[]?",
    readOnly: true,
    of: edgeRuleTable,
    unordered: "OrderIndex",
    doc: "Rules of the zone.",
  },
};

/** Groups of fields in the contract, as the reference shows them. */
export const pullZoneGroups: Readonly<Record<string, FieldSpecs>> = {
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
};

export const pullZoneTable = table<GetPullZoneResult>(
  {
    object: "pull zone",
    type: "GetPullZoneResult",
    doc: "A pull zone.",
  },
  allFields(),
);

function systemHostname(zone: Readonly<Record<string, unknown>>): unknown {
  const hostnames = zone["hostnames"] as readonly { readonly value?: string; readonly isSystemHostname?: boolean }[];
  return hostnames.find(({ isSystemHostname }) => isSystemHostname === true)?.value;
}

/** Returns the fields of all groups. Assumption: a program can declare every field that is not read-only. */
function allFields(): FieldSpecs {
  const specs = Object.values(pullZoneGroups).flatMap((group) => Object.entries(group));
  const declarable = specs.map(([wire, spec]): [string, FieldSpec] => [
    wire,
    spec.readOnly === true ? spec : { ...spec, input: spec.input ?? {} },
  ]);
  return Object.fromEntries(declarable);
}

/** Options that control how a pull zone is managed or read. They are not sent to the service. */
export const pullZoneOptions = table(
  { object: "pull zone", type: "PullZoneOptions", doc: "Options of a pull zone.", partial: true },
  {
    IncludeCertificate: option("Whether hostnames include their certificates and (secret) private keys."),
    Adopt: option("Adopts an existing zone of this name and applies the declared settings to it, instead of failing."),
    ExistingId: existingOption(
      "ID of a pull zone that the service made, such as that of an accelerated DNS record, a container or a video library. The resource adopts it, and never deletes it. All other arguments are then optional.",
    ),
  },
);

/** Body of the operations that add or update a pull zone. Omitted settings keep their values. Assumption: all of it. */
export const pullZoneBodyTable = partialBodyTable<Partial<PullZoneInputs>>(pullZoneTable);
