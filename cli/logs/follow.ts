import { createHash } from "node:crypto";
import type { AccessLogsArgs } from "../../provider/types/functions";
import type { GetAccessLogsResult } from "../../provider/api/accessLogs/args";
import { defaultPageSize } from "../../provider/api/accessLogs/args";
import type { CdnClient } from "../../provider/api/client";
import { RateLimitedError, UnavailableError } from "../../provider/api/errors";
import { pause } from "../../provider/api/waits";
import type { AccessLogEntry } from "../../provider/types/accessLog";
import { utcTime } from "../../provider/wire/utcTime";

/** Options for following a log. */
export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Called with each failure after which another attempt follows. */
  readonly onOutage: (error: Error) => void;
  /** Called after each round, before the wait for the next one. */
  readonly onWait?: () => void;
  readonly intervalMs?: number;
  readonly overlapMs?: number;
}

/** The default start, before now. */
const followFrom = "1m";

const defaultIntervalMs = 5_000;
/** Entries that the service logs later than this are not shown. */
const defaultOverlapMs = 60_000;
const maxRemembered = 50_000;
/** The number of entries after which those that no later query returns are forgotten. */
const forgetEvery = 5_000;

/**
 * Yields the entries since `from`, and then new ones as they arrive, until the signal aborts. Each round reads all entries up to the time at
 * which it begins. Entries may be logged late, so a round starts a minute before the end of the last one, or at the 50,000th newest entry, and
 * skips entries that were already yielded. After an outage, reading continues at the last entry.
 *
 * @throws {CdnError} if the first query fails, or a later one for another reason than an outage
 */
export async function* follow(
  client: CdnClient,
  args: AccessLogsArgs,
  { signal, onOutage, onWait, intervalMs = defaultIntervalMs, overlapMs = defaultOverlapMs }: FollowOptions,
): AsyncGenerator<AccessLogEntry, void, undefined> {
  const yielded = new YieldedEntries();
  let from = args.from ?? followFrom;
  let nextRound: number | undefined;
  let read = 0;
  for (;;) {
    let reached: number | undefined;
    try {
      const query = { ...args, from, order: "asc" } as const;
      const page = await client.getAccessLogs({ ...query, limit: defaultPageSize }, { signal });
      const end = utcTime(page.query.to);
      nextRound = Math.max(nextRound ?? utcTime(page.query.from), end - overlapMs);
      for (const reading of [page.entries, ...restOf(client, query, page, signal)]) {
        yielded.startReading();
        for await (const entry of reading) {
          const at = timeOf(entry) ?? end;
          if (yielded.isNew(entry, at)) yield entry;
          reached = Math.min(at, end);
          read += 1;
          if (read % forgetEvery > 0) continue;
          nextRound = Math.max(nextRound, yielded.startOfNewest(maxRemembered));
          yielded.forgetBefore(Math.min(reached - 1, nextRound));
        }
      }
      nextRound = Math.max(nextRound, yielded.startOfNewest(maxRemembered));
      yielded.forgetBefore(nextRound);
      from = new Date(nextRound).toISOString();
    } catch (error) {
      const isOutage = error instanceof UnavailableError || error instanceof RateLimitedError;
      if (signal.aborted || nextRound === undefined || !isOutage) throw error;
      onOutage(error);
      // Entries of that moment are skipped, because they were already yielded.
      if (reached !== undefined) from = new Date(reached - 1).toISOString();
    }
    onWait?.();
    await pause(intervalMs, signal);
  }
}

/** Yields the entries after those of the first request, if there are more. */
function restOf(
  client: CdnClient,
  query: AccessLogsArgs,
  { entries, pagination, query: { from, to } }: GetAccessLogsResult,
  signal: AbortSignal,
): AsyncIterable<AccessLogEntry>[] {
  if (!pagination.hasMore) return [];
  const last = timeOf(entries.at(-1)) ?? utcTime(from) + 1;
  return [client.accessLogs({ ...query, from: new Date(last - 1).toISOString(), to }, { signal })];
}

function timeOf(entry: AccessLogEntry | undefined): number | undefined {
  const at = utcTime(entry?.timestamp ?? "");
  return Number.isNaN(at) ? undefined : at;
}

/** The yielded entries that a later query may return again. They are counted, because two entries may be equal. */
class YieldedEntries {
  readonly #entries = new Map<string, { at: number; yielded: number; seen: number }>();

  /** Starts another query, which may return entries of an earlier one again. */
  startReading(): void {
    for (const counts of this.#entries.values()) counts.seen = 0;
  }

  /** Whether an entry is new. @param at the time of the entry */
  isNew(entry: AccessLogEntry, at: number): boolean {
    const key = createHash("sha1").update(JSON.stringify(entry)).digest("base64");
    const counts = this.#entries.get(key) ?? { at, yielded: 0, seen: 0 };
    this.#entries.set(key, counts);
    counts.seen += 1;
    if (counts.seen <= counts.yielded) return false;
    counts.yielded = counts.seen;
    return true;
  }

  /** Returns the earliest time since which there are at most that many entries. */
  startOfNewest(count: number): number {
    const times = [...this.#entries.values()].map(({ at }) => at).sort((a, b) => a - b);
    return (times.at(-count - 1) ?? -Infinity) + 1;
  }

  forgetBefore(time: number): void {
    for (const [key, { at }] of this.#entries) if (at < time) this.#entries.delete(key);
  }
}
