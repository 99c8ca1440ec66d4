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
      doc: "Name of the zone: at least 1 character. Changing it replaces the zone. Assumption: unique across the service.",
    },
  },
  OriginUrl: { type: "string?", address: true, doc: "URL the files are fetched from, such as `https://o.example`." },
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
  SystemHostname: {
    type: "string?",
    late: true,
    readOnly: true,
    assumed: true,
    derived: systemHostname,
    doc: "Hostname that the service created for the zone. CNAME records of other hostnames point to it.",
  },
  StorageZoneId: { type: "int64", doc: "ID of the storage zone the files are fetched from." },
  EdgeScriptId: {
    type: "int64",
    doc: "ID of the linked edge script. It is the origin if no other origin is declared.",
  },
  EdgeScriptExecutionPhase: {
    type: "enum",
    assumes: "meanings",
    doc: "Request phase in which the script runs: 0 Cache, 1 LoadBalancer, 2 PreCache; other integers are possible.",
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
    doc: "Allowed referrer hostnames. Requests with another Referer hostname are rejected; an empty list allows all.",
  },
  BlockedReferrers: { ...set, doc: "Referrer hostnames that are blocked." },
  BlockNoneReferrer: { type: "boolean", doc: "Whether direct access is blocked, except from allowed referrers." },
  BlockedIps: { ...set, doc: "IP addresses whose requests are rejected; an empty list allows all." },
  BlockedCountries: { ...set, doc: "Two-letter ISO alpha-2 codes of blocked countries." },
  BudgetRedirectedCountries: { ...set, doc: "Two-letter ISO alpha-2 codes of budget-redirected countries." },
  BlockRootPathAccess: { type: "boolean", doc: "Whether access to the root path returns 403." },
  BlockPostRequests: { type: "boolean", doc: "Whether POST requests are blocked." },
  ZoneSecurityEnabled: { type: "boolean", doc: "Whether URL secure-token authentication is enabled." },
  ZoneSecurityKey: { ...secret, readOnly: true, doc: "Key for secure URL tokens." },
  ZoneSecurityIncludeHashRemoteIP: { type: "boolean", doc: "Whether hashes of secure tokens include the remote IP." },
  RoutingFilters: { ...set, doc: "Names of the enabled routing filters." },
  EnableWebSockets: { type: "boolean", doc: "Whether WebSocket connections are allowed." },
  MaxWebSocketConnections: {
    type: "int32",
    doc: "Maximum number of simultaneous WebSocket connections worldwide.",
    input: { accepts: [500, 1_000, 2_500, 5_000, 10_000, 25_000], rounds: "up", orMultiplesOf: 100 },
  },
};

