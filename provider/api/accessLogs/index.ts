import { isDeepStrictEqual } from "node:util";
import type { AccessLogEntry, AccessLogPage } from "../../types/accessLog";
import { accessLogPageTable, searchParameter } from "../../wire/accessLog";
import { decode } from "../../wire/codec";
import { WireError } from "../../wire/wireError";
import { InvalidInputError, UnauthorizedError, UnexpectedResponseError } from "../errors";
import { wasTooSlow } from "../httpErrors";
import type { Operation } from "../operation";
import { infoOf } from "../operation";
import { pathTo } from "../paths";
import { contractError } from "../response";
import { pause } from "../waits";
import type { Counters } from "../sender";
import { Sender } from "../sender";
import type { OwnedSettings } from "../settings";
import { logsUrlOf } from "../settings";
import { settingSpecs } from "../settingSpecs";
import type { AccessLogsArgs, GetAccessLogsArgs } from "../../types/functions";
import type { AccessLogsOptions, GetAccessLogsResult, RequestRate } from "./args";
import { logLimits, maxEmptyPages } from "./args";
import type { CheckedQuery } from "./check";
import { checkedQuery } from "./check";
import { knownWindow, Pace, Progress } from "./slices";
import type { SentWindow } from "./window";
import { sentWindow, withinRetention } from "./window";

type Throttle = (signal?: AbortSignal) => Promise<void>;

type RefusalOf = (pullZoneId: number, error: UnauthorizedError) => Promise<Error>;

/** Page with the duration of its request. */
interface TimedPage extends AccessLogPage {
  readonly tookMs: number;
}

export class AccessLogs {
  readonly #sender: Sender;
  readonly #baseUrl: string;
  readonly #timeoutMs: number;
  readonly #refusalOf: RefusalOf;
  readonly #throttles = new Map<string, Throttle>();

  /** @param refusalOf returns the error for a refusal that the key or the pull zone may have caused */
  constructor(settings: OwnedSettings, refusalOf: RefusalOf) {
    this.#refusalOf = refusalOf;
    // Logs may have a separate host with another clock. Responses that took half a minute were seen there.
    const timeoutSeconds = 2 * settings.timeoutSeconds;
    this.#timeoutMs = timeoutSeconds * 1_000;
    this.#baseUrl = logsUrlOf(settings);
    this.#sender = new Sender({ ...settings, timeoutSeconds, baseUrl: this.#baseUrl });
  }

  get counters(): Readonly<Counters> {
    return this.#sender.counters;
  }

