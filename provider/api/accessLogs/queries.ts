import type { AccessLogPage } from "../../types/accessLog";
import { decode } from "../../wire/codec";
import { accessLogPageTable, searchParameter } from "../../wire/accessLog";
import type { Redact } from "../../wire/wireError";
import { WireError } from "../../wire/wireError";
import { UnexpectedResponseError } from "../errors";
import { headline } from "../outcome";
import { Pace } from "../pace";
import type { Counters, Operation } from "../sender";
import { infoOf, Sender } from "../sender";
import type { Settings } from "../settings";
import type { RequestRate } from "./args";
import type { CheckedQuery } from "./check";
import { isSearched } from "./search";
import type { SentWindow } from "./window";

/** Where a page begins and ends, and in what window. */
export interface PageRequest {
  readonly window: SentWindow;
  readonly offset: number;
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** Departures are counted here and arrivals there: a window this much longer keeps a late first one from counting twice. */
const paceSlackMs = 250;

const unsearched =
  "None of the access log entries that came holds a word that was searched for: " +
  `the service seems not to know the parameter ${JSON.stringify(searchParameter)}, whose name is an assumption. ` +
  "Leave search out, and look through the entries that come";

/** The service's access logs: one request at a time, at the rate that each pull zone is allowed. */
export class AccessLogQueries {
  readonly #sender: Sender;
  readonly #paces = new Map<string, Pace>();

  constructor(settings: Settings) {
    // They may live on a host of their own, with a clock of its own.
    this.#sender = new Sender({ ...settings, baseUrl: settings.logsBaseUrl ?? settings.baseUrl });
  }

  get counters(): Readonly<Counters> {
    return this.#sender.counters;
  }

  /** The time of the service, as far as its answers tell; in milliseconds since the epoch. */
  now(): number {
    return Date.now() + this.#sender.clockLead;
  }

  /**
   * Reads one page. Assumption: the access key goes in the same header as everywhere.
   *
   * @throws {LoggingDisabledError} where the pull zone keeps no logs
   * @throws {NotFoundError} where there is no such pull zone
   */
  async page(query: CheckedQuery, { window, offset, limit, signal }: PageRequest): Promise<AccessLogPage> {
    const operation: Operation = {
      operation: "query access logs",
      method: "GET",
      path: `/v2/pullzones/${String(query.pullZoneId)}/logs`,
      query: { ...window, ...query.filters, limit, offset },
      repeatable: true,
      pace: this.#paceOf(query.pullZoneId, query.rate),
      setting: "cdn:logsBaseUrl",
      ...(signal === undefined ? {} : { signal }),
    };
    const page = pageOf(await this.#sender.send(operation), offset, operation, this.#sender.redact);
    if (!isSearched(page.data, query.filters[searchParameter])) {
      throw new UnexpectedResponseError(unsearched, { request: infoOf(operation, this.#sender.redact) });
    }
    return page;
  }

  #paceOf(pullZoneId: number, { requests, perSeconds }: RequestRate): Pace {
    const key = `${String(pullZoneId)} ${String(requests)}/${String(perSeconds)}`;
    let pace = this.#paces.get(key);
    if (pace === undefined) {
      pace = new Pace({ requests, perMs: perSeconds * 1000 + paceSlackMs });
      this.#paces.set(key, pace);
    }
    return pace;
  }
}

function pageOf(body: unknown, offset: number, operation: Operation, redact: Redact): AccessLogPage {
  try {
    const page: Partial<AccessLogPage> = decode(accessLogPageTable, body);
    requireFields(page.pagination, "pagination", ["offset", "hasMore"]);
    requireFields(page.query, "query", ["from", "to"]);
    requireOffset(page.pagination?.offset, offset);
    return page as AccessLogPage;
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    const request = infoOf(operation, redact);
    const message = `${headline(request)} was answered against the contract: ${error.told(redact)}`;
    throw new UnexpectedResponseError(message, { request });
  }
}

/** Both parts steer the paging, so nothing is guessed for them. */
function requireFields(part: object | undefined, name: string, fields: readonly string[]): void {
  if (part === undefined) throw new WireError("access log page", name, "an object", { value: undefined });
  for (const field of fields) {
    if ((part as Record<string, unknown>)[field] === undefined) {
      throw new WireError("access log page", `${name}.${field}`, "there", { value: undefined });
    }
  }
}

/** A service that does not turn the page would keep a reader for ever, with the same entries or with none. */
function requireOffset(answered: number | undefined, asked: number): void {
  if (answered === asked) return;
  throw new WireError("access log page", "pagination.offset", `${String(asked)}, as asked for`, { value: answered });
}