const delivery: FieldSpecs = {
  EnableGeoZoneUS: { type: "boolean", doc: "Whether files are delivered from North America." },
  EnableGeoZoneEU: { type: "boolean", doc: "Whether files are delivered from Europe." },
  EnableGeoZoneASIA: { type: "boolean", doc: "Whether files are delivered from Asia and Oceania." },
  EnableGeoZoneSA: { type: "boolean", doc: "Whether files are delivered from South America." },
  EnableGeoZoneAF: { type: "boolean", doc: "Whether files are delivered from Africa." },
  MonthlyBandwidthLimit: { type: "int64", doc: "Monthly bandwidth limit in bytes." },
  MonthlyBandwidthUsed: { type: "int64", readOnly: true, volatile: true, doc: "Bandwidth used this month, in bytes." },
  MonthlyCharges: { type: "decimal", readOnly: true, volatile: true, doc: "Total monthly charges so far." },
  BurstSize: { type: "int32", doc: "Excess requests are delayed until their number exceeds this burst size." },
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
  IgnoreQueryStrings: { type: "boolean", doc: "Whether query strings are ignored when cached objects are served." },
  EnableQueryStringOrdering: { type: "boolean", doc: "Whether the parameters of query strings are sorted." },
  QueryStringVaryParameters: {
    ...set,
    doc: "Query parameters that the cache key contains; an empty list means all.",
  },
  CacheKeyHeaders: { type: "string?", doc: "Request headers that the cache varies by, separated by commas." },
  CacheControlMaxAgeOverride: {
    type: "int64",
    small: true,
    assumes: "unit",
    doc: "Cache time in the CDN, in seconds. It overrides the origin's.",
    input: { ...cacheTime, impliedBy: { settings: ["permaCacheStorageZoneId"], value: cacheTime.accepts.max } },
  },
  CacheControlPublicMaxAgeOverride: {
    type: "int64",
    small: true,
    assumes: "unit",
    doc: "Cache time in the client, in seconds. It overrides the origin's.",
    input: cacheTime,
  },
  EnableCacheSlice: { type: "boolean", doc: "Whether files are cached in slices (video optimization)." },
  EnableSmartCache: { type: "boolean", doc: "Whether smart caching is enabled." },
  CacheErrorResponses: { type: "boolean", doc: "Whether error responses are cached." },
  UseStaleWhileUpdating: { type: "boolean", doc: "Whether stale files are served while the cache is updated." },
  UseStaleWhileOffline: { type: "boolean", doc: "Whether stale files are served while the origin is offline." },
  UseBackgroundUpdate: {
    type: "boolean",
    doc: "Whether the cache is updated in the background.",
    input: { impliedBy: { settings: ["useStaleWhileUpdating", "useStaleWhileOffline"], value: true } },
  },
  EnableWebPVary: { type: "boolean", doc: "Whether the cache varies by WebP support." },
  EnableAvifVary: { type: "boolean", doc: "Whether the cache varies by AVIF support." },
  EnableCountryCodeVary: { type: "boolean", doc: "Whether the cache varies by country code." },
  EnableCountryStateCodeVary: { type: "boolean", doc: "Whether the cache varies by state within a country." },
  EnableMobileVary: { type: "boolean", doc: "Whether mobile clients have cache entries of their own." },
  EnableCookieVary: { type: "boolean", doc: "Whether the cache varies by the cookies in `cookieVaryParameters`." },
  CookieVaryParameters: { ...set, doc: "Names of the cookies that the cache varies by." },
  EnableHostnameVary: { type: "boolean", doc: "Whether the cache varies by hostname." },
  PermaCacheStorageZoneId: { type: "int64", doc: "ID of the storage zone that holds the permanent cache." },
  PermaCacheType: {
    type: "enum",
    assumes: "meanings",
    doc: "Permanent cache behaviour: 0 Automatic, 1 Manual; other integers are possible.",
  },
};

