import { pullZoneTable } from "../../provider/wire/pullZone";
import { partialWireSchema } from "../../provider/wire/schema";
import { checked } from "./checked";
import type { PartialPullZone, PullZone } from "../types/pullZone";
import { complete, pullZoneDefaults } from "./defaults";
import { userId } from "./minted";

const partialPullZone = partialWireSchema(pullZoneTable);

/** The pull zones, by id. */
export class PullZones {
  readonly #zones = new Map<number, PullZone>();
  #lastId = 0;
  /** By storage zone; forgotten with every change, made again when next asked for. */
  #linked: Map<number, PullZone[]> | undefined;

  get(id: number): PullZone | undefined {
    return this.#zones.get(id);
  }

  /** All of them, ascending by id. */
  list(): PullZone[] {
    return [...this.#zones.values()].sort((a, b) => a.Id - b.Id);
  }

  /** The pull zones linked to a storage zone, ascending by id. */
  linkedTo(storageZoneId: number): readonly PullZone[] {
    this.#linked ??= this.#grouped();
    return this.#linked.get(storageZoneId) ?? [];
  }

  add(given: PartialPullZone): PullZone {
    const parsed = checked(partialPullZone, "pull zone", given);
    const id = parsed.Id ?? this.#lastId + 1;
    if (this.#zones.has(id)) throw new TypeError(`Pull zone ${String(id)} exists already.`);
    const zone = complete(pullZoneTable, {
      UserId: userId,
      ...pullZoneDefaults,
      Name: `pull-zone-${String(id)}`,
      ...parsed,
      Id: id,
    });
    this.#zones.set(id, zone);
    this.#lastId = Math.max(this.#lastId, id);
    this.#linked = undefined;
    return zone;
  }

  change(id: number, fields: PartialPullZone): PullZone {
    const zone = this.#zones.get(id);
    if (zone === undefined) throw new RangeError(`There is no pull zone ${String(id)}.`);
    const changed = complete(pullZoneTable, { ...zone, ...checked(partialPullZone, "pull zone", fields), Id: id });
    this.#zones.set(id, changed);
    this.#linked = undefined;
    return changed;
  }

  delete(id: number): boolean {
    this.#linked = undefined;
    return this.#zones.delete(id);
  }

  #grouped(): Map<number, PullZone[]> {
    const groups = new Map<number, PullZone[]>();
    for (const zone of this.list()) {
      const group = groups.get(zone.StorageZoneId);
      if (group === undefined) groups.set(zone.StorageZoneId, [zone]);
      else group.push(zone);
    }
    return groups;
  }
}
