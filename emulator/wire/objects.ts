// Generated from the field tables in provider/wire by `npm run generate`.

import type { PartialOf } from "./partial";

/** A storage zone. Other fields are allowed. */
export interface StorageZone {
  [name: string]: unknown;
  Id: number;
  UserId: string | null;
  Name: string | null;
  Password: string | null;
  DateModified: string;
  Deleted: boolean;
  StorageUsed: number;
  FilesStored: number;
  Region: string | null;
  ReplicationRegions: string[] | null;
  PullZones: PullZone[] | null;
  ReadOnlyPassword: string | null;
  Rewrite404To200: boolean;
  Custom404FilePath: string | null;
  StorageHostname: string | null;
  S3Hostname?: string | null;
  S3Endpoint?: string | null;
  ZoneTier: number;
  ReplicationChangeInProgress: boolean;
  PriceOverride: number;
  Discount: number;
  StorageZoneType: number;
}

/** A pull zone. Other fields are allowed. */
export interface PullZone {
  [name: string]: unknown;
  Id: number;
  Name: string | null;
  OriginUrl: string | null;
  Enabled: boolean;
  Suspended: boolean;
  Type: number;
  OriginType: number;
  UserId: string | null;
  CnameDomain: string | null;
  Hostnames: Hostname[] | null;
  SystemHostname?: string | null;
  StorageZoneId: number;
  EdgeScriptId: number;
  EdgeScriptExecutionPhase: number;
  MiddlewareScriptId: number | null;
  ContainerAppId: string | null;
  ContainerEndpointId: string | null;
  VideoLibraryId: number;
  DnsRecordId: number;
  DnsZoneId: number;
  DnsRecordValue: string | null;
  OriginLinkValue: string | null;
  CacheVersion: number;
  LoadBalancerId?: number | null;
  AllowedReferrers: string[] | null;
  BlockedReferrers: string[] | null;
  BlockNoneReferrer: boolean;
  BlockedIps: string[] | null;
  BlockedCountries: string[] | null;
  BudgetRedirectedCountries: string[] | null;
  BlockRootPathAccess: boolean;
  BlockPostRequests: boolean;
  ZoneSecurityEnabled: boolean;
  ZoneSecurityKey: string | null;
  ZoneSecurityIncludeHashRemoteIP: boolean;
  RoutingFilters: string[] | null;
  EnableWebSockets: boolean;
  MaxWebSocketConnections: number;
  EnableGeoZoneUS: boolean;
  EnableGeoZoneEU: boolean;
  EnableGeoZoneASIA: boolean;
  EnableGeoZoneSA: boolean;
  EnableGeoZoneAF: boolean;
  MonthlyBandwidthLimit: number;
  MonthlyBandwidthUsed: number;
  MonthlyCharges: number;
  BurstSize: number;
  RequestLimit: number;
  LimitRatePerSecond: number;
  LimitRateAfter: number;
  ConnectionLimitPerIPCount: number;
  PriceOverride: number;
  OptimizerPricing: number;
  EUUSDiscount: number;
  SouthAmericaDiscount: number;
  AfricaDiscount: number;
  AsiaOceaniaDiscount: number;
  IgnoreQueryStrings: boolean;
  EnableQueryStringOrdering: boolean;
  QueryStringVaryParameters: string[] | null;
  CacheKeyHeaders: string | null;
  CacheControlMaxAgeOverride: number;
  CacheControlPublicMaxAgeOverride: number;
  EnableCacheSlice: boolean;
  EnableSmartCache: boolean;
  CacheErrorResponses: boolean;
  UseStaleWhileUpdating: boolean;
  UseStaleWhileOffline: boolean;
  UseBackgroundUpdate: boolean;
  EnableWebPVary: boolean;
  EnableAvifVary: boolean;
  EnableCountryCodeVary: boolean;
  EnableCountryStateCodeVary: boolean;
  EnableMobileVary: boolean;
  EnableCookieVary: boolean;
  CookieVaryParameters: string[] | null;
  EnableHostnameVary: boolean;
  PermaCacheStorageZoneId: number;
  PermaCacheType: number;
  AddHostHeader: boolean;
  OriginHostHeader: string | null;
  AddCanonicalHeader: boolean;
  FollowRedirects: boolean;
  VerifyOriginSSL: boolean;
  OriginRetries: number;
  OriginConnectTimeout: number;
  OriginResponseTimeout: number;
  OriginRetry5XXResponses: boolean;
  OriginRetryConnectionTimeout: boolean;
  OriginRetryResponseTimeout: boolean;
  OriginRetryDelay: number;
  EnableOriginShield: boolean;
  OriginShieldZoneCode: string | null;
  OriginShieldEnableConcurrencyLimit: boolean;
  OriginShieldMaxConcurrentRequests: number;
  OriginShieldQueueMaxWaitTime: number;
  OriginShieldMaxQueuedRequests: number;
  EnableRequestCoalescing: boolean;
  RequestCoalescingTimeout: number;
  EnableSafeHop: boolean;
  DisableCookies: boolean;
  EnableAccessControlOriginHeader: boolean;
  AccessControlOriginHeaderExtensions: string[] | null;
  IpFamilyPolicy?: number | null;
  DnsOriginPort?: number | null;
  DnsOriginScheme?: string | null;
  StickySessionType: number;
  StickySessionCookieName: string | null;
  StickySessionClientHeaders: string | null;
  EnableTLS1: boolean;
  EnableTLS1_1: boolean;
  TlsSecurityLevel?: number | null;
  EnableAutoSSL: boolean;
  DisableCertIssuer: boolean;
  CloudSigningEnabled: boolean;
  CloudSigningKey: string | null;
  CloudSigningSecret: string | null;
  CloudSigningRegionName: string | null;
  ErrorPageEnableCustomCode: boolean;
  ErrorPageCustomCode: string | null;
  ErrorPageEnableStatusWidget: boolean;
  ErrorPageStatusWidgetCode: string | null;
  ErrorPageWhitelabel: boolean;
  ShieldDDosProtectionEnabled: boolean;
  ShieldDDosProtectionType: number;
  EnableLogging: boolean;
  EnableExtendedLogging: boolean;
  LoggingIPAnonymizationEnabled: boolean;
  LogAnonymizationType: number;
  LogFormat: number;
  LoggingSaveToStorage: boolean;
  LoggingStorageZoneId: number;
  LogForwardingEnabled: boolean;
  LogForwardingHostname: string | null;
  LogForwardingPort: number;
  LogForwardingToken: string | null;
  LogForwardingProtocol: number;
  LogForwardingFormat: number;
  OptimizerEnabled: boolean;
  OptimizerTunnelEnabled: boolean;
  OptimizerTunnelActiveProbingEnabled?: boolean | null;
  OptimizerDesktopMaxWidth: number;
  OptimizerMobileMaxWidth: number;
  OptimizerImageQuality: number;
  OptimizerMobileImageQuality: number;
  OptimizerEnableWebP: boolean;
  OptimizerPrerenderHtml: boolean;
  OptimizerHtmlToMarkdown?: number | null;
  OptimizerLlmsTxt?: boolean | null;
  OptimizerEnableManipulationEngine: boolean;
  OptimizerMinifyCSS: boolean;
  OptimizerMinifyJavaScript: boolean;
  OptimizerWatermarkEnabled: boolean;
  OptimizerWatermarkUrl: string | null;
  OptimizerWatermarkPosition: number;
  OptimizerWatermarkOffset: number;
  OptimizerWatermarkMinImageSize: number;
  OptimizerAutomaticOptimizationEnabled: boolean;
  OptimizerEnableUpscaling: boolean;
  OptimizerClasses: OptimizerClass[] | null;
  OptimizerForceClasses: boolean;
  OptimizerStaticHtmlEnabled: boolean;
  OptimizerStaticHtmlCmsPath: string | null;
  OptimizerStaticHtmlCmsBypassCookie: string | null;
  EnableCdnImageAi: boolean;
  CdnAiImageBlueprints: ImageBlueprint[] | null;
  PreloadingScreenEnabled: boolean;
  PreloadingScreenShowOnFirstVisit: boolean;
  PreloadingScreenCode: string | null;
  PreloadingScreenLogoUrl: string | null;
  PreloadingScreenCodeEnabled: boolean;
  PreloadingScreenTheme: number;
  PreloadingScreenDelay: number;
  EdgeRules: EdgeRule[] | null;
}

