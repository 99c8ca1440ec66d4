import type { AccessLogEntry } from "../../provider/types/accessLog";
import { safeText } from "./safeText";

/** Columns of a fixed width, because rows are printed before the last one is known; what is longer pushes the rest on. */
const columns: readonly {
  readonly head: string;
  readonly width: number;
  readonly of: (e: AccessLogEntry) => string | number | undefined;
}[] = [
  { head: "TIME", width: 24, of: (entry) => entry.timestamp },
  { head: "STATUS", width: 6, of: (entry) => entry.statusCode },
  { head: "CACHE", width: 11, of: (entry) => entry.cacheStatus },
  { head: "BYTES", width: 10, of: (entry) => entry.bytesSent },
  { head: "FROM", width: 4, of: (entry) => entry.countryCode },
  { head: "EDGE", width: 6, of: (entry) => entry.edgeLocation },
  { head: "URL", width: 0, of: (entry) => entry.url ?? `${entry.host ?? ""}${entry.path ?? ""}` },
];

export const tableHead = row((column) => column.head);

export function tableRow(entry: AccessLogEntry): string {
  return row((column) => {
    const value = column.of(entry);
    return value === undefined || value === "" ? "-" : safeText(String(value));
  });
}

function row(textOf: (column: (typeof columns)[number]) => string): string {
  return `${columns.map((column) => textOf(column).padEnd(column.width)).join("  ")}\n`;
}
