import { accessLogEntryTable } from "../../provider/wire/accessLog";
import type { PartialWireOf, WireOf } from "../../provider/wire/schema";
import { partialWireSchema } from "../../provider/wire/schema";
import { checked } from "../state/checked";
import { complete } from "../state/defaults";

/** An access log entry under its wire names. */
export type LogEntry = WireOf<typeof accessLogEntryTable>;

/** What is given of an entry; the rest is null, or follows from what is given. */
export type PartialLogEntry = PartialWireOf<typeof accessLogEntryTable> & {
  /** A request from the edge to the origin shield: shown only where such are asked for. @default false */
  readonly originShield?: boolean;
};

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
  return { at: Date.parse(timestamp), originShield, entry };
}
