// Assumption: all meanings, which come from public documentation and the public Terraform provider. `npm run generate` writes
// edgeRuleConstants.ts and tables of the reference from this file.

/** Meaning of an action or trigger, and of its values. */
export interface EdgeRuleMeaning {
  readonly value: number;
  readonly doc: string;
  /** Meaning of each parameter, in order. Parameters without a meaning are unused. */
  readonly parameters?: readonly string[];
  /** Meaning of a trigger's patterns. */
  readonly patterns?: string;
  /** Whether the action runs only on a cache miss. */
  readonly onMissOnly?: true;
}

const seconds = "whole seconds";
const unknown = "not documented";
const header = "its name";
const headerValue = "its value, which can contain variables";

export const edgeRuleActionMeanings = {
  ForceSSL: { value: 0, doc: "Redirects plain HTTP to HTTPS." },
  Redirect: {
    value: 1,
    doc: "Redirects to another URL.",
    parameters: [
      "absolute URL, with variables only after the scheme, as in `https://%{Url.Hostname}/about/`",
      "status: 301, 302, 307 or 308",
    ],
  },
  OriginUrl: {
    value: 2,
    doc: "Fetches from another origin, with the path of the request.",
    parameters: ["its URL, which can contain variables"],
  },
  OverrideCacheTime: {
    value: 3,
    doc: "Sets how long the CDN caches the response.",
    parameters: [`${seconds}; 0 disables caching`],
    onMissOnly: true,
  },
  BlockRequest: { value: 4, doc: "Blocks the request." },
  SetResponseHeader: {
    value: 5,
    doc: "Sets a header of the response.",
    parameters: [header, headerValue],
    onMissOnly: true,
  },
  SetRequestHeader: {
    value: 6,
    doc: "Sets a header of the request to the origin.",
    parameters: [header, `${headerValue}; pass credentials as secrets`],
  },
  ForceDownload: { value: 7, doc: "Makes browsers save the file instead of showing it." },
  DisableTokenAuthentication: { value: 8, doc: "Serves without a token." },
  EnableTokenAuthentication: { value: 9, doc: "Serves only with a valid token." },
  OverrideCacheTimePublic: {
    value: 10,
    doc: "Sets how long browsers and other caches keep the response.",
    parameters: [seconds],
  },
  IgnoreQueryString: { value: 11, doc: "Excludes the query string from the cache key." },
  DisableOptimizer: { value: 12, doc: "Serves files without the optimizer." },
  ForceCompression: { value: 13, doc: "Compresses the response." },
  SetStatusCode: { value: 14, doc: "Sets the status of the response.", parameters: ["status, such as 404"] },
  BypassPermaCache: { value: 15, doc: "Fetches from the origin instead of the permanent cache." },
  OverrideBrowserCacheTime: {
    value: 16,
    doc: "Sets how long browsers cache the response.",
    parameters: [seconds],
  },
  OriginStorage: {
    value: 17,
    doc: "Fetches from a storage zone.",
    parameters: [
      "its ID, as a string of digits: `zone.id`, in YAML `${zone.id}`",
      "its name",
      "optional folder to prepend to the path, such as `/releases/3f9c1a2b4d5e/`",
    ],
  },
  SetNetworkRateLimit: {
    value: 18,
    doc: "Limits the speed of a download.",
    parameters: ["probably kB/s", "probably the kB before the limit applies"],
  },
  SetConnectionLimit: {
    value: 19,
    doc: "Limits the connections of an IP address.",
    parameters: ["probably the number of connections"],
  },
  SetRequestsPerSecondLimit: {
    value: 20,
    doc: "Limits the requests of an IP address.",
    parameters: ["probably requests per second", "probably the burst"],
  },
  RunEdgeScript: { value: 21, doc: "Runs an edge script.", parameters: ["probably the ID of the script"] },
  OriginContainers: {
    value: 22,
    doc: "Fetches from a container app.",
    parameters: ["probably the ID of the app", "probably the ID of its endpoint"],
  },
  DisableWAF: { value: 23, doc: "Skips the web application firewall." },
  RetryOrigin: { value: 24, doc: "Retries the request to the origin.", parameters: [unknown, unknown, unknown] },
  OverrideBrowserCacheResponseHeader: {
    value: 25,
    doc: "Replaces the response header Cache-Control.",
    parameters: ["its value, such as `private, no-store`"],
  },
  RemoveBrowserCacheResponseHeader: { value: 26, doc: "Removes the response header Cache-Control." },
  DisableShieldChallenge: { value: 27, doc: "Skips the shield's challenges." },
  DisableShield: { value: 28, doc: "Skips the shield." },
  DisableShieldBotDetection: { value: 29, doc: "Skips the shield's bot detection." },
  BypassS3Authentication: { value: 30, doc: "Sends requests to an S3 origin unsigned." },
  DisableShieldAccessLists: { value: 31, doc: "Skips the shield's access lists." },
  DisableShieldRateLimiting: { value: 32, doc: "Skips the shield's rate limits." },
  EnableRequestCoalescing: { value: 33, doc: "Fetches once for equal requests that arrive at the same time." },
  DisableRequestCoalescing: { value: 34, doc: "Fetches separately for each request." },
  StripCookiesClientToOrigin: { value: 37, doc: "Removes cookies from the request to the origin." },
} as const satisfies Readonly<Record<string, EdgeRuleMeaning>>;

