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
import type { Settings } from "../settings";
import type { AccessLogsArgs, AccessLogsOptions, GetAccessLogsArgs, GetAccessLogsResult, RequestRate } from "./args";
import { logLimits } from "./args";
import type { CheckedQuery } from "./check";
import { checkedQuery, invalidArgumentsError } from "./check";
import type { SentWindow } from "./window";
import { sentWindow, withinRetention } from "./window";

type Throttle = (signal?: AbortSignal) => Promise<void>;

/** The access logs of one service. */
export class AccessLogs {
  readonly #sender: Sender;
  readonly #throttles = new Map<string, Throttle>();

  constructor(settings: Settings) {
    // They may have a host of their own, with a clock of its own.
    this.#sender = new Sender({ ...settings, baseUrl: settings.logsBaseUrl ?? settings.baseUrl });
  }

  get counters(): Readonly<Counters> {
    return this.#sender.counters;
  }

  /**
   * Every entry that matches, one after another, with at most two pages in memory. Leaving the loop ends it; nothing is
   * fetched ahead.
   *
   * @throws {InvalidInputError} listing every invalid argument, before anything is sent
   */
  async *iterate(args: AccessLogsArgs, options: AccessLogsOptions): AsyncGenerator<AccessLogEntry, void, undefined> {
    const { signal } = options;
    if ((args as GetAccessLogsArgs).limit !== undefined) {
      const text = "is not an argument of accessLogs, which iterates over all entries: use break, or getAccessLogs";
      throw invalidArgumentsError([{ property: "limit", text }]);
    }
    const query = checkedQuery(args, options, this.#now());
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
  async get(args: GetAccessLogsArgs, options: AccessLogsOptions): Promise<GetAccessLogsResult> {
    const query = checkedQuery(args, options, this.#now());
    const { limit, offset } = query;
    // A filter that leaves few entries of a page must not cost a request for each of them, so pages grow.
    const pageSize = (number: number): number => Math.min(logLimits.maxLimit, limit * 4 ** number);
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
   * The window of the first page, as the service answered it, is used for all: entries that arrive later are outside of it and
   * shift nothing. A page may be short, or empty, with more to come (assumption: some filters apply after entries were
   * counted), so the offset grows by the page's size. An entry that was logged late pushes others from one page onto the next:
   * there they are left out.
   */
  async *#pages(
    query: CheckedQuery,
    sizeOf: (number: number) => number,
    signal?: AbortSignal,
  ): AsyncGenerator<AccessLogPage, void, undefined> {
    let window = withinRetention(sentWindow(query.window), this.#now());
    let { offset } = query;
    let previous: ReadonlyMap<string, AccessLogEntry> = new Map();
    for (let number = 0; ; number++) {
      if (signal?.aborted) throw signal.reason;
      const asked = sizeOf(number);
      const page = await this.#page(query, window, offset, asked, signal);
      const seen = new Map<string, AccessLogEntry>();
      const data: AccessLogEntry[] = [];
      for (const entry of page.data) {
        const { requestId } = entry;
        if (requestId !== undefined) {
          seen.set(requestId, entry);
          if (isDeepStrictEqual(previous.get(requestId), entry)) continue;
        }
        data.push(entry);
      }
      previous = seen;
      yield { ...page, data };
      if (!page.pagination.hasMore) return;
      const { limit } = page.pagination;
      // The service may make smaller pages than it was asked for.
      offset += limit > 0 && limit < asked ? limit : asked;
      if (number === 0) window = { from: page.query.from, to: page.query.to };
      // Newest first, a later start shifts nothing. Oldest first it would, so there the start stays.
      if (query.order === "desc") window = withinRetention(window, this.#now());
    }
  }

  /**
   * Reads one page. Assumption: the access key goes in the same header as everywhere.
   *
   * @throws {LoggingDisabledError} where the pull zone keeps no logs
   * @throws {NotFoundError} where there is no such pull zone
   */
  async #page(
    query: CheckedQuery,
    window: SentWindow,
    offset: number,
    limit: number,
    signal: AbortSignal | undefined,
  ): Promise<AccessLogPage> {
    const operation: Operation = {
      operation: "query access logs",
      method: "GET",
      path: `/v2/pullzones/${String(query.pullZoneId)}/logs`,
      query: { ...window, ...query.filters, limit, offset },
      repeatable: true,
      throttle: this.#throttleOf(query),
      setting: "cdn:logsBaseUrl",
      ...(signal === undefined ? {} : { signal }),
    };
    const { redact } = this.#sender;
    const page = pageIn(await this.#sender.send(operation), offset, (fault) =>
      contractError(operation, fault.told(redact), redact),
    );
    if (!isSearched(page.data, query.filters[searchParameter])) {
      throw new UnexpectedResponseError(notSearched, { request: infoOf(operation, redact) });
    }
    return page;
  }

  /** The time of the service, as far as its responses tell; in milliseconds since the epoch. */
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

/** Departures are counted here and arrivals there, so the window is a little longer here. */
const rateMarginMs = 250;

/** Delays requests so that at most so many are sent in any window of the rate's length. */
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

/** The page in a body. Only what the paging uses is required. */
function pageIn(body: unknown, asked: number, errorFor: (fault: WireError) => Error): AccessLogPage {
  try {
    const page: Partial<AccessLogPage> = decode(accessLogPageTable, body);
    requireFields(page.pagination, "pagination", ["offset", "hasMore"]);
    requireFields(page.query, "query", ["from", "to"]);
    const offset = page.pagination?.offset;
    // A service that ignores the offset would keep a reader forever.
    if (offset === asked) return page as AccessLogPage;
    throw new WireError("access log page", "pagination.offset", `${String(asked)}, as requested`, { value: offset });
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

const notSearched =
  "None of the access log entries that came holds a word that was searched for: " +
  `the service seems not to know the parameter ${JSON.stringify(searchParameter)}, whose name is an assumption. ` +
  "Omit search, and filter the entries yourself";

/**
 * Whether entries look like those that a search found. A single one may match in a field that is not shown; if not one of a
 * whole page holds a word, the search was ignored.
 *
 * @param search the words, as they were sent
 */
function isSearched(entries: readonly AccessLogEntry[], search: unknown): boolean {
  if (typeof search !== "string" || entries.length === 0) return true;
  const words = search.split(" ").map(folded);
  return entries.some((entry) => {
    const texts = Object.values(entry).filter((value) => typeof value === "string");
    return texts.some((text) => words.some((word) => folded(text).includes(word)));
  });
}

/** A request ID is written with hyphens or without. */
function folded(text: string): string {
  return text.toLowerCase().replaceAll("-", "");
}
