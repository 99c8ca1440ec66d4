import type { LinkedStorageZone } from "../types/storageZone";
import { utcTime } from "../wire/utcTime";
import { UnexpectedResponseError } from "./errors";

/** Reads single zones and pages of the list: a client. */
interface ZoneSource {
  getLinkedStorageZone(id: number): Promise<LinkedStorageZone>;
  listLinkedStorageZones(page: number): Promise<ListedZonePage>;
  /** Ids of the zones that this process has written: a list may show their previous version. */
  readonly written?: ReadonlySet<number>;
}

/** One page of the list of storage zones. */
export interface ListedZonePage {
  readonly zones: readonly ListedZone[];
  readonly totalItems: number;
  readonly hasMoreItems: boolean;
}

/** A storage zone in a list, decoded on demand. */
export interface ListedZone {
  readonly id: number;
  readonly name: string | undefined;
  readonly deleted: boolean;
  /** @throws {UnexpectedResponseError} if the zone is invalid */
  read(): LinkedStorageZone;
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
}

/** By default, a list answers reads that begin within this time after the first request for it. */
export const listMaxAgeMs = 15_000;
/** The assumed cost of a page of the list, in single reads. */
export const readsPerPage = 5;
/** The maximum page size. Source: contract. */
export const zonesPerPage = 1000;
/** The assumed length of a list before its first page is read, in pages. */
const pagesAtLeast = 1;
/** How long a read waits for others. */
const gatherMs = 10;
/** Responses may round the same date differently. */
const dateToleranceMs = 1_000;

/** A lookup of a zone, by id or by name, that waits for the list. */
interface WaitingLookup {
  readonly began: number;
  /** Whether the list has the zone wanted, as far as it has been read. */
  readonly isIn: (list: ZoneList) => boolean;
  /** Ends the wait, without a list if it does not help. */
  readonly resolve: (list: ZoneList | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads storage zones by id: singly while there are few, and from the list as soon as the single reads, done and waiting, cost as
 * much as the remaining pages ({@link readsPerPage} each).
 *
 * A lookup waits 10 ms for others (`#gathering`). Then either pages of the list are read one by one, each answering the lookups
 * that it can (`#listing`), or all waiting lookups are told to read singly.
 *
 * A zone is read singly nevertheless if this process has written it, if the list shows an older version than the known one, or if
 * it is not in the list. If a request for the list fails, all waiting reads fail with its error; if its response is invalid,
 * zones are read singly from then on.
 */
export class BatchedReads {
  readonly #now: () => number;
  readonly #maxAgeMs: number;
  /** Reads that were announced. Never reduced: if the list expires, most of them may still be to come. */
  #expected = 0;
  #list: ZoneList | undefined;
  #listing: Promise<void> | undefined;
  #listIsReadable = true;
  #waiting: WaitingLookup[] = [];
  #gathering: NodeJS.Timeout | undefined;
  /** Single reads since the last list. */
  #singleReads = 0;

  constructor(
    private readonly source: ZoneSource,
    options: BatchedReadsOptions = {},
  ) {
    this.#now = options.now ?? (() => performance.now());
    this.#maxAgeMs = options.maxAgeMs ?? listMaxAgeMs;
  }

  /** Announces reads. If a list is cheaper for all that were announced, it is requested at once. */
  expect(reads: number): void {
    this.#expected += reads;
    if (this.#listing === undefined && this.#currentList() === undefined && this.#listIsCheaper(pagesAtLeast))
      this.#startList();
  }

  async read(id: number, options: ReadOptions = {}): Promise<LinkedStorageZone> {
    if (this.source.written?.has(id)) return this.source.getLinkedStorageZone(id);
    const list = await this.#listWith((listed) => listed.has(id));
    return upToDate(list?.get(id), options) ?? this.source.getLinkedStorageZone(id);
  }

  /**
   * Whether the account may have a zone of that name, so that it must be looked up. False if the complete list does not show it;
   * the list is requested once many names are asked for, and is at most 15 seconds old.
   */
  async mayExist(name: string): Promise<boolean> {
    const list = await this.#listWith((listed) => listed.hasName(name));
    return list === undefined || list.hasName(name);
  }

  /** Every zone of the account except deleted ones. To be called when no lookup is under way: both would read pages. */
  async all(): Promise<readonly ListedZone[]> {
    await this.#listing;
    const list = this.#currentList() ?? this.#newList();
    while (!list.isComplete) await this.#readPage(list);
    return list.existing();
  }

  /**
   * Waits for other reads, so that a list can answer them all.
   *
   * @returns the list, if it has the zone or is complete; undefined if the zone must be read singly
   */
  async #listWith(isIn: WaitingLookup["isIn"]): Promise<ZoneList | undefined> {
    const list = this.#currentList();
    if (list !== undefined && (list.isComplete || isIn(list))) return list;
    if (!this.#listIsReadable) return undefined;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ began: this.#now(), isIn, resolve, reject });
      this.#gathering ??= setTimeout(() => this.#answerWaiting(), gatherMs);
    });
  }

  #answerWaiting(): void {
    this.#gathering = undefined;
    // A list that is being read will answer them; one that was read just now may have answered them all.
    if (this.#listing !== undefined || this.#waiting.length === 0) return;
    if (this.#listIsCheaper(this.#currentList()?.pagesLeft ?? pagesAtLeast)) this.#startList();
    else this.#readSingly();
  }

  #startList(): void {
    this.#listing = this.#readPages().finally(() => {
      this.#listing = undefined;
    });
  }

  /** Answers every waiting lookup: from the list, while its remaining pages are cheaper than single reads, and the rest singly. */
  async #readPages(): Promise<void> {
    try {
      const list = this.#currentList() ?? this.#newList();
      do {
        await this.#readPage(list);
      } while (!list.isComplete && this.#waiting.length > 0 && this.#listIsCheaper(list.pagesLeft));
    } catch (error) {
      this.#list = undefined;
      if (isUnreadable(error)) this.#listIsReadable = false;
      else for (const { reject } of this.#waiting.splice(0)) reject(error);
    }
    this.#readSingly();
  }

  async #readPage(list: ZoneList): Promise<void> {
    list.add(await this.source.listLinkedStorageZones(list.nextPage));
    for (const lookup of this.#waiting.splice(0)) {
      // While the last pages are read, the list may already be too old for a lookup that begins then.
      const isCurrent = lookup.began <= list.takenAt + this.#maxAgeMs;
      if (isCurrent && (list.isComplete || lookup.isIn(list))) lookup.resolve(list);
      else this.#waiting.push(lookup);
    }
  }

  /** Compares that many pages of the list with the lookups that are done or waiting, or with those that were announced. */
  #listIsCheaper(pages: number): boolean {
    const reads = Math.max(this.#singleReads + this.#waiting.length, this.#expected);
    return this.#listIsReadable && reads >= readsPerPage * pages;
  }

  /** Ends the waits without a list. */
  #readSingly(): void {
    for (const { resolve } of this.#waiting.splice(0)) {
      this.#singleReads++;
      resolve(undefined);
    }
  }

  #newList(): ZoneList {
    this.#list = new ZoneList(this.#now());
    this.#singleReads = 0;
    // Frees the memory of the list if nothing else is read.
    setTimeout(() => this.#currentList(), this.#maxAgeMs + 1).unref();
    return this.#list;
  }

  #currentList(): ZoneList | undefined {
    if (this.#list !== undefined && this.#now() > this.#list.takenAt + this.#maxAgeMs) this.#list = undefined;
    return this.#list;
  }
}

