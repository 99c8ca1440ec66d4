import type { AccessLogEntry } from "../../types/accessLog";
import type { AccessLogsArgs, AccessLogsOptions, GetAccessLogsArgs } from "./args";
import { checkedQuery } from "./check";
import { invalidArguments } from "./fault";
import { pagesOf } from "./pages";
import type { AccessLogQueries } from "./queries";

/**
 * Every entry that matches, one after another, with at most two pages in memory. Leaving the loop ends it; nothing is
 * fetched ahead.
 *
 * @throws {InvalidInputError} listing every argument at fault, before anything is sent
 */
export async function* iterateAccessLogs(
  queries: AccessLogQueries,
  args: AccessLogsArgs,
  options: AccessLogsOptions,
): AsyncGenerator<AccessLogEntry, void, undefined> {
  const { signal } = options;
  refuseLimit(args);
  const query = checkedQuery(args, options, queries.now());
  for await (const { data } of pagesOf(queries, query, () => query.pageSize, signal)) {
    for (const entry of data) {
      if (signal?.aborted) throw signal.reason;
      yield entry;
    }
  }
}

/** To pass over a limit would be to read a whole log. */
function refuseLimit(args: AccessLogsArgs): void {
  if ((args as GetAccessLogsArgs).limit === undefined) return;
  const text =
    "is not taken by accessLogs, which iterates over all entries: end the loop with break, or use getAccessLogs";
  throw invalidArguments([{ property: "limit", text }]);
}
