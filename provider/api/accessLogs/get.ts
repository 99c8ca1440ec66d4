import type { AccessLogEntry, AccessLogPage } from "../../types/accessLog";
import type { AccessLogsOptions, GetAccessLogsArgs, GetAccessLogsResult } from "./args";
import { checkedQuery } from "./check";
import { logLimits } from "./limits";
import { pagesOf } from "./pages";
import type { AccessLogQueries } from "./queries";

/**
 * Up to `limit` entries, over as many pages as that takes.
 *
 * @throws {InvalidInputError} listing every argument at fault, before anything is sent
 */
export async function collectAccessLogs(
  queries: AccessLogQueries,
  args: GetAccessLogsArgs,
  options: AccessLogsOptions,
): Promise<GetAccessLogsResult> {
  const query = checkedQuery(args, options, queries.now());
  const { limit, offset } = query;
  const entries: AccessLogEntry[] = [];
  let first: AccessLogPage | undefined;
  let hasMore = false;
  for await (const page of pagesOf(queries, query, growingFrom(limit), options.signal)) {
    first ??= page;
    hasMore = page.pagination.hasMore || entries.length + page.data.length > limit;
    entries.push(...page.data.slice(0, limit - entries.length));
    if (entries.length === limit) break;
  }
  if (first === undefined) throw new Error("there is always a first page");
  const { query: applied, pagination } = first;
  return { entries, pagination: { ...pagination, offset, limit, returned: entries.length, hasMore }, query: applied };
}

/** A filter that leaves few entries of a page must not cost a request for each of them: short pages make larger ones. */
function growingFrom(limit: number): (last: AccessLogPage | undefined) => number {
  let size = limit;
  return (last) => {
    if (last !== undefined) size = Math.min(logLimits.largestLimit, size * 4);
    return size;
  };
}
