import { safeText } from "./safeText";
import type { Summary } from "./summary";
import type { Count } from "./topCounts";

const widestBar = 40;

/** A summary for reading. */
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
    ({ value, count }) => `  ${share(count, of)}  ${number(count).padStart(11)}  ${safeText(value)}\n`,
  );
  return lines.length === 0 ? "" : `${title}\n${lines.join("")}\n`;
}

function timeline({ bucketSeconds, buckets }: Summary["histogram"]): string {
  const most = Math.max(1, ...buckets.map(({ count }) => count));
  const lines = buckets.map(({ start, count, errors }) => {
    const bar = "#".repeat(Math.ceil((count / most) * widestBar));
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
