import type { AccessLogQuery } from "../../types/accessLog";
import { utcTime } from "../../wire/utcTime";
import { logLimits } from "./args";
import type { SentWindow } from "./window";

// A query of a wide window, or with a large offset, can take longer than any time limit. So whatever reads all entries reads the window
// in slices of time, one after another, and uses offsets within a slice only.

const firstWidthMs = 10 * 60_000;
const minWidthMs = 1_000;
/** A slice with more entries is left, and the rest is read in narrower ones. */
const maxEntries = 10_000;
/** A slice is followed by a wider one only if its response took less than this share of the time limit: 5 of 60 s. */
const quickShare = 1 / 12;
/** So many timeouts in a row are not due to the width: the slice is down to less than a minute. */
const maxTimeouts = 5;

/** Times are in milliseconds since the epoch. */
export interface Slice {
  /** What the requests ask for. Apart from the ends of the whole window, it is a little more than the slice. */
  readonly window: SentWindow;
  /** The entries from this time on, in the order of the query, are in the slice; undefined for the first of all. */
  readonly begin?: number | undefined;
  /** Those from this time on are in the next slice; undefined for the last one. */
  readonly next?: number | undefined;
}

/** How wide the next slice is. All decisions about timing are here. */
export class Pace {
  #widthMs = firstWidthMs;
  #timeouts = 0;

  /** @param timeoutMs the time limit of a request */
  constructor(private readonly timeoutMs: number) {}

  get widthMs(): number {
    return this.#widthMs;
  }

  /** Whether a slice is read again, in narrower ones, after a timeout. */
  get mayNarrowAfterTimeout(): boolean {
    return this.#timeouts < maxTimeouts - 1 && this.#widthMs > minWidthMs;
  }

  /** Whether a slice is left after so many entries. */
  mustNarrowAfter(entries: number): boolean {
    return entries >= maxEntries && this.#widthMs > minWidthMs;
  }

  /** A slice wider than the first one was wide because the log had few entries there, so it is back to that width at once. */
  timedOut(): void {
    this.#timeouts += 1;
    this.#narrow(Math.min(this.#widthMs / 2, firstWidthMs));
  }

  /** The slice is left. @param atOnce entries with the time of the last one: only offsets get past a moment that fills a slice */
  overflowed(atOnce: number): void {
    this.#timeouts = 0;
    this.#narrow(atOnce < maxEntries ? this.#widthMs / 2 : minWidthMs);
  }

  /** @param pageSize entries of a request: twice as many entries as a slice has would still fit if it is nearly empty */
  completed(entries: number, tookMs: number, pageSize: number): void {
    this.#timeouts = 0;
    if (entries < pageSize / 2 && tookMs < this.timeoutMs * quickShare) this.#widthMs *= 2;
  }

  #narrow(widthMs: number): void {
    this.#widthMs = Math.max(minWidthMs, widthMs);
  }
}

/**
 * How far the entries of a window were read. Slices overlap, because a service may include both ends of a window or neither, and a slice
 * may be left halfway; an entry is taken by its time, so entries may be equal in all fields.
 */
export class Progress {
  /** All entries before it were taken, and of those at it as many as {@link #taken}. */
  #time: number | undefined;
  #taken = 0;
  /** The entries at {@link #time} still to come that were taken from an earlier slice. */
  #repeated = 0;
  #isSorted = true;
  #slice: Slice = { window: {} };

  constructor(private readonly order: "asc" | "desc") {}

  /** Whether the rest of a slice can be read from another slice: without times, or out of order, it is unknown what the rest is. */
  get canResume(): boolean {
    return this.#isSorted;
  }

  /** The number of entries with the time of the last one. */
  get atOnce(): number {
    return this.#taken;
  }

  /**
   * Begins the next slice, or the rest of one that was left. Slices meet at whole seconds, so that a service that cuts off fractions of a
   * second leaves no entry out.
   *
   * @param window the whole window; an end that is not yet known is estimated from `now`
   * @returns undefined if nothing is left of the window
   */
  nextSlice(window: SentWindow, widthMs: number, now: number): Slice | undefined {
    const slice = this.order === "asc" ? this.#ascending(window, widthMs, now) : this.#descending(window, widthMs, now);
    this.#isSorted = true;
    this.#repeated = slice?.begin === this.#time ? this.#taken : 0;
    if (slice !== undefined) this.#slice = slice;
    return slice;
  }

  #ascending({ from, to }: SentWindow, widthMs: number, now: number): Slice | undefined {
    const end = to === undefined ? now : utcTime(to);
    const start = from === undefined ? end - logLimits.defaultWindowMs : utcTime(from);
    const begin = this.#time === undefined ? undefined : Math.max(this.#time, start);
    if (begin !== undefined && begin >= end) return undefined;
    const at = begin ?? start;
    const next = Math.max(wholeSecond(at + widthMs), wholeSecond(at) + 1_000);
    const sentFrom = begin === undefined ? from : iso(begin - 1);
    return next < end
      ? { window: { from: sentFrom ?? iso(start), to: iso(next) }, begin, next }
      : { window: { from: sentFrom, to }, begin };
  }

  #descending({ from, to }: SentWindow, widthMs: number, now: number): Slice | undefined {
    const end = to === undefined ? now : utcTime(to);
    const start = from === undefined ? end - logLimits.defaultWindowMs : utcTime(from);
    const begin = this.#time;
    if (begin !== undefined && begin < start) return undefined;
    const at = begin ?? end - 1;
    const next = Math.min(wholeSecond(at + 1_000 - widthMs), wholeSecond(at)) - 1;
    const after = wholeSecond(at) + 1_000;
    const sentTo = begin === undefined || after >= end ? to : iso(after);
    return next >= start
      ? { window: { from: iso(next), to: sentTo }, begin, next }
      : { window: { from, to: sentTo }, begin };
  }

  /** Whether an entry of the slice is a new one. It is then taken. @param timestamp as the service has it */
  takes(timestamp: string | undefined): boolean {
    const at = utcTime(timestamp ?? "");
    if (Number.isNaN(at)) {
      this.#isSorted = false;
      return true;
    }
    const { begin, next } = this.#slice;
    if (begin !== undefined && this.#isBefore(at, begin)) return false;
    if (next !== undefined && !this.#isBefore(at, next)) return false;
    if (at === begin && this.#repeated > 0) {
      this.#repeated -= 1;
      return false;
    }
    if (this.#time !== undefined && this.#isBefore(at, this.#time)) this.#isSorted = false;
    this.#taken = at === this.#time ? this.#taken + 1 : 1;
    this.#time = at;
    return true;
  }

  /** The slice was read to its end. @returns whether it was the last one */
  complete(): boolean {
    const { next } = this.#slice;
    if (next === undefined) return true;
    this.#time = next;
    this.#taken = 0;
    return false;
  }

  #isBefore(a: number, b: number): boolean {
    return this.order === "asc" ? a < b : a > b;
  }
}

/** The whole window once the service has answered. @param sent what was asked for @param applied the service's echo of it */
export function knownWindow(
  { from, to }: SentWindow,
  sent: SentWindow,
  applied: AccessLogQuery,
  now: number,
): { readonly from: string; readonly to: string } {
  const end = to ?? (sent.to === undefined ? applied.to : iso(now));
  const start = sent.from === undefined ? applied.from : iso(utcTime(end) - logLimits.defaultWindowMs);
  return { from: from ?? start, to: end };
}

function wholeSecond(at: number): number {
  return Math.floor(at / 1_000) * 1_000;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
