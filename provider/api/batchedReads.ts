import { nameKey } from "../wire/dnsName";
import { utcTime } from "../wire/utcTime";
import type { Purpose } from "./answers";
import { maxAgeMs } from "./answers";
import { UnexpectedResponseError, UnsupportedError } from "./errors";

/** Reads single zones of one kind, and pages of their list. */
export interface ZoneSource<Whole> {
  get(id: number, options: ReadOptions): Promise<Whole>;
  list(page: number): Promise<ListedPage<Whole>>;
  /** The zones that this process has written, by id. A list may still show their previous version. */
  readonly written?: ReadonlyMap<number, unknown>;
}

/** A page of a list. */
export interface ListedPage<Whole> {
  readonly zones: readonly ListedZone<Whole>[];
  /** Number of pages that follow. 0 means that this is the last page. */
  readonly pagesLeft: number;
}

/** A zone in a list, decoded on demand. */
export interface ListedZone<Whole> {
  readonly id: number;
  readonly name: string | undefined;
  readonly deleted: boolean;
  /** Whether all parts of the zone are included. A list may omit them. */
  readonly isComplete: boolean;
  /** @throws {UnexpectedResponseError} if the zone is invalid */
  read(): Whole;
}

interface BatchedReadsOptions {
  /** Maximum age of a list when a read begins, in milliseconds. @default that for a refresh */
  readonly maxAgeMs?: number;
  /** Returns the milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/** Options of a read. */
export interface ReadOptions {
  /** What the read is for, which decides how old the answer may be. @default what the reader is for */
  readonly purpose?: Purpose;
  /** Time, by `performance.now()`, from which on an earlier single read may be used for any purpose. */
  readonly notBefore?: number;
  /** Last known modification date of the zone. A list with an older version is not used. */
  readonly lastModified?: unknown;
  /** Query parameters. With them, the zone is always read singly. */
  readonly query?: Readonly<Record<string, boolean | undefined>> | undefined;
  /** Reads the zone singly even if a list has it; `"again"` with another request than `true`, to confirm that a part is missing. */
  readonly singly?: true | "again";
}

/** Assumed cost of one page of the list, in single reads. */
export const readsPerPage = 5;
/** Time for which a lookup waits for further ones, in milliseconds. */
const gatherMs = 10;
/** Tolerance when dates are compared, in milliseconds: responses may round the same date differently. */
const dateToleranceMs = 1_000;

/** Lookup of a zone by id or name that waits for the list. */
interface WaitingLookup<Whole> {
  /** The id or the name. Several lookups of one zone count as one. */
  readonly of: number | string;
  readonly began: number;
  /** Whether the pages that have been read show that the zone exists or does not. */
  readonly isAnsweredBy: (list: ZoneList<Whole>) => boolean;
  /** Ends the wait, with the list or, if the zone must be read singly, with undefined. */
  readonly resolve: (list: ZoneList<Whole> | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads zones of one kind by id: singly while there are few, and from the list once its remaining pages cost no more than the single reads
 * that were done or are waiting. A page costs as much as {@link readsPerPage} single reads. The library `dataloader` batches by tick and
 * can't compare costs.
 *
 * A lookup waits 10 ms for further ones. Then either pages of the list are read one by one, and each answers the lookups that it can, or all
 * waiting lookups read singly.
 *
 * A zone is read singly in any case if this process has written it, if the list lacks it or omits its parts, or if the list has an older version
 * than the known one. If a request for the list fails, all waiting lookups fail with its error. If its response is invalid, zones are read
 * singly from then on.
 */
export class BatchedReads<Whole extends { readonly id: number; readonly dateModified?: string }> {
  readonly #now: () => number;
  readonly #maxAgeMs: number;
  /** Number of announced reads. It is never reduced: if the list expires, most of them may still follow. */
  #expected = 0;
  /** Number of single reads since the last list. */
  #singleReads = 0;
  #waiting: WaitingLookup<Whole>[] = [];
  #gathering: NodeJS.Timeout | undefined;
  #list: ZoneList<Whole> | undefined;
  #readingPages: Promise<void> | undefined;
  #listIsReadable = true;

  constructor(
    private readonly source: ZoneSource<Whole>,
    options: BatchedReadsOptions = {},
  ) {
    this.#now = options.now ?? (() => performance.now());
    this.#maxAgeMs = options.maxAgeMs ?? maxAgeMs("refresh");
  }

  /** Announces reads. If a list is cheaper for all announced reads, it is requested at once. */
  expect(reads: number): void {
    this.#expected += reads;
    if (this.#currentList() === undefined && this.#shouldReadPages(undefined)) this.#startReadingPages();
  }

  async read(id: number, options: ReadOptions = {}): Promise<Whole> {
    const { lastModified, query, singly } = options;
    if (this.source.written?.has(id)) return this.source.get(id, { ...options, purpose: "decision" });
    if (query !== undefined || singly !== undefined) return this.source.get(id, options);
    const list = await this.#listFor(id, (listed) => listed.has(id));
    return upToDate(list?.get(id), lastModified) ?? this.source.get(id, options);
  }

  /**
   * Whether the account may have a zone with that name, which must then be looked up. False if the complete list lacks it. The list is
   * requested once many names are asked for, and is at most 15 seconds old.
   */
  async mayExist(name: string): Promise<boolean> {
    const list = await this.#listFor(name, (listed) => listed.hasName(name));
    return list === undefined || list.hasName(name);
  }

  /** Whether a complete list lacks the zone. */
  lacks(id: number): boolean {
    const list = this.#currentList();
    return list?.isComplete === true && list.get(id) === undefined && this.source.written?.has(id) !== true;
  }

  /** Whether the last list showed the zone before a point in time, by the monotonic clock. The list is not requested for this. */
  showed(id: number, before: number): boolean {
    return (this.#currentList()?.shownSince(id) ?? Infinity) < before;
  }

  /** Returns all zones of the account except deleted ones. Call it while no lookup is running: both would read pages. */
  async all(): Promise<readonly ListedZone<Whole>[]> {
    await this.#readingPages;
    const list = this.#currentList() ?? this.#newList();
    while (!list.isComplete) await this.#readPage(list);
    return list.existing();
  }

  /**
   * Waits for other lookups, so that a list can answer them all.
   *
   * @returns the list if it has the zone or is complete; undefined if the zone must be read singly
   */
  async #listFor(
    of: WaitingLookup<Whole>["of"],
    hasZone: (list: ZoneList<Whole>) => boolean,
  ): Promise<ZoneList<Whole> | undefined> {
    const isAnsweredBy = (list: ZoneList<Whole>): boolean => list.isComplete || hasZone(list);
    const list = this.#currentList();
    if (list !== undefined && isAnsweredBy(list)) return list;
    if (!this.#listIsReadable) return undefined;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ of, began: this.#now(), isAnsweredBy, resolve, reject });
      this.#gathering ??= setTimeout(() => this.#answerWaiting(), gatherMs);
    });
  }

  #answerWaiting(): void {
    this.#gathering = undefined;
    // A list that is being read will answer them. A list that was just read may have answered all of them.
    if (this.#readingPages !== undefined || this.#waiting.length === 0) return;
    if (this.#shouldReadPages(this.#currentList())) this.#startReadingPages();
    else this.#leaveToSingleReads();
  }

  /** Whether the rest of the list costs no more than single reads of the zones requested so far, or of the announced ones. */
  #shouldReadPages(list: ZoneList<Whole> | undefined): boolean {
    const waiting = new Set(this.#waiting.map(({ of }) => of)).size;
    const singleReads = Math.max(this.#singleReads + waiting, this.#expected);
    return this.#listIsReadable && (list?.pagesLeft ?? 1) * readsPerPage <= singleReads;
  }

  #startReadingPages(): void {
    this.#readingPages ??= this.#readPages().finally(() => {
      this.#readingPages = undefined;
    });
  }

  /** Answers all waiting lookups, from the list while its remaining pages are cheaper than single reads, then by single reads. */
  async #readPages(): Promise<void> {
    try {
      const list = this.#currentList() ?? this.#newList();
      do await this.#readPage(list);
      while (!list.isComplete && this.#waiting.length > 0 && this.#shouldReadPages(list));
    } catch (error) {
      this.#list = undefined;
      if (isUnreadable(error)) this.#listIsReadable = false;
      else for (const { reject } of this.#waiting.splice(0)) reject(error);
    }
    this.#leaveToSingleReads();
  }

  /** Reads the next page and answers the lookups that it can. */
  async #readPage(list: ZoneList<Whole>): Promise<void> {
    list.add(await this.source.list(list.nextPage), this.#now());
    for (const lookup of this.#waiting.splice(0)) {
      // The list may be too old for a lookup that began while its last pages were read.
      const isCurrent = lookup.began <= list.takenAt + this.#maxAgeMs;
      if (isCurrent && lookup.isAnsweredBy(list)) lookup.resolve(list);
      else this.#waiting.push(lookup);
    }
  }

  #leaveToSingleReads(): void {
    const waiting = this.#waiting.splice(0);
    this.#singleReads += new Set(waiting.map(({ of }) => of)).size;
    for (const { resolve } of waiting) resolve(undefined);
  }

  #newList(): ZoneList<Whole> {
    this.#list = new ZoneList(this.#now());
    this.#singleReads = 0;
    // If nothing else is read, this frees the memory of the list.
    setTimeout(() => this.#currentList(), this.#maxAgeMs + 1).unref();
    return this.#list;
  }

  #currentList(): ZoneList<Whole> | undefined {
    if (this.#list !== undefined && this.#now() > this.#list.takenAt + this.#maxAgeMs) this.#list = undefined;
    return this.#list;
  }
}

/** The pages of the list that have been read so far. */
class ZoneList<Whole> {
  readonly #zones = new Map<number, ListedZone<Whole>>();
  readonly #names = new Set<string>();
  /** Times at which the pages with the zones were complete. */
  readonly #since = new Map<number, number>();
  nextPage = 1;
  /** Until the first page is read, the list is assumed to have one. */
  pagesLeft = 1;

