import { printable, printableLine, type Paint, type Style } from "../../terminal/text";
import type { AccessLogEntry } from "../../provider/types/accessLog";
import { accessLogEntryTable } from "../../provider/wire/accessLog";
import { fieldNames } from "../../provider/wire/fields";
import { utcTime } from "../../provider/wire/utcTime";
import { sizeText } from "../command";

/** The formats of entries. */
export type Format = "table" | "json" | "ndjson" | "csv";

/** Prints entries in a format, one after another. */
export interface Printer {
  /** Printed before the first entry. */
  readonly begin: string;
  entry(entry: AccessLogEntry): string;
  /** Printed after the last entry. */
  end(): string;
}

/** Returns the printer of a format. @param showSecrets whether secret values are printed instead of `[secret]` */
export function printerOf(format: Format, showSecrets: boolean, paint: Paint): Printer {
  const shown = (entry: AccessLogEntry): AccessLogEntry => (showSecrets ? entry : withoutSecrets(entry));
  const end = (): string => "";
  switch (format) {
    case "table":
      return { begin: paint(tableHead, "bold"), entry: (entry) => tableRow(entry, paint), end };
    case "ndjson":
      return { begin: "", entry: (entry) => `${safeJson(shown(entry))}\n`, end };
    case "json":
      return jsonArray(shown);
    case "csv": {
      const valuesOf = (entry: AccessLogEntry): unknown[] => fields.map((name) => entry[name as keyof AccessLogEntry]);
      return { begin: csvRow(fields), entry: (entry) => csvRow(valuesOf(shown(entry))), end };
    }
  }
}

/** Returns a value as JSON on one line that is safe for a terminal: clients choose much of a log's content. */
export function safeJson(value: unknown): string {
  return printable(JSON.stringify(value));
}

const fields = fieldNames(accessLogEntryTable);
const secretNames = new Set([...fieldNames(accessLogEntryTable, (field) => field.secret === true), "extraFields"]);

/** Replaces secrets with `[secret]`. */
function withoutSecrets(entry: AccessLogEntry): AccessLogEntry {
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, secretNames.has(name) ? "[secret]" : (value as unknown)]),
  );
}

function jsonArray(shown: (entry: AccessLogEntry) => AccessLogEntry): Printer {
  let separator = "\n";
  return {
    begin: "[",
    entry: (entry) => {
      const text = `${separator}  ${safeJson(shown(entry))}`;
      separator = ",\n";
      return text;
    },
    end: () => (separator === "\n" ? "]\n" : "\n]\n"),
  };
}

/** Returns the colour of a status, or of a class such as "4xx". */
export function statusStyle(status: string): Style {
  return ({ "2": "green", "3": "cyan", "4": "yellow", "5": "red" } as const)[status.charAt(0)] ?? "dim";
}

/** A column of the table; a negative width aligns to the right. */
interface Column {
  readonly head: string;
  readonly width: number;
  readonly of: (entry: AccessLogEntry) => string | number | undefined;
  readonly style?: (text: string) => Style;
}

/** The columns. Their width is fixed, because rows are printed before all are known; a longer value shifts the rest of its row. */
const columns: readonly Column[] = [
  { head: "TIME", width: 24, of: timeText, style: () => "dim" },
  { head: "STATUS", width: -6, of: (entry) => entry.statusCode, style: statusStyle },
  { head: "CACHE", width: 11, of: (entry) => entry.cacheStatus },
  { head: "SIZE", width: -8, of: ({ bytesSent }) => (bytesSent === undefined ? undefined : sizeText(bytesSent)) },
  { head: "FROM", width: 4, of: (entry) => entry.countryCode },
  { head: "EDGE", width: 4, of: (entry) => entry.edgeLocation },
  { head: "URL", width: 0, of: (entry) => entry.url ?? `${entry.host ?? ""}${entry.path ?? ""}` },
];

/** Returns a time in one spelling, in which services differ. */
function timeText({ timestamp }: AccessLogEntry): string | undefined {
  const at = utcTime(timestamp ?? "");
  return Number.isNaN(at) ? timestamp : new Date(at).toISOString();
}

const tableHead = tableLine(({ head, width }) => aligned(head, width));

function tableRow(entry: AccessLogEntry, paint: Paint): string {
  return tableLine(({ of, width, style }) => {
    const value = of(entry);
    const text = value === undefined || value === "" ? "-" : printableLine(String(value));
    return style === undefined ? aligned(text, width) : paint(aligned(text, width), style(text));
  });
}

function aligned(text: string, width: number): string {
  return width < 0 ? text.padStart(-width) : text.padEnd(width);
}

function tableLine(cellOf: (column: Column) => string): string {
  return `${columns.map(cellOf).join("  ")}\n`;
}

/** Returns a row of CSV (RFC 4180, but with a bare line feed). `csv-stringify` would escape the cache status `-` and write `true` as 1. */
function csvRow(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(",")}\n`;
}

function csvCell(value: unknown): string {
  if (value === undefined || value === null) return "";
  const text = typeof value === "string" ? notAFormula(printable(value)) : safeJson(value);
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Escapes a text that a spreadsheet would run as a formula. "-" alone is a cache status. */
function notAFormula(text: string): string {
  return /^[=+\-@]./.test(text) ? `'${text}` : text;
}
