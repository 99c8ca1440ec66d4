// Assumption: all of these values. The service adds more from time to time, so any other value is accepted.

/** Plan of a shield, which the account pays for. Basic has no fee. */
export const shieldPlans = { Basic: 0, Advanced: 1, Business: 2, Enterprise: 3 } as const;

/** Returns the name of a plan for messages. A plan that this version does not know has its number. */
export function planName(plan: unknown): string {
  const name = Object.entries(shieldPlans).find(([, value]) => value === plan)?.[0];
  return name ?? (typeof plan === "number" ? String(plan) : "unknown");
}

/** What the firewall does with a request that matches a rule. */
export const shieldWafModes = { Log: 0, Block: 1 } as const;

export const shieldDdosSensitivities = { Off: 0, Low: 1, Medium: 2, High: 3, Challenge: 4 } as const;

/** Variables of a condition. */
export const shieldVariables = {
  RequestUri: "REQUEST_URI",
  RequestUriRaw: "REQUEST_URI_RAW",
  Args: "ARGS",
  ArgsCombinedSize: "ARGS_COMBINED_SIZE",
  ArgsGet: "ARGS_GET",
  ArgsGetNames: "ARGS_GET_NAMES",
  ArgsPost: "ARGS_POST",
  ArgsPostNames: "ARGS_POST_NAMES",
  FilesNames: "FILES_NAMES",
  Geo: "GEO",
  RemoteAddr: "REMOTE_ADDR",
  QueryString: "QUERY_STRING",
  RequestBasename: "REQUEST_BASENAME",
  RequestFilename: "REQUEST_FILENAME",
  RequestLine: "REQUEST_LINE",
  RequestMethod: "REQUEST_METHOD",
  RequestProtocol: "REQUEST_PROTOCOL",
  RequestCookies: "REQUEST_COOKIES",
  RequestCookiesNames: "REQUEST_COOKIES_NAMES",
  RequestHeaders: "REQUEST_HEADERS",
  RequestHeadersNames: "REQUEST_HEADERS_NAMES",
  RequestBody: "REQUEST_BODY",
  ResponseHeaders: "RESPONSE_HEADERS",
  ResponseBody: "RESPONSE_BODY",
  ResponseStatus: "RESPONSE_STATUS",
  Fingerprint: "FINGERPRINT",
  VerifiedBotCategory: "VERIFIED_BOT_CATEGORY",
} as const;

/** Variables that take a part, such as the name of a header. */
export const shieldVariablesWithPart: readonly string[] = [
  ...["ARGS", "ARGS_GET", "ARGS_GET_NAMES", "ARGS_POST", "ARGS_POST_NAMES", "GEO", "FINGERPRINT"],
  ...["REQUEST_COOKIES", "REQUEST_COOKIES_NAMES", "REQUEST_HEADERS", "REQUEST_HEADERS_NAMES", "RESPONSE_HEADERS"],
];

/** Operators of a condition. `Eq` to `Lt` compare numbers. */
export const shieldOperators = {
  BeginsWith: 0,
  EndsWith: 1,
  Contains: 2,
  ContainsWord: 3,
  StrMatch: 4,
  Eq: 5,
  Ge: 6,
  Gt: 7,
  Le: 8,
  Lt: 9,
  Within: 12,
  Rx: 14,
  StrEq: 15,
  DetectSqli: 17,
  DetectXss: 18,
} as const;

export const shieldLimitActions = { RateLimit: 1, Log: 2, Challenge: 3 } as const;

/** What a rate limit counts requests by. */
export const shieldCounterKeys = {
  Ip: 0,
  Host: 1,
  Country: 2,
  City: 3,
  Asn: 4,
  Organization: 5,
  Ja4: 6,
  IpJa4: 7,
} as const;

export const shieldTransformations = {
  CmdLine: 1,
  CompressWhitespace: 2,
  CssDecode: 3,
  HexEncode: 4,
  HtmlEntityDecode: 5,
  JsDecode: 6,
  Length: 7,
  Lowercase: 8,
  Md5: 9,
  NormalizePath: 10,
  NormalizePathWin: 12,
  RemoveComments: 14,
  RemoveNulls: 15,
  RemoveWhitespace: 16,
  ReplaceComments: 17,
  Sha1: 18,
  UrlDecode: 19,
  UrlDecodeUni: 20,
  Utf8ToUnicode: 21,
} as const;

export const shieldListTypes = { Ip: 0, Cidr: 1, Asn: 2, Country: 3, Organization: 4, Ja4: 5 } as const;

/** What an access list does with a request that matches. If several lists match, the order is Bypass, Allow, Block, Challenge, Log. */
export const shieldListActions = { None: 0, Allow: 1, Block: 2, Challenge: 3, Log: 4, Bypass: 5 } as const;

