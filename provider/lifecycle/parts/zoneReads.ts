import type { CdnClient } from "../../api/client";
import type { ReadOptions } from "../../api/batchedReads";
import type { Readable, WholeKind } from "../../kinds";
import type { ObjectReader } from "../shared/lifeCycle";

/**
 * Reads zones as they are now. A zone shows all its parts, and a run may change hundreds of them: reads of a zone that are asked for
 * while one is under way share the next one.
 */
export class ZoneReads implements ObjectReader {
  static readonly #of = new WeakMap<CdnClient, ZoneReads>();
  readonly #reads = new Map<string, { running: Promise<unknown>; next?: Promise<unknown> | undefined }>();

  private constructor(private readonly client: CdnClient) {}

  static of(client: CdnClient): ZoneReads {
    let reads = this.#of.get(client);
    if (reads === undefined) this.#of.set(client, (reads = new ZoneReads(client)));
    return reads;
  }

  get service(): CdnClient["service"] {
    return this.client.service;
  }

  async read<Kind extends WholeKind>(kind: Kind, id: number | string, options?: ReadOptions): Promise<Readable<Kind>> {
    const key = `${kind} ${String(id)}`;
    const start = (): Promise<Readable<Kind>> => {
      const running = this.client.read(kind, id, options);
      const reads = { running };
      this.#reads.set(key, reads);
      const end = (): void => {
        if (this.#reads.get(key) === reads) this.#reads.delete(key);
      };
      running.then(end, end);
      return running;
    };
    const reads = this.#reads.get(key);
    if (reads === undefined) return start();
    return (reads.next ??= reads.running.then(start, start)) as Promise<Readable<Kind>>;
  }

  isListed(...args: Parameters<CdnClient["isListed"]>): ReturnType<CdnClient["isListed"]> {
    return this.client.isListed(...args);
  }

  owners(...args: Parameters<CdnClient["owners"]>): ReturnType<CdnClient["owners"]> {
    return this.client.owners(...args);
  }

  anyOwner(): ReturnType<CdnClient["anyOwner"]> {
    return this.client.anyOwner();
  }

  dnsSec(...args: Parameters<CdnClient["dnsSec"]>): ReturnType<CdnClient["dnsSec"]> {
    return this.client.dnsSec(...args);
  }

  serviceTime(): number {
    return this.client.serviceTime();
  }

  storageFiles(...args: Parameters<CdnClient["storageFiles"]>): ReturnType<CdnClient["storageFiles"]> {
    return this.client.storageFiles(...args);
  }
}
