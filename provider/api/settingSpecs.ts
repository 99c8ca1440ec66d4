import { isIP } from "node:net";
import type { Settings } from "../types/settings";
import type { ArgumentSpec, ArgumentTable } from "../wire/functions";
import { parsedUrl } from "../wire/url";

/** Specification of a setting: sources and validation. */
export interface SettingSpec<T = unknown> extends Pick<ArgumentSpec, "type" | "fraction" | "doc"> {
  readonly name: keyof Settings;
  /** Key in the stack configuration. */
  readonly configKey: string;
  /** Environment variable, which overrides the configuration. */
  readonly variable: string;
  readonly secret?: true;
  /** Example for messages. */
  readonly example: string;
  /** Text of the rule: "must be …". */
  readonly rule: string;
  readonly fallback?: T;
  /** Text that describes the default. A setting with it is optional. */
  readonly fallbackDoc?: string;
  /** Parses a value. @returns undefined if the text violates the rule */
  readonly parse: (text: string) => T | undefined;
}

/** Base URL of the public service's access logs. Recorded: every client asks this host, not that of the API. */
export const publicLogsUrl = "https://logging.bunnycdn.com";

/** All settings. Messages and the reference follow from this list. */
export const settingSpecs = {
  baseUrl: {
    name: "baseUrl",
    type: "string",
    doc: "Base URL of the API, such as `https://api.example.com`.",
    configKey: "cdn:baseUrl",
    variable: "CDN_BASE_URL",
    example: "https://api.bunny.net",
    rule: "an absolute http(s) URL without credentials, query or fragment",
    parse: (text: string) => baseUrlOf(text),
  },
  logsBaseUrl: {
    name: "logsBaseUrl",
    type: "string",
    doc: "Base URL of the access logs, if they have a separate host.",
    configKey: "cdn:logsBaseUrl",
    variable: "CDN_LOGS_BASE_URL",
    example: "https://logs.example.com",
    rule: "an absolute http(s) URL without credentials, query or fragment",
    fallback: "",
    fallbackDoc: `the base URL, or \`${publicLogsUrl}\` for \`https://api.bunny.net\``,
    parse: (text: string) => baseUrlOf(text),
  },
  accessKey: {
    name: "accessKey",
    type: "string",
    doc: "API access key. Secret: no message contains it.",
    configKey: "cdn:accessKey",
    variable: "CDN_ACCESS_KEY",
    secret: true,
    example: "YOUR-KEY",
    rule: "a key of visible ASCII characters",
    parse: (text: string) => (/^[\x21-\x7e]+$/.test(text) ? text : undefined),
  },
  timeoutSeconds: {
    name: "timeoutSeconds",
    type: "number",
    fraction: true,
    doc: "Time limit of one request, in seconds. The limit of access log queries is twice as long.",
    configKey: "cdn:timeoutSeconds",
    variable: "CDN_TIMEOUT_SECONDS",
    example: "30",
    rule: "a number of seconds above 0, at most 3600",
    fallback: 30,
    parse: (text: string) => numberOf(text, (n) => n > 0 && n <= 3600),
  },
  maxRetries: {
    name: "maxRetries",
    type: "number",
    doc: "Maximum number of retries of a request.",
    configKey: "cdn:maxRetries",
    variable: "CDN_MAX_RETRIES",
    example: "8",
    rule: "an integer from 0 to 100",
    fallback: 8,
    parse: (text: string) => numberOf(text, (n) => Number.isInteger(n) && n >= 0 && n <= 100),
  },
  extraRegions: {
    name: "extraRegions",
    type: "readonly string[]",
    doc: "Region codes accepted in addition to the contract's, for main and replication regions.",
    configKey: "cdn:extraRegions",
    variable: "CDN_EXTRA_REGIONS",
    example: "BR,SE",
    rule: "region codes, separated by commas or as a JSON array",
    fallback: [],
    parse: (text: string) => regionsOf(text),
  },
  allowInsecure: {
    name: "allowInsecure",
    type: "boolean",
    doc: "Whether to allow unencrypted `http:` to other machines.",
    configKey: "cdn:allowInsecure",
    variable: "CDN_ALLOW_INSECURE",
    example: "true",
    rule: "true or false",
    fallback: false,
    parse: booleanOf,
  },
  checkDelegation: {
    name: "checkDelegation",
    type: "boolean",
    doc: "Whether to query DNS, before a free certificate, for the nameservers of the domain.",
    configKey: "cdn:checkDelegation",
    variable: "CDN_CHECK_DELEGATION",
    example: "false",
    rule: "true or false",
    fallback: true,
    fallbackDoc: "true",
    parse: booleanOf,
  },
  resolver: {
    name: "resolver",
    type: "string",
    doc: "Address of the DNS resolver for these queries. If the base URL is on this machine, queries are sent only with this setting.",
    configKey: "cdn:resolver",
    variable: "CDN_RESOLVER",
    example: "192.0.2.53",
    rule: "an IP address, optionally with a port, such as 127.0.0.1:5353 or [::1]:5353",
    fallback: "",
    fallbackDoc: "the machine's",
    parse: resolverOf,
  },
  edgeDelaySeconds: {
    name: "edgeDelaySeconds",
    type: "number",
    fraction: true,
    doc: "Time until every edge has a changed edge rule, in seconds. A cache is then emptied again; with 0 only once.",
    configKey: "cdn:edgeDelaySeconds",
    variable: "CDN_EDGE_DELAY_SECONDS",
    example: "0",
    rule: "a number of seconds from 0 to 600",
    fallback: 22,
    fallbackDoc: "22",
    parse: (text: string) => numberOf(text, (n) => n >= 0 && n <= 600),
  },
  readOnly: {
    name: "readOnly",
    type: "boolean",
    doc: "Whether requests that change something are refused. `true` in any place counts, also if another place says `false`.",
    configKey: "cdn:readOnly",
    variable: "CDN_READ_ONLY",
    example: "true",
    rule: "true or false",
    fallback: false,
    fallbackDoc: "false",
    parse: booleanOf,
  },
} as const satisfies { [Name in keyof Settings]-?: SettingSpec<Settings[Name]> };

