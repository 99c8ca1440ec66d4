import { nameKey } from "../wire/dnsName";
import { utcTime } from "../wire/utcTime";
import type { Purpose } from "./answers";
import { maxAgeMs } from "./answers";
import { UnexpectedResponseError, UnsupportedError } from "./errors";

/** Reads single objects of one kind, and pages of their list. */
export interface WholeSource<Whole> {
  get(id: number, options: ReadOptions): Promise<Whole>;
  list(page: number): Promise<ListedPage<Whole>>;
  /** The objects that this process has written, by id. A list may still show their previous version. */
  readonly written?: ReadonlyMap<number, unknown>;
}

/** A page of a list. */
export interface ListedPage<Whole> {
  readonly objects: readonly Listed<Whole>[];
  /** Number of pages that follow. 0 means that this is the last page. */
  readonly pagesLeft: number;
}

/** An object in a list, decoded on demand. */
export interface Listed<Whole> {
  readonly id: number;
  readonly name: string | undefined;
  readonly deleted: boolean;
  /** Whether all parts of the object are included. A list may omit them. */
  readonly isComplete: boolean;
  /** @throws {UnexpectedResponseError} if the object is invalid */
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
  /** Last known modification date of the object. A list with an older version is not used. */
  readonly lastModified?: unknown;
  /** Query parameters. With them, the object is always read singly. */
  readonly query?: Readonly<Record<string, boolean | undefined>> | undefined;
  /** Reads the object singly even if a list has it; `"again"` with another request than `true`, to confirm that a part is missing. */
  readonly singly?: true | "again";
}

/** Assumed cost of one page of the list, in single reads. */
export const readsPerPage = 5;
/** Time for which a lookup waits for further ones, in milliseconds. */
const gatherMs = 10;
/** Tolerance when dates are compared, in milliseconds: responses may round the same date differently. */
const dateToleranceMs = 1_000;

/** Lookup of an object by id or name that waits for the list. */
interface WaitingLookup<Whole> {
  /** The id or the name. Several lookups of one object count as one. */
  readonly of: number | string;
  readonly began: number;
  /** Whether the pages that have been read show that the object exists or does not. */
  readonly isAnsweredBy: (list: WholeList<Whole>) => boolean;
  /** Ends the wait, with the list or, if the object must be read singly, with undefined. */
  readonly resolve: (list: WholeList<Whole> | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads objects of one kind by id: singly while there are few, and from the list once its remaining pages cost no more than the single reads
 * that were done or are waiting. A page costs as much as {@link readsPerPage} single reads. The library `dataloader` batches by tick and
 * can't compare costs.
 *
 * A lookup waits 10 ms for further ones. Then either pages of the list are read one by one, and each answers the lookups that it can, or all
 * waiting lookups read singly.
 *
 * An object is read singly in any case if this process has written it, if the list lacks it or omits its parts, or if the list has an older version
 * than the known one. If a request for the list fails, all waiting lookups fail with its error. If its response is invalid, objects are read
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
  #list: WholeList<Whole> | undefined;
  #readingPages: Promise<void> | undefined;
  #listIsReadable = true;

  constructor(
    private readonly source: WholeSource<Whole>,
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
   * Whether the account may have an object with that name, which must then be looked up. False if the complete list lacks it. The list is
   * requested once many names are asked for, and is at most 15 seconds old.
   */
  async mayExist(name: string): Promise<boolean> {
    const list = await this.#listFor(name, (listed) => listed.hasName(name));
    return list === undefined || list.hasName(name);
  }

  /** Whether a complete list lacks the object. */
  lacks(id: number): boolean {
    const list = this.#currentList();
    return list?.isComplete === true && list.get(id) === undefined && this.source.written?.has(id) !== true;
  }

  /** Whether the last list showed the object before a point in time, by the monotonic clock. The list is not requested for this. */
  showed(id: number, before: number): boolean {
    return (this.#currentList()?.shownSince(id) ?? Infinity) < before;
  }

  /** Returns all objects of the account except deleted ones. Call it while no lookup is running: both would read pages. */
  async all(): Promise<readonly Listed<Whole>[]> {
    await this.#readingPages;
    const list = this.#currentList() ?? this.#newList();
    while (!list.isComplete) await this.#readPage(list);
    return list.existing();
  }

  /**
   * Waits for other lookups, so that a list can answer them all.
   *
   * @returns the list if it has the object or is complete; undefined if the object must be read singly
   */
  async #listFor(
    of: WaitingLookup<Whole>["of"],
    hasObject: (list: WholeList<Whole>) => boolean,
  ): Promise<WholeList<Whole> | undefined> {
    const isAnsweredBy = (list: WholeList<Whole>): boolean => list.isComplete || hasObject(list);
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

  /** Whether the rest of the list costs no more than single reads of the objects requested so far, or of the announced ones. */
  #shouldReadPages(list: WholeList<Whole> | undefined): boolean {
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
  async #readPage(list: WholeList<Whole>): Promise<void> {
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

  #newList(): WholeList<Whole> {
    this.#list = new WholeList(this.#now());
    this.#singleReads = 0;
    // If nothing else is read, this frees the memory of the list.
    setTimeout(() => this.#currentList(), this.#maxAgeMs + 1).unref();
    return this.#list;
  }

  #currentList(): WholeList<Whole> | undefined {
    if (this.#list !== undefined && this.#now() > this.#list.takenAt + this.#maxAgeMs) this.#list = undefined;
    return this.#list;
  }
}

/** The pages of the list that have been read so far. */
class WholeList<Whole> {
  readonly #objects = new Map<number, Listed<Whole>>();
  readonly #names = new Set<string>();
  /** Times at which the pages with the objects were complete. */
  readonly #since = new Map<number, number>();
  nextPage = 1;
  /** Until the first page is read, the list is assumed to have one. */
  pagesLeft = 1;

  /** @param takenAt time of the request for the first page */
  constructor(readonly takenAt: number) {}

  get isComplete(): boolean {
    return this.pagesLeft === 0;
  }

  add({ objects, pagesLeft }: ListedPage<Whole>, now: number): void {
    const before = this.#objects.size;
    for (const object of objects) {
      if (!this.#objects.has(object.id)) this.#since.set(object.id, now);
      this.#objects.set(object.id, object);
      if (object.name !== undefined) this.#names.add(nameKey(object.name));
    }
    // Otherwise, the loop would not end if the service ignored the page number.
    this.pagesLeft = this.#objects.size === before ? 0 : pagesLeft;
    this.nextPage++;
  }

  get(id: number): Listed<Whole> | undefined {
    const object = this.#objects.get(id);
    return object?.deleted === true ? undefined : object;
  }

  /** Whether the list has the object, possibly as a deleted one. */
  has(id: number): boolean {
    return this.#objects.has(id);
  }

  shownSince(id: number): number | undefined {
    return this.#since.get(id);
  }

  /** Whether an object of the list has the name, in any spelling. */
  hasName(name: string): boolean {
    return this.#names.has(nameKey(name));
  }

  existing(): readonly Listed<Whole>[] {
    return [...this.#objects.values()].filter(({ deleted }) => !deleted);
  }
}

/**
 * Returns the object of the list. Undefined if the list has an older version than the known one or omits the object's parts, or if the object is
 * invalid: the single read then reports the error.
 */
function upToDate<Whole extends { readonly dateModified?: string }>(
  listed: Listed<Whole> | undefined,
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
