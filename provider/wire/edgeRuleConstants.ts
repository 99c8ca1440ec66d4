// Generated from provider/wire/edgeRuleMeanings.ts by `npm run generate`.

/** Assumption: the meanings. Other integers are possible. */
export const edgeRuleActionTypes = {
  /** Redirects plain HTTP to HTTPS. */
  ForceSSL: 0,
  /** Redirects to another URL. Parameter 1: absolute URL, which can hold variables after its scheme, as in `https://%{Url.Hostname}/about/`. Parameter 2: status: 301, 302, 307 or 308. */
  Redirect: 1,
  /** Fetches from another origin; the path of the request is appended. Parameter 1: URL of the origin, which can hold variables. */
  OriginUrl: 2,
  /** Sets how long the CDN caches the response. Parameter 1: seconds, a whole number; 0 does not cache. Runs on a cache miss only. */
  OverrideCacheTime: 3,
  /** Refuses the request. */
  BlockRequest: 4,
  /** Sets a header of the response. Parameter 1: name of the header. Parameter 2: its value, which can hold variables. Runs on a cache miss only. */
  SetResponseHeader: 5,
  /** Sets a header of the request to the origin. Parameter 1: name of the header. Parameter 2: its value, which can hold variables; pass a credential as a secret. */
  SetRequestHeader: 6,
  /** Makes browsers save the file rather than show it. */
  ForceDownload: 7,
  /** Serves without a token. */
  DisableTokenAuthentication: 8,
  /** Serves with a valid token only. */
  EnableTokenAuthentication: 9,
  /** Sets the cache time that the response tells browsers and other caches. Parameter 1: seconds, a whole number. */
  OverrideCacheTimePublic: 10,
  /** Leaves the query string out of the cache key. */
  IgnoreQueryString: 11,
  /** Serves files as they are, without the optimizer. */
  DisableOptimizer: 12,
  /** Compresses the response. */
  ForceCompression: 13,
  /** Sets the status of the response. Parameter 1: status, such as 404. */
  SetStatusCode: 14,
  /** Fetches from the origin rather than from the permanent cache. */
  BypassPermaCache: 15,
  /** Sets how long browsers cache the response. Parameter 1: seconds, a whole number. */
  OverrideBrowserCacheTime: 16,
  /** Fetches from a storage zone. Parameter 1: ID of the storage zone, as a string. Parameter 2: its name. Parameter 3: folder in it, such as `/releases/3f9c1a2b4d5e/`, which is put in front of the path; optional. */
  OriginStorage: 17,
  /** Limits the speed of a download. Parameter 1: not documented; probably kB/s. Parameter 2: not documented; probably the kB before it. */
  SetNetworkRateLimit: 18,
  /** Limits the connections of an IP address. Parameter 1: not documented; probably their number. */
  SetConnectionLimit: 19,
  /** Limits the requests of an IP address. Parameter 1: not documented; probably requests per second. Parameter 2: not documented; probably the burst. */
  SetRequestsPerSecondLimit: 20,
  /** Runs an edge script. Parameter 1: not documented; probably the ID of the script. */
  RunEdgeScript: 21,
  /** Fetches from a container app. Parameter 1: not documented; probably the ID of the app. Parameter 2: not documented; probably the ID of its endpoint. */
  OriginContainers: 22,
  /** Skips the web application firewall. */
  DisableWAF: 23,
  /** Asks the origin again. Parameter 1: not documented. Parameter 2: not documented. Parameter 3: not documented. */
  RetryOrigin: 24,
  /** Replaces the header Cache-Control of the response. Parameter 1: value of the header, such as `private, no-store`. */
  OverrideBrowserCacheResponseHeader: 25,
  /** Removes the header Cache-Control of the response. */
  RemoveBrowserCacheResponseHeader: 26,
  /** Skips the challenges of the shield. */
  DisableShieldChallenge: 27,
  /** Skips the shield. */
  DisableShield: 28,
  /** Skips the bot detection of the shield. */
  DisableShieldBotDetection: 29,
  /** Does not sign the request to an S3 origin. */
  BypassS3Authentication: 30,
  /** Skips the access lists of the shield. */
  DisableShieldAccessLists: 31,
  /** Skips the rate limits of the shield. */
  DisableShieldRateLimiting: 32,
  /** Fetches once for equal requests that arrive at a time. */
  EnableRequestCoalescing: 33,
  /** Fetches for each request on its own. */
  DisableRequestCoalescing: 34,
  /** Removes cookies from the request to the origin. */
  StripCookiesClientToOrigin: 37,
} as const;

/** Assumption: the meanings. Other integers are possible. */
export const edgeRuleTriggerTypes = {
  /** The URL, without its query string. Patterns: URLs such as `*://www.acme.example/*`, or paths such as `/images/*` and `*.jpg`; a Lua pattern matches the whole URL. */
  Url: 0,
  /** A header of the request. Parameter 1: name of the header. Patterns: its values. */
  RequestHeader: 1,
  /** A header of the origin's response. Parameter 1: name of the header. Patterns: its values. */
  ResponseHeader: 2,
  /** The extension of the file. Patterns: extensions without the dot, such as `jpg`. */
  UrlExtension: 3,
  /** The visitor's country. Patterns: ISO codes of two letters, such as `DE`. */
  CountryCode: 4,
  /** The visitor's IP address. Patterns: addresses, such as `203.0.113.9`. */
  RemoteIP: 5,
  /** The query string. Patterns: query strings, such as `*preview=1*`. */
  UrlQueryString: 6,
  /** A share of the requests, at random. Patterns: per cent, such as `10`. */
  RandomChance: 7,
  /** The status of the response. Patterns: statuses, such as `404`. */
  StatusCode: 8,
  /** The method of the request. Patterns: methods, such as `POST`. */
  RequestMethod: 9,
  /** A cookie of the request. Parameter 1: name of the cookie. Patterns: its values. */
  CookieValue: 10,
  /** The visitor's state or region. Parameter 1: not documented. Patterns: codes of states. */
  CountryStateCode: 11,
  /** How often the origin was asked again. Patterns: not documented; probably numbers. */
  OriginRetryAttemptCount: 12,
  /** An error of the connection to the origin. Patterns: not documented. */
  OriginConnectionError: 13,
} as const;

/** Assumption: the meanings. Other integers are possible. */
export const edgeRuleMatchings = {
  /** At least one matches. */
  MatchAny: 0,
  /** Each one matches. */
  MatchAll: 1,
  /** None matches. */
  MatchNone: 2,
} as const;
