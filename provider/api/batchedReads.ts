import type { LinkedStorageZone } from "../types/storageZone";
import { UnexpectedResponseError } from "./errors";
import { utcTime } from "../wire/utcTime";
import type { ListedZonePage } from "./zoneList";
import { ZoneList } from "./zoneList";

/** What the reads are made of: single zones, and pages of the list. A client is one. */
export interface ZoneSource {
  getLinkedStorageZone(id: number): Promise<LinkedStorageZone>;
  listLinkedStorageZones(page: number): Promise<ListedZonePage>;
}

export interface BatchedReadsOptions {
  /** How many reads are known to come, for who knows it. @default unknown */
  readonly expected?: number;
  /** Milliseconds on a clock that never jumps. */
  readonly now?: () => number;
}

/** How one zone is read. */
export interface ReadOptions {
  /** When the zone was last known to change: a list that shows it as it was before is not believed. */
  readonly lastModified?: unknown;
}

/** So long after it was asked for, a list answers reads that begin. */
export const listServesMs = 15_000;
/** A page of the list may cost what so many single reads cost. */
export const readsPerPage = 5;
/** After so long without a read, nothing tells how many will come. */
const pauseMs = 2_000;
/** So long do reads that come while another is under way wait for company. */
const gatherMs = 10;

interface WaitingRead {
  readonly id: number;
  readonly began: number;
  readonly options: ReadOptions;
  readonly resolve: (zone: LinkedStorageZone | PromiseLike<LinkedStorageZone>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads storage zones by id, one by one while there are few and from pages of the list when there are many.
 *
 * - A lone read is a single GET, at once. Those that come while it is under way wait a moment for company.
 * - Rent or buy: as soon as the single reads made and waiting would have paid for the pages that are still to be read, at
 *   {@link readsPerPage} each, these are read instead. So an account of 5,000 zones of which two are read costs two reads.
 * - A list answers the reads that waited for it and those that begin within {@link listServesMs} after it was asked for.
 *   It never answers for a zone that was {@link wrote written} through this process, nor with one that is older than it was
 *   known to be; and that a zone is not in it proves nothing. All of these are read by themselves.
 * - Where the list fails, every read that waited for it fails with the same error, and nothing is kept. Where it is
 *   answered but can't be understood, zones are read one by one from then on.
 */
export class BatchedReads {
  readonly #now: () => number;
  readonly #written = new Set<number>();
  /** Reads that are known, or to be supposed, to come. */
  #expected: number;
  /** Reads that the list has answered. */
  #served = 0;
  #lastRead: number;
  #list: ZoneList | undefined;
  #listing: Promise<void> | undefined;
  #listIsReadable = true;
  #waiting: WaitingRead[] = [];
  #gathering: NodeJS.Timeout | undefined;
  #singly = 0;
  #singlyUnderWay = 0;

  constructor(
    private readonly source: ZoneSource,
    options: BatchedReadsOptions = {},
  ) {
    this.#now = options.now ?? (() => performance.now());
    this.#expected = options.expected ?? 0;
    this.#lastRead = this.#now();
  }

  /** Says that a zone is being written: from now on it is only read by itself. */
  wrote(id: number): void {
    this.#written.add(id);
  }

  /** Reads one zone. */
  read(id: number, options: ReadOptions = {}): Promise<LinkedStorageZone> {
    const list = this.#freshList();
    const now = this.#now();
    if (now > this.#lastRead + pauseMs) this.#expected = 0;
    this.#lastRead = now;
    const listed = this.#listed(list, id, options);
    if (listed !== undefined) return Promise.resolve(listed);
    const listCanHelp = this.#listIsReadable && !this.#written.has(id) && list?.pagesLeft !== 0 && !list?.has(id);
    if (!listCanHelp) return this.source.getLinkedStorageZone(id);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id, began: now, options, resolve, reject });
      if (this.#listing === undefined) this.#dispatch();
    });
  }