/** The list of an account's storage zones, as far as it has been read. */
class ZoneList {
  readonly #zones = new Map<number, ListedZone>();
  readonly #names = new Set<string>();
  nextPage = 1;
  pagesLeft = pagesAtLeast;
  isComplete = false;

  /** @param takenAt when the first page was requested */
  constructor(readonly takenAt: number) {}

  add({ zones, totalItems, hasMoreItems }: ListedZonePage): void {
    const before = this.#zones.size;
    for (const zone of zones) {
      this.#zones.set(zone.id, zone);
      if (zone.name !== undefined) this.#names.add(zone.name.toLowerCase());
    }
    // A service that ignores the page number would make the loop endless.
    this.isComplete = !hasMoreItems || this.#zones.size === before;
    this.pagesLeft = Math.max(1, Math.ceil(totalItems / zonesPerPage) - this.nextPage);
    this.nextPage++;
  }

  get(id: number): ListedZone | undefined {
    const zone = this.#zones.get(id);
    return zone?.deleted === true ? undefined : zone;
  }

  /** Whether the list has the zone, even a deleted one. */
  has(id: number): boolean {
    return this.#zones.has(id);
  }

  /** Ignores case. */
  hasName(name: string): boolean {
    return this.#names.has(name.toLowerCase());
  }

  existing(): readonly ListedZone[] {
    return [...this.#zones.values()].filter(({ deleted }) => !deleted);
  }
}

/** The zone, unless the list shows an older version than the known one or an invalid one: a single read reports the error. */
function upToDate(listed: ListedZone | undefined, { lastModified }: ReadOptions): LinkedStorageZone | undefined {
  try {
    const zone = listed?.read();
    return zone === undefined || isOlder(zone.dateModified, lastModified) ? undefined : zone;
  } catch (error) {
    if (error instanceof UnexpectedResponseError) return undefined;
    throw error;
  }
}

function isOlder(dateModified: string, lastModified: unknown): boolean {
  return typeof lastModified === "string" && utcTime(dateModified) < utcTime(lastModified) - dateToleranceMs;
}

/** Whether the response was too large or invalid. A 404 means a wrong base URL, from which single reads fail as well. */
function isUnreadable(error: unknown): boolean {
  return error instanceof UnexpectedResponseError && error.evidence.status !== 404;
}