/** Settings as arguments of a provider. */
export const settingTable: ArgumentTable = {
  type: "Settings",
  doc: "How to reach the service.",
  specs: Object.fromEntries(
    Object.values<SettingSpec>(settingSpecs).map(({ name, type, fraction, doc, fallback, fallbackDoc }) => {
      const words = fallbackDoc ?? (fallback === undefined ? undefined : JSON.stringify(fallback));
      const required = fallbackDoc === undefined;
      return [name, { type, doc, required, ...(fraction && { fraction }), ...(words && { fallback: words }) }];
    }),
  ),
};

function baseUrlOf(text: string): string | undefined {
  // A parsed URL does not show that its query or fragment is empty.
  const url = /[?#]/.test(text) ? undefined : parsedUrl(text);
  if (url === undefined) return undefined;
  const hasCredentials = url.username !== "" || url.password !== "";
  return !hasCredentials && /^https?:$/.test(url.protocol) ? url.href.replace(/\/+$/, "") : undefined;
}

function numberOf(text: string, allowed: (n: number) => boolean): number | undefined {
  const number = text === "" ? NaN : Number(text);
  return Number.isFinite(number) && allowed(number) ? number : undefined;
}

function booleanOf(text: string): boolean | undefined {
  return text === "true" ? true : text === "false" ? false : undefined;
}

function resolverOf(text: string): string | undefined {
  const [, bracketed, plain, port = "53"] = /^(?:\[(.*)\]|([^:]*)):(\d{1,5})$/.exec(text) ?? [];
  const version = bracketed === undefined ? isIP(plain ?? text) : isIP(bracketed) === 6 ? 6 : 0;
  return version !== 0 && Number(port) >= 1 && Number(port) <= 65_535 ? text : undefined;
}

function regionsOf(text: string): readonly string[] | undefined {
  const codes = text.startsWith("[") ? parsedArray(text) : text.split(",");
  if (codes === undefined) return undefined;
  const regions = codes.map((code) => (typeof code === "string" ? code.trim().toUpperCase() : ""));
  return regions.every((code) => /^[A-Z0-9-]{1,20}$/.test(code)) ? regions : undefined;
}

function parsedArray(text: string): readonly unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
