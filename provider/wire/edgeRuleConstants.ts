// Generated from provider/wire/edgeRuleMeanings.ts by `npm run generate`.

/** Assumption: the meanings. Other integers are possible. */
export const edgeRuleActionTypes = {
  /** Redirects plain HTTP to HTTPS. */
  ForceSSL: 0,
  /** Redirects to another URL. Parameter 1: absolute URL, with variables only after the scheme, as in `https://%{Url.Hostname}/about/`. Parameter 2: status: 301, 302, 307 or 308. */
  Redirect: 1,
  /** Fetches from another origin, with the path of the request. Parameter 1: its URL, which can contain variables. */
  OriginUrl: 2,
  /** Sets how long the CDN caches the response. Parameter 1: whole seconds; 0 disables caching. Runs on a cache miss only. */
  OverrideCacheTime: 3,
  /** Blocks the request. */
  BlockRequest: 4,
  /** Sets a header of the response. Parameter 1: its name. Parameter 2: its value, which can contain variables. Runs on a cache miss only. */
  SetResponseHeader: 5,
  /** Sets a header of the request to the origin. Parameter 1: its name. Parameter 2: its value, which can contain variables; pass credentials as secrets. */
  SetRequestHeader: 6,
  /** Makes browsers save the file instead of showing it. */
  ForceDownload: 7,
  /** Serves without a token. */
  DisableTokenAuthentication: 8,
  /** Serves only with a valid token. */
  EnableTokenAuthentication: 9,
  /** Sets how long browsers and other caches keep the response. Parameter 1: whole seconds. */
  OverrideCacheTimePublic: 10,
  /** Excludes the query string from the cache key. */
  IgnoreQueryString: 11,
  /** Serves files without the optimizer. */
  DisableOptimizer: 12,
  /** Compresses the response. */
  ForceCompression: 13,
  /** Sets the status of the response. Parameter 1: status, such as 404. */
  SetStatusCode: 14,
  /** Fetches from the origin instead of the permanent cache. */
  BypassPermaCache: 15,
  /** Sets how long browsers cache the response. Parameter 1: whole seconds. */
  OverrideBrowserCacheTime: 16,
  /** Fetches from a storage zone. Parameter 1: its ID, as a string of digits: `zone.id`, in YAML `${zone.id}`. Parameter 2: its name. Parameter 3: optional folder to prepend to the path, such as `/releases/3f9c1a2b4d5e/`. */
  OriginStorage: 17,
  /** Limits the speed of a download. Parameter 1: probably kB/s. Parameter 2: probably the kB before the limit applies. */
  SetNetworkRateLimit: 18,
  /** Limits the connections of an IP address. Parameter 1: probably the number of connections. */
  SetConnectionLimit: 19,
  /** Limits the requests of an IP address. Parameter 1: probably requests per second. Parameter 2: probably the burst. */
  SetRequestsPerSecondLimit: 20,
  /** Runs an edge script. Parameter 1: probably the ID of the script. */
  RunEdgeScript: 21,
  /** Fetches from a container app. Parameter 1: probably the ID of the app. Parameter 2: probably the ID of its endpoint. */
  OriginContainers: 22,
  /** Skips the web application firewall. */
  DisableWAF: 23,
  /** Retries the request to the origin. Parameter 1: not documented. Parameter 2: not documented. Parameter 3: not documented. */
  RetryOrigin: 24,
  /** Replaces the response header Cache-Control. Parameter 1: its value, such as `private, no-store`. */
  OverrideBrowserCacheResponseHeader: 25,
  /** Removes the response header Cache-Control. */
  RemoveBrowserCacheResponseHeader: 26,
  /** Skips the shield's challenges. */
  DisableShieldChallenge: 27,
  /** Skips the shield. */
  DisableShield: 28,
  /** Skips the shield's bot detection. */
  DisableShieldBotDetection: 29,
  /** Sends requests to an S3 origin unsigned. */
  BypassS3Authentication: 30,
  /** Skips the shield's access lists. */
  DisableShieldAccessLists: 31,
  /** Skips the shield's rate limits. */
  DisableShieldRateLimiting: 32,
  /** Fetches once for equal requests that arrive at the same time. */
  EnableRequestCoalescing: 33,
  /** Fetches separately for each request. */
  DisableRequestCoalescing: 34,
  /** Removes cookies from the request to the origin. */
  StripCookiesClientToOrigin: 37,
} as const;

/** Assumption: the meanings. Other integers are possible. */
export const edgeRuleTriggerTypes = {
  /** The URL, without its query string. Patterns: URLs such as `*://www.acme.example/*`, or paths such as `/images/*` and `*.jpg`; a Lua pattern must match the whole URL. */
  Url: 0,
  /** A header of the request. Parameter 1: name of the header. Patterns: values of the header. */
  RequestHeader: 1,
  /** A header of the origin's response. Parameter 1: name of the header. Patterns: values of the header. */
  ResponseHeader: 2,
  /** The extension of the file. Patterns: extensions without the dot, such as `jpg`. */
  UrlExtension: 3,
  /** The visitor's country. Patterns: two-letter ISO codes, such as `DE`. */
  CountryCode: 4,
  /** The visitor's IP address. Patterns: addresses, such as `203.0.113.9`. */
  RemoteIP: 5,
  /** The query string. Patterns: query strings, such as `*preview=1*`. */
  UrlQueryString: 6,
  /** A random share of the requests. Patterns: percentages, such as `10`. */
  RandomChance: 7,
  /** The status of the response. Patterns: statuses, such as `404`. */
  StatusCode: 8,
  /** The method of the request. Patterns: methods, such as `POST`. */
  RequestMethod: 9,
  /** A cookie of the request. Parameter 1: name of the cookie. Patterns: values of the cookie. */
  CookieValue: 10,
  /** The visitor's state or region. Parameter 1: not documented. Patterns: state codes. */
  CountryStateCode: 11,
  /** Number of retries of the request to the origin. Patterns: probably numbers. */
  OriginRetryAttemptCount: 12,
  /** An error in the connection to the origin. Patterns: not documented. */
  OriginConnectionError: 13,
} as const;

/** Assumption: the meanings. Other integers are possible. */
export const edgeRuleMatchings = {
  /** At least one matches. */
  MatchAny: 0,
  /** All match. */
  MatchAll: 1,
  /** None matches. */
  MatchNone: 2,
} as const;
