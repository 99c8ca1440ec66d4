import { printableLine, type Paint, type Style } from "../../terminal/text";
import type { AccessLogEntry } from "../../provider/types/accessLog";
import { utcTime } from "../../provider/wire/utcTime";
import { sizeText } from "../command";
import type { Bucket, Count } from "./counts";
import { Histogram, TopCounts } from "./counts";
import { type Format, type Printer, safeJson, statusStyle } from "./formats";

/** A summary of many entries. */
export interface Summary {
  readonly entries: number;
  readonly bytesSent: number;
  /** Counts by status class, such as "2xx"; "other" is a status that is missing or out of range. */
  readonly statusClasses: Readonly<Record<string, number>>;
  /** Share of entries with a status of 500 to 599: 0 to 1. */
  readonly serverErrorRate: number;
  /** Share of entries with the cache status HIT: 0 to 1. */
  readonly cacheHitRatio: number;
  readonly cacheStatuses: readonly Count[];
  readonly topPaths: readonly Count[];
  readonly countries: readonly Count[];
  /** The maximum by which a count in the three lists is too low, because there were too many different values. */
  readonly countsMayMiss: number;
  readonly histogram: { readonly bucketSeconds: number; readonly buckets: readonly Bucket[] };
}

const absent = "(none)";

/** Returns a printer that prints a summary after the last entry. @param window describes the time window */
export function summaryPrinter(format: Format, window: string, paint: Paint): Printer {
  const summarizer = new Summarizer();
  return {
    begin: "",
    entry: (entry) => {
      summarizer.add(entry);
      return "";
    },
    end: () => {
      const summary = summarizer.summary();
      return format === "table" ? summaryText(summary, window, paint) : `${safeJson(summary)}\n`;
    },
  };
}

/** Summarizes entries as they arrive, in bounded memory. */
class Summarizer {
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
    // The service includes the query in the path. Paths are counted without it.
    this.#paths.add(entry.path?.replace(/\?.*/s, "") ?? absent);
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
      histogram: this.#histogram.buckets(),
    };
  }
}

function summaryText(summary: Summary, window: string, paint: Paint): string {
  const { entries, histogram, serverErrorRate, countsMayMiss } = summary;
  const section = (
    title: string,
    counts: readonly Count[],
    styleOf: (value: string) => Style = () => "cyan",
  ): string => {
    const lines = counts.map(({ value, count }) => {
      const share = paint(bar(count, entries, 20), styleOf(value));
      const counted = number(count).padStart(number(entries).length);
      return `  ${percent(count / entries).padStart(8)}  ${share}  ${counted}  ${printableLine(value)}\n`;
    });
    return `${paint(title, "bold")}\n${lines.join("")}\n`;
  };
  const classes = Object.entries(summary.statusClasses).map(([value, count]) => ({ value, count }));
  const errors = `server errors (5xx) ${percent(serverErrorRate)}`;
  return (
    `${paint(number(entries), "bold")} ${entries === 1 ? "entry" : "entries"} ${window}, ${sizeText(summary.bytesSent)} sent\n` +
    `Cache hit ratio ${percent(summary.cacheHitRatio)}, ${serverErrorRate > 0 ? paint(errors, "red") : errors}\n\n` +
    section("Status classes", classes, statusStyle) +
    section("Cache statuses", summary.cacheStatuses) +
    section("Top paths", summary.topPaths) +
    section("Countries", summary.countries) +
    (countsMayMiss > 0 ? `Counts of values may be up to ${number(countsMayMiss)} too low.\n\n` : "") +
    timeline(histogram, paint)
  );
}

function timeline({ bucketSeconds, buckets }: Summary["histogram"], paint: Paint): string {
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  const width = number(most).length;
  const lines = buckets.map(({ start, count, errors }) => {
    const failed = errors > 0 ? paint(`  ${number(errors).padStart(width)} 5xx`, "red") : "";
    return `  ${start.slice(0, 19)}Z  ${paint(bar(count, most, 30), "cyan")}  ${number(count).padStart(width)}${failed}\n`;
  });
  return lines.length === 0 ? "" : `${paint(`Entries per ${duration(bucketSeconds)}`, "bold")}\n${lines.join("")}`;
}

/** Returns a bar of a fixed width. A value above zero is always visible. */
function bar(value: number, of: number, width: number): string {
  const eighths = value === 0 ? 0 : Math.max(1, Math.round((value / of) * width * 8));
  return `${"█".repeat(Math.floor(eighths / 8))}${" ▏▎▍▌▋▊▉".charAt(eighths % 8).trim()}`.padEnd(width);
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

function percent(ratio: number): string {
  return `${(ratio * 100).toFixed(2)} %`;
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}
