import { pullZoneTable } from "../../provider/wire/pullZone";
import type { PartialPullZone, PullZone } from "./objects";
import { complete, userId } from "./objects";
import { parsed, partialPullZone } from "./schemas";

/** The pull zones, with the certificates that the API hides. Zones are returned as copies, unless a method says otherwise. */
export class PullZones {
  readonly #zones = new Map<number, PullZone>();
  #lastId = 0;
  /** By storage zone; undefined after every change. */
  #linked: Map<number, PullZone[]> | undefined;

  /** All of them, ascending by id. */
  list(): PullZone[] {
    return structuredClone(this.#sorted());
  }

  get(id: number): PullZone | undefined {
    return structuredClone(this.#zones.get(id));
  }

  /** Creates a zone; missing fields are filled as in a seed. */
  add(fields: PartialPullZone): PullZone {
    const given = parsed(partialPullZone, "The fields of the pull zone are", fields);
    const id = given.Id ?? this.#lastId + 1;
    if (this.#zones.has(id)) throw new TypeError(`Pull zone ${String(id)} exists already.`);
    this.#lastId = Math.max(this.#lastId, id);
    // The contract's bounds exclude 0 as an image quality.
    const defaults = { UserId: userId, Enabled: true, OptimizerImageQuality: 85, OptimizerMobileImageQuality: 70 };
    return this.#set(id, { ...defaults, Name: `pull-zone-${String(id)}`, ...given });
  }

  /** Changes fields. @throws {RangeError} if there is no such zone */
  change(id: number, fields: PartialPullZone): PullZone {
    const zone = this.#zones.get(id);
    if (zone === undefined) throw new RangeError(`There is no pull zone ${String(id)}.`);
    return this.#set(id, { ...zone, ...parsed(partialPullZone, "The fields of the pull zone are", fields) });
  }

  /** Deletes a zone; false if there was none. */
  delete(id: number): boolean {
    this.#linked = undefined;
    return this.#zones.delete(id);
  }

  reset(): void {
    this.#zones.clear();
    this.#linked = undefined;
    this.#lastId = 0;
  }

  /** The zone itself, not a copy. */
  stored(id: number): PullZone | undefined {
    return this.#zones.get(id);
  }

  /** The zones linked to a storage zone, ascending by id: themselves, not copies. */
  linkedTo(storageZoneId: number): readonly PullZone[] {
    if (this.#linked === undefined) {
      this.#linked = new Map();
      for (const zone of this.#sorted()) {
        const linked = this.#linked.get(zone.StorageZoneId);
        if (linked === undefined) this.#linked.set(zone.StorageZoneId, [zone]);
        else linked.push(zone);
      }
    }
    return this.#linked.get(storageZoneId) ?? [];
  }

  #sorted(): PullZone[] {
    return [...this.#zones.values()].sort((a, b) => a.Id - b.Id);
  }

  #set(id: number, fields: PartialPullZone): PullZone {
    const zone = complete(pullZoneTable, { ...fields, Id: id });
    this.#zones.set(id, zone);
    this.#linked = undefined;
    return structuredClone(zone);
  }
}

/** A zone with the certificates of its hostnames removed, as the API shows it unless it is asked for them. */
export function withoutCertificates(zone: PullZone): PullZone {
  if (zone.Hostnames === null || zone.Hostnames.length === 0) return zone;
  const hidden = { Certificate: null, CertificateKey: null };
  return { ...zone, Hostnames: zone.Hostnames.map((hostname) => ({ ...hostname, ...hidden })) };
}
