/** A request in the journal, without header values and body values. */
export interface JournalEntry {
  /** From 1, in the order of arrival. */
  readonly seq: number;
  readonly method: string;
  /** Without the query. The access key is replaced by `[hidden]`. */
  readonly path: string;
  /** Query parameters; the access key and values that look like a credential are replaced. Repeated ones are joined by commas. */
  readonly query: Readonly<Record<string, string>>;
  /** The operation that the path leads to, if any. */
  readonly operation: string | undefined;
  /** The names of the top-level fields of a JSON body. */
  readonly bodyFields: readonly string[];
  /** Time of arrival: ISO 8601, UTC. */
  readonly when: string;
  /** The number of requests being served at arrival, this one included. */
  readonly inFlight: number;
  /** Also in the header `CDN-RequestId` of the answer. */
  readonly requestId: string;
  /** The status answered; undefined while the request is under way and where no answer was sent. */
  readonly status: number | undefined;
  /** How many times the operation was carried out: 0 where a fault prevented it, 2 where it was delivered twice. */
  readonly applied: number;
  /** The kinds of the faults that occurred. */
  readonly faults: readonly string[];
  /** The rules that caused them, as indexes into the list of rules. */
  readonly faultRules: readonly number[];
  /** From arrival to the end of the answer, in milliseconds; undefined while under way. */
  readonly durationMs: number | undefined;
}

/** An entry while the server fills it in. */
export type OpenEntry = { -readonly [Name in keyof JournalEntry]: JournalEntry[Name] };

/** Beyond this number the oldest entries are dropped, so that an emulator can run for days. */
const maxEntries = 100_000;

/** The requests that an emulator has received. */
export class Journal {
  readonly entries: OpenEntry[] = [];
  #seq = 0;

  open(
    start: Pick<JournalEntry, "method" | "path" | "query" | "bodyFields" | "when" | "inFlight" | "requestId">,
  ): OpenEntry {
    const result = { operation: undefined, status: undefined, applied: 0, durationMs: undefined };
    const entry: OpenEntry = { seq: ++this.#seq, ...start, ...result, faults: [], faultRules: [] };
    this.entries.push(entry);
    if (this.entries.length > maxEntries) this.entries.splice(0, maxEntries / 10);
    return entry;
  }

  clear(): void {
    this.entries.length = 0;
    this.#seq = 0;
  }
}

/** What the journal shows of a request. */
export function shownRequest(
  path: string,
  query: URLSearchParams,
  body: unknown,
  accessKey: string,
): Pick<JournalEntry, "path" | "query" | "bodyFields"> {
  const hide = (text: string): string =>
    accessKey === "" ? text : text.replaceAll(accessKey, hidden).replaceAll(encodeURIComponent(accessKey), hidden);
  const shown = [...new Set(query.keys())].map((name) => {
    const isCredential = /key|token|password|secret/i.test(name);
    return [hide(name), isCredential ? hidden : hide(query.getAll(name).join(","))] as const;
  });
  const fields = typeof body === "object" && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
  return { path: hide(path), query: Object.fromEntries(shown), bodyFields: fields.map(hide) };
}

const hidden = "[hidden]";
