import { isIP } from "node:net";
import { searchParameter } from "../../provider/wire/accessLog";
import { startsWithValidDay, utcTime } from "../../provider/wire/utcTime";
import { failed, Refusal } from "../http";
import type { Source } from "../sources";
import type { Answer } from "../http";
import type { Parameters } from "../parameters";
import type { LogEntry, PullZone, StoredEntry } from "../state/objects";
import { anonymizationOf, sameAddress } from "./address";

const dayMs = 24 * 60 * 60_000;

// Limits of the contract.
const retentionMs = 3 * dayMs;
const maxRangeMs = 3 * dayMs;
const defaultLimit = 100;
const maxLimit = 10_000;
const maxTokens = 16;
const maxTokenLength = 128;

/** The error codes of access logs. Assumption: all of them; `not_found` exists only here. */
const statuses = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  logging_disabled: 404,
  not_found: 404,
  rate_limited: 429,
} as const;

/** Returns an error response of access logs. */
export function logError(
  source: Source,
  code: keyof typeof statuses,
  message: string,
  headers?: Record<string, string>,
): Answer {
  return failed(source, statuses[code], { error: { code, message, details: [] } }, headers);
}

function invalid(message: string): Refusal {
  return new Refusal(logError("contract", "invalid_request", message));
}

/** A query as the service applies it. */
export interface LogQuery {
  readonly from: number;
  readonly to: number;
  readonly order: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
  /** Whether an entry matches the filters that apply before pages are formed. */
  readonly matches: (stored: StoredEntry) => boolean;
  /** Whether an entry matches the filters that the public service applies only within a page (assumption). */
  readonly matchesOnPage: (stored: StoredEntry) => boolean;
}

/** Parses the parameters of a query by the contract's rules. */
export function readLogQuery(query: Parameters, zone: PullZone, now: number): LogQuery {
  const lower = (name: string): string | undefined => query.text(name)?.toLowerCase();
  return {
    ...timeRange(query, now),
    order: query.matching("order", /^(asc|desc)$/, "asc or desc") === "asc" ? "asc" : "desc",
    limit: Math.min(maxLimit, query.integer("limit", 1, 2 ** 31 - 1) ?? defaultLimit),
    offset: query.integer("offset", 0, Number.MAX_SAFE_INTEGER) ?? 0,
    matches: every([
      shield(query.boolean("includeOriginShield")),
      status(query.matching("status", /^(\d{3}|[1-5]xx)(,(\d{3}|[1-5]xx))*$/i, "codes or classes, such as 404,5xx")),
      ifGiven(query.text("cacheStatus")?.split(","), ({ cacheStatus }, wanted) => wanted.includes(cacheStatus ?? "")),
      ifGiven(query.text("edgeLocation"), ({ edgeLocation }, wanted) => edgeLocation === wanted),
      address(query.text("remoteIp"), zone),
      ifGiven(lower("urlContains"), ({ host, path }, part) => contains(`${host ?? ""}${path ?? ""}`, part)),
      ifGiven(lower("userAgentContains"), ({ userAgent }, part) => contains(userAgent, part)),
      ifGiven(lower("refererContains"), ({ referer }, part) => contains(referer, part)),
      requestId(query.matching("requestId", /^([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i, "a UUID")),
    ]),
    matchesOnPage: every([
      country(query.matching("country", /^[a-z]{2}(,[a-z]{2})*$/i, "alpha-2 codes")),
      freeText(query.text(searchParameter), zone),
    ]),
  };
}

function timeRange(query: Parameters, now: number): { readonly from: number; readonly to: number } {
  const time = (name: string): number | undefined => {
    const text = query.text(name);
    if (text === undefined) return undefined;
    const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/i.test(text) && startsWithValidDay(text) ? utcTime(text) : NaN;
    if (Number.isNaN(at)) throw invalid(`${name} must be a date-time, but got: '${text}'`);
    return at;
  };
  const to = time("to") ?? now;
  const from = time("from") ?? to - dayMs;
  if (from >= to) throw invalid("from must be before to.");
  if (from < now - retentionMs) throw invalid("from must lie within the log retention window of 3 days.");
  if (to - from > maxRangeMs) throw invalid("The time range must not exceed 3 days.");
  return { from, to };
}

/** Returns a filter; undefined if the query does not have it. */
type Filter = ((stored: StoredEntry) => boolean) | undefined;

function every(filters: readonly Filter[]): (stored: StoredEntry) => boolean {
  const asked = filters.filter((filter) => filter !== undefined);
  return (stored) => asked.every((filter) => filter(stored));
}

function ifGiven<T>(asked: T | undefined, matches: (entry: LogEntry, asked: T) => boolean): Filter {
  return asked === undefined ? undefined : ({ entry }) => matches(entry, asked);
}

function shield(isIncluded: boolean): Filter {
  return isIncluded ? undefined : ({ originShield }) => !originShield;
}

function status(list: string | undefined): Filter {
  if (list === undefined) return undefined;
  const pattern = new RegExp(`^(${list.toLowerCase().replaceAll("xx", "\\d\\d").replaceAll(",", "|")})$`);
  return ({ entry }) => pattern.test(String(entry.statusCode));
}

function address(asked: string | undefined, zone: PullZone): Filter {
  const isAddress = asked === undefined || (isIP(asked) !== 0 && !asked.includes("%"));
  if (!isAddress) throw invalid(`remoteIp must be an IP address, but got: '${asked}'`);
  const anonymization = anonymizationOf(zone);
  return ifGiven(asked, ({ remoteIp }, wanted) => sameAddress(remoteIp, wanted, anonymization));
}

function requestId(asked: string | undefined): Filter {
  const bare = (id: string | null | undefined): string | undefined => id?.replaceAll("-", "").toLowerCase();
  return ifGiven(bare(asked), (entry, wanted) => bare(entry.requestId) === wanted);
}

function country(list: string | undefined): Filter {
  const codes = list?.toUpperCase().split(",");
  return ifGiven(codes, ({ countryCode }, wanted) => wanted.includes(countryCode?.toUpperCase() ?? ""));
}

/** Returns the filter `search`, which does not cover remote IP, country code and authorization header. */
function freeText(text: string | undefined, zone: PullZone): Filter {
  const tokens =
    text
      ?.toLowerCase()
      .split(" ")
      .filter((token) => token !== "") ?? [];
  if (tokens.length > maxTokens) throw invalid(`At most ${String(maxTokens)} search tokens are allowed.`);
  if (tokens.some((token) => [...token].length > maxTokenLength)) {
    throw invalid(`A search token has at most ${String(maxTokenLength)} characters.`);
  }
  if (tokens.length === 0) return undefined;
  return ({ entry }) => {
    const { cacheStatus, requestId: id, edgeLocation, host, path, userAgent, referer, contentRange } = entry;
    const columns = [cacheStatus, id, edgeLocation, host, path, userAgent, referer];
    if (zone.EnableExtendedLogging) columns.push(contentRange);
    return columns.some((column) => tokens.some((token) => contains(column, token)));
  };
}

/** Whether a text contains a part, ignoring case. @param part in lower case */
function contains(text: string | null, part: string): boolean {
  return text?.toLowerCase().includes(part) ?? false;
}