/** Meanings of the constants, for the SDKs of other languages. Assumption: variables and transformations mean what they do in ModSecurity, whose names they have. */
export const shieldMeanings = {
  variables: {
    RequestUri: "Path and query of the request.",
    RequestUriRaw: "Address as it was sent, with the hostname if the request has it.",
    Args: "All arguments. The part is the name of one.",
    ArgsCombinedSize: "Size of all arguments.",
    ArgsGet: "Arguments of the query. The part is the name of one.",
    ArgsGetNames: "Names of the arguments of the query.",
    ArgsPost: "Arguments of the body. The part is the name of one.",
    ArgsPostNames: "Names of the arguments of the body.",
    FilesNames: "Names of the form fields with uploaded files.",
    Geo: "Location of the visitor. The part says what of it.",
    RemoteAddr: "IP address of the visitor.",
    QueryString: "Query of the request.",
    RequestBasename: "Name of the requested file.",
    RequestFilename: "Path of the request.",
    RequestLine: "First line of the request.",
    RequestMethod: "Method of the request.",
    RequestProtocol: "Protocol of the request.",
    RequestCookies: "Cookies of the request. The part is the name of one.",
    RequestCookiesNames: "Names of the cookies of the request.",
    RequestHeaders: "Headers of the request. The part is the name of one.",
    RequestHeadersNames: "Names of the headers of the request.",
    RequestBody: "Body of the request.",
    ResponseHeaders: "Headers of the response. The part is the name of one.",
    ResponseBody: "Body of the response.",
    ResponseStatus: "Status of the response.",
    Fingerprint: "Fingerprint of the client. The part says which.",
    VerifiedBotCategory: "Category of a verified bot.",
  },
  transformations: {
    CmdLine: "Normalizes a command line.",
    CompressWhitespace: "Replaces several white spaces by one.",
    CssDecode: "Decodes CSS escapes.",
    HexEncode: "Encodes in hexadecimal digits.",
    HtmlEntityDecode: "Decodes HTML entities.",
    JsDecode: "Decodes JavaScript escapes.",
    Length: "Replaces the variable by its length.",
    Lowercase: "Changes to lower case.",
    Md5: "Replaces the variable by its MD5 hash.",
    NormalizePath: "Resolves dots and double slashes in a path.",
    NormalizePathWin: "Resolves a path, also with backslashes.",
    RemoveComments: "Removes comments.",
    RemoveNulls: "Removes null bytes.",
    RemoveWhitespace: "Removes white space.",
    ReplaceComments: "Replaces each comment by a space.",
    Sha1: "Replaces the variable by its SHA-1 hash.",
    UrlDecode: "Decodes percent-encoding.",
    UrlDecodeUni: "Decodes percent-encoding, also of Unicode.",
    Utf8ToUnicode: "Replaces UTF-8 by Unicode escapes.",
  },
  ddosSensitivities: {
    Off: "The protection is off.",
    Low: "Reacts to large attacks.",
    Medium: "Reacts to most attacks.",
    High: "Reacts to small attacks as well.",
    Challenge: "Every visitor gets a challenge.",
  },
  operators: {
    BeginsWith: "The variable begins with the value.",
    EndsWith: "The variable ends with the value.",
    Contains: "The variable contains the value.",
    ContainsWord: "The variable contains the value as a word.",
    StrMatch: "The variable contains the value, compared as text.",
    Eq: "The number equals the value.",
    Ge: "The number is at least the value.",
    Gt: "The number is greater than the value.",
    Le: "The number is at most the value.",
    Lt: "The number is less than the value.",
    Within: "The value contains the variable.",
    Rx: "The variable matches the value, a regular expression.",
    StrEq: "The variable equals the value.",
    DetectSqli: "The variable contains an SQL injection. There is no value.",
    DetectXss: "The variable contains a cross-site script. There is no value.",
  },
  limitActions: {
    RateLimit: "Blocks the request.",
    Log: "Logs the request and lets it pass.",
    Challenge: "Shows a challenge.",
  },
  counterKeys: {
    Ip: "By the address of the visitor.",
    Host: "By the host of the request.",
    Country: "By the country of the visitor.",
    City: "By the city of the visitor.",
    Asn: "By the autonomous system of the visitor.",
    Organization: "By the organization of the visitor.",
    Ja4: "By the JA4 fingerprint.",
    IpJa4: "By the address and the JA4 fingerprint.",
  },
  listTypes: {
    Ip: "Addresses.",
    Cidr: "Networks.",
    Asn: "Numbers of autonomous systems.",
    Country: "Two-letter ISO country codes.",
    Organization: "Organizations.",
    Ja4: "JA4 fingerprints.",
  },
  listActions: {
    None: "Nothing happens.",
    Allow: "Lets the request pass.",
    Block: "Blocks the request.",
    Challenge: "Shows a challenge.",
    Log: "Logs the request and lets it pass.",
    Bypass: "Lets the request pass without any check.",
  },
} as const;
