import { partialWireSchema } from "../../provider/wire/schema";
import { storageZoneTable } from "../../provider/wire/storageZone";
import type { Lag } from "../lag";
import type { Random } from "../random";
import { checked } from "./checked";
import type { PartialStorageZone, StorageZone } from "../types/storageZone";
import { complete } from "./defaults";
import { mintPassword, storageHostname, userId } from "./minted";
import type { TakenNames } from "./takenNames";

/** A storage zone, and what the service knows of it besides its fields. Times in milliseconds since 1970. */
export interface KeptStorageZone {
  readonly zone: StorageZone;
  /** GET answers 404 before this time, and while there are hidden requests left. */
  readonly hiddenUntil: number;
  hiddenRequests: number;
  /** When the list begins to show the zone, and when it stops once deleted. */
  readonly listedFrom: number;
  readonly listedUntil: number;
  readonly replication: Replication;
}

/** The replicas that were added last, and until when they are being enabled. */
export interface Replication {
  readonly regions: readonly string[];
  readonly until: number;
}

const partialStorageZone = partialWireSchema(storageZoneTable);
const prompt: Lag = { getMs: 0, getRequests: 0, listMs: 0 };
const none: Replication = { regions: [], until: 0 };

/** The storage zones, by id; a deleted one stays, with `Deleted: true`. Their `PullZones` are kept with the pull zones. */
export class StorageZones {
  readonly #zones = new Map<number, KeptStorageZone>();
  readonly #names: TakenNames;
  readonly #random: Random;
  readonly #now: () => number;
  #lastId = 0;

  constructor(names: TakenNames, random: Random, now: () => number) {
    this.#names = names;
    this.#random = random;
    this.#now = now;
  }

  get(id: number): KeptStorageZone | undefined {
    return this.#zones.get(id);
  }

  /** All of them, deleted ones too, ascending by id. */
  list(): KeptStorageZone[] {
    return [...this.#zones.values()].sort((a, b) => a.zone.Id - b.zone.Id);
  }

  isTaken(name: string): boolean {
    return this.#names.has(name, this.#now());
  }

  add(given: PartialStorageZone, lag: Lag = prompt, replication = none): KeptStorageZone {
    const parsed = checked(partialStorageZone, "storage zone", given);
    const id = parsed.Id ?? this.#lastId + 1;
    if (this.#zones.has(id)) throw new TypeError(`Storage zone ${String(id)} exists already.`);
    const now = this.#now();
    const region = parsed.Region ?? "DE";
    const zone = complete(storageZoneTable, {
      UserId: userId,
      Name: `storage-zone-${String(id)}`,
      Password: mintPassword(this.#random),
      ReadOnlyPassword: mintPassword(this.#random),
      DateModified: new Date(now).toISOString(),
      Region: region,
      StorageHostname: storageHostname(region),
      ...parsed,
      Id: id,
    });
    const kept: KeptStorageZone = {
      zone,
      hiddenUntil: now + lag.getMs,
      hiddenRequests: lag.getRequests,
      listedFrom: now + lag.listMs,
      listedUntil: 0,
      replication,
    };
    this.#zones.set(id, kept);
    this.#lastId = Math.max(this.#lastId, id);
    if (!zone.Deleted) this.#names.take(zone.Name, id);
    return kept;
  }

  /** Changes fields, and DateModified with them unless it is among them. */
  change(id: number, fields: PartialStorageZone, replication?: Replication): KeptStorageZone {
    const kept = this.#zones.get(id);
    if (kept === undefined) throw new RangeError(`There is no storage zone ${String(id)}.`);
    const zone = complete(storageZoneTable, {
      ...kept.zone,
      DateModified: new Date(this.#now()).toISOString(),
      ...checked(partialStorageZone, "storage zone", fields),
      Id: id,
    });
    const changed = { ...kept, zone, replication: replication ?? kept.replication };
    this.#zones.set(id, changed);
    this.#names.free(kept.zone.Name, id);
    if (!zone.Deleted) this.#names.take(zone.Name, id);
    return changed;
  }

  /** Marks a zone deleted. Its name is free again after `nameHeldMs`, and the list drops it after `listMs`. */
  delete(id: number, nameHeldMs = 0, listMs = 0): boolean {
    const kept = this.#zones.get(id);
    if (kept === undefined || kept.zone.Deleted) return false;
    const now = this.#now();
    const zone = { ...kept.zone, Deleted: true, DateModified: new Date(now).toISOString() };
    this.#zones.set(id, { ...kept, zone, listedUntil: listMs > 0 ? now + listMs : 0 });
    this.#names.free(kept.zone.Name, id, nameHeldMs > 0 ? now + nameHeldMs : 0);
    return true;
  }
}
