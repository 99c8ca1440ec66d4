// Assumption, from public documentation and the public Terraform provider: the contract has no meanings. `npm run generate` writes
// edgeRuleConstants.ts and the tables of the reference from this.

/** What an action, or a trigger, is and what its values mean. */
export interface EdgeRuleMeaning {
  readonly value: number;
  readonly doc: string;
  /** The meaning of each parameter from the first on; a parameter without one is not used. */
  readonly parameters?: readonly string[];
  /** The meaning of a trigger's patterns. */
  readonly patterns?: string;
  /** A response from the cache passes it by. */
  readonly onMissOnly?: true;
}

const seconds = "seconds, a whole number";
const unknown = "not documented";

export const edgeRuleActionMeanings = {
  ForceSSL: { value: 0, doc: "Redirects plain HTTP to HTTPS." },
  Redirect: {
    value: 1,
    doc: "Redirects to another URL.",
    parameters: [
      "absolute URL, which can hold variables after its scheme, as in `https://%{Url.Hostname}/about/`",
      "status: 301, 302, 307 or 308",
    ],
  },
  OriginUrl: {
    value: 2,
    doc: "Fetches from another origin; the path of the request is appended.",
    parameters: ["URL of the origin, which can hold variables"],
  },
  OverrideCacheTime: {
    value: 3,
    doc: "Sets how long the CDN caches the response.",
    parameters: [`${seconds}; 0 does not cache`],
    onMissOnly: true,
  },
  BlockRequest: { value: 4, doc: "Refuses the request." },
  SetResponseHeader: {
    value: 5,
    doc: "Sets a header of the response.",
    parameters: ["name of the header", "its value, which can hold variables"],
    onMissOnly: true,
  },
  SetRequestHeader: {
    value: 6,
    doc: "Sets a header of the request to the origin.",
    parameters: ["name of the header", "its value, which can hold variables; pass a credential as a secret"],
  },
  ForceDownload: { value: 7, doc: "Makes browsers save the file rather than show it." },
  DisableTokenAuthentication: { value: 8, doc: "Serves without a token." },
  EnableTokenAuthentication: { value: 9, doc: "Serves with a valid token only." },
  OverrideCacheTimePublic: {
    value: 10,
    doc: "Sets the cache time that the response tells browsers and other caches.",
    parameters: [seconds],
  },
  IgnoreQueryString: { value: 11, doc: "Leaves the query string out of the cache key." },
  DisableOptimizer: { value: 12, doc: "Serves files as they are, without the optimizer." },
  ForceCompression: { value: 13, doc: "Compresses the response." },
  SetStatusCode: { value: 14, doc: "Sets the status of the response.", parameters: ["status, such as 404"] },
  BypassPermaCache: { value: 15, doc: "Fetches from the origin rather than from the permanent cache." },
  OverrideBrowserCacheTime: {
    value: 16,
    doc: "Sets how long browsers cache the response.",
    parameters: [seconds],
  },
  OriginStorage: {
    value: 17,
    doc: "Fetches from a storage zone.",
    parameters: [
      "ID of the storage zone, as a string",
      "its name",
      "folder in it, such as `/releases/3f9c1a2b4d5e/`, which is put in front of the path; optional",
    ],
  },
  SetNetworkRateLimit: {
    value: 18,
    doc: "Limits the speed of a download.",
    parameters: [`${unknown}; probably kB/s`, `${unknown}; probably the kB before it`],
  },
  SetConnectionLimit: {
    value: 19,
    doc: "Limits the connections of an IP address.",
    parameters: [`${unknown}; probably their number`],
  },
  SetRequestsPerSecondLimit: {
    value: 20,
    doc: "Limits the requests of an IP address.",
    parameters: [`${unknown}; probably requests per second`, `${unknown}; probably the burst`],
  },
  RunEdgeScript: { value: 21, doc: "Runs an edge script.", parameters: [`${unknown}; probably the ID of the script`] },
  OriginContainers: {
    value: 22,
    doc: "Fetches from a container app.",
    parameters: [`${unknown}; probably the ID of the app`, `${unknown}; probably the ID of its endpoint`],
  },
  DisableWAF: { value: 23, doc: "Skips the web application firewall." },
  RetryOrigin: { value: 24, doc: "Asks the origin again.", parameters: [unknown, unknown, unknown] },
  OverrideBrowserCacheResponseHeader: {
    value: 25,
    doc: "Replaces the header Cache-Control of the response.",
    parameters: ["value of the header, such as `private, no-store`"],
  },
  RemoveBrowserCacheResponseHeader: { value: 26, doc: "Removes the header Cache-Control of the response." },
  DisableShieldChallenge: { value: 27, doc: "Skips the challenges of the shield." },
  DisableShield: { value: 28, doc: "Skips the shield." },
  DisableShieldBotDetection: { value: 29, doc: "Skips the bot detection of the shield." },
  BypassS3Authentication: { value: 30, doc: "Does not sign the request to an S3 origin." },
  DisableShieldAccessLists: { value: 31, doc: "Skips the access lists of the shield." },
  DisableShieldRateLimiting: { value: 32, doc: "Skips the rate limits of the shield." },
  EnableRequestCoalescing: { value: 33, doc: "Fetches once for equal requests that arrive at a time." },
  DisableRequestCoalescing: { value: 34, doc: "Fetches for each request on its own." },
  StripCookiesClientToOrigin: { value: 37, doc: "Removes cookies from the request to the origin." },
} as const satisfies Readonly<Record<string, EdgeRuleMeaning>>;

