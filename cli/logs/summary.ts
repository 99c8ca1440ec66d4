import type { AccessLogEntry } from "../../provider/types/accessLog";
import { utcTime } from "../../provider/wire/utcTime";
import type { Bucket } from "./histogram";
import { Histogram } from "./histogram";
import type { Count } from "./topCounts";
import { TopCounts } from "./topCounts";

/** What there is to say of many entries. */
export interface Summary {
  readonly entries: number;
  readonly bytesSent: number;
  /** By class, such as "2xx"; "other" is a status that is absent or odd. */
  readonly statusClasses: Readonly<Record<string, number>>;
  /** Entries with a status of 500 to 599, of all: 0 to 1. */
  readonly serverErrorRate: number;
  /** Entries with the cache status HIT, of all: 0 to 1. */
  readonly cacheHitRatio: number;
  readonly cacheStatuses: readonly Count[];
  readonly topPaths: readonly Count[];
  readonly countries: readonly Count[];
  /** By how much a count of the three lists may be too low, because there were too many values to keep. */
  readonly countsMayMiss: number;
  readonly histogram: { readonly bucketSeconds: number; readonly buckets: readonly Bucket[] };
}

const absent = "(none)";

/** Sums entries up as they come, in bounded memory. */
export class Summarizer {
  #entries = 0;
  #bytesSent = 0;
  #hits = 0;
  readonly #classes = new Map<string, number>();
  readonly #cacheStatuses = new TopCounts();
  readonly #paths = new TopCounts();
  readonly #countries = new TopCounts();
  readonly #histogram = new Histogram();

  add(entry: AccessLogEntry): void {
    const { statusCode = 0, timestamp } = entry;
    this.#entries += 1;
    this.#bytesSent += entry.bytesSent ?? 0;
    if (entry.cacheStatus === "HIT") this.#hits += 1;
    const statusClass = statusCode >= 100 && statusCode < 600 ? `${String(Math.floor(statusCode / 100))}xx` : "other";
    this.#classes.set(statusClass, (this.#classes.get(statusClass) ?? 0) + 1);
    this.#cacheStatuses.add(entry.cacheStatus ?? absent);
    this.#paths.add(entry.path ?? absent);
    this.#countries.add(entry.countryCode ?? absent);
    if (timestamp !== undefined) this.#histogram.add(utcTime(timestamp), statusClass === "5xx");
  }

  summary(): Summary {
    const share = (count: number): number => (this.#entries === 0 ? 0 : count / this.#entries);
    const counted = [this.#cacheStatuses, this.#paths, this.#countries];
    return {
      entries: this.#entries,
      bytesSent: this.#bytesSent,
      statusClasses: Object.fromEntries([...this.#classes].sort(([a], [b]) => (a < b ? -1 : 1))),
      serverErrorRate: share(this.#classes.get("5xx") ?? 0),
      cacheHitRatio: share(this.#hits),
      cacheStatuses: this.#cacheStatuses.top(10),
      topPaths: this.#paths.top(10),
      countries: this.#countries.top(10),
      countsMayMiss: Math.max(...counted.map(({ missed }) => missed)),
      histogram: { bucketSeconds: this.#histogram.bucketSeconds, buckets: this.#histogram.buckets() },
    };
  }
}
