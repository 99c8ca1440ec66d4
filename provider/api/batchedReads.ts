import { nameKey } from "../wire/dnsName";
import { utcTime } from "../wire/utcTime";
import { UnexpectedResponseError, UnsupportedError } from "./errors";

/** Reads single zones of one kind, and pages of their list. */
export interface ZoneSource<Zone> {
  get(id: number, query?: ReadOptions["query"]): Promise<Zone>;
  list(page: number): Promise<ListedPage<Zone>>;
  /** Whether several resources are parts of a zone, so that a single read serves them all, for as long as a list would. */
  readonly hasParts?: boolean;
  /** Ids of the zones that this process has written: a list may show their previous version. */
  readonly written?: ReadonlySet<number>;
}

/** A page of a list. */
export interface ListedPage<Zone> {
  readonly zones: readonly ListedZone<Zone>[];
  /** The number of pages that follow: 0 only if this is the last one. */
  readonly pagesLeft: number;
}

/** A zone in a list, decoded on demand. */
export interface ListedZone<Zone> {
  readonly id: number;
  readonly name: string | undefined;
  readonly deleted: boolean;
  /** Whether it shows all its parts: a list may leave them out. */
  readonly isWhole: boolean;
  /** @throws {UnexpectedResponseError} if the zone is invalid */
  read(): Zone;
}

interface BatchedReadsOptions {
  /** How old a list may be when a read begins, in milliseconds. @default listMaxAgeMs */
  readonly maxAgeMs?: number;
  /** Milliseconds on a monotonic clock. */
  readonly now?: () => number;
}

export interface ReadOptions {
  /** The zone's last known modification date. A list that shows an older version is not used. */
  readonly lastModified?: unknown;
  /** Parameters of a single read: with them, no list is used. */
  readonly query?: Readonly<Record<string, boolean | undefined>> | undefined;
  /** Reads the zone by itself, although a list may have shown it. */
  readonly singly?: true;
}

/** By default, a list answers reads that begin within this time after the first request for it. */
export const listMaxAgeMs = 15_000;
/** The assumed cost of a page of the list, in single reads. */
export const readsPerPage = 5;
/** How long a lookup waits for others. */
const gatherMs = 10;
/** Responses may round the same date differently. */
const dateToleranceMs = 1_000;

