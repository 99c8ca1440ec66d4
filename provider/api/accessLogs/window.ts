import { startsWithValidDay, utcTime } from "../../wire/utcTime";
import { logLimits, retentionMarginMs } from "./args";
import type { Fault } from "./faults";
import { catchFault, InvalidValue, ruleText } from "./faults";

/** The requested window, in milliseconds since the epoch. The service fills in omitted ends. */
export interface LogWindow {
  readonly from?: number;
  readonly to?: number;
}

const timeRule = "a date and time in ISO 8601, or a duration such as 2h";
const timeAdvice = 'Give for example "2026-01-31T12:00:00Z" or, for two hours ago, "2h"';
const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a time into milliseconds since the epoch. @throws {InvalidValue} */
export function readTime(value: unknown, now: number): number {
  const at = value instanceof Date ? value.getTime() : typeof value === "string" ? textTime(value.trim(), now) : NaN;
  if (Number.isNaN(at)) throw new InvalidValue(timeRule, value instanceof Date ? "an invalid Date" : value, timeAdvice);
  return at;
}

function textTime(text: string, now: number): number {
  if (/^([0-9]+(\.[0-9]+)?[smhd])+$/.test(text)) {
    const parts = [...text.matchAll(/([0-9.]+)([smhd])/g)];
    return now - parts.reduce((sum, [, number, unit = ""]) => sum + Number(number) * (unitsMs[unit] ?? NaN), 0);
  }
  const isTime = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/i.test(text);
  return isTime && startsWithValidDay(text) ? utcTime(text.replace(" ", "T")) : NaN;
}

/**
 * Parses the window and checks it against the contract: first each end, then both together.
 *
 * @param now the service's time
 * @param faults receives the invalid arguments
 */
export function readWindow(args: { from?: unknown; to?: unknown }, now: number, faults: Fault[]): LogWindow {
  const faultsBefore = faults.length;
  const from = catchFault(faults, "from", () => readBound(args.from, now, true));
  const to = catchFault(faults, "to", () => readBound(args.to, now, false));
  if (faults.length > faultsBefore) return {};

  // An end in the future means now. It is not sent, because the service's clock decides. The contract's limit of three days applies to the end
  // that was given.
  const isNow = to === undefined || to >= now;
  const end = isNow ? {} : { to };
  if (from !== undefined) {
    if (from >= (isNow ? now : to)) faults.push(emptyWindowFault(from, isNow ? now : to, isNow));
    else if (to !== undefined && to - from > logLimits.maxWindowMs) faults.push(wideWindowFault(to, from));
    return { from, ...end };
  }
  if (to === undefined) return {};
  // The start is the default, or later if entries of that time are no longer kept.
  const start = Math.max(to - logLimits.defaultWindowMs, now - logLimits.retentionMs);
  if (start >= now) faults.push(futureWindowFault(to));
  return { from: start, ...end };
}

/** Parses one end of the window. @throws {InvalidValue} if the value is not a time, or if entries of that time are no longer kept */
function readBound(value: unknown, now: number, isInclusive: boolean): number | undefined {
  if (value === undefined) return undefined;
  const time = readTime(value, now);
  const edge = now - logLimits.retentionMs;
  if (time < edge || (time === edge && !isInclusive)) throw expiredError(isInclusive, time, edge);
  return time;
}

/** The window as it is sent. Times from a response stay strings, because they can be more precise than a millisecond. */
export interface SentWindow {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export function sentWindow({ from, to }: LogWindow): SentWindow {
  return { ...(from === undefined ? {} : { from: iso(from) }), ...(to === undefined ? {} : { to: iso(to) }) };
}

/**
 * Moves a start near the retention limit forward, so that it is still valid when the request arrives. The window is unchanged if nothing would be
 * left of it.
 */
export function withinRetention(window: SentWindow, now: number): SentWindow {
  if (window.from === undefined) return window;
  const end = window.to === undefined ? now : utcTime(window.to);
  const safe = now - logLimits.retentionMs + retentionMarginMs;
  return utcTime(window.from) >= safe || safe >= end ? window : { ...window, from: iso(safe) };
}

function expiredError(isInclusive: boolean, got: number, edge: number): InvalidValue {
  return new InvalidValue(
    `${isInclusive ? "at or after" : "after"} ${iso(edge)}, because logs are kept for 3 days`,
    iso(got),
    "Older entries exist only if the zone stores or forwards its logs",
  );
}

function emptyWindowFault(start: number, end: number, isNow: boolean): Fault {
  const at = `${iso(end)}${isNow ? ", now" : ""}`;
  return faultOf("from", start, (from, to) => [`before ${to} (${at})`, `Give an earlier ${from}, or a later ${to}`]);
}

function wideWindowFault(end: number, start: number): Fault {
  const advice = "Give a narrower window, or several";
  return faultOf("to", end, (from) => [`at most 3 days after ${from} (${iso(start)})`, advice]);
}

function futureWindowFault(end: number): Fault {
  const rule = (from: string): string => `less than a day ahead if ${from} is omitted`;
  return faultOf("to", end, (from, to) => [rule(from), `Give ${from}, or omit ${to} for now`]);
}

/** @param say returns the rule and the advice, given the names of both arguments */
function faultOf(property: string, got: number, say: (from: string, to: string) => [string, string]): Fault {
  return {
    property,
    text: (nameOf) => {
      const [rule, advice] = say(nameOf("from"), nameOf("to"));
      return ruleText(rule, iso(got), advice);
    },
  };
}

function iso(at: number): string {
  return Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : "a time out of range";
}