/** A hostname linked to a pull zone. Other fields are allowed. */
export interface Hostname {
  [name: string]: unknown;
  Id: number;
  Value: string;
  ForceSSL: boolean;
  IsSystemHostname: boolean;
  IsManagedHostname: boolean;
  HasCertificate: boolean;
  Certificate: string | null;
  CertificateKey: string | null;
  CertificateKeyType?: number | null;
  CertificateProvisionType?: number | null;
}

/** An optimizer class of a pull zone. Other fields are allowed. */
export interface OptimizerClass {
  [name: string]: unknown;
  Name: string;
  Properties: unknown;
}

/** An image AI blueprint of a pull zone. Other fields are allowed. */
export interface ImageBlueprint {
  [name: string]: unknown;
  Name: string;
  Properties: unknown;
}

/** An edge rule of a pull zone. Other fields are allowed. */
export interface EdgeRule {
  [name: string]: unknown;
  Guid: string;
  ActionParameter1: string | null;
  ActionParameter2: string | null;
  ActionParameter3: string | null;
  Triggers: EdgeRuleTrigger[] | null;
  ExtraActions: EdgeRuleAction[] | null;
  Description: string | null;
  Enabled: boolean;
  OrderIndex: number;
  ReadOnly: boolean;
  ActionType?: number | null;
  TriggerMatchingType?: number | null;
}

