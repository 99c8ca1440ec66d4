import { createHash } from "node:crypto";
import type { AccessLogsArgs } from "../../provider/types/functions";
import type { LogTime } from "../../provider/types/logArguments";
import type { GetAccessLogsResult } from "../../provider/api/accessLogs/args";
import { defaultPageSize } from "../../provider/api/accessLogs/args";
import type { CdnClient } from "../../provider/api/client";
import { RateLimitedError, UnavailableError } from "../../provider/api/errors";
import { pause } from "../../provider/api/retry";
import type { AccessLogEntry } from "../../provider/types/accessLog";
import { utcTime } from "../../provider/wire/utcTime";

/** How a log is followed. */
export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Told of each failure that is followed by another attempt. */
  readonly onOutage: (error: Error) => void;
  readonly intervalMs?: number;
  readonly overlapMs?: number;
}

/** Where following starts by default. */
const followFrom = "1m";

const defaultIntervalMs = 5_000;
/** Entries that the service logs later than this are not shown. */
const defaultOverlapMs = 60_000;
const maxRemembered = 50_000;

/**
 * Yields the entries from `from` on and then new ones as they arrive, until the signal aborts. Each round reads all pages. Entries
 * may be logged late, so a round starts a minute before the end of the last one, or at the 50,000th newest entry; what was
 * yielded already is left out.
 *
 * @throws {CdnError} if the first query fails, or a later one for another reason than an outage
 */
export async function* follow(
  client: CdnClient,
  args: AccessLogsArgs,
  { signal, onOutage, intervalMs = defaultIntervalMs, overlapMs = defaultOverlapMs }: FollowOptions,
): AsyncGenerator<AccessLogEntry, void, undefined> {
  const read = (from: LogTime, offset: number): Promise<GetAccessLogsResult> =>
    client.getAccessLogs({ ...args, from, offset, order: "asc", limit: defaultPageSize }, { signal });
  const readDespiteOutages = async ({ from, offset }: Position): Promise<GetAccessLogsResult> => {
    for (;;) {
      try {
        return await read(new Date(from).toISOString(), offset);
      } catch (error) {
        const isOutage = error instanceof UnavailableError || error instanceof RateLimitedError;
        if (signal.aborted || !isOutage) throw error;
        onOutage(error);
        await pause(intervalMs, signal);
      }
    }
  };
  const yielded = new YieldedEntries();
  let page = await read(args.from ?? followFrom, 0);
  let nextRound = utcTime(page.query.from);
  for (;;) {
    const end = utcTime(page.query.to);
    for (const entry of page.entries) if (yielded.add(entry, end)) yield entry;
    nextRound = Math.max(nextRound, end - overlapMs, yielded.startOfNewest(maxRemembered));
    const { hasMore } = page.pagination;
    const next = hasMore ? nextPage(page) : { from: nextRound, offset: 0 };
    // Later pages of this round and the next round may return entries again.
    yielded.forgetBefore(Math.min(next.from, nextRound));
    if (!hasMore) await pause(intervalMs, signal);
    page = await readDespiteOutages(next);
  }
}

/** Where a page begins: after `offset` entries from that time on. */
interface Position {
  readonly from: number;
  readonly offset: number;
}

function nextPage({ entries, pagination: { offset, limit }, query }: GetAccessLogsResult): Position {
  const start = utcTime(query.from);
  const last = utcTime(entries.at(-1)?.timestamp ?? "");
  // From the time of the last entry on; if that is still the start, after all entries of this page.
  return last > start ? { from: last, offset: 0 } : { from: start, offset: offset + limit };
}

/** Entries that were yielded and that a later query may return again. */
class YieldedEntries {
  readonly #times = new Map<string, number>();

  /**
   * @param end the time of an entry that has none
   * @returns false if the entry was yielded before
   */
  add(entry: AccessLogEntry, end: number): boolean {
    const key = createHash("sha1").update(JSON.stringify(entry)).digest("base64");
    if (this.#times.has(key)) return false;
    this.#times.set(key, entry.timestamp === undefined ? end : utcTime(entry.timestamp));
    return true;
  }

  /** The earliest time from which on there are at most that many entries. */
  startOfNewest(count: number): number {
    const times = [...this.#times.values()].sort((a, b) => a - b);
    return (times.at(-count - 1) ?? -Infinity) + 1;
  }

  forgetBefore(time: number): void {
    for (const [key, at] of this.#times) if (at < time) this.#times.delete(key);
  }
}
