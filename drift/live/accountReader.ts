import type { CdnClient } from "../../provider/api/client";
import { NotFoundError, UnexpectedResponseError } from "../../provider/api/errors";
import type { GetPullZoneResult } from "../../provider/types/pullZone";
import type { GetStorageZoneResult } from "../../provider/types/storageZone";
import { DriftError } from "../errors";
import { Gate } from "./gate";
import type { LiveReader, Wanted } from "./reader";

/** Up to so many storage zones are got one by one; a page of the list costs no more than one of them. */
const fewZones = 3;
const pageSize = 1000;

/**
 * Reads an account with as few requests as its plan allows: storage zones from pages of the list, as long as that takes
 * fewer requests than getting those that are still wanted one by one; pull zones, which have no list, one by one.
 *
 * That a zone is gone is never concluded from the list, which a service may update late, but from its own address.
 */
export class AccountReader implements LiveReader {
  readonly #seen = new Map<string, GetStorageZoneResult>();
  readonly #gate: Gate;
  #pages: Promise<boolean> | undefined;

  constructor(
    private readonly client: CdnClient,
    private readonly wanted: Wanted,
  ) {
    this.#gate = new Gate(() => client.listStorageZonePage({ page: 1, perPage: 5 }));
  }

  get counters(): LiveReader["counters"] {
    return this.client.counters;
  }

  serviceTime(): number {
    return this.client.serviceTime();
  }

  async getStorageZone(id: number | string): Promise<GetStorageZoneResult> {
    if (this.wanted.all || this.wanted.storageZones.size > fewZones) await this.#listed();
    const listed = this.#seen.get(String(id));
    if (listed !== undefined) return listed;
    const zone = await this.#gate.pass(() => this.client.getStorageZone(id));
    this.#seen.set(String(id), zone);
    return zone;
  }

  getPullZone(id: number | string, args?: { readonly includeCertificate?: boolean }): Promise<GetPullZoneResult> {
    return this.#gate.pass(() => this.client.getPullZone(id, args));
  }

  async allStorageZones(): Promise<readonly GetStorageZoneResult[]> {
    if (!(await this.#listed()))
      throw new DriftError("The list of storage zones was not answered as the contract says");
    return [...this.#seen.values()].filter((zone) => !zone.deleted);
  }

  lastSeen(id: string): GetStorageZoneResult | undefined {
    return this.#seen.get(id);
  }

  /** @returns false where the list can't be read, but single zones may be */
  #listed(): Promise<boolean> {
    return (this.#pages ??= this.#list());
  }

  async #list(): Promise<boolean> {
    const missing = new Set(this.wanted.storageZones);
    try {
      for (let page = 1; ; page++) {
        const { items, hasMoreItems, totalItems } = await this.#gate.pass(() =>
          this.client.listStorageZonePage({ page, perPage: pageSize }),
        );
        for (const zone of items) {
          this.#seen.set(String(zone.id), zone);
          missing.delete(String(zone.id));
        }
        if (!hasMoreItems || items.length === 0) return true;
        const pagesLeft = Math.max(1, Math.ceil(totalItems / pageSize) - page);
        if (!this.wanted.all && missing.size <= pagesLeft) return true;
      }
    } catch (error) {
      // One zone that breaks the contract spoils its whole page, but should be the only one that is not read.
      if (error instanceof UnexpectedResponseError) return false;
      if (!(error instanceof NotFoundError)) throw error;
      throw new DriftError(`${error.message}. The address does not answer as the API does`);
    }
  }
}
