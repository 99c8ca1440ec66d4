import { isDeepStrictEqual } from "node:util";
import type { AccessLogEntry, AccessLogPage } from "../../types/accessLog";
import type { CheckedQuery } from "./check";
import type { AccessLogQueries } from "./queries";
import type { SentWindow } from "./window";
import { sentWindow, withinRetention } from "./window";

/** How large the next page shall be, given the one just read. */
export type PageSize = (last: AccessLogPage | undefined) => number;

/**
 * Reads page after page until the service has no more.
 *
 * The window of the first page, as the service answered it, holds for all: entries that arrive later stand outside it and
 * shift nothing. A page may be short, or empty, with more to come (assumption: some filters apply after entries were
 * counted), so the offset grows by the page's size and not by what came. An entry that was logged late pushes others over
 * the edge of their page, onto the next: there they are left out.
 */
export async function* pagesOf(
  queries: AccessLogQueries,
  query: CheckedQuery,
  sizeOf: PageSize,
  signal?: AbortSignal,
): AsyncGenerator<AccessLogPage, void, undefined> {
  let window = withinRetention(sentWindow(query.window), queries.now());
  let previous: ReadonlyMap<string, AccessLogEntry> = new Map();
  let { offset } = query;
  let last: AccessLogPage | undefined;
  for (;;) {
    if (signal?.aborted) throw signal.reason;
    const limit = sizeOf(last);
    const request = { window: nextWindow(window, query, queries, last), offset, limit };
    const page = await queries.page(query, signal === undefined ? request : { ...request, signal });
    if (last === undefined) window = { from: page.query.from, to: page.query.to };
    const current = new Map<string, AccessLogEntry>();
    const data: AccessLogEntry[] = [];
    for (const entry of page.data) {
      const { requestId } = entry;
      if (requestId !== undefined) {
        current.set(requestId, entry);
        if (isDeepStrictEqual(previous.get(requestId), entry)) continue;
      }
      data.push(entry);
    }
    previous = current;
    yield { ...page, data };
    if (!page.pagination.hasMore) return;
    offset += pageSizeOf(page, limit);
    last = page;
  }
}

/** What was asked for, or what the service made of it, lest entries be passed over. */
function pageSizeOf({ pagination: { limit } }: AccessLogPage, asked: number): number {
  return limit > 0 && limit < asked ? limit : asked;
}

/**
 * The oldest entries vanish while a long window is read, and the service refuses a start that has left retention. Newest
 * first, a later start shifts nothing: offsets count from the end. Oldest first it would, so there it stays.
 */
function nextWindow(
  window: SentWindow,
  query: CheckedQuery,
  queries: AccessLogQueries,
  last?: AccessLogPage,
): SentWindow {
  return last === undefined || query.order === "asc" ? window : withinRetention(window, queries.now());
}
