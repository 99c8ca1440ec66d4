import { isDeepStrictEqual } from "node:util";
import type { AccessLogEntry, AccessLogPage } from "../../types/accessLog";
import { accessLogPageTable, searchParameter } from "../../wire/accessLog";
import { decode } from "../../wire/codec";
import { WireError } from "../../wire/wireError";
import { UnexpectedResponseError } from "../errors";
import type { Operation } from "../operation";
import { infoOf } from "../operation";
import { contractError } from "../response";
import { pause } from "../retry";
import type { Counters } from "../sender";
import { Sender } from "../sender";
import type { OwnedSettings } from "../settings";
import { settingSpecs } from "../settings";
import type { AccessLogsArgs, GetAccessLogsArgs } from "../../types/functions";
import type { AccessLogsOptions, GetAccessLogsResult, RequestRate } from "./args";
import { logLimits, maxEmptyPages } from "./args";
import type { CheckedQuery } from "./check";
import { checkedQuery } from "./check";
import type { SentWindow } from "./window";
import { sentWindow, withinRetention } from "./window";

type Throttle = (signal?: AbortSignal) => Promise<void>;

export class AccessLogs {
  readonly #sender: Sender;
  readonly #throttles = new Map<string, Throttle>();

  constructor(settings: OwnedSettings) {
    // Logs may have a host of their own, and its clock may differ.
    this.#sender = new Sender({ ...settings, baseUrl: settings.logsBaseUrl ?? settings.baseUrl });
  }

  get counters(): Readonly<Counters> {
    return this.#sender.counters;
  }

  /**
   * Iterates over all matching entries, with at most two pages in memory and nothing prefetched.
   *
   * @throws {InvalidInputError} listing every invalid argument, before anything is sent
   */
  async *iterate(args: AccessLogsArgs, options: AccessLogsOptions): AsyncGenerator<AccessLogEntry, void, undefined> {
    const { signal } = options;
    const query = checkedQuery(args, options, this.#now(), false);
    for await (const { data } of this.#pages(query, () => query.pageSize, signal)) {
      for (const entry of data) {
        if (signal?.aborted) throw signal.reason;
        yield entry;
      }
    }
  }

  /**
   * Up to `limit` entries, over as many pages as that takes.
   *
   * @throws {InvalidInputError} listing every invalid argument, before anything is sent
   */
  async get(args: GetAccessLogsArgs, options: Omit<AccessLogsOptions, "pageSize">): Promise<GetAccessLogsResult> {
    const query = checkedQuery(args, options, this.#now(), true);
    const { limit, offset } = query;
    // Pages grow, so that a filter that matches few entries of each page does not take too many requests.
    const pageSize = (index: number): number => Math.min(logLimits.maxLimit, limit * 4 ** index);
    const entries: AccessLogEntry[] = [];
    let first: AccessLogPage | undefined;
    let hasMore = false;
    for await (const page of this.#pages(query, pageSize, options.signal)) {
      first ??= page;
      hasMore = page.pagination.hasMore || entries.length + page.data.length > limit;
      entries.push(...page.data.slice(0, limit - entries.length));
      if (entries.length === limit) break;
    }
    if (first === undefined) throw new Error("there is always a first page");
    const pagination = { ...first.pagination, offset, limit, returned: entries.length, hasMore };
    return { entries, pagination, query: first.query };
  }

  /**
   * Reads page after page until the service has no more.
   *
   * All pages use the window in the first response, so that newer entries shift nothing. A page may be short or empty with more
   * to come (assumption: some filters are applied after counting), so the offset grows by the page size. An entry that is logged
   * late moves others to the next page, where they are skipped as duplicates.
   *
   * @throws {UnexpectedResponseError} if too many pages in a row are empty
   */
  async *#pages(
    query: CheckedQuery,
    sizeOf: (index: number) => number,
    signal?: AbortSignal,
  ): AsyncGenerator<AccessLogPage, void, undefined> {
    let window = withinRetention(sentWindow(query.window), this.#now());
    let { offset } = query;
    let previous: ReadonlyMap<string | undefined, AccessLogEntry> = new Map();
    let emptyPages = 0;
    for (let index = 0; ; index++) {
      if (signal?.aborted) throw signal.reason;
      const asked = sizeOf(index);
      const operation = this.#operation(query, window, offset, asked, signal);
      const page = await this.#page(operation, query, offset);
      const data = page.data.filter((entry) => !isDuplicate(entry, previous));
      yield { ...page, data };
      previous = new Map(page.data.map((entry) => [entry.requestId, entry]));
      if (!page.pagination.hasMore) return;
      emptyPages = data.length === 0 ? emptyPages + 1 : 0;
      if (emptyPages === maxEmptyPages) {
        throw contractError(operation, noEntries, this.#sender.redact);
      }
      const { limit } = page.pagination;
      // The service may return smaller pages than requested.
      offset += limit > 0 && limit < asked ? limit : asked;
      if (index === 0) window = { from: page.query.from, to: page.query.to };
      // A later start shifts nothing in descending order. In ascending order it would, so there the start stays.
      if (query.order === "desc") window = withinRetention(window, this.#now());
    }
  }

  /** The request of one page. Assumption: the access key is sent in the same header as elsewhere. */
  #operation(
    query: CheckedQuery,
    window: SentWindow,
    offset: number,
    limit: number,
    signal: AbortSignal | undefined,
  ): Operation {
    return {
      operation: "query access logs",
      method: "GET",
      path: `/v2/pullzones/${String(query.pullZoneId)}/logs`,
      query: { ...window, ...query.filters, limit, offset },
      repeatable: true,
      throttle: this.#throttleOf(query),
      setting: this.#sender.owner.name(settingSpecs.logsBaseUrl),
      ...(signal === undefined ? {} : { signal }),
    };
  }

  /**
   * @throws {LoggingDisabledError} if logging is disabled on the pull zone
   * @throws {NotFoundError} if there is no such pull zone
   */
  async #page(operation: Operation, query: CheckedQuery, offset: number): Promise<AccessLogPage> {
    const { redact } = this.#sender;
    const page = pageIn(await this.#sender.send(operation), offset, (fault) =>
      contractError(operation, fault.detailedMessage(redact), redact),
    );
    if (!isSearched(page.data, query.filters[searchParameter])) {
      throw new UnexpectedResponseError(searchIgnored, { request: infoOf(operation, redact) });
    }
    return page;
  }

  /** The service's current time, by its `Date` headers, in milliseconds since the epoch. */
  #now(): number {
    return Date.now() + this.#sender.clockLead;
  }

  #throttleOf({ pullZoneId, rate }: CheckedQuery): Throttle {
    const key = JSON.stringify([pullZoneId, rate.requests, rate.perSeconds]);
    let throttle = this.#throttles.get(key);
    if (throttle === undefined) this.#throttles.set(key, (throttle = throttleTo(rate)));
    return throttle;
  }
}

