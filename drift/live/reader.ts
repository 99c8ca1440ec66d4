import type { ListedZone, ReadOptions, ZoneSource } from "../../provider/api/batchedReads";
import { BatchedReads } from "../../provider/api/batchedReads";
import type { CdnClient } from "../../provider/api/client";
import {
  RateLimitedError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedResponseError,
} from "../../provider/api/errors";
import { zoneId } from "../../provider/api/input";
import type { KindName } from "../../provider/kinds";
import { Limiter } from "../../provider/api/limiter";
import type { Service } from "../../provider/api/settings";
import type { ZoneReader } from "../../provider/lifecycle/lifeCycle";
import type { GetPullZoneResult } from "../../provider/types/pullZone";
import type { LinkedStorageZone } from "../../provider/types/storageZone";

/** Longer than any check, so that one list serves it. Zones that a stack updated later are read singly. */
const listMaxAgeMs = 60 * 60 * 1000;
/** What is known of an object of every listed kind. */
export interface ListedObject {
  readonly id: number;
  readonly name?: string;
  readonly dateModified?: string;
  readonly region?: string;
}

type ObjectList = Pick<BatchedReads<ListedObject>, "expect" | "all">;

/** After this many failed requests in a row, each with its retries, no more are sent. */
const maxFailures = 3;

/**
 * Reads the zones of an account: storage zones from its list if that is cheaper, pull zones, which have no list, one by one. Once
 * every further request would fail, it sends none: a check of 1,000 zones must not wait 1,000 times for a service that is down,
 * nor send a refused key 1,000 times.
 */
export class AccountReader implements ZoneReader {
  readonly #client: CdnClient;
  readonly #storageZones: BatchedReads<LinkedStorageZone>;
  readonly #lists: Readonly<Partial<Record<KindName, ObjectList>>>;
  /**
   * Starts 16 requests at a time: the cap stays, because this limiter is never told of responses. A cap that grows, as in the
   * client's own limiter, gains nothing on a fast service and overloads a slow one. The other requests wait here, so that they are
   * never sent once one has failed for good.
   */
  readonly #limiter = new Limiter();
  #failures = 0;
  #givenUp: Error | undefined;

  constructor(client: CdnClient) {
    this.#client = client;
    this.#storageZones = this.#batched(client.linkedStorageZones);
    this.#lists = { StorageZone: this.#storageZones };
  }

  /** Announces reads. If the list of that kind is cheaper for all of them, it is requested at once. */
  expect(kind: KindName, reads: number): void {
    this.#lists[kind]?.expect(reads);
  }

  get counters(): Readonly<{ requests: number; retries: number }> {
    return this.#client.counters;
  }

  get service(): Service {
    return this.#client.service;
  }

  serviceTime(): number {
    return this.#client.serviceTime();
  }

  async getStorageZone(id: number | string, options?: ReadOptions): Promise<LinkedStorageZone> {
    return this.#storageZones.read(zoneId("storage zone", id), options);
  }

  getPullZone(id: number | string, args?: { readonly includeCertificate?: boolean }): Promise<GetPullZoneResult> {
    return this.#request(() => this.#client.getPullZone(id, args));
  }

  owners(wanted: string): Promise<ReadonlySet<string>> {
    return this.#request(() => this.#client.owners(wanted));
  }

  /** Every object of a listed kind in the account. */
  async all(kind: KindName): Promise<readonly ListedZone<ListedObject>[]> {
    const list = this.#lists[kind];
    if (list === undefined) throw new Error(`${kind} has no list here`);
    return list.all();
  }

  #batched<Zone extends ListedObject>(source: ZoneSource<Zone>): BatchedReads<Zone> {
    const limited: ZoneSource<Zone> = {
      get: (id) => this.#request(() => source.get(id)),
      list: (page) => this.#request(() => source.list(page)),
    };
    return new BatchedReads(limited, { maxAgeMs: listMaxAgeMs });
  }

  #request<T>(send: () => Promise<T>): Promise<T> {
    return this.#limiter.run(() => this.#sendUnlessGivenUp(send), false);
  }

  async #sendUnlessGivenUp<T>(send: () => Promise<T>): Promise<T> {
    if (this.#givenUp !== undefined) {
      // A new error, because the original one names another zone.
      throw new Error(`not read, because an earlier request failed: ${this.#givenUp.message}`);
    }
    try {
      const result = await send();
      this.#failures = 0;
      return result;
    } catch (error) {
      if (error instanceof Error && this.#isHopeless(error)) this.#givenUp ??= error;
      throw error;
    }
  }

  /** Whether further requests would fail as well; counts failures in a row. */
  #isHopeless(error: Error): boolean {
    if (error instanceof UnauthorizedError) return error.evidence.status === 401;
    // 404 for the list: the base URL is not that of the API.
    if (error instanceof UnexpectedResponseError) return error.evidence.status === 404;
    if (!(error instanceof UnavailableError) && !(error instanceof RateLimitedError)) return false;
    return ++this.#failures >= maxFailures;
  }
}
