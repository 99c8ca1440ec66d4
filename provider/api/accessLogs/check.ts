import { isIP } from "node:net";
import { searchParameter } from "../../wire/accessLog";
import { InvalidInputError } from "../errors";
import { zoneId } from "../ids";
import type { HttpRequest } from "../transport";
import type { AccessLogFilters, GetAccessLogsArgs } from "../../types/functions";
import type { AccessLogsOptions, RequestRate } from "./args";
import { defaultPageSize, defaultRate, logLimits } from "./args";
import type { Fault } from "./faults";
import { catchFault, InvalidArgumentsError, InvalidValue } from "./faults";
import type { LogWindow } from "./window";
import { readWindow } from "./window";

/** Rule for an argument: how to parse a value, and texts for messages. */
interface Rule<T> {
  /** Parses a value. @returns undefined if it breaks the rule @throws {InvalidValue} if a more specific message applies */
  readonly read: (value: unknown) => T | undefined;
  /** Text of the rule, which follows "must be". */
  readonly rule: string;
  /** Advice for an invalid value. */
  readonly advice: string;
}

/** Rules of the filters except the window. They parse into the wire form. */
const filterRules: Readonly<Record<Exclude<keyof AccessLogFilters, "from" | "to">, Rule<string | boolean>>> = {
  status: listOf({
    read: (value) => (isScalar(value) ? /^([1-5]\d{2}|[1-5]xx)$/.exec(String(value).toLowerCase())?.[0] : undefined),
    rule: "status codes from 100 to 599 or classes from 1xx to 5xx",
    advice: 'Give for example 404 or "5xx"',
  }),
  cacheStatus: listOf({
    read: (value) => textIn(value)?.toUpperCase(),
    rule: "cache statuses, as non-empty strings",
    advice: 'Give for example "HIT" or "MISS"',
  }),
  country: listOf({
    read: (value) => textIn(value, /^[a-z]{2}$/i)?.toUpperCase(),
    rule: "ISO 3166 alpha-2 codes of two letters",
    advice: 'Give for example "DE"',
  }),
  edgeLocation: text('Give the location as entries have it, for example "FRA"'),
  remoteIp: {
    read: (value) => (typeof value === "string" && isIP(value) > 0 && !value.includes("%") ? value : undefined),
    rule: "an IPv4 or IPv6 address",
    advice: 'Give one address, for example "203.0.113.7"; no range, no port',
  },
  urlContains: text('Give a part of host and path, for example "/images/"'),
  userAgentContains: text('Give a part of the header, for example "bot"'),
  refererContains: text('Give a part of the header, for example "example.com"'),
  search: {
    read: (value) => wordsIn(value)?.join(" "),
    rule: "one or more words",
    advice: 'Give for example "googlebot /sitemap.xml", or omit it',
  },
  requestId: {
    read: (value) => textIn(value, /^([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i),
    rule: "a UUID or 32 hexadecimal digits",
    advice: "Give the request ID of an entry",
  },
  includeOriginShield: {
    read: (value) => (typeof value === "boolean" ? value : undefined),
    rule: "true or false",
    advice: "Omit it for false",
  },
};

const idRule: Rule<number> = {
  read: idIn,
  rule: "a positive integer below 2^53",
  advice: "It is in the zone's URL in the dashboard",
};

/** Rules of the other arguments and options. */
const otherRules: { readonly [Name in "order" | "limit" | "offset" | "pageSize" | "rate"]: Rule<CheckedQuery[Name]> } =
  {
    order: {
      read: (value) => (value === "asc" || value === "desc" ? value : undefined),
      rule: '"asc" or "desc"',
      advice: "Omit it for the newest first",
    },
    limit: integer(
      1,
      logLimits.maxLimit,
      "For more entries, call again with an offset, or iterate with accessLogs in TypeScript",
    ),
    offset: integer(0, Number.MAX_SAFE_INTEGER, "Omit it to begin with the first entry"),
    pageSize: integer(1, logLimits.maxLimit, "Omit it to use the default (5000)"),
    rate: {
      read: rateIn,
      rule: "at least one request in at most 3600 seconds",
      advice: "Give for example { requests: 30, perSeconds: 10 }",
    },
  };

/** Valid arguments in the form in which they are sent. */
export interface CheckedQuery {
  readonly pullZoneId: number;
  /** Filters and order under their wire names. */
  readonly filters: NonNullable<HttpRequest["query"]>;
  readonly window: LogWindow;
  readonly order: "asc" | "desc";
  readonly offset: number;
  readonly limit: number;
  readonly pageSize: number;
  readonly rate: RequestRate;
}

const otherArguments = ["pullZoneId", "from", "to", "order", "offset"];

/**
 * Validates arguments and options.
 *
 * @param now the service's time in milliseconds since the epoch
 * @param takesLimit whether `limit` is an argument: `accessLogs` iterates over all entries
 * @throws {InvalidInputError} with every invalid argument
 */
export function checkedQuery(
  args: GetAccessLogsArgs,
  options: AccessLogsOptions,
  now: number,
  takesLimit: boolean,
): CheckedQuery {
  const faults: Fault[] = [];
  const check = <T>(property: string, rule: Rule<T>, value: unknown): T | undefined =>
    catchFault(faults, property, () => valid(rule, value));
  const pullZoneId = check("pullZoneId", idRule, args.pullZoneId) ?? 0;
  const window = readWindow(args, now, faults);
  const others = takesLimit ? [...otherArguments, "limit"] : otherArguments;
  const filters: Record<string, string | boolean> = {};
  for (const [name, value] of Object.entries(args)) {
    if (value === undefined || others.includes(name)) continue;
    if (!Object.hasOwn(filterRules, name)) {
      // An ignored misspelt filter would silently match everything.
      const argumentNames = [...others, ...Object.keys(filterRules)];
      faults.push({
        property: name,
        text: () => `is not a known argument. The arguments are: ${argumentNames.join(", ")}`,
      });
      continue;
    }
    const read = check(name, filterRules[name as keyof typeof filterRules], value);
    if (read !== undefined) filters[name === "search" ? searchParameter : name] = read;
  }
  const { order = "desc", offset = 0 } = args;
  const { limit = logLimits.defaultLimit } = takesLimit ? args : {};
  const { rate = defaultRate, pageSize = defaultPageSize } = options;
  const given = { order, limit, offset, pageSize, rate };
  for (const [name, rule] of Object.entries(otherRules)) check<unknown>(name, rule, given[name as keyof typeof given]);
  if (faults.length > 0) throw new InvalidArgumentsError(faults);
  return { ...given, pullZoneId, filters: { ...filters, order }, window };
}

function valid<T>({ read, rule, advice }: Rule<T>, value: unknown): T {
  const result = read(value);
  if (result !== undefined) return result;
  throw new InvalidValue(rule, value, advice);
}

/** Returns the rule for a value or a list of values. A string may contain several, separated by commas, as on the wire. */
function listOf({ read, rule, advice }: Rule<string>): Rule<string> {
  const readAll = (value: unknown): string | undefined => {
    const given: unknown[] = Array.isArray(value) ? value : [value];
    const elements = given.flatMap((element) =>
      typeof element === "string" ? element.split(",").map((part) => part.trim()) : [element],
    );
    const wrong = elements.filter((element) => read(element) === undefined);
    if (wrong.length > 0) throw new InvalidValue(rule, wrong.length === 1 ? wrong[0] : wrong, advice);
    return elements.length === 0 ? undefined : elements.map(read).join(",");
  };
  return { read: readAll, rule, advice: `${advice}, or omit it for all` };
}

function text(advice: string): Rule<string> {
  return { read: (value) => textIn(value), rule: "a non-empty string", advice: `${advice}, or omit it` };
}

function integer(min: number, max: number, advice: string): Rule<number> {
  const range =
    max === Number.MAX_SAFE_INTEGER ? `of at least ${String(min)}` : `from ${String(min)} to ${String(max)}`;
  const read = (value: unknown): number | undefined =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= min && value <= max ? value : undefined;
  return { read, rule: `an integer ${range}`, advice };
}

function isScalar(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function textIn(value: unknown, pattern = /./s): string | undefined {
  return typeof value === "string" && pattern.test(value) ? value : undefined;
}

function wordsIn(value: unknown): string[] | undefined {
  const { maxTokens, maxTokenLength } = logLimits;
  const given: unknown[] = Array.isArray(value) ? value : [value];
  const strings = given.filter((element) => typeof element === "string");
  const words = strings.flatMap((element) => element.split(/\s+/)).filter((word) => word !== "");
  if (strings.length < given.length || words.length === 0) return undefined;
  if (words.length > maxTokens) {
    throw new InvalidValue(`at most ${String(maxTokens)} words`, words.length, "Omit some words");
  }
  const lengths = words.map((word) => [...word].length);
  const long = lengths.find((length) => length > maxTokenLength);
  if (long === undefined) return words;
  throw new InvalidValue(`words of at most ${String(maxTokenLength)} characters`, long, "Give a part of the long word");
}

function idIn(id: unknown): number | undefined {
  try {
    return zoneId("pull zone", id);
  } catch (error) {
    if (error instanceof InvalidInputError) return undefined;
    throw error;
  }
}

function rateIn(rate: unknown): RequestRate | undefined {
  const { requests, perSeconds } = (rate ?? {}) as Partial<RequestRate>;
  const isRate = Number.isSafeInteger(requests) && Number(requests) >= 1;
  return isRate && Number(perSeconds) > 0 && Number(perSeconds) <= 3600 ? (rate as RequestRate) : undefined;
}