export const edgeRuleTriggerMeanings = {
  Url: {
    value: 0,
    doc: "The URL, without its query string.",
    patterns:
      "URLs such as `*://www.acme.example/*`, or paths such as `/images/*` and `*.jpg`; a Lua pattern matches the whole URL",
  },
  RequestHeader: {
    value: 1,
    doc: "A header of the request.",
    parameters: ["name of the header"],
    patterns: "its values",
  },
  ResponseHeader: {
    value: 2,
    doc: "A header of the origin's response.",
    parameters: ["name of the header"],
    patterns: "its values",
  },
  UrlExtension: { value: 3, doc: "The extension of the file.", patterns: "extensions without the dot, such as `jpg`" },
  CountryCode: { value: 4, doc: "The visitor's country.", patterns: "ISO codes of two letters, such as `DE`" },
  RemoteIP: { value: 5, doc: "The visitor's IP address.", patterns: "addresses, such as `203.0.113.9`" },
  UrlQueryString: { value: 6, doc: "The query string.", patterns: "query strings, such as `*preview=1*`" },
  RandomChance: { value: 7, doc: "A share of the requests, at random.", patterns: "per cent, such as `10`" },
  StatusCode: { value: 8, doc: "The status of the response.", patterns: "statuses, such as `404`" },
  RequestMethod: { value: 9, doc: "The method of the request.", patterns: "methods, such as `POST`" },
  CookieValue: {
    value: 10,
    doc: "A cookie of the request.",
    parameters: ["name of the cookie"],
    patterns: "its values",
  },
  CountryStateCode: {
    value: 11,
    doc: "The visitor's state or region.",
    parameters: [unknown],
    patterns: "codes of states",
  },
  OriginRetryAttemptCount: {
    value: 12,
    doc: "How often the origin was asked again.",
    patterns: `${unknown}; probably numbers`,
  },
  OriginConnectionError: { value: 13, doc: "An error of the connection to the origin.", patterns: unknown },
} as const satisfies Readonly<Record<string, EdgeRuleMeaning>>;

export const edgeRuleMatchingMeanings = {
  MatchAny: { value: 0, doc: "At least one matches." },
  MatchAll: { value: 1, doc: "Each one matches." },
  MatchNone: { value: 2, doc: "None matches." },
} as const satisfies Readonly<Record<string, EdgeRuleMeaning>>;

/** A meaning in a sentence or two, as an editor shows it. */
export function meaningText({ doc, parameters = [], patterns, onMissOnly }: EdgeRuleMeaning): string {
  return [
    doc,
    ...parameters.map((text, index) => `Parameter ${String(index + 1)}: ${text}.`),
    ...(patterns === undefined ? [] : [`Patterns: ${patterns}.`]),
    ...(onMissOnly === true ? ["Runs on a cache miss only."] : []),
  ].join(" ");
}

/** The texts of meanings, by name. */
export function meaningTexts(meanings: Readonly<Record<string, EdgeRuleMeaning>>): Record<string, string> {
  return Object.fromEntries(Object.entries(meanings).map(([name, meaning]) => [name, meaningText(meaning)]));
}