  /** Every zone of the account, but deleted ones. */
  async all(): Promise<LinkedStorageZone[]> {
    await this.#listing;
    const list = this.#freshList() ?? this.#newList();
    while (list.pagesLeft > 0) await this.#readPage(list);
    return list.standing().map((zone) => zone.read());
  }

  #dispatch(): void {
    if (this.#listIsDue(this.#freshList()?.pagesLeft ?? 1)) {
      this.#listing = this.#readPages().finally(() => (this.#listing = undefined));
    } else if (this.#singlyUnderWay === 0) {
      this.#readWaitingSingly();
    } else {
      this.#gathering ??= setTimeout(() => this.#readWaitingSingly(), gatherMs);
    }
  }

  #listIsDue(pages: number): boolean {
    return Math.max(this.#singly + this.#waiting.length, this.#expected) >= readsPerPage * pages;
  }

  #readWaitingSingly(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    for (const { id, resolve } of this.#waiting.splice(0)) {
      this.#singly++;
      this.#singlyUnderWay++;
      resolve(this.source.getLinkedStorageZone(id).finally(() => this.#singlyUnderWay--));
    }
  }

  async #readPages(): Promise<void> {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    const list = this.#freshList() ?? this.#newList();
    try {
      do await this.#readPage(list);
      while (this.#waiting.length > 0 && list.pagesLeft > 0 && this.#listIsDue(list.pagesLeft));
    } catch (error) {
      this.#forgetList();
      this.#expected = 0;
      if (!isUnreadable(error)) {
        for (const { reject } of this.#waiting.splice(0)) reject(error);
        return;
      }
      this.#listIsReadable = false;
    }
    this.#readWaitingSingly();
  }

  async #readPage(list: ZoneList): Promise<void> {
    list.add(await this.source.listLinkedStorageZones(list.nextPage));
    this.#waiting = this.#waiting.filter(({ id, began, options, resolve }) => {
      const zone = began > list.takenAt + listServesMs ? undefined : this.#listed(list, id, options);
      if (zone !== undefined) resolve(zone);
      return zone === undefined;
    });
  }

  /** The zone from the list, where that may be believed. */
  #listed(list: ZoneList | undefined, id: number, { lastModified }: ReadOptions): LinkedStorageZone | undefined {
    if (this.#written.has(id)) return undefined;
    try {
      const zone = list?.get(id)?.read();
      if (zone === undefined || isOlder(zone.dateModified, lastModified)) return undefined;
      this.#served++;
      return zone;
    } catch (error) {
      // Read by itself, it says what is wrong with it.
      if (error instanceof UnexpectedResponseError) return undefined;
      throw error;
    }
  }

  #newList(): ZoneList {
    this.#list = new ZoneList(this.#now());
    this.#singly = 0;
    this.#served = 0;
    // Nobody may ask again, and a list is large.
    setTimeout(() => this.#freshList(), listServesMs + 1).unref();
    return this.#list;
  }

  #freshList(): ZoneList | undefined {
    if (this.#list !== undefined && this.#now() > this.#list.takenAt + listServesMs) {
      // What was read by the hundred goes on being read so: a long refresh takes one more list, without a single read first.
      this.#expected = this.#served;
      this.#forgetList();
    }
    return this.#list;
  }

  #forgetList(): void {
    this.#list = undefined;
    this.#served = 0;
    this.#singly = 0;
  }
}

/** A service may round its dates differently in different answers. */
const dateToleranceMs = 1000;

function isOlder(dateModified: string, lastModified: unknown): boolean {
  return typeof lastModified === "string" && utcTime(dateModified) < utcTime(lastModified) - dateToleranceMs;
}

/** Whether the list was answered, but not as it should: too large, or of another form. */
function isUnreadable(error: unknown): boolean {
  return error instanceof UnexpectedResponseError && error.evidence.status !== 404;
}
