import { startsWithValidDay, utcTime } from "../../wire/utcTime";
import type { Fault } from "../input";
import { InvalidValue, reading } from "../input";
import { logLimits, retentionMarginMs } from "./args";

/** The requested window, in milliseconds since the epoch. The service fills in what is omitted. */
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
 * Parses the window and checks it against the contract.
 *
 * @param now the service's time
 * @param faults receives the invalid arguments
 */
export function readWindow(args: { from?: unknown; to?: unknown }, now: number, faults: Fault[]): LogWindow {
  const from = args.from === undefined ? undefined : reading(faults, "from", () => readTime(args.from, now));
  const to = args.to === undefined ? undefined : reading(faults, "to", () => readTime(args.to, now));
  const unread = (args.from !== undefined && from === undefined) || (args.to !== undefined && to === undefined);
  const edge = now - logLimits.retentionMs;
  if (from !== undefined && from < edge) faults.push(fault("from", beforeRetention("at or after", from, edge)));
  if (to !== undefined && to <= edge) faults.push(fault("to", beforeRetention("after", to, edge)));
  if (unread) return {};
  const end = to ?? now;
  const start = from ?? Math.max(end - logLimits.defaultWindowMs, edge);
  if (from === undefined && start >= now) faults.push(fault("to", farAhead(end)));
  // A time in the future means now.
  const last = Math.min(end, now);
  if (start >= last) {
    if (from !== undefined) faults.push(fault("from", notBefore(from, last, last === now)));
    return {};
  }
  if (end - start > logLimits.maxWindowMs && start >= edge) faults.push(fault("to", tooWide(end, start)));
  // A future end is not sent: the service's clock decides when now is.
  const sentTo = to !== undefined && to >= now ? undefined : to;
  const sentFrom = from ?? (to === undefined ? undefined : start);
  return { ...(sentFrom === undefined ? {} : { from: sentFrom }), ...(sentTo === undefined ? {} : { to: sentTo }) };
}

/** The window as sent. Times from a response stay strings, because they can be finer than a millisecond. */
export interface SentWindow {
  readonly from?: string;
  readonly to?: string;
}

export function sentWindow({ from, to }: LogWindow): SentWindow {
  return { ...(from === undefined ? {} : { from: iso(from) }), ...(to === undefined ? {} : { to: iso(to) }) };
}

/** Moves a start near the retention limit forward, so that it is still valid when the request arrives. */
export function withinRetention(window: SentWindow, now: number): SentWindow {
  if (window.from === undefined) return window;
  const end = window.to === undefined ? now : utcTime(window.to);
  const safe = now - logLimits.retentionMs + retentionMarginMs;
  return utcTime(window.from) >= safe || safe >= end ? window : { ...window, from: iso(safe) };
}

function fault(property: string, invalid: InvalidValue): Fault {
  return { property, text: invalid.message };
}

function beforeRetention(when: string, got: number, edge: number): InvalidValue {
  return new InvalidValue(
    `${when} ${iso(edge)}, because logs are kept for 3 days`,
    iso(got),
    "Older entries are gone, unless the zone stores or forwards its logs",
  );
}

function notBefore(from: number, end: number, now: boolean): InvalidValue {
  return new InvalidValue(
    `before to (${iso(end)}${now ? ", now" : ""})`,
    iso(from),
    "Give an earlier from, or a later to",
  );
}

function tooWide(end: number, start: number): InvalidValue {
  return new InvalidValue(`at most 3 days after from (${iso(start)})`, iso(end), "Give a narrower window, or several");
}

function farAhead(end: number): InvalidValue {
  return new InvalidValue("less than a day ahead if from is omitted", iso(end), "Give from, or omit to for now");
}

function iso(at: number): string {
  return Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : "a time out of range";
}
