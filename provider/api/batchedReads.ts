import type { LinkedStorageZone } from "../types/storageZone";
import { utcTime } from "../wire/utcTime";
import { UnexpectedResponseError } from "./errors";

/** What the reads are made of: single zones, and pages of the list. A client is one. */
export interface ZoneSource {
  getLinkedStorageZone(id: number): Promise<LinkedStorageZone>;
  listLinkedStorageZones(page: number): Promise<ListedZonePage>;
  /** Zones that a list may show as they were before. */
  readonly written?: ReadonlySet<number>;
}

/** One page of the list of storage zones. */
export interface ListedZonePage {
  readonly zones: readonly ListedZone[];
  readonly totalItems: number;
  readonly hasMoreItems: boolean;
}

/** A storage zone in a list, decoded when it is asked for. */
export interface ListedZone {
  readonly id: number;
  readonly name: string | undefined;
  readonly deleted: boolean;
  /** @throws {UnexpectedResponseError} where the zone is not readable */
  read(): LinkedStorageZone;
}

export interface BatchedReadsOptions {
  /** Expected number of reads, if known. @default unknown */
  readonly expected?: number;
  /** Milliseconds on a monotonic clock. */
  readonly now?: () => number;
}

/** How one zone is read. */
export interface ReadOptions {
  /** When the zone was last known to change: a list that shows it older is not used. */
  readonly lastModified?: unknown;
}

/** A list answers reads that begin within this time after it was asked for. */
export const listServesMs = 15_000;
/** A page of the list may cost as much as this many single reads. */
export const readsPerPage = 5;
/** The most zones that the contract allows on a page. */
export const zonesPerPage = 1000;
/** Reads wait this long for others, to be made together. */
const gatherMs = 10;
/** A service may round its dates differently in different responses. */
const dateToleranceMs = 1_000;

/** A read that waits for others. */
interface WaitingRead {
  readonly began: number;
  /** Answers it from the list, if that can be. */
  readonly answer: (list: ZoneList) => boolean;
  /** Answers it without the list. */
  readonly alone: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads storage zones by id: one by one while there are few, and from pages of the list when there are many. As soon as the
 * single reads, made and waiting, cost as much as the remaining pages ({@link readsPerPage} each), the pages are read instead.
 *
 * A list never answers for a zone that was written through this process or that was known to be newer, and a zone that is
 * missing from it may still exist: those are read singly. If the list fails, all reads that wait for it fail with its error; if
 * it is not readable, zones are read singly from then on.
 */
export class BatchedReads {
  readonly #now: () => number;
  readonly #expected: number;
  #list: ZoneList | undefined;
  #listing: Promise<void> | undefined;
  #listIsReadable = true;
  #waiting: WaitingRead[] = [];
  #gathering: NodeJS.Timeout | undefined;
  /** Single reads since the last list. */
  #singleReads = 0;

  constructor(
    private readonly source: ZoneSource,
    options: BatchedReadsOptions = {},
  ) {
    this.#now = options.now ?? (() => performance.now());
    this.#expected = options.expected ?? 0;
  }

  /** Reads one zone. */
  read(id: number, options: ReadOptions = {}): Promise<LinkedStorageZone> {
    const list = this.#currentList();
    const listed = this.#listed(list, id, options);
    if (listed !== undefined) return Promise.resolve(listed);
    const listCanHelp = this.#listIsReadable && !this.source.written?.has(id) && !list?.isComplete && !list?.has(id);
    if (!listCanHelp) return this.source.getLinkedStorageZone(id);
    return this.#together(
      (fresh) => this.#listed(fresh, id, options),
      () => this.source.getLinkedStorageZone(id),
    );
  }

  /**
   * Whether the account may have a zone of that name: it must be looked for. It has none where a list of all its zones, which
   * is asked for once many names are looked up, did not show one up to 15 seconds ago.
   */
  async mayExist(name: string): Promise<boolean> {
    const list = this.#currentList();
    if (list?.isComplete) return list.hasName(name);
    if (!this.#listIsReadable) return true;
    return this.#together<boolean>(
      (fresh) => fresh.hasName(name) || (fresh.isComplete ? false : undefined),
      () => Promise.resolve(true),
    );
  }