const origin: FieldSpecs = {
  AddHostHeader: { type: "boolean", doc: "Whether the requested hostname is forwarded to the origin." },
  OriginHostHeader: { type: "string?", doc: "Host header sent to the origin." },
  AddCanonicalHeader: { type: "boolean", doc: "Whether a canonical header is added." },
  FollowRedirects: { type: "boolean", doc: "Whether redirects of the origin are followed." },
  VerifyOriginSSL: { type: "boolean", doc: "Whether the SSL certificate of the origin is verified." },
  OriginRetries: { type: "int32", doc: "Number of retries to the origin.", input: { accepts: [0, 1, 2] } },
  OriginConnectTimeout: {
    type: "int32",
    doc: "Seconds to wait for a connection to the origin before a retry or failure.",
    input: { accepts: [3, 5, 10] },
  },
  OriginResponseTimeout: {
    type: "int32",
    doc: "Seconds to wait for the origin's response before a retry or failure.",
    input: { accepts: [5, 15, 30, 45, 60] },
  },
  OriginRetry5XXResponses: { type: "boolean", doc: "Whether the origin is retried after a 5XX response." },
  OriginRetryConnectionTimeout: { type: "boolean", doc: "Whether the origin is retried after a connection timeout." },
  OriginRetryResponseTimeout: { type: "boolean", doc: "Whether the origin is retried after a response timeout." },
  OriginRetryDelay: {
    type: "int32",
    assumes: "unit",
    doc: "Delay before a request to the origin is retried, in seconds.",
    input: { accepts: [0, 1, 3, 5, 10], rounds: "down" },
  },
  EnableOriginShield: { type: "boolean", doc: "Whether an origin shield is used." },
  OriginShieldZoneCode: { type: "string?", doc: "Zone code of the origin shield." },
  OriginShieldEnableConcurrencyLimit: { type: "boolean", doc: "Whether the origin shield limits concurrent requests." },
  OriginShieldMaxConcurrentRequests: { type: "int32", doc: "Maximum number of concurrent requests to the origin." },
  OriginShieldQueueMaxWaitTime: {
    type: "int32",
    assumes: "unit",
    doc: "Maximum time in the queue, in seconds.",
    input: { accepts: [3, 5, 15, 30, 45] },
  },
  OriginShieldMaxQueuedRequests: { type: "int32", doc: "Maximum number of queued requests to the origin." },
  EnableRequestCoalescing: { type: "boolean", doc: "Whether request coalescing is enabled." },
  RequestCoalescingTimeout: {
    type: "int32",
    assumes: "unit",
    doc: "Lock time for coalesced requests, in seconds.",
    input: { accepts: [3, 5, 10, 15, 30, 60] },
  },
  EnableSafeHop: { type: "boolean", doc: "Whether SafeHop is enabled. The contract does not describe it." },
  DisableCookies: { type: "boolean", doc: "Whether cookies are disabled for the zone." },
  EnableAccessControlOriginHeader: { type: "boolean", doc: "Whether CORS headers are enabled." },
  AccessControlOriginHeaderExtensions: { ...set, doc: "File extensions that are served with CORS headers." },
  IpFamilyPolicy: {
    type: "enum?",
    assumed: true,
    doc: "IP versions that are used to reach the origin: 0 IPv4Only, 1 DualStack, 2 DualStackPreferIPv6, 3 IPv6Only; other integers are possible.",
  },
  DnsOriginPort: {
    type: "int32?",
    assumed: true,
    writeOnly: true,
    doc: "Port of an origin that DNS resolves. The service accepts it but does not return it.",
  },
  DnsOriginScheme: {
    type: "string?",
    late: true,
    assumed: true,
    writeOnly: true,
    doc: "Scheme of an origin that DNS resolves, such as `https`. The service accepts it but does not return it.",
  },
  StickySessionType: {
    type: "enum",
    assumes: "meanings",
    doc: "Whether sessions are sticky: 0 Off, 1 On; other integers are possible.",
  },
  StickySessionCookieName: { type: "string?", doc: "Name of the sticky-session cookie." },
  StickySessionClientHeaders: { type: "string?", doc: "Names of headers that identify clients, separated by commas." },
};

