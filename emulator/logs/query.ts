import { isIP } from "node:net";
import { searchParameter } from "../../provider/wire/accessLog";
import { beginsWithDay, utcTime } from "../../provider/wire/utcTime";
import { invalid } from "./refusal";

const dayMs = 24 * 60 * 60_000;

// Transcribed from the contract.
const retentionMs = 3 * dayMs;
const widestMs = 3 * dayMs;
const defaultLimit = 100;
const largestLimit = 10_000;
const mostTokens = 16;
const longestToken = 128;

/** A query as it is applied. What is undefined matches everything. */
export interface LogQuery {
  readonly from: number;
  readonly to: number;
  readonly order: "asc" | "desc";
  readonly limit: number;
  readonly offset: number;
  readonly status: readonly string[] | undefined;
  readonly cacheStatus: readonly string[] | undefined;
  readonly country: readonly string[] | undefined;
  readonly edgeLocation: string | undefined;
  readonly remoteIp: string | undefined;
  readonly urlContains: string | undefined;
  readonly userAgentContains: string | undefined;
  readonly refererContains: string | undefined;
  /** In lower case. */
  readonly tokens: readonly string[] | undefined;
  /** 32 digits in lower case. */
  readonly requestId: string | undefined;
  readonly includeOriginShield: boolean;
}

/** Reads the parameters of a query, each by the contract's rule; an empty one counts as left out. */
export function readLogQuery(given: URLSearchParams, now: number): LogQuery {
  const text = (name: string): string | undefined => {
    const values = given.getAll(name);
    if (values.length > 1) throw invalid(`The parameter ${name} was given ${String(values.length)} times.`);
    return values[0] === "" ? undefined : values[0];
  };
  const matching = (name: string, pattern: RegExp, expected: string): string | undefined => {
    const value = text(name);
    if (value !== undefined && !pattern.test(value)) throw invalid(`${name} must be ${expected}, not '${value}'.`);
    return value;
  };
  const list = (name: string, pattern: RegExp, expected: string): string[] | undefined =>
    matching(name, pattern, expected)?.split(",");
  const { from, to } = windowOf(timeOf("from", text("from")), timeOf("to", text("to")), now);
  const remoteIp = text("remoteIp");
  if (remoteIp !== undefined && isIP(remoteIp) === 0) throw invalid(`remoteIp must be an address, not '${remoteIp}'.`);
  return {
    from,
    to,
    order: (matching("order", /^(asc|desc)$/, "asc or desc") ?? "desc") as "asc" | "desc",
    limit: Math.min(largestLimit, integerOf("limit", text("limit"), 1, 2 ** 31 - 1) ?? defaultLimit),
    offset: integerOf("offset", text("offset"), 0, Number.MAX_SAFE_INTEGER) ?? 0,
    status: list("status", /^(\d{3}|[1-5]xx)(,(\d{3}|[1-5]xx))*$/i, "codes or classes, such as 404,5xx"),
    cacheStatus: text("cacheStatus")?.split(","),
    country: list("country", /^[A-Za-z]{2}(,[A-Za-z]{2})*$/, "alpha-2 codes")?.map((code) => code.toUpperCase()),
    edgeLocation: text("edgeLocation"),
    remoteIp,
    urlContains: text("urlContains")?.toLowerCase(),
    userAgentContains: text("userAgentContains")?.toLowerCase(),
    refererContains: text("refererContains")?.toLowerCase(),
    tokens: tokensOf(text(searchParameter)),
    requestId: matching("requestId", /^([0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i, "a UUID")
      ?.replaceAll("-", "")
      .toLowerCase(),
    includeOriginShield: matching("includeOriginShield", /^(true|false)$/i, "true or false")?.toLowerCase() === "true",
  };
}

function windowOf(from: number | undefined, end: number | undefined, now: number): { from: number; to: number } {
  const to = end ?? now;
  const start = from ?? to - dayMs;
  if (start >= to) throw invalid("from must be before to.");
  if (start < now - retentionMs) throw invalid("from must lie within the log retention window of 3 days.");
  if (to - start > widestMs) throw invalid("The time range must not exceed 3 days.");
  return { from: start, to };
}

function timeOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/i.test(text) && beginsWithDay(text) ? utcTime(text) : NaN;
  if (Number.isNaN(at)) throw invalid(`${name} must be a date-time, not '${text}'.`);
  return at;
}

function integerOf(name: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^-?\d+$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most)) throw invalid(`${name} must be an integer of at least ${String(least)}.`);
  return value;
}

function tokensOf(text: string | undefined): string[] | undefined {
  const tokens = text?.split(" ").filter((token) => token !== "") ?? [];
  if (tokens.length > mostTokens) throw invalid(`At most ${String(mostTokens)} search tokens are allowed.`);
  if (tokens.some((token) => [...token].length > longestToken)) {
    throw invalid(`A search token has at most ${String(longestToken)} characters.`);
  }
  return tokens.length === 0 ? undefined : tokens.map((token) => token.toLowerCase());
}
