import { hiderOf } from "./hide";
import { targetOf } from "./http/target";

/** One request as the journal remembers it: never a header's value, never a body's. */
export interface JournalEntry {
  /** From 1, in the order in which requests arrived. */
  readonly seq: number;
  readonly method: string;
  /** Without the query; the access key is replaced, however it is spelled. */
  readonly path: string;
  /** Query parameters; a value that looks like a credential is replaced. A repeated one has its values joined by a comma. */
  readonly query: Readonly<Record<string, string>>;
  /** The operation that the path leads to, where there is one. */
  readonly operation: string | undefined;
  /** The names of the top-level fields of a JSON body; the access key is replaced in these too. */
  readonly bodyFields: readonly string[];
  /** When the request arrived: ISO 8601, UTC. */
  readonly when: string;
  /** How many requests, this one included, were being served when it arrived. */
  readonly inFlight: number;
  /** Also in the answer's header `CDN-RequestId`. */
  readonly requestId: string;
  /** The status answered; undefined while the request is under way, and where no answer was sent. */
  readonly status: number | undefined;
  /** How many times the operation was carried out: 0 where it was kept from it, 2 where it was delivered twice. */
  readonly applied: number;
  /** The kinds of the faults that struck. */
  readonly faults: readonly string[];
  /** The rules by which they did: their places in the list of rules, from 0. */
  readonly faultRules: readonly number[];
  /** From arrival to the end of the answer, in milliseconds; undefined while under way. */
  readonly durationMs: number | undefined;
}

/** An entry as the server fills it in. */
export type OpenEntry = { -readonly [Name in keyof JournalEntry]: JournalEntry[Name] };

/** Entries beyond this number push out the oldest, so that an emulator can run for days. */
const mostEntries = 100_000;

/** The requests that an emulator has seen. */
export class Journal {
  readonly entries: OpenEntry[] = [];
  #seq = 0;

  open(
    start: Omit<JournalEntry, "seq" | "operation" | "status" | "applied" | "faults" | "faultRules" | "durationMs">,
  ): OpenEntry {
    this.#seq += 1;
    const entry: OpenEntry = {
      seq: this.#seq,
      ...start,
      operation: undefined,
      status: undefined,
      applied: 0,
      faults: [],
      faultRules: [],
      durationMs: undefined,
    };
    this.entries.push(entry);
    if (this.entries.length > mostEntries) this.entries.splice(0, mostEntries / 10);
    return entry;
  }

  clear(): void {
    this.entries.length = 0;
    this.#seq = 0;
  }
}

/** The request as the journal may show it. A raw key may hold what parts a path from its query, so it is looked for first. */
export function shownRequest(
  target: string,
  body: unknown,
  accessKey: string,
): Pick<JournalEntry, "path" | "query" | "bodyFields"> {
  const { spelled, wholly } = hiderOf(accessKey);
  const { path, query } = targetOf(spelled(target));
  const fields = typeof body === "object" && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
  return { path: wholly(path), query: shownQuery(query, wholly), bodyFields: fields.map(wholly) };
}

function shownQuery(query: URLSearchParams, hide: (text: string) => string): Record<string, string> {
  const shown: [string, string][] = [];
  for (const name of new Set(query.keys())) {
    const value = query.getAll(name).join(",");
    shown.push([hide(name), /key|token|password|secret/i.test(name) ? "[hidden]" : hide(value)]);
  }
  return Object.fromEntries(shown);
}