  /** Waits a moment for other reads: a list may answer them all, or each is answered alone. */
  #together<T>(fromList: (list: ZoneList) => T | undefined, alone: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const answer = (list: ZoneList): boolean => {
        const found = fromList(list);
        if (found !== undefined) resolve(found);
        return found !== undefined;
      };
      this.#waiting.push({ began: this.#now(), answer, alone: () => resolve(alone()), reject });
      this.#gathering ??= setTimeout(() => this.#readWaiting(), gatherMs);
    });
  }

  /** Every zone of the account except deleted ones. */
  async all(): Promise<LinkedStorageZone[]> {
    await this.#listing;
    const list = this.#currentList() ?? this.#newList();
    while (!list.isComplete) await this.#readPage(list);
    return list.existing().map((zone) => zone.read());
  }

  #readWaiting(): void {
    this.#gathering = undefined;
    if (this.#listing !== undefined) return;
    if (this.#listIsDue(this.#currentList()?.pagesLeft ?? 1)) {
      this.#listing = this.#readPages().finally(() => {
        this.#listing = undefined;
        this.#readWaiting();
      });
    } else this.#readSingly();
  }

  #listIsDue(pages: number): boolean {
    const reads = Math.max(this.#singleReads + this.#waiting.length, this.#expected);
    return this.#listIsReadable && this.#waiting.length > 0 && reads >= readsPerPage * pages;
  }

  #readSingly(): void {
    for (const { alone } of this.#waiting.splice(0)) {
      this.#singleReads++;
      alone();
    }
  }

  async #readPages(): Promise<void> {
    try {
      const list = this.#currentList() ?? this.#newList();
      do await this.#readPage(list);
      while (!list.isComplete && this.#listIsDue(list.pagesLeft));
    } catch (error) {
      this.#list = undefined;
      if (isUnreadable(error)) this.#listIsReadable = false;
      else for (const { reject } of this.#waiting.splice(0)) reject(error);
    }
    this.#readSingly();
  }

  async #readPage(list: ZoneList): Promise<void> {
    list.add(await this.source.listLinkedStorageZones(list.nextPage));
    this.#waiting = this.#waiting.filter(({ began, answer }) => began > list.takenAt + listServesMs || !answer(list));
  }

  /** The zone from the list, unless it may be out of date there. */
  #listed(list: ZoneList | undefined, id: number, { lastModified }: ReadOptions): LinkedStorageZone | undefined {
    if (this.source.written?.has(id)) return undefined;
    try {
      const zone = list?.get(id)?.read();
      return zone === undefined || isOlder(zone.dateModified, lastModified) ? undefined : zone;
    } catch (error) {
      // Read singly, it says what is wrong with it.
      if (error instanceof UnexpectedResponseError) return undefined;
      throw error;
    }
  }

  #newList(): ZoneList {
    this.#list = new ZoneList(this.#now());
    this.#singleReads = 0;
    // Nobody may ask again, and a list is large.
    setTimeout(() => this.#currentList(), listServesMs + 1).unref();
    return this.#list;
  }

  #currentList(): ZoneList | undefined {
    if (this.#list !== undefined && this.#now() > this.#list.takenAt + listServesMs) this.#list = undefined;
    return this.#list;
  }
}

/** The list of an account's storage zones, as far as it has been read. */
class ZoneList {
  readonly #zones = new Map<number, ListedZone>();
  readonly #names = new Set<string>();
  nextPage = 1;
  pagesLeft = 1;
  isComplete = false;

  /** @param takenAt when the first page was asked for */
  constructor(readonly takenAt: number) {}

  add({ zones, totalItems, hasMoreItems }: ListedZonePage): void {
    const before = this.#zones.size;
    for (const zone of zones) {
      this.#zones.set(zone.id, zone);
      if (zone.name !== undefined) this.#names.add(zone.name.toLowerCase());
    }
    // A service that ignores the page number would keep us here forever.
    this.isComplete = !hasMoreItems || this.#zones.size === before;
    this.pagesLeft = Math.max(1, Math.ceil(totalItems / zonesPerPage) - this.nextPage);
    this.nextPage++;
  }

  get(id: number): ListedZone | undefined {
    const zone = this.#zones.get(id);
    return zone?.deleted === true ? undefined : zone;
  }

  /** Whether the list has the zone, existing or deleted. */
  has(id: number): boolean {
    return this.#zones.has(id);
  }

  /** Whether a zone on the list has that name, in any case. */
  hasName(name: string): boolean {
    return this.#names.has(name.toLowerCase());
  }

  existing(): readonly ListedZone[] {
    return [...this.#zones.values()].filter(({ deleted }) => !deleted);
  }
}

function isOlder(dateModified: string, lastModified: unknown): boolean {
  return typeof lastModified === "string" && utcTime(dateModified) < utcTime(lastModified) - dateToleranceMs;
}

/** Whether the list was answered, but is too large or of another form. */
function isUnreadable(error: unknown): boolean {
  return error instanceof UnexpectedResponseError && error.evidence.status !== 404;
}
