import type { Readable, WholeKind } from "../kinds";
import { kinds } from "../kinds";
import type { ListedZone, ReadOptions, ZoneSource } from "./batchedReads";
import { BatchedReads } from "./batchedReads";
import type { CdnClient } from "./client";
import { zoneId } from "./input";

interface ReaderOptions {
  /** See {@link BatchedReads}. */
  readonly maxAgeMs?: number;
  /** Sends a request, or refuses to. */
  readonly send?: <T>(request: () => Promise<T>) => Promise<T>;
  /** Whether every request must be a GET. */
  readonly onlyGets?: true;
}

/** Reads objects of every kind that has an endpoint, from its list where that is cheaper. */
export class Reader implements Pick<
  CdnClient,
  "read" | "isListed" | "owners" | "anyOwner" | "service" | "serviceTime" | "storageFiles" | "dnsSec"
> {
  readonly #reads = new Map<WholeKind, BatchedReads<Readable>>();

  constructor(
    private readonly client: CdnClient,
    private readonly options: ReaderOptions = {},
  ) {}

  get service(): CdnClient["service"] {
    return this.client.service;
  }

  serviceTime(): number {
    return this.client.serviceTime();
  }

  storageFiles(...access: Parameters<CdnClient["storageFiles"]>): ReturnType<CdnClient["storageFiles"]> {
    return this.client.storageFiles(...access);
  }

  /** See {@link CdnClient.dnsSec}. */
  async dnsSec(id: number | string): ReturnType<CdnClient["dnsSec"]> {
    return this.options.onlyGets === true ? undefined : this.#send(() => this.client.dnsSec(id));
  }

  owners(wanted: string): Promise<ReadonlySet<string>> {
    return this.#send(() => this.client.owners(wanted));
  }

  /** See {@link CdnClient.anyOwner}. A report writes no state, so it needs none. */
  async anyOwner(): Promise<string | undefined> {
    return this.options.onlyGets === true ? undefined : this.#send(() => this.client.anyOwner());
  }

  async read<Kind extends WholeKind>(kind: Kind, id: number | string, options?: ReadOptions): Promise<Readable<Kind>> {
    return this.#of(kind).read(zoneId(kinds[kind].noun, id), options) as Promise<Readable<Kind>>;
  }

  async isListed(kind: WholeKind, id: number | string): Promise<boolean | undefined> {
    const number = zoneId(kinds[kind].noun, id);
    return this.#of(kind).lacks(number) ? false : this.#send(() => this.client.isListed(kind, number));
  }

  /** See {@link BatchedReads.mayExist}. */
  mayExist(kind: WholeKind, name: string): Promise<boolean> {
    return this.#of(kind).mayExist(name);
  }

  /** See {@link BatchedReads.expect}. */
  expect(kind: WholeKind, reads: number): void {
    this.#of(kind).expect(reads);
  }

  /** See {@link BatchedReads.all}. */
  all(kind: WholeKind): Promise<readonly ListedZone<Readable>[]> {
    return this.#of(kind).all();
  }

  #of(kind: WholeKind): BatchedReads<Readable> {
    let reads = this.#reads.get(kind);
    if (reads === undefined) {
      const source: ZoneSource<Readable> = this.client.sourceOf(kind);
      const limited: ZoneSource<Readable> = {
        ...source,
        get: (id, query) => this.#send(() => source.get(id, query)),
        list: (page) => this.#send(() => source.list(page)),
      };
      this.#reads.set(kind, (reads = new BatchedReads(limited, this.options)));
    }
    return reads;
  }

  #send<T>(request: () => Promise<T>): Promise<T> {
    return this.options.send === undefined ? request() : this.options.send(request);
  }
}