  /** @param takenAt time of the request for the first page */
  constructor(readonly takenAt: number) {}

  get isComplete(): boolean {
    return this.pagesLeft === 0;
  }

  add({ zones, pagesLeft }: ListedPage<Whole>, now: number): void {
    const before = this.#zones.size;
    for (const object of zones) {
      if (!this.#zones.has(object.id)) this.#since.set(object.id, now);
      this.#zones.set(object.id, object);
      if (object.name !== undefined) this.#names.add(nameKey(object.name));
    }
    // Otherwise, the loop would not end if the service ignored the page number.
    this.pagesLeft = this.#zones.size === before ? 0 : pagesLeft;
    this.nextPage++;
  }

  get(id: number): ListedZone<Whole> | undefined {
    const object = this.#zones.get(id);
    return object?.deleted === true ? undefined : object;
  }

  /** Whether the list has the zone, possibly as a deleted one. */
  has(id: number): boolean {
    return this.#zones.has(id);
  }

  shownSince(id: number): number | undefined {
    return this.#since.get(id);
  }

  /** Whether a zone of the list has the name, in any spelling. */
  hasName(name: string): boolean {
    return this.#names.has(nameKey(name));
  }

  existing(): readonly ListedZone<Whole>[] {
    return [...this.#zones.values()].filter(({ deleted }) => !deleted);
  }
}

/**
 * Returns the zone of the list. Undefined if the list has an older version than the known one or omits the zone's parts, or if the zone is
 * invalid: the single read then reports the error.
 */
function upToDate<Whole extends { readonly dateModified?: string }>(
  listed: ListedZone<Whole> | undefined,
  lastModified: unknown,
): Whole | undefined {
  try {
    const object = listed?.isComplete === true ? listed.read() : undefined;
    return isOlder(object?.dateModified, lastModified) ? undefined : object;
  } catch (error) {
    if (error instanceof UnexpectedResponseError) return undefined;
    throw error;
  }
}

function isOlder(dateModified: unknown, lastModified: unknown): boolean {
  if (typeof dateModified !== "string" || typeof lastModified !== "string") return false;
  return utcTime(dateModified) < utcTime(lastModified) - dateToleranceMs;
}

/** Whether there is no list, or it is too large or invalid. Any other 404 means that the base URL is wrong: single reads would fail as well. */
function isUnreadable(error: unknown): boolean {
  return (
    error instanceof UnsupportedError || (error instanceof UnexpectedResponseError && error.evidence.status !== 404)
  );
}
