import { isIP } from "node:net";
import type { AccessLogFilters } from "../../types/functions";
import { logLimits } from "./args";
import { InvalidValue } from "./faults";

/** Converts a filter to its wire form. @throws {InvalidValue} if the value is invalid */
type FilterReader = (value: unknown) => string | boolean;

/** How each filter is read, apart from the window. */
export const filterReaders: Readonly<Record<Exclude<keyof AccessLogFilters, "from" | "to">, FilterReader>> = {
  status: (value) =>
    eachOf(
      value,
      (element) => (isScalar(element) ? statusPattern.exec(String(element).toLowerCase())?.[0] : undefined),
      {
        rule: "status codes from 100 to 599 or classes from 1xx to 5xx",
        advice: 'Give for example 404 or "5xx"',
      },
    ),
  cacheStatus: (value) =>
    eachOf(value, (element) => (typeof element === "string" && element !== "" ? element.toUpperCase() : undefined), {
      rule: "cache statuses, as non-empty strings",
      advice: 'Give for example "HIT" or "MISS"',
    }),
  country: (value) =>
    eachOf(value, (element) => (isCountry(element) ? element.toUpperCase() : undefined), {
      rule: "ISO 3166 alpha-2 codes of two letters",
      advice: 'Give for example "DE"',
    }),
  edgeLocation: (value) => text(value, 'Give the location as entries have it, for example "FRA"'),
  remoteIp: (value) => {
    if (typeof value === "string" && isIP(value) > 0 && !value.includes("%")) return value;
    throw new InvalidValue(
      "an IPv4 or IPv6 address",
      value,
      'Give one address, for example "203.0.113.7"; no range, no port',
    );
  },
  urlContains: (value) => text(value, 'Give a part of host and path, for example "/images/"'),
  userAgentContains: (value) => text(value, 'Give a part of the header, for example "bot"'),
  refererContains: (value) => text(value, 'Give a part of the header, for example "example.com"'),
  search: (value) => tokensOf(value).join(" "),
  requestId: (value) => {
    if (typeof value === "string" && isRequestId(value)) return value;
    throw new InvalidValue("a UUID or 32 hexadecimal digits", value, "Give the request ID of an entry");
  },
  includeOriginShield: (value) => {
    if (typeof value === "boolean") return value;
    throw new InvalidValue("true or false", value, "Omit it for false");
  },
};

const statusPattern = /^([1-5][0-9]{2}|[1-5]xx)$/;

function isScalar(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function isRequestId(value: string): boolean {
  return /^([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(value);
}

function isCountry(value: unknown): value is string {
  return typeof value === "string" && /^[a-z]{2}$/i.test(value);
}

/** One value or a list; a string may contain several, separated by commas, as on the wire. */
function eachOf(
  value: unknown,
  read: (element: unknown) => string | undefined,
  { rule, advice }: { readonly rule: string; readonly advice: string },
): string {
  const given: unknown[] = Array.isArray(value) ? value : [value];
  const elements = given.flatMap((element) =>
    typeof element === "string" ? element.split(",").map((part) => part.trim()) : [element],
  );
  const wrong = elements.filter((element) => read(element) === undefined);
  if (elements.length > 0 && wrong.length === 0) return elements.map(read).join(",");
  if (elements.length === 0) throw new InvalidValue(rule, value, `${advice}, or omit it for all`);
  throw new InvalidValue(rule, wrong.length === 1 ? wrong[0] : wrong, advice);
}

function text(value: unknown, advice: string): string {
  if (typeof value === "string" && value !== "") return value;
  throw new InvalidValue("a non-empty string", value, `${advice}, or omit it`);
}

function tokensOf(value: unknown): string[] {
  const { maxTokens, maxTokenLength } = logLimits;
  const given: unknown[] = Array.isArray(value) ? value : [value];
  const strings = given.filter((element) => typeof element === "string");
  const tokens = strings.flatMap((element) => element.split(/\s+/)).filter((token) => token !== "");
  if (strings.length < given.length || tokens.length === 0) {
    throw new InvalidValue("one or more words", value, 'Give for example "googlebot /sitemap.xml", or omit it');
  }
  if (tokens.length > maxTokens) {
    throw new InvalidValue(`at most ${String(maxTokens)} words`, tokens.length, "Omit some words");
  }
  const long = tokens.find((token) => [...token].length > maxTokenLength);
  if (long !== undefined) {
    const got = [...long].length;
    throw new InvalidValue(
      `words of at most ${String(maxTokenLength)} characters`,
      got,
      "Give a part of the long word",
    );
  }
  return tokens;
}
