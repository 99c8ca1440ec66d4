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
  readonly totalItems: number;
  readonly hasMoreItems: boolean;
}

/** So many zones does a page hold: the most that the contract allows. */
export const zonesPerPage = 1000;

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

  add({ zones, totalItems, hasMoreItems }: ListedZonePage): void {
    const known = this.#zones.size;
    for (const zone of zones) this.#zones.set(zone.id, zone);
    this.#pages++;
    // A page with nothing new would be answered again and again.
    const more = hasMoreItems && this.#zones.size > known;
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