export const edgeRuleTriggerMeanings = {
  Url: {
    value: 0,
    doc: "The URL, without its query string.",
    patterns:
      "URLs such as `*://www.acme.example/*`, or paths such as `/images/*` and `*.jpg`; a Lua pattern must match the whole URL",
  },
  RequestHeader: {
    value: 1,
    doc: "A header of the request.",
    parameters: ["name of the header"],
    patterns: "values of the header",
  },
  ResponseHeader: {
    value: 2,
    doc: "A header of the origin's response.",
    parameters: ["name of the header"],
    patterns: "values of the header",
  },
  UrlExtension: { value: 3, doc: "The extension of the file.", patterns: "extensions without the dot, such as `jpg`" },
  CountryCode: { value: 4, doc: "The visitor's country.", patterns: "two-letter ISO codes, such as `DE`" },
  RemoteIP: { value: 5, doc: "The visitor's IP address.", patterns: "addresses, such as `203.0.113.9`" },
  UrlQueryString: { value: 6, doc: "The query string.", patterns: "query strings, such as `*preview=1*`" },
  RandomChance: { value: 7, doc: "A random share of the requests.", patterns: "percentages, such as `10`" },
  StatusCode: { value: 8, doc: "The status of the response.", patterns: "statuses, such as `404`" },
  RequestMethod: { value: 9, doc: "The method of the request.", patterns: "methods, such as `POST`" },
  CookieValue: {
    value: 10,
    doc: "A cookie of the request.",
    parameters: ["name of the cookie"],
    patterns: "values of the cookie",
  },
  CountryStateCode: {
    value: 11,
    doc: "The visitor's state or region.",
    parameters: [unknown],
    patterns: "state codes",
  },
  OriginRetryAttemptCount: {
    value: 12,
    doc: "Number of retries of the request to the origin.",
    patterns: "probably numbers",
  },
  OriginConnectionError: { value: 13, doc: "An error in the connection to the origin.", patterns: unknown },
} as const satisfies Readonly<Record<string, EdgeRuleMeaning>>;

export const edgeRuleMatchingMeanings = {
  MatchAny: { value: 0, doc: "At least one matches." },
  MatchAll: { value: 1, doc: "All match." },
  MatchNone: { value: 2, doc: "None matches." },
} as const satisfies Readonly<Record<string, EdgeRuleMeaning>>;

/** Describes a meaning in a sentence or two, as an editor shows it. */
export function meaningText({ doc, parameters = [], patterns, onMissOnly }: EdgeRuleMeaning): string {
  return [
    doc,
    ...parameters.map((text, index) => `Parameter ${String(index + 1)}: ${text}.`),
    ...(patterns === undefined ? [] : [`Patterns: ${patterns}.`]),
    ...(onMissOnly === true ? ["Runs on a cache miss only."] : []),
  ].join(" ");
}

/** Returns the texts of meanings, by name. */
export function meaningTexts(meanings: Readonly<Record<string, EdgeRuleMeaning>>): Record<string, string> {
  return Object.fromEntries(Object.entries(meanings).map(([name, meaning]) => [name, meaningText(meaning)]));
}
