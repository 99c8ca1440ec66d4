import type { AccessLogQuery } from "../../types/accessLog";
import { utcTime } from "../../wire/utcTime";
import { logLimits } from "./args";
import type { SentWindow } from "./window";

// A query with a wide window or a large offset can take longer than any time limit. So all entries are read in consecutive slices of time, and
// offsets are used only within a slice.

const firstWidthMs = 10 * 60_000;
const minWidthMs = 1_000;
/** Maximum number of entries that are read of a slice. The rest is read in narrower slices. */
const maxEntries = 10_000;
/** Share of the time limit that a response may take for the next slice to be wider: 5 of 60 s. */
const quickShare = 1 / 12;
/** Maximum number of consecutive timeouts. After so many, a slice spans less than a minute, so its width is not the cause. */
const maxTimeouts = 5;

/** Slice of the window. Times are in milliseconds since the epoch. */
export interface Slice {
  /** Window of the requests. It is a little wider than the slice, except at the ends of the whole window. */
  readonly window: SentWindow;
  /** Time of the first entries in the slice, in the order of the query; undefined for the first slice. */
  readonly begin?: number | undefined;
  /** Time of the first entries in the next slice; undefined for the last slice. */
  readonly next?: number | undefined;
}

/** Determines the width of slices. All decisions about timing are here. */
export class Pace {
  #widthMs = firstWidthMs;
  #timeouts = 0;

  /** @param timeoutMs time limit of a request, in milliseconds */
  constructor(private readonly timeoutMs: number) {}

  get widthMs(): number {
    return this.#widthMs;
  }

  /** Whether a slice is read again in narrower ones after a timeout. */
  get mayNarrowAfterTimeout(): boolean {
    return this.#timeouts < maxTimeouts - 1 && this.#widthMs > minWidthMs;
  }

  /** Whether to leave a slice after so many entries. */
  mustNarrowAfter(entries: number): boolean {
    return entries >= maxEntries && this.#widthMs > minWidthMs;
  }

  /**
   * Narrows the next slice after a timeout. If slices had widened because the log had few entries, the width falls back to the initial one at once.
   */
  timedOut(): void {
    this.#timeouts += 1;
    this.#narrow(Math.min(this.#widthMs / 2, firstWidthMs));
  }

  /**
   * Narrows the next slice after one was left.
   *
   * @param atOnce number of entries with the time of the last one: if they fill a slice, only offsets help
   */
  overflowed(atOnce: number): void {
    this.#timeouts = 0;
    this.#narrow(atOnce < maxEntries ? this.#widthMs / 2 : minWidthMs);
  }

  /** Widens the next slice after one that was quick and nearly empty. @param pageSize number of entries of a request */
  completed(entries: number, tookMs: number, pageSize: number): void {
    this.#timeouts = 0;
    if (entries < pageSize / 2 && tookMs < this.timeoutMs * quickShare) this.#widthMs *= 2;
  }

  #narrow(widthMs: number): void {
    this.#widthMs = Math.max(minWidthMs, widthMs);
  }
}

/**
 * Records how far the entries of a window were read. Slices overlap, because the service may include both ends of a window or neither, and a
 * slice may be left halfway. The time of an entry decides whether it is new, because entries may be equal in all fields.
 */
export class Progress {
  /** Time up to which all entries were taken. Of the entries with this time, {@link #taken} were taken. */
  #time: number | undefined;
  #taken = 0;
  /** Number of entries with {@link #time} that follow but were already taken from an earlier slice. */
  #repeated = 0;
  #isSorted = true;
  #slice: Slice = { window: {} };

  constructor(private readonly order: "asc" | "desc") {}

  /** Whether the rest of a slice can be read with another slice. If entries lack times or are out of order, the rest can't be determined. */
  get canResume(): boolean {
    return this.#isSorted;
  }

  /** Number of entries with the time of the last one. */
  get atOnce(): number {
    return this.#taken;
  }

  /**
   * Begins the next slice, or the rest of one that was left. Slices meet at full seconds, so that no entry is missed if the service cuts off
   * fractions of a second.
   *
   * @param window the whole window; an end that is not known yet is estimated from `now`
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

  /** Whether an entry of the slice is new. If so, it is taken. @param timestamp time of the entry, as the service returned it */
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

  /** Notes that the slice was read to its end. @returns whether it was the last one */
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

/** Returns the whole window after a response. @param sent window of the request @param applied window that the response echoes */
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
