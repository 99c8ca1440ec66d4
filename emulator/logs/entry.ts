import { accessLogEntryTable } from "../../provider/wire/accessLog";
import { partialWireSchema } from "../../provider/wire/schema";
import { utcTime } from "../../provider/wire/utcTime";
import { checked } from "../state/checked";
import { complete } from "../state/defaults";
import type { LogEntry, PartialLogEntry } from "../types/logEntry";

/** An entry as it is kept: addresses whole, whatever the zone's anonymization shows of them. */
export interface KeptEntry {
  /** Its timestamp in milliseconds. */
  readonly at: number;
  readonly originShield: boolean;
  readonly entry: LogEntry;
}

const partialEntry = partialWireSchema(accessLogEntryTable);

/** Makes an entry out of what is given; without a timestamp it is of now. @throws {TypeError} naming a field at fault */
export function keptEntry(given: PartialLogEntry, now: number): KeptEntry {
  const { originShield = false, ...fields } = given;
  const parsed = checked(partialEntry, "access log entry", fields);
  const { scheme, host, path } = parsed;
  const url = typeof host === "string" ? `${scheme ?? "https"}://${host}${path ?? ""}` : null;
  const timestamp = parsed.timestamp ?? new Date(now).toISOString();
  const entry = complete(accessLogEntryTable, { url, ...parsed, timestamp });
  return { at: utcTime(timestamp), originShield, entry };
}
