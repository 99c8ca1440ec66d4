import type { AccessLogEntry } from "../../provider/types/accessLog";
import { accessLogEntryTable } from "../../provider/wire/accessLog";
import { fieldNames } from "../../provider/wire/fields";
import type { Format } from "./arguments";
import { csvRow } from "./csv";
import { safeJson } from "./safeText";
import { tableHead, tableRow } from "./table";

/** A way to print entries, one after another. */
export interface Printer {
  /** What stands before all entries. */
  readonly begin: string;
  entry(entry: AccessLogEntry): string;
  /** What stands behind all of them. */
  end(): string;
}

/** Makes the printer of a format. @param showSecrets prints secret values in place of `[secret]` */
export function printerOf(format: Format, showSecrets: boolean): Printer {
  const shown = (entry: AccessLogEntry): AccessLogEntry => (showSecrets ? entry : withoutSecrets(entry));
  switch (format) {
    case "table":
      return { begin: tableHead, entry: tableRow, end: () => "" };
    case "ndjson":
      return { begin: "", entry: (entry) => `${safeJson(shown(entry))}\n`, end: () => "" };
    case "json":
      return jsonArray(shown);
    case "csv":
      return {
        begin: csvRow(columns),
        entry: (entry) => csvRow(columns.map((name) => shown(entry)[name as keyof AccessLogEntry])),
        end: () => "",
      };
  }
}

const columns = fieldNames(accessLogEntryTable);
const secretNames = new Set([...fieldNames(accessLogEntryTable, (field) => field.secret === true), "extraFields"]);

function jsonArray(shown: (entry: AccessLogEntry) => AccessLogEntry): Printer {
  let any = false;
  return {
    begin: "[",
    entry: (entry) => {
      const joint = any ? ",\n" : "\n";
      any = true;
      return `${joint}  ${safeJson(shown(entry))}`;
    },
    end: () => (any ? "\n]\n" : "]\n"),
  };
}

/** That there is a secret may be seen. */
function withoutSecrets(entry: AccessLogEntry): AccessLogEntry {
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, secretNames.has(name) ? "[secret]" : (value as unknown)]),
  );
}
