import { searchParameter } from "../../wire/accessLog";
import { InvalidInputError } from "../errors";
import { zoneId } from "../input";
import type { HttpRequest } from "../transport";
import type { GetAccessLogsArgs } from "../../types/functions";
import type { AccessLogsOptions, RequestRate } from "./args";
import { defaultPageSize, defaultRate, logLimits } from "./args";
import type { Fault } from "./faults";
import { catchFault, InvalidArgumentsError, InvalidValue } from "./faults";
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

const otherArguments = ["pullZoneId", "from", "to", "order", "offset"];

/**
 * Validates arguments and options.
 *
 * @param now the service's time in milliseconds since the epoch
 * @param takesLimit whether `limit` is an argument: `accessLogs` iterates over all entries
 * @throws {InvalidInputError} listing every invalid argument
 */
export function checkedQuery(
  args: GetAccessLogsArgs,
  options: AccessLogsOptions,
  now: number,
  takesLimit: boolean,
): CheckedQuery {
  const faults: Fault[] = [];
  const pullZoneId = catchFault(faults, "pullZoneId", () => parseId(args.pullZoneId)) ?? 0;
  const window = readWindow(args, now, faults);
  const others = takesLimit ? [...otherArguments, "limit"] : otherArguments;
  const filters: Record<string, string | boolean> = {};
  for (const [name, value] of Object.entries(args)) {
    if (value === undefined || others.includes(name)) continue;
    const reader = Object.hasOwn(filterReaders, name) ? filterReaders[name as keyof typeof filterReaders] : undefined;
    if (reader === undefined) {
      // A misspelt filter would silently match everything.
      const known = [...others, ...Object.keys(filterReaders)];
      faults.push({ property: name, text: `is not an argument here. The arguments are: ${known.join(", ")}` });
      continue;
    }
    const read = catchFault(faults, name, () => reader(value));
    if (read !== undefined) filters[name === "search" ? searchParameter : name] = read;
  }
  const { order = "desc", offset = 0 } = args;
  const { limit = logLimits.defaultLimit } = takesLimit ? args : {};
  const { rate = defaultRate, pageSize = defaultPageSize } = options;
  catchFault(faults, "order", () => requireOneOf(order, ["asc", "desc"]));
  const max = logLimits.maxLimit;
  catchFault(faults, "limit", () => requireInteger(limit, 1, max, "For more, iterate with accessLogs"));
  catchFault(faults, "offset", () =>
    requireInteger(offset, 0, Number.MAX_SAFE_INTEGER, "Omit it to begin with the first"),
  );
  catchFault(faults, "pageSize", () => requireInteger(pageSize, 1, max, "Omit it to use the default (5000)"));
  catchFault(faults, "rate", () => requireRate(rate));
  if (faults.length > 0) throw new InvalidArgumentsError(faults);
  return { pullZoneId, filters: { ...filters, order }, window, order, offset, limit, pageSize, rate };
}

function parseId(id: unknown): number {
  try {
    return zoneId("pull zone", id);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidValue("a positive integer", id, "It is in the zone's URL in the dashboard");
  }
}

function requireOneOf(value: unknown, allowed: readonly string[]): void {
  if (allowed.includes(value as string)) return;
  throw new InvalidValue(allowed.map((one) => JSON.stringify(one)).join(" or "), value, "Omit it for the newest first");
}

function requireInteger(value: unknown, min: number, max: number, advice: string): void {
  if (Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max) return;
  const range =
    max === Number.MAX_SAFE_INTEGER ? `of at least ${String(min)}` : `from ${String(min)} to ${String(max)}`;
  throw new InvalidValue(`an integer ${range}`, value, advice);
}

function requireRate(rate: RequestRate | null): void {
  const { requests, perSeconds } = (rate ?? {}) as Partial<RequestRate>;
  if (Number.isSafeInteger(requests) && Number(requests) >= 1 && Number(perSeconds) > 0 && Number(perSeconds) <= 3600)
    return;
  throw new InvalidValue(
    "at least one request in at most 3600 seconds",
    rate,
    "Give for example { requests: 30, perSeconds: 10 }",
  );
}