/** A trigger of an edge rule. Other fields are allowed. */
export interface EdgeRuleTrigger {
  [name: string]: unknown;
  PatternMatches: string[] | null;
  Parameter1: string | null;
  Parameter2?: string | null;
  Type?: number | null;
  PatternMatchingType?: number | null;
}

/** A further action of an edge rule. Other fields are allowed. */
export interface EdgeRuleAction {
  [name: string]: unknown;
  ActionParameter1: string | null;
  ActionParameter2: string | null;
  ActionParameter3: string | null;
  ActionType?: number | null;
}

/** A DNS zone. Other fields are allowed. */
export interface DnsZone {
  [name: string]: unknown;
  Id: number;
  Domain: string | null;
  Nameserver1: string | null;
  Nameserver2: string | null;
  SoaEmail: string | null;
  DateModified: string;
  DateCreated: string;
  NameserversNextCheck: string;
  NameserversDetected: boolean;
  CustomNameserversEnabled: boolean;
  LoggingEnabled: boolean;
  LoggingIPAnonymizationEnabled: boolean;
  DnsSecEnabled: boolean;
  LogAnonymizationType: number;
  CertificateKeyType: number;
  Records: DnsRecord[] | null;
}

/** A record of a DNS zone. Other fields are allowed. */
export interface DnsRecord {
  [name: string]: unknown;
  Id: number;
  DnsZoneId: number;
  AcceleratedPullZoneId: number;
  Type: number;
  MonitorType: number;
  MonitorStatus: number;
  SmartRoutingType: number;
  AccelerationStatus: number;
  Ttl: number;
  Weight: number;
  Priority: number;
  Port: number;
  Flags: number;
  Value: string | null;
  Name: string | null;
  Tag: string | null;
  LinkName: string | null;
  LatencyZone: string | null;
  Comment: string | null;
  IPGeoLocationInfo: string | null;
  GeolocationInfo: string | null;
  Accelerated: boolean;
  Disabled: boolean;
  AutoSslIssuance: boolean;
  GeolocationLatitude: number;
  GeolocationLongitude: number;
  EnviromentalVariables: EnvironmentVariable[] | null;
}

/** An environment variable of a DNS record. Other fields are allowed. */
export interface EnvironmentVariable {
  [name: string]: unknown;
  Name: string;
  Value: string;
}

/** An edge script. Other fields are allowed. */
export interface EdgeScript {
  [name: string]: unknown;
  Id: number;
  Name: string | null;
  ScriptType: number;
  DefaultHostname: string | null;
  SystemHostname: string | null;
  DeploymentKey: string | null;
  LastModified: string;
  CurrentReleaseId: number;
  EdgeScriptVariables: EdgeScriptVariable[] | null;
  Deleted: boolean;
  LinkedPullZones: LinkedPullZone[] | null;
  Integration?: unknown;
  RepositoryId: number | null;
  IntegrationId: number | null;
  MonthlyCost: number;
  MonthlyRequestCount: number;
  MonthlyCpuTime: number;
  Code: string;
  CodeModified: string;
  Releases: EdgeScriptRelease[] | null;
  Secrets: EdgeScriptSecret[] | null;
}

/** A variable of an edge script. Other fields are allowed. */
export interface EdgeScriptVariable {
  [name: string]: unknown;
  Id: number;
  Name: string;
  Required: boolean;
  DefaultValue: string | null;
}

/** A pull zone with a script as origin. Other fields are allowed. */
export interface LinkedPullZone {
  [name: string]: unknown;
  Id: number;
  PullZoneName: string | null;
  DefaultHostname: string | null;
}