/** A lookup of a zone, by id or by name, that waits for the list. */
interface WaitingLookup<Zone> {
  /** The id or the name. Lookups of one zone count as one. */
  readonly of: number | string;
  readonly began: number;
  /** Whether the list, as far as it has been read, tells whether the zone exists. */
  readonly isAnsweredBy: (list: ZoneList<Zone>) => boolean;
  /** Ends the wait: with the list, or with undefined if the zone must be read singly. */
  readonly resolve: (list: ZoneList<Zone> | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads zones of one kind by id: singly while there are few, and from their list once its remaining pages cost no more than the
 * single reads, those done and those waiting. A page costs as much as {@link readsPerPage} single reads.
 * `dataloader` batches by tick and weighs nothing.
 *
 * A lookup waits 10 ms for others. Then either pages of the list are read one by one, each answering the lookups that it can, or
 * all waiting lookups are told to read singly.
 *
 * A zone is read singly nevertheless if this process has written it, if the list shows an older version than the known one, or none of
 * its parts, or if it is not in the list. If a request for the list fails, all waiting lookups fail with its error; if its response is invalid,
 * zones are read singly from then on.
 */
export class BatchedReads<Zone extends { readonly id: number; readonly dateModified?: string }> {
  readonly #now: () => number;
  readonly #maxAgeMs: number;
  /** Reads that were announced. Never reduced: if the list expires, most of them may still be to come. */
  #expected = 0;
  /** Single reads since the last list. */
  #singleReads = 0;
  readonly #readSingly = new Map<number, { readonly at: number; readonly zone: Promise<Zone> }>();
  #waiting: WaitingLookup<Zone>[] = [];
  #gathering: NodeJS.Timeout | undefined;
  #list: ZoneList<Zone> | undefined;
  #readingPages: Promise<void> | undefined;
  #listIsReadable = true;

  constructor(
    private readonly source: ZoneSource<Zone>,
    options: BatchedReadsOptions = {},
  ) {
    this.#now = options.now ?? (() => performance.now());
    this.#maxAgeMs = options.maxAgeMs ?? listMaxAgeMs;
  }

  /** Announces reads. If a list is cheaper for all that were announced, it is requested at once. */
  expect(reads: number): void {
    this.#expected += reads;
    if (this.#currentList() === undefined && this.#shouldReadPages(undefined)) this.#startReadingPages();
  }

  async read(id: number, { lastModified, query, singly }: ReadOptions = {}): Promise<Zone> {
    if (query !== undefined || this.source.written?.has(id)) return this.source.get(id, query);
    if (singly === true) return this.#single(id);
    const list = await this.#listFor(id, (listed) => listed.has(id));
    return upToDate(list?.get(id), lastModified) ?? this.#single(id);
  }

  /**
   * Whether the account may have a zone of that name, so that it must be looked up. False if the complete list does not show it;
   * the list is requested once many names are asked for, and is at most 15 seconds old.
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

  /** Every zone of the account except deleted ones. To be called when no lookup is under way: both would read pages. */
  async all(): Promise<readonly ListedZone<Zone>[]> {
    await this.#readingPages;
    const list = this.#currentList() ?? this.#newList();
    while (!list.isComplete) await this.#readPage(list);
    return list.existing();
  }

  /**
   * Waits for other lookups, so that a list can answer them all.
   *
   * @returns the list, if it has the zone or is complete; undefined if the zone must be read singly
   */
  async #listFor(
    of: WaitingLookup<Zone>["of"],
    hasZone: (list: ZoneList<Zone>) => boolean,
  ): Promise<ZoneList<Zone> | undefined> {
    const isAnsweredBy = (list: ZoneList<Zone>): boolean => list.isComplete || hasZone(list);
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
    // A list that is being read will answer them; one that was read just now may have answered them all.
    if (this.#readingPages !== undefined || this.#waiting.length === 0) return;
    if (this.#shouldReadPages(this.#currentList())) this.#startReadingPages();
    else this.#leaveToSingleReads();
  }

  /** Whether the rest of the list costs no more than single reads: of the zones asked for so far, or of those announced. */
  #shouldReadPages(list: ZoneList<Zone> | undefined): boolean {
    const waiting = new Set(this.#waiting.map(({ of }) => of)).size;
    const singleReads = Math.max(this.#singleReads + waiting, this.#expected);
    return this.#listIsReadable && (list?.pagesLeft ?? 1) * readsPerPage <= singleReads;
  }

  #startReadingPages(): void {
    this.#readingPages ??= this.#readPages().finally(() => {
      this.#readingPages = undefined;
    });
  }

  /** Answers all waiting lookups: from the list while its remaining pages are cheaper than single reads, then by single reads. */
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

  /** Reads the next page, and answers the lookups that it can. */
  async #readPage(list: ZoneList<Zone>): Promise<void> {
    list.add(await this.source.list(list.nextPage));
    for (const lookup of this.#waiting.splice(0)) {
      // While the last pages are read, the list may already be too old for a lookup that begins then.
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

  /** Reads one zone. If it has parts, the reads of all of them share the request. */
  async #single(id: number): Promise<Zone> {
    if (this.source.hasParts !== true) return this.source.get(id);
    const known = this.#readSingly.get(id);
    if (known !== undefined && this.#now() <= known.at + this.#maxAgeMs) return known.zone;
    const zone = this.source.get(id);
    this.#readSingly.set(id, { at: this.#now(), zone });
    zone.catch(() => this.#readSingly.delete(id));
    return zone;
  }

  #newList(): ZoneList<Zone> {
    this.#list = new ZoneList(this.#now());
    this.#singleReads = 0;
    // Frees the memory of the list if nothing else is read.
    setTimeout(() => this.#currentList(), this.#maxAgeMs + 1).unref();
    return this.#list;
  }

  #currentList(): ZoneList<Zone> | undefined {
    if (this.#list !== undefined && this.#now() > this.#list.takenAt + this.#maxAgeMs) this.#list = undefined;
    return this.#list;
  }
}

/** The list of an account's zones, as far as it has been read. */
class ZoneList<Zone> {
  readonly #zones = new Map<number, ListedZone<Zone>>();
  readonly #names = new Set<string>();
  nextPage = 1;
  /** Before the first page is read, the list is assumed to have one. */
  pagesLeft = 1;

  /** @param takenAt when the first page was requested */
  constructor(readonly takenAt: number) {}

  get isComplete(): boolean {
    return this.pagesLeft === 0;
  }

  add({ zones, pagesLeft }: ListedPage<Zone>): void {
    const before = this.#zones.size;
    for (const zone of zones) {
      this.#zones.set(zone.id, zone);
      if (zone.name !== undefined) this.#names.add(nameKey(zone.name));
    }
    // A service that ignores the page number would make the loop endless.
    this.pagesLeft = this.#zones.size === before ? 0 : pagesLeft;
    this.nextPage++;
  }

  get(id: number): ListedZone<Zone> | undefined {
    const zone = this.#zones.get(id);
    return zone?.deleted === true ? undefined : zone;
  }

  /** Whether the list has the zone, even a deleted one. */
  has(id: number): boolean {
    return this.#zones.has(id);
  }

  /** Whether a zone has the name, in any spelling. */
  hasName(name: string): boolean {
    return this.#names.has(nameKey(name));
  }

  existing(): readonly ListedZone<Zone>[] {
    return [...this.#zones.values()].filter(({ deleted }) => !deleted);
  }
}

/** The zone, unless the list shows an older version than the known one, none of its parts, or an invalid one: a single read reports the error. */
function upToDate<Zone extends { readonly dateModified?: string }>(
  listed: ListedZone<Zone> | undefined,
  lastModified: unknown,
): Zone | undefined {
  try {
    const zone = listed?.isWhole === true ? listed.read() : undefined;
    return isOlder(zone?.dateModified, lastModified) ? undefined : zone;
  } catch (error) {
    if (error instanceof UnexpectedResponseError) return undefined;
    throw error;
  }
}

function isOlder(dateModified: unknown, lastModified: unknown): boolean {
  if (typeof dateModified !== "string" || typeof lastModified !== "string") return false;
  return utcTime(dateModified) < utcTime(lastModified) - dateToleranceMs;
}

/** Whether there is no list, or it is too large or invalid. Another 404 means a wrong base URL, from which single reads fail as well. */
function isUnreadable(error: unknown): boolean {
  return (
    error instanceof UnsupportedError || (error instanceof UnexpectedResponseError && error.evidence.status !== 404)
  );
}
