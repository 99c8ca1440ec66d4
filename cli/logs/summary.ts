import { printable } from "../../drift/report/words";
import type { AccessLogEntry } from "../../provider/types/accessLog";
import { utcTime } from "../../provider/wire/utcTime";
import type { Bucket, Count } from "./counts";
import { Histogram, TopCounts } from "./counts";

/** A summary of many entries. */
export interface Summary {
  readonly entries: number;
  readonly bytesSent: number;
  /** By class, such as "2xx"; "other" is a status that is missing or out of range. */
  readonly statusClasses: Readonly<Record<string, number>>;
  /** Share of entries with a status of 500 to 599: 0 to 1. */
  readonly serverErrorRate: number;
  /** Share of entries with the cache status HIT: 0 to 1. */
  readonly cacheHitRatio: number;
  readonly cacheStatuses: readonly Count[];
  readonly topPaths: readonly Count[];
  readonly countries: readonly Count[];
  /** By how much a count in the three lists may be too low, because there were too many different values. */
  readonly countsMayMiss: number;
  readonly histogram: { readonly bucketSeconds: number; readonly buckets: readonly Bucket[] };
}

const absent = "(none)";

/** Summarizes entries as they arrive, in bounded memory. */
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

const maxBarLength = 40;

/** A summary as text. */
export function summaryText(summary: Summary): string {
  const { entries, histogram, statusClasses } = summary;
  const classes = Object.entries(statusClasses).map(([value, count]) => ({ value, count }));
  const approximate =
    summary.countsMayMiss > 0 ? `Counts of values may be low by up to ${number(summary.countsMayMiss)}.\n\n` : "";
  return (
    `${number(entries)} entries, ${number(summary.bytesSent)} bytes sent\n` +
    `Cache hit ratio ${percent(summary.cacheHitRatio)}, server errors (5xx) ${percent(summary.serverErrorRate)}\n\n` +
    section("Status classes", classes, entries) +
    section("Cache statuses", summary.cacheStatuses, entries) +
    section("Top paths", summary.topPaths, entries) +
    section("Countries", summary.countries, entries) +
    approximate +
    timeline(histogram)
  );
}

function section(title: string, counts: readonly Count[], of: number): string {
  const lines = counts.map(
    ({ value, count }) => `  ${share(count, of)}  ${number(count).padStart(11)}  ${printable(value)}\n`,
  );
  return lines.length === 0 ? "" : `${title}\n${lines.join("")}\n`;
}

function timeline({ bucketSeconds, buckets }: Summary["histogram"]): string {
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  const lines = buckets.map(({ start, count, errors }) => {
    const bar = "#".repeat(Math.ceil((count / most) * maxBarLength));
    return `  ${start.slice(0, 19)}Z  ${number(count).padStart(11)}  ${bar}${errors > 0 ? `  (${number(errors)} 5xx)` : ""}\n`;
  });
  return lines.length === 0 ? "" : `Entries per ${duration(bucketSeconds)}\n${lines.join("")}`;
}

function duration(seconds: number): string {
  for (const [unit, length] of [["day", 86_400] as const, ["hour", 3600] as const, ["minute", 60] as const]) {
    if (seconds >= length) return plural(seconds / length, unit);
  }
  return plural(seconds, "second");
}

function plural(count: number, unit: string): string {
  return count === 1 ? unit : `${String(count)} ${unit}s`;
}

function share(count: number, of: number): string {
  return percent(of === 0 ? 0 : count / of).padStart(8);
}

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(2)} %`;
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}