/** A release of an edge script. Other fields are allowed. */
export interface EdgeScriptRelease {
  [name: string]: unknown;
  Id: number;
  Deleted: boolean;
  Code: string | null;
  Uuid: string | null;
  Note: string | null;
  Author: string | null;
  AuthorEmail: string | null;
  CommitSha: string | null;
  Status: number;
  DateReleased: string | null;
  DatePublished: string | null;
}

/** A secret of an edge script, with its value, which no answer shows. Other fields are allowed. */
export interface EdgeScriptSecret {
  [name: string]: unknown;
  Id: number;
  Name: string;
  LastModified: string;
  Secret: string;
}

/** The shield of a pull zone. Other fields are allowed. */
export interface PullZoneShield {
  [name: string]: unknown;
  Id: number;
  ManagedLists: unknown;
  pullZoneId: number | null;
  planType: number;
  learningMode: boolean;
  wafEnabled: boolean;
  wafExecutionMode: number;
  wafProfileId: number;
  wafDisabledRules: string[] | null;
  wafLogOnlyRules: string[] | null;
  wafRequestHeaderLoggingEnabled: boolean;
  requestBodyLoggingEnabled: boolean;
  wafRequestIgnoredHeaders: string[] | null;
  wafRealtimeThreatIntelligenceEnabled: boolean;
  whitelabelResponsePages: boolean;
  wafRequestBodyLimitAction: number;
  wafResponseBodyLimitAction: number;
  dDoSShieldSensitivity: number;
  dDoSChallengeWindow: number;
  learningModeUntil: string | null;
  dDoSExecutionMode?: number;
  rateLimitRulesLimit?: number;
  customWafRulesLimit?: number;
  wafEngineConfig: ShieldEngineSetting[] | null;
}

/** A setting of the firewall's engine. Other fields are allowed. */
export interface ShieldEngineSetting {
  [name: string]: unknown;
  name: string;
  valueEncoded: string | null;
}

/** A rate limit of a shield. Other fields are allowed. */
export interface ShieldRateLimit {
  [name: string]: unknown;
  Id: number;
  shieldZoneId: number;
  ruleName: string;
  ruleDescription: string | null;
  ruleConfiguration: ShieldRateLimitConfiguration;
}

/** What a rate limit counts, and when. Other fields are allowed. */
export interface ShieldRateLimitConfiguration {
  [name: string]: unknown;
  actionType: number;
  variableTypes: unknown;
  operatorType: number;
  value: string | null;
  isNegated?: boolean;
  isRegexVariable?: boolean;
  transformationTypes: number[] | null;
  chainedRuleConditions: ShieldChainedCondition[] | null;
  requestCount: number;
  counterKeyType?: number;
  timeframe: number;
  blockTime: number;
  severityType?: number;
}

/** A further condition of a rate limit. Other fields are allowed. */
export interface ShieldChainedCondition {
  [name: string]: unknown;
  variableTypes: unknown;
  operatorType: number;
  value: string | null;
  isNegated?: boolean;
  isRegexVariable?: boolean;
}

/** An access list of a shield, and what the shield does with it. Other fields are allowed. */
export interface ShieldAccessList {
  [name: string]: unknown;
  Id: number;
  shieldZoneId: number;
  configurationId: number;
  name: string;
  description: string | null;
  type: number;
  content: string;
  checksum: string | null;
  isEnabled: boolean;
  action: number;
  lastModified: string;
}

/** One request in a pull zone's access log. Any field may be absent. Other fields are allowed. */
export interface AccessLogEntry {
  [name: string]: unknown;
  timestamp: string | null;
  pullZoneId: number | null;
  requestId: string | null;
  cacheStatus: string | null;
  statusCode: number | null;
  bytesSent: number | null;
  edgeLocation: string | null;
  scheme: string | null;
  host: string | null;
  path: string | null;
  url: string | null;
  remoteIp: string | null;
  countryCode: string | null;
  userAgent: string | null;
  referer: string | null;
  bodyBytesSent: number | null;
  contentRange: string | null;
  authorizationHeader: string | null;
  ja4Fingerprint: string | null;
  asn: number | null;
  asnOrganization: string | null;
}

export type PartialStorageZone = PartialOf<StorageZone>;
export type PartialPullZone = PartialOf<PullZone>;
export type PartialDnsZone = PartialOf<DnsZone>;
export type PartialEdgeScript = PartialOf<EdgeScript>;
export type PartialPullZoneShield = PartialOf<PullZoneShield>;
export type PartialDnsRecord = PartialOf<DnsRecord>;
export type PartialShieldRateLimit = PartialOf<ShieldRateLimit>;
export type PartialShieldAccessList = PartialOf<ShieldAccessList>;