  /**
   * Iterates over all matching entries, slice by slice. At most two pages are in memory, and nothing is prefetched.
   *
   * @throws {InvalidInputError} with every invalid argument, before anything is sent
   */
  async *iterate(args: AccessLogsArgs, options: AccessLogsOptions): AsyncGenerator<AccessLogEntry, void, undefined> {
    const { signal } = options;
    const query = checkedQuery(args, options, this.#now(), false);
    let toSkip = query.offset;
    for await (const { data } of this.#slices(query, signal)) {
      for (const entry of data) {
        if (signal?.aborted) throw signal.reason;
        if (toSkip > 0) toSkip -= 1;
        else yield entry;
      }
    }
  }

  /**
   * Gets up to `limit` entries with one request. Further requests follow only if the service returned fewer entries although it has more. If a
   * request times out, or its connection is cut, everything is read again in slices.
   *
   * @throws {InvalidInputError} with every invalid argument, before anything is sent
   */
  async get(args: GetAccessLogsArgs, options: Omit<AccessLogsOptions, "pageSize">): Promise<GetAccessLogsResult> {
    const query = checkedQuery(args, options, this.#now(), true);
    const { limit, offset, filters } = query;
    // Page sizes grow, so that a filter that matches few entries of each page does not need too many requests.
    const pageSize = (index: number): number => Math.min(logLimits.maxLimit, limit * 4 ** index);
    const window = withinRetention(sentWindow(query.window), this.#now());
    try {
      return await firstOf(this.#pages(query, window, offset, pageSize, options.signal), query, 0);
    } catch (error) {
      // The service skips entries before it applies these two filters. Slices don't show how many it skipped.
      const isOffsetUnclear = offset > 0 && (filters["country"] ?? filters[searchParameter]) !== undefined;
      if (!wasTooSlow(error) || isOffsetUnclear) throw error;
      return firstOf(this.#slices(query, options.signal), query, offset);
    }
  }

  /**
   * Reads the whole window in slices of time. Each page has only entries that are new, and the window and `hasMore` of the whole query.
   */
  async *#slices(query: CheckedQuery, signal?: AbortSignal): AsyncGenerator<AccessLogPage, void, undefined> {
    const pace = new Pace(this.#timeoutMs);
    const progress = new Progress(query.order);
    let window = sentWindow(query.window);
    for (;;) {
      const isClockKnown = this.#lead !== 0;
      const slice = progress.nextSlice(withinRetention(window, this.#now()), pace.widthMs, this.#now());
      if (slice === undefined) return;
      let read = 0;
      let took = 0;
      let isLeft = false;
      try {
        for await (const page of this.#pages(query, slice.window, 0, () => query.pageSize, signal)) {
          const { offset, hasMore } = page.pagination;
          const fullWindow = knownWindow(window, slice.window, page.query, this.#now());
          window = fullWindow;
          const data = page.data.filter(({ timestamp }) => progress.takes(timestamp));
          read = offset + page.data.length;
          took = page.tookMs;
          isLeft = hasMore && progress.canResume && pace.mustNarrowAfter(offset + query.pageSize);
          const pagination = { ...page.pagination, hasMore: hasMore || slice.next !== undefined };
          yield { data, pagination, query: { ...page.query, ...fullWindow } };
          if (isLeft) break;
        }
      } catch (error) {
        // The first slice was based on this machine's clock. The response shows that the service's clock differs.
        if (error instanceof InvalidInputError && !isClockKnown && this.#lead !== 0) continue;
        if (!wasTooSlow(error) || !progress.canResume || !pace.mayNarrowAfterTimeout) throw error;
        pace.timedOut();
        continue;
      }
      if (isLeft) {
        pace.overflowed(progress.atOnce);
        continue;
      }
      pace.completed(read, took, query.pageSize);
      if (progress.complete()) return;
    }
  }

  /**
   * Reads page after page of a window until the service has no more.
   *
   * All pages use the window of the first response, so that newer entries don't shift the others. A page may be short or empty although more
   * follow, because some filters are applied after counting, so the offset grows by the page size. An entry that is logged late moves others to
   * the next page, where they are skipped as duplicates.
   *
   * @throws {UnexpectedResponseError} if too many consecutive pages are empty
   */
  async *#pages(
    query: CheckedQuery,
    asked: SentWindow,
    firstOffset: number,
    sizeOf: (index: number) => number,
    signal?: AbortSignal,
  ): AsyncGenerator<TimedPage, void, undefined> {
    let window = asked;
    let offset = firstOffset;
    let previous: ReadonlyMap<string | undefined, AccessLogEntry> = new Map();
    let emptyPages = 0;
    for (let index = 0; ; index++) {
      if (signal?.aborted) throw signal.reason;
      const size = sizeOf(index);
      let sentAt = 0;
      const onSend = (): void => void (sentAt = performance.now());
      const operation = this.#operation(query, window, offset, size, { signal, onSend });
      const page = await this.#page(operation, query, offset);
      const data = page.data.filter((entry) => !isDuplicate(entry, previous));
      yield { ...page, data, tookMs: performance.now() - sentAt };
      if (!page.pagination.hasMore) return;
      previous = new Map(page.data.map((entry) => [entry.requestId, entry]));
      emptyPages = data.length === 0 ? emptyPages + 1 : 0;
      if (emptyPages === maxEmptyPages) {
        throw contractError(operation, noEntries, this.#sender.redact);
      }
      const { limit } = page.pagination;
      // The service may return smaller pages than requested.
      offset += limit > 0 && limit < size ? limit : size;
      window = { from: window.from ?? page.query.from, to: window.to ?? page.query.to };
      // In descending order, a later start does not shift entries. In ascending order it would, so the start stays.
      if (query.order === "desc") window = withinRetention(window, this.#now());
    }
  }

  /** Returns the request for one page. Assumption: the access key is sent in the same header as elsewhere. */
  #operation(
    query: CheckedQuery,
    window: SentWindow,
    offset: number,
    limit: number,
    { signal, onSend }: { readonly signal: AbortSignal | undefined; readonly onSend: () => void },
  ): Operation {
    const throttle = this.#throttleOf(query);
    return {
      operation: "query access logs",
      method: "GET",
      path: pathTo("/v2/pullzones", query.pullZoneId, "logs"),
      query: { ...window, ...query.filters, limit, offset },
      changes: false,
      repeatable: true,
      asksForLess: true,
      throttle: (aborted) => throttle(aborted).then(onSend),
      setting: this.#sender.owner.name(settingSpecs.logsBaseUrl),
      baseUrl: this.#baseUrl,
      ...(signal === undefined ? {} : { signal }),
    };
  }

  /**
   * Reads one page.
   *
   * @throws {LoggingDisabledError} if logging is disabled on the pull zone
   * @throws {NotFoundError} if there is no such pull zone
   */
  async #page(operation: Operation, query: CheckedQuery, offset: number): Promise<AccessLogPage> {
    const { redact } = this.#sender;
    const answer = await this.#sender.send(operation).catch(async (error: unknown) => {
      // Recorded: the service answers 403 both to a wrong key and for a pull zone of another account.
      if (!(error instanceof UnauthorizedError)) throw error;
      const refusal = await this.#refusalOf(query.pullZoneId, error);
      operation.signal?.throwIfAborted();
      throw refusal;
    });
    const page = pageIn(answer, offset, (fault) => contractError(operation, fault.detailedMessage(redact), redact));
    if (!isSearched(page.data, query.filters[searchParameter])) {
      throw new UnexpectedResponseError(searchIgnored, { request: infoOf(operation, redact) });
    }
    return page;
  }

  /** Returns the service's current time, in milliseconds since the epoch. */
  #now(): number {
    return Date.now() + this.#lead;
  }

  /** Lead of the service's clock according to its `Date` headers, in milliseconds rounded to seconds; 0 before the first response. */
  get #lead(): number {
    const { clockLead } = this.#sender;
    return Math.abs(clockLead) < 2_000 ? 0 : clockLead;
  }

  #throttleOf({ pullZoneId, rate }: CheckedQuery): Throttle {
    const key = JSON.stringify([pullZoneId, rate.requests, rate.perSeconds]);
    let throttle = this.#throttles.get(key);
    if (throttle === undefined) this.#throttles.set(key, (throttle = throttleTo(rate)));
    return throttle;
  }
}

/** Returns up to `limit` entries of the pages, after the first `toSkip` entries. */
async function firstOf(
  pages: AsyncIterable<AccessLogPage>,
  { limit, offset }: CheckedQuery,
  toSkip: number,
): Promise<GetAccessLogsResult> {
  const entries: AccessLogEntry[] = [];
  let skipped = 0;
  let first: AccessLogPage | undefined;
  let hasMore = false;
  for await (const page of pages) {
    first ??= page;
    const data = page.data.slice(toSkip - skipped);
    skipped += page.data.length - data.length;
    hasMore = page.pagination.hasMore || entries.length + data.length > limit;
    entries.push(...data.slice(0, limit - entries.length));
    if (entries.length === limit) break;
  }
  if (first === undefined) throw new Error("there is always a first page");
  const pagination = { ...first.pagination, offset, limit, returned: entries.length, hasMore };
  return { entries, pagination, query: first.query };
}

function isDuplicate(entry: AccessLogEntry, previous: ReadonlyMap<string | undefined, AccessLogEntry>): boolean {
  // An id that consists of zeros belongs to no request: several entries may have it.
  const isUsable = /[1-9a-f]/i.test(entry.requestId ?? "");
  const same = isUsable ? previous.get(entry.requestId) : undefined;
  return same !== undefined && isDeepStrictEqual(same, entry);
}

/** Margin that is added to the window of the rate, in milliseconds: requests may arrive closer together than they were sent. */
const rateMarginMs = 250;

/** Returns a function that delays requests so that any window of the rate's length stays within the rate. */
function throttleTo({ requests, perSeconds }: RequestRate): Throttle {
  const starts: number[] = [];
  return async (signal) => {
    const now = performance.now();
    const first = starts.length < requests ? undefined : starts.shift();
    // The service counts a request when it arrives, usually before the next one starts, even if connecting took a while.
    const earliest = first === undefined ? now : (starts[0] ?? first) + perSeconds * 1000 + rateMarginMs;
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
    // Otherwise, the iteration would not end if the service ignored the offset.
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
 * Whether the service applied the search. A match in a field that is not returned is rare, so if no entry of a page contains a word, the search
 * was probably ignored.
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

/** Folds case, and removes the hyphens in request IDs. */
function folded(text: string): string {
  return text.toLowerCase().replaceAll("-", "");
}
