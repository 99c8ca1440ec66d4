import type { LinkedStorageZone } from "../types/storageZone";

/** A storage zone as a list has it, decoded when it is asked for. */
export interface ListedZone {
  readonly id: number;
  readonly deleted: boolean;
  /** @throws {UnexpectedResponseError} where the zone breaks the contract, which is no fault of the others */
  read(): LinkedStorageZone;
}

/** One page of the list of storage zones. */
export interface ListedZonePage {
  readonly zones: readonly ListedZone[];
  /** How many items it was answered with, those without an id too. */
  readonly size: number;
  readonly totalItems: number;
  readonly hasMoreItems: boolean;
  /** The error for a page that can't be what it says it is. */
  readonly broken: (fault: string) => Error;
}

/** So many zones does a page hold: the most that the contract allows. */
export const zonesPerPage = 1000;

/** At the size that is asked for, a million zones; and it is no endless list that a broken service makes. */
const mostPages = 1000;

/**
 * Whether others follow a page. An empty one is the last, whatever it says.
 *
 * @param added how many zones it has that the pages before did not have
 * @throws what `broken` makes of a list that would never end
 */
export function goesOn(
  { number, size, hasMoreItems }: { readonly number: number; readonly size: number; readonly hasMoreItems: boolean },
  added: number,
  broken: (fault: string) => Error,
): boolean {
  if (!hasMoreItems || size === 0) return false;
  // A service that does not turn the page would keep us here for ever.
  if (added === 0) throw broken("the page holds nothing that earlier pages did not, and yet HasMoreItems is true");
  if (number >= mostPages) throw broken(`the list goes on after ${String(mostPages)} pages`);
  return true;
}

/** The list of an account's storage zones as far as it has been read, page by page. */
export class ZoneList {
  readonly #zones = new Map<number, ListedZone>();
  #pages = 0;
  /** How many pages are still to be read; before the first, there is at least one. */
  pagesLeft = 1;

  /** @param takenAt when the first page was asked for */
  constructor(readonly takenAt: number) {}

  /** The number of the page to be read next. */
  get nextPage(): number {
    return this.#pages + 1;
  }

  add(page: ListedZonePage): void {
    const { zones, totalItems, size, hasMoreItems } = page;
    const known = this.#zones.size;
    for (const zone of zones) this.#zones.set(zone.id, zone);
    this.#pages++;
    const more = goesOn({ number: this.#pages, size, hasMoreItems }, this.#zones.size - known, page.broken);
    this.pagesLeft = more ? Math.max(1, Math.ceil(totalItems / zonesPerPage) - this.#pages) : 0;
  }

  /** The zone, where the list has it standing. That it has not proves nothing: a list may lag behind. */
  get(id: number): ListedZone | undefined {
    const zone = this.#zones.get(id);
    return zone?.deleted === true ? undefined : zone;
  }

  /** Whether the list has the zone, standing or deleted. */
  has(id: number): boolean {
    return this.#zones.has(id);
  }

  standing(): readonly ListedZone[] {
    return [...this.#zones.values()].filter(({ deleted }) => !deleted);
  }
}
