import { accessLogEntryTable } from "../../provider/wire/accessLog";
import { utcTime } from "../../provider/wire/utcTime";
import type { EmulatorSettings } from "../settings";
import type { LogEntry, PartialLogEntry, StoredEntry } from "../state/objects";
import { complete } from "../state/objects";
import { parsed } from "../wire/schema";
import { generateEntries } from "./generate";
import { partialLogEntry } from "./schema";

/** The access logs of all pull zones. Methods return copies. */
export class AccessLogs {
  /** The entries by pull zone, ascending by time. */
  readonly #zones = new Map<number, StoredEntry[]>();
  readonly #settings: EmulatorSettings;
  /** The time before which entries are generated. */
  #start: number;

  constructor(settings: EmulatorSettings) {
    this.#settings = settings;
    this.#start = settings.now();
  }

  /** Returns all entries of a pull zone, oldest first, with whole addresses. */
  list(pullZoneId: number): LogEntry[] {
    return this.#of(pullZoneId).map(({ entry }) => ({ ...entry }));
  }

  /** Inserts an entry by time, after those of the same moment. @param given an entry, whose timestamp is now by default */
  add(pullZoneId: number, given: PartialLogEntry = {}): LogEntry {
    const { originShield = false, ...fields } = given;
    const { timestamp, ...rest } = parsed(partialLogEntry, "The fields of the access log entry are", fields);
    const when = timestamp ?? new Date(this.#settings.now()).toISOString();
    const { scheme, host, path } = rest;
    const url = typeof host === "string" ? `${scheme ?? "https"}://${host}${path ?? ""}` : null;
    const entry = complete<LogEntry>(accessLogEntryTable, { url, ...rest, timestamp: when, pullZoneId });
    const at = utcTime(when);
    const entries = this.#of(pullZoneId);
    entries.splice(indexOf(entries, at + 1), 0, { at, originShield, entry });
    return { ...entry };
  }

  reset(): void {
    this.#zones.clear();
    this.#start = this.#settings.now();
  }

  /** Returns the entries, not copies, from a moment (inclusive) to another (exclusive), in the requested order. */
  *within(pullZoneId: number, from: number, to: number, order: "asc" | "desc"): Generator<StoredEntry> {
    const entries = this.#of(pullZoneId);
    const [first, end] = [indexOf(entries, from), indexOf(entries, to)];
    const step = order === "asc" ? 1 : -1;
    for (let at = order === "asc" ? first : end - 1; at >= first && at < end; at += step) {
      const stored = entries[at];
      if (stored !== undefined) yield stored;
    }
  }

  #of(pullZoneId: number): StoredEntry[] {
    let entries = this.#zones.get(pullZoneId);
    if (entries === undefined) {
      entries = generateEntries(pullZoneId, this.#settings, this.#start);
      this.#zones.set(pullZoneId, entries);
    }
    return entries;
  }
}

/** Returns the index of the first entry that is not before a moment. */
function indexOf(entries: readonly StoredEntry[], moment: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.at ?? Infinity) < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}
