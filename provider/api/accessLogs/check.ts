import { searchParameter } from "../../wire/accessLog";
import { InvalidInputError } from "../errors";
import type { Fault } from "../input";
import { InvalidValue, reading, zoneId } from "../input";
import type { HttpRequest } from "../transport";
import type { AccessLogsOptions, GetAccessLogsArgs, RequestRate } from "./args";
import { defaultPageSize, defaultRate, logLimits } from "./args";
import { filterReaders } from "./filters";
import type { LogWindow } from "./window";
import { readWindow } from "./window";

/** Valid arguments, ready to be sent. */
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

const otherArguments = ["pullZoneId", "from", "to", "order", "offset", "limit"];
const known = [...otherArguments, ...Object.keys(filterReaders)];

/**
 * Validates arguments and options.
 *
 * @param now the service's time in milliseconds since the epoch
 * @throws {InvalidInputError} listing every invalid argument
 */
export function checkedQuery(args: GetAccessLogsArgs, options: AccessLogsOptions, now: number): CheckedQuery {
  const faults: Fault[] = [];
  const pullZoneId = reading(faults, "pullZoneId", () => idOf(args.pullZoneId)) ?? 0;
  const window = readWindow(args, now, faults);
  const filters: Record<string, string | boolean> = {};
  for (const [name, value] of Object.entries(args)) {
    if (value === undefined || otherArguments.includes(name)) continue;
    const reader = Object.hasOwn(filterReaders, name) ? filterReaders[name as keyof typeof filterReaders] : undefined;
    if (reader === undefined) {
      // A misspelt filter would silently match everything.
      faults.push({
        property: name,
        text: `is not an argument of access logs. The arguments are: ${known.join(", ")}`,
      });
      continue;
    }
    const read = reading(faults, name, () => reader(value));
    if (read !== undefined) filters[name === "search" ? searchParameter : name] = read;
  }
  const { order = "desc", limit = logLimits.defaultLimit, offset = 0 } = args;
  const { rate = defaultRate, pageSize = defaultPageSize } = options;
  reading(faults, "order", () => oneOf(order, ["asc", "desc"]));
  const most = logLimits.maxLimit;
  reading(faults, "limit", () => within(limit, 1, most, "For more, iterate with accessLogs"));
  reading(faults, "offset", () => within(offset, 0, Number.MAX_SAFE_INTEGER, "Omit it to begin with the first"));
  reading(faults, "pageSize", () => within(pageSize, 1, most, "Omit it to use the default (5000)"));
  reading(faults, "rate", () => rateOf(rate));
  if (faults.length > 0) throw invalidArgumentsError(faults);
  return { pullZoneId, filters: { ...filters, order }, window, order, offset, limit, pageSize, rate };
}

function idOf(id: unknown): number {
  try {
    return zoneId("pull zone", id);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidValue("a positive integer", id, "It is in the zone's URL in the dashboard");
  }
}

function oneOf(value: unknown, allowed: readonly string[]): void {
  if (allowed.includes(value as string)) return;
  throw new InvalidValue(allowed.map((one) => JSON.stringify(one)).join(" or "), value, "Omit it for the newest first");
}

function within(value: unknown, least: number, most: number, advice: string): void {
  if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) return;
  const range =
    most === Number.MAX_SAFE_INTEGER ? `of at least ${String(least)}` : `from ${String(least)} to ${String(most)}`;
  throw new InvalidValue(`an integer ${range}`, value, advice);
}

function rateOf(rate: RequestRate): void {
  const { requests, perSeconds } = rate as Partial<RequestRate>;
  if (Number.isSafeInteger(requests) && Number(requests) >= 1 && Number(perSeconds) > 0 && Number(perSeconds) <= 3600)
    return;
  throw new InvalidValue(
    "at least one request in at most 3600 seconds",
    rate,
    "Give for example { requests: 30, perSeconds: 10 }",
  );
}

export function invalidArgumentsError(faults: readonly Fault[]): InvalidInputError {
  const [first] = faults;
  const lines = faults.map(({ property, text }) => `\n- ${property} ${text}`);
  const count = faults.length === 1 ? "one argument is" : `${String(faults.length)} arguments are`;
  return new InvalidInputError(`Access logs were not queried: ${count} invalid.${lines.join("")}`, first?.property);
}
