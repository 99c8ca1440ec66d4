/**
 * Defaults of a new pull zone other than 0, false, "" and none, by wire name. They were recorded in May 2026 for a zone whose origin is a
 * URL, and `IpFamilyPolicy` in October 2026.
 */
const withAddress: Readonly<Record<string, unknown>> = {
  Enabled: true,
  EdgeScriptId: -1,
  VideoLibraryId: -1,
  BlockNoneReferrer: true,
  RoutingFilters: ["all"],
  EnableWebSockets: true,
  MaxWebSocketConnections: 500,
  EnableGeoZoneUS: true,
  EnableGeoZoneEU: true,
  EnableGeoZoneASIA: true,
  EnableGeoZoneSA: true,
  EnableGeoZoneAF: true,
  OptimizerPricing: 9.5,
  IgnoreQueryStrings: true,
  EnableQueryStringOrdering: true,
  CacheControlMaxAgeOverride: -1,
  CacheControlPublicMaxAgeOverride: -1,
  IpFamilyPolicy: 1,
  OriginConnectTimeout: 10,
  OriginResponseTimeout: 60,
  OriginRetryConnectionTimeout: true,
  OriginRetryResponseTimeout: true,
  OriginShieldZoneCode: "FR",
  OriginShieldMaxConcurrentRequests: 200,
  OriginShieldQueueMaxWaitTime: 30,
  OriginShieldMaxQueuedRequests: 5000,
  RequestCoalescingTimeout: 30,
  DisableCookies: true,
  EnableAccessControlOriginHeader: true,
  AccessControlOriginHeaderExtensions: [
    ...["eot", "ttf", "woff", "woff2", "css", "js", "jpg", "jpeg"],
    ...["png", "webp", "gif", "mp3", "mp4", "mpeg", "svg", "webm"],
  ],
  EnableTLS1: true,
  EnableTLS1_1: true,
  ShieldDDosProtectionType: 1,
  EnableLogging: true,
  LoggingIPAnonymizationEnabled: true,
  LogFormat: 1,
  LogForwardingFormat: 1,
  OptimizerDesktopMaxWidth: 1600,
  OptimizerMobileMaxWidth: 800,
  OptimizerImageQuality: 85,
  OptimizerMobileImageQuality: 70,
  OptimizerEnableWebP: true,
  OptimizerEnableManipulationEngine: true,
  OptimizerMinifyCSS: true,
  OptimizerMinifyJavaScript: true,
  OptimizerWatermarkOffset: 3,
  OptimizerWatermarkMinImageSize: 300,
  OptimizerAutomaticOptimizationEnabled: true,
  CdnAiImageBlueprints: [
    {
      Name: "demo-pixel-avatar",
      Properties: { PrePrompt: "cute pixel art of a", PostPrompt: "with a colorful solid background" },
    },
    {
      Name: "demo-cyberpunk-avatar",
      Properties: {
        PrePrompt: "cyberpunk avatar",
        PostPrompt: "cyber tech with colorful background pastel colors, digital art",
      },
    },
  ],
  PreloadingScreenDelay: 1000,
};

/** Defaults that differ for other types of origins. Those of a storage zone were recorded in September 2026. */
const byOriginType: Readonly<Record<number, Readonly<Record<string, unknown>>>> = {
  2: { CacheControlMaxAgeOverride: 2_592_000, EnableCacheSlice: true },
  4: { StorageZoneId: -1, OriginUrl: "https://bunnycdn.com" },
};

/** Returns the recorded defaults of a new pull zone with the given type of origin. */
export function pullZoneDefaultsOf(originType: unknown): Readonly<Record<string, unknown>> {
  return { ...withAddress, ...(typeof originType === "number" ? byOriginType[originType] : undefined) };
}

/** Origin properties that determine the type of origin, with that type. Assumption: the types are 0 and 2. */
export const plainOrigins: Readonly<Record<string, number>> = { originUrl: 0, storageZoneId: 2 };

/** Whether the origin of a pull zone is no storage zone: the service may keep a former storage zone in addition to another origin. */
export function hasOtherOrigin({
  originType,
  originUrl,
}: {
  readonly originType?: number | null;
  readonly originUrl?: string | null;
}): boolean {
  if (originType === plainOrigins["originUrl"]) return Boolean(originUrl);
  return originType !== undefined && originType !== plainOrigins["storageZoneId"];
}

/** Origin input of a script, which determines the type of origin only if there is no other. Assumption: the type is 4. */
const scriptOrigin = { name: "edgeScriptId", type: 4 };

/**
 * Returns the declared origin that determines the type of origin, with that type. A zone with `existingId` has its own origin, beside which a script is
 * only linked.
 *
 * @param declaredNames names of the declared inputs
 */
export function impliedOrigin(
  declaredNames: readonly string[],
): { readonly name: string; readonly type: number } | undefined {
  for (const [name, type] of Object.entries(plainOrigins)) if (declaredNames.includes(name)) return { name, type };
  const isOrigin = declaredNames.includes(scriptOrigin.name) && !declaredNames.includes("existingId");
  return isOrigin ? scriptOrigin : undefined;
}

/** Whether a setting determines that type of origin, so that the type needs no declaration. */
export function isImpliedBy(name: string, originType: unknown): boolean {
  return plainOrigins[name] === originType || (name === scriptOrigin.name && originType === scriptOrigin.type);
}