const security: FieldSpecs = {
  EnableTLS1: { type: "boolean", doc: "Whether TLS 1 is enabled." },
  EnableTLS1_1: { type: "boolean", doc: "Whether TLS 1.1 is enabled." },
  TlsSecurityLevel: {
    type: "enum?",
    assumed: true,
    doc: "Required TLS level: 0 Legacy, 1 Compatible, 2 ModernOnly; other integers are possible.",
  },
  EnableAutoSSL: { type: "boolean", doc: "Whether SSL is enabled automatically for hostnames added to the zone." },
  DisableCertIssuer: {
    type: "boolean",
    alias: "DisableLetsEncrypt",
    doc: "Whether the built-in certificate issuer is disabled, so that its requests reach the origin.",
  },
  CloudSigningEnabled: { type: "boolean", alias: "AWSSigningEnabled", doc: "Whether origin requests are signed." },
  CloudSigningKey: { ...secret, alias: "AWSSigningKey", doc: "Key that signs origin requests." },
  CloudSigningSecret: { ...secret, alias: "AWSSigningSecret", doc: "Secret that signs origin requests." },
  CloudSigningRegionName: {
    type: "string?",
    alias: "AWSSigningRegionName",
    doc: "Name of the region in signed origin requests.",
  },
  ErrorPageEnableCustomCode: { type: "boolean", doc: "Whether error pages use `errorPageCustomCode`." },
  ErrorPageCustomCode: { type: "string?", doc: "Custom code of error pages." },
  ErrorPageEnableStatusWidget: {
    type: "boolean",
    alias: "ErrorPageEnableStatuspageWidget",
    doc: "Whether error pages show a status widget.",
  },
  ErrorPageStatusWidgetCode: {
    type: "string?",
    alias: "ErrorPageStatuspageCode",
    doc: "Code of the status widget.",
  },
  ErrorPageWhitelabel: { type: "boolean", doc: "Whether error pages omit the service's brand." },
  ShieldDDosProtectionEnabled: {
    type: "boolean",
    doc: "Whether DDoS protection is enabled. An older switch, which one user of the service saw without effect: Shield decides.",
  },
  ShieldDDosProtectionType: {
    type: "enum",
    input: { min: 0, max: 2 },
    doc: "Type of the DDoS protection: 0 DetectOnly, 1 ActiveStandard, 2 ActiveAggressive. An older setting, like `shieldDDosProtectionEnabled`.",
  },
};

const logging: FieldSpecs = {
  EnableLogging: { type: "boolean", doc: "Whether requests are logged." },
  EnableExtendedLogging: {
    type: "boolean",
    readOnly: true,
    doc: "Whether logs contain additional details. Clients can't set it.",
  },
  LoggingIPAnonymizationEnabled: { type: "boolean", doc: "Whether IP addresses are anonymized in logs." },
  LogAnonymizationType: {
    type: "enum",
    assumes: "meanings",
    doc: "How addresses are anonymized: 0 OneDigit, 1 Drop; other integers are possible.",
  },
  LogFormat: { type: "enum", input: { min: 0, max: 1 }, doc: "Format of logs: 0 Plain, 1 JSON." },
  LoggingSaveToStorage: { type: "boolean", doc: "Whether logs are kept permanently, in `loggingStorageZoneId`." },
  LoggingStorageZoneId: { type: "int64", doc: "ID of the storage zone that holds permanent logs." },
  LogForwardingEnabled: { type: "boolean", doc: "Whether logs are forwarded." },
  LogForwardingHostname: { type: "string?", doc: "Hostname that logs are forwarded to." },
  LogForwardingPort: { type: "int32", doc: "Port that logs are forwarded to." },
  LogForwardingToken: { ...secret, doc: "Token for log forwarding." },
  LogForwardingProtocol: {
    type: "enum",
    assumes: "meanings",
    doc: "Protocol for log forwarding: 0 UDP, 1 TCP, 2 TCPEncrypted, 3 DataDog; other integers are possible.",
  },
  LogForwardingFormat: { type: "enum", input: { min: 0, max: 1 }, doc: "Format of forwarded logs: 0 Plain, 1 JSON." },
};