function isDuplicate(entry: AccessLogEntry, previous: ReadonlyMap<string | undefined, AccessLogEntry>): boolean {
  const same = entry.requestId === undefined ? undefined : previous.get(entry.requestId);
  return same !== undefined && isDeepStrictEqual(same, entry);
}

/** Requests may arrive closer together than they were sent, so the window is a little longer here. */
const rateMarginMs = 250;

/** Delays requests to keep to the rate within any window of its length. */
function throttleTo({ requests, perSeconds }: RequestRate): Throttle {
  const starts: number[] = [];
  return async (signal) => {
    const now = performance.now();
    const earliest = starts.length < requests ? now : (starts.shift() ?? now) + perSeconds * 1000 + rateMarginMs;
    const start = Math.max(now, earliest);
    starts.push(start);
    if (start > now) await pause(start - now, signal);
  };
}

/** Decodes the page at an offset. Only the fields that paging uses are required. */
function pageIn(body: unknown, offset: number, errorFor: (fault: WireError) => Error): AccessLogPage {
  try {
    const page: Partial<AccessLogPage> = decode(accessLogPageTable, body);
    requireFields(page.pagination, "pagination", ["offset", "hasMore"]);
    requireFields(page.query, "query", ["from", "to"]);
    const value = page.pagination?.offset;
    // A service that ignores the offset would make the iteration endless.
    if (value === offset) return page as AccessLogPage;
    throw new WireError("access log page", "pagination.offset", `${String(offset)}, as requested`, { value });
  } catch (error) {
    throw error instanceof WireError ? errorFor(error) : error;
  }
}

function requireFields(part: object | undefined, name: string, fields: readonly string[]): void {
  for (const field of fields) {
    if ((part as Record<string, unknown> | undefined)?.[field] !== undefined) continue;
    throw new WireError("access log page", `${name}.${field}`, "present", { value: undefined });
  }
}

const noEntries =
  `${String(maxEmptyPages)} pages in a row had no entries, although hasMore was true. ` +
  "If very few entries match country or search, narrow the window with from and to";

const searchIgnored =
  "None of the returned access log entries contains a word of the search: " +
  `the service seems to ignore the parameter ${JSON.stringify(searchParameter)}, whose name is an assumption. ` +
  "Omit search, and filter the entries yourself";

/**
 * Whether the service applied the search. A match in a field that is not returned is rare, so if no entry of a page contains a
 * word, the search is taken as ignored.
 *
 * @param search the words as sent
 */
function isSearched(entries: readonly AccessLogEntry[], search: unknown): boolean {
  if (typeof search !== "string" || entries.length === 0) return true;
  const words = search.split(" ").map(folded);
  return entries.some((entry) => {
    const texts = Object.values(entry).filter((value) => typeof value === "string");
    return texts.some((text) => words.some((word) => folded(text).includes(word)));
  });
}

/** Ignores case, and the hyphens in request IDs. */
function folded(text: string): string {
  return text.toLowerCase().replaceAll("-", "");
}
