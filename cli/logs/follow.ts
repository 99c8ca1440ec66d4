import { createHash } from "node:crypto";
import type { AccessLogsArgs } from "../../provider/api/accessLogs/args";
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
export const followFrom = "1m";

const defaultIntervalMs = 5_000;
/** Entries that the service logs later than this are not shown. */
const defaultOverlapMs = 60_000;
const maxRemembered = 50_000;

/**
 * Yields the entries from `from` on and then new ones as they arrive, until the signal aborts. Entries may be logged late, so each
 * query starts a minute before the end of the last one, or at the 50,000th newest entry; what was yielded already is left out.
 *
 * @throws {CdnError} if the first query fails, or a later one for another reason than an outage
 */
export async function* follow(
  client: CdnClient,
  args: AccessLogsArgs,
  { signal, onOutage, intervalMs = defaultIntervalMs, overlapMs = defaultOverlapMs }: FollowOptions,
): AsyncGenerator<AccessLogEntry, void, undefined> {
  /** The entries that a later query may return again, with their times. */
  const yielded = new Map<string, number>();
  let query = { ...args, from: args.from ?? followFrom, offset: 0, order: "asc" as const, limit: defaultPageSize };
  /** The earliest time that later queries ask for; undefined before the first result. */
  let oldest: number | undefined;
  for (;;) {
    const result = await client.getAccessLogs(query, { signal }).catch((error: unknown) => {
      const isOutage = error instanceof UnavailableError || error instanceof RateLimitedError;
      if (oldest === undefined || signal.aborted || !isOutage) throw error;
      onOutage(error);
    });
    if (result === undefined) {
      await pause(intervalMs, signal);
      continue;
    }
    for (const entry of result.entries) {
      const key = createHash("sha1").update(JSON.stringify(entry)).digest("base64");
      if (yielded.has(key)) continue;
      yielded.set(key, utcTime(entry.timestamp ?? result.query.to));
      yield entry;
    }
    const [start, end] = [utcTime(result.query.from), utcTime(result.query.to)];
    const times = [...yielded.values()].sort((a, b) => a - b);
    oldest = Math.max(oldest ?? start, end - overlapMs, (times.at(-maxRemembered - 1) ?? -Infinity) + 1);
    let [from, offset] = [oldest, 0];
    if (result.pagination.hasMore) {
      // The next page begins at the last entry; or after all of this page, if they have the same time.
      const last = utcTime(result.entries.at(-1)?.timestamp ?? "");
      [from, offset] = last > start ? [last, 0] : [start, query.offset + query.limit];
    } else {
      await pause(intervalMs, signal);
    }
    query = { ...query, from: new Date(from).toISOString(), offset };
    for (const [key, at] of yielded) if (at < Math.min(oldest, from)) yielded.delete(key);
  }
}