const optimizer: FieldSpecs = {
  OptimizerEnabled: { type: "boolean", doc: "Whether the optimizer is enabled." },
  OptimizerTunnelEnabled: { type: "boolean", doc: "Whether the optimizer's origin tunnel is enabled." },
  OptimizerTunnelActiveProbingEnabled: {
    type: "boolean?",
    assumed: true,
    doc: "Whether the optimizer's origin tunnel probes the origin.",
  },
  OptimizerDesktopMaxWidth: {
    type: "int32",
    input: { min: 0, max: 5000 },
    assumes: "unit",
    doc: "Maximum width to which images are resized for desktops, in pixels: 0 to 5000.",
  },
  OptimizerMobileMaxWidth: {
    type: "int32",
    input: { min: 0, max: 5000 },
    assumes: "unit",
    doc: "Maximum width to which images are resized for mobile devices, in pixels: 0 to 5000.",
  },
  OptimizerImageQuality: { type: "int32", input: { min: 1, max: 100 }, doc: "Image quality for desktops, 1 to 100." },
  OptimizerMobileImageQuality: {
    type: "int32",
    input: { min: 1, max: 100 },
    doc: "Image quality for mobile devices, 1 to 100.",
  },
  OptimizerEnableWebP: { type: "boolean", doc: "Whether WebP optimization is enabled." },
  OptimizerPrerenderHtml: { type: "boolean", doc: "Whether HTML is prerendered for search engines." },
  OptimizerHtmlToMarkdown: {
    type: "enum?",
    assumed: true,
    doc: "Whether AI systems receive pages as Markdown: 0 Off, 1 Simple; other integers are possible.",
  },
  OptimizerLlmsTxt: {
    type: "boolean?",
    assumed: true,
    doc: "Whether the optimizer may generate and serve `llms.txt`.",
  },
  OptimizerEnableManipulationEngine: { type: "boolean", doc: "Whether image manipulation is enabled." },
  OptimizerMinifyCSS: { type: "boolean", doc: "Whether CSS is minified." },
  OptimizerMinifyJavaScript: { type: "boolean", doc: "Whether JavaScript is minified." },
  OptimizerWatermarkEnabled: { type: "boolean", doc: "Whether images get a watermark." },
  OptimizerWatermarkUrl: { type: "string?", doc: "URL of the watermark image." },
  OptimizerWatermarkPosition: {
    type: "enum",
    assumes: "meanings",
    doc: "Watermark position: 0 BottomLeft, 1 BottomRight, 2 TopLeft, 3 TopRight, 4 Center, 5 CenterStretch; other integers are possible.",
  },
  OptimizerWatermarkOffset: { type: "double", doc: "Offset of the watermark. The contract gives no unit." },
  OptimizerWatermarkMinImageSize: {
    type: "int32",
    doc: "Minimum size of images that get the watermark. The contract gives no unit.",
  },
  OptimizerAutomaticOptimizationEnabled: { type: "boolean", doc: "Whether images are optimized automatically." },
  OptimizerEnableUpscaling: { type: "boolean", doc: "Whether images may be upscaled." },
  OptimizerClasses: {
    type: "object[]?",
    of: optimizerClassTable,
    unordered: "Name",
    doc: "Optimizer classes, each with a name and properties.",
  },
  OptimizerForceClasses: { type: "boolean", doc: "Whether the use of `optimizerClasses` is enforced." },
  OptimizerStaticHtmlEnabled: { type: "boolean", doc: "Whether the static HTML feature is enabled." },
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
  EnableCdnImageAi: { type: "boolean", alias: "EnableBunnyImageAi", doc: "Whether the image AI feature is enabled." },
  CdnAiImageBlueprints: {
    type: "object[]?",
    of: imageBlueprintTable,
    unordered: "Name",
    alias: "BunnyAiImageBlueprints",
    doc: "Image AI blueprints, each with a name and properties.",
  },
};

const preloadingScreen: FieldSpecs = {
  PreloadingScreenEnabled: { type: "boolean", doc: "Whether a preloading screen is shown." },
  PreloadingScreenShowOnFirstVisit: { type: "boolean", doc: "Whether the screen is shown on a user's first visit." },
  PreloadingScreenCode: { type: "string?", doc: "Custom code of the preloading screen." },
  PreloadingScreenLogoUrl: { type: "string?", doc: "URL of the logo on the preloading screen." },
  PreloadingScreenCodeEnabled: { type: "boolean", doc: "Whether the screen shows `preloadingScreenCode`." },
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
      "ID of an existing pull zone, such as one that the service made for an accelerated DNS record, a container or a video library. The resource takes it over instead of creating one, and never deletes it. With it, all other arguments are optional.",
    ),
  },
);

/** Body of the operations that add or update a pull zone. Omitted settings keep their values. Assumption: all of it. */
export const pullZoneBodyTable = partialBodyTable<Partial<PullZoneInputs>>(pullZoneTable);
