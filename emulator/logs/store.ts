import type { KeptEntry } from "./entry";
import type { LogEntry, PartialLogEntry } from "../types/logEntry";
import { keptEntry } from "./entry";

/** The access logs of all pull zones: of each its entries, ascending by time. */
export class AccessLogs {
  readonly #zones = new Map<number, KeptEntry[]>();

  /** @param generate makes the entries that a zone begins with, when it is first asked for */
  constructor(
    private readonly now: () => number,
    private readonly generate: (pullZoneId: number) => KeptEntry[],
  ) {}

  /** Adds an entry in its place by time, behind those of the same moment. */
  add(pullZoneId: number, given: PartialLogEntry): LogEntry {
    const kept = keptEntry({ ...given, pullZoneId }, this.now());
    const entries = this.#of(pullZoneId);
    entries.splice(firstAt(entries, kept.at + 1), 0, kept);
    return kept.entry;
  }

  /** All entries of a zone, oldest first. */
  list(pullZoneId: number): readonly KeptEntry[] {
    return this.#of(pullZoneId);
  }

  /** The entries from a moment (inclusive) to another (exclusive), in the order asked for. */
  *within(pullZoneId: number, from: number, to: number, order: "asc" | "desc"): Generator<KeptEntry> {
    const entries = this.#of(pullZoneId);
    const [first, end] = [firstAt(entries, from), firstAt(entries, to)];
    const step = order === "asc" ? 1 : -1;
    for (let at = order === "asc" ? first : end - 1; at >= first && at < end; at += step) {
      const kept = entries[at];
      if (kept !== undefined) yield kept;
    }
  }

  #of(pullZoneId: number): KeptEntry[] {
    let entries = this.#zones.get(pullZoneId);
    if (entries === undefined) {
      entries = this.generate(pullZoneId);
      this.#zones.set(pullZoneId, entries);
    }
    return entries;
  }
}

/** Where the first entry stands that is not before a moment. */
function firstAt(entries: readonly KeptEntry[], moment: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.at ?? Infinity) < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}
