import { BatchedReads } from "../../provider/api/batchedReads";
import type { ReadOptions } from "../../provider/api/batchedReads";
import type { CdnClient } from "../../provider/api/client";
import { zoneId } from "../../provider/api/input";
import type { GetPullZoneResult } from "../../provider/types/pullZone";
import type { LinkedStorageZone } from "../../provider/types/storageZone";
import { Gate } from "./gate";
import type { LiveReader, Wanted } from "./reader";

/**
 * Reads an account: storage zones by the reads that the provider uses as well, which know from the start how many there
 * will be; pull zones, which have no list, one by one.
 */
export class AccountReader implements LiveReader {
  readonly #seen = new Map<string, LinkedStorageZone>();
  readonly #gate: Gate;
  readonly #storageZones: BatchedReads;

  constructor(
    private readonly client: CdnClient,
    wanted: Wanted,
  ) {
    const gate = new Gate();
    this.#gate = gate;
    this.#storageZones = new BatchedReads(
      {
        getLinkedStorageZone: (id) => gate.pass(() => client.getLinkedStorageZone(id)),
        listLinkedStorageZones: (page) => gate.pass(() => client.listLinkedStorageZones(page)),
      },
      { expected: wanted.all ? Infinity : wanted.storageZones.size },
    );
  }

  get counters(): LiveReader["counters"] {
    return this.client.counters;
  }

  serviceTime(): number {
    return this.client.serviceTime();
  }

  async getStorageZone(id: number | string, options?: ReadOptions): Promise<LinkedStorageZone> {
    const zone = await this.#storageZones.read(zoneId("storage zone", id), options);
    this.#seen.set(String(id), zone);
    return zone;
  }

  getPullZone(id: number | string, args?: { readonly includeCertificate?: boolean }): Promise<GetPullZoneResult> {
    return this.#gate.pass(() => this.client.getPullZone(id, args));
  }

  owners(sought: string): Promise<ReadonlySet<string>> {
    return this.#gate.pass(() => this.client.owners(sought));
  }

  allStorageZones(): Promise<readonly LinkedStorageZone[]> {
    return this.#storageZones.all();
  }

  lastSeen(id: string): LinkedStorageZone | undefined {
    return this.#seen.get(id);
  }
}
