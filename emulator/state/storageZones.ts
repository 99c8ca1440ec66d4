import { storageZoneTable } from "../../provider/wire/storageZone";
import type { Lag, EmulatorSettings } from "../options";
import { Random } from "../random";
import type { PartialStorageZone, StorageZone } from "./objects";
import { complete, userId } from "./objects";
import { parsed, partialStorageZone } from "./schemas";
import type { PullZones } from "./pullZones";
import { withoutCertificates } from "./pullZones";

/** A storage zone, and what the service knows of it besides its fields. Times in milliseconds since 1970. */
export interface StoredZone {
  readonly zone: StorageZone;
  /** GET answers 404 until then, and as long as hidden requests are left. */
  readonly hiddenUntil: number;
  hiddenRequests: number;
  readonly listedFrom: number;
  /** For a deleted zone: until when the list still shows it. */
  readonly listedUntil: number;
  /** The replicas that were added last, and until when they are being enabled. */
  readonly addedReplicas: readonly string[];
  readonly replicatingUntil: number;
}

/** The storage zones. A `StorageZone` is returned as a copy, as the API shows it; a `StoredZone` is the object that is held. */
export class StorageZones {
  readonly #zones = new Map<number, StoredZone>();
  readonly #settings: EmulatorSettings;
  readonly #pullZones: PullZones;
  readonly #random: Random;
  #lastId = 0;
  #namesOfOthers: ReadonlySet<string> = new Set();

  constructor(settings: EmulatorSettings, pullZones: PullZones) {
    this.#settings = settings;
    this.#pullZones = pullZones;
    this.#random = new Random(settings.randomSeed);
  }

  /** All of them, ascending by id. @param includeDeleted default false */
  list({ includeDeleted = false }: { readonly includeDeleted?: boolean } = {}): StorageZone[] {
    return this.allStored()
      .filter(({ zone }) => includeDeleted || !zone.Deleted)
      .map((stored) => this.#copy(stored));
  }

  /** One zone, also where it is deleted: check `Deleted`. */
  get(id: number): StorageZone | undefined {
    const stored = this.#zones.get(id);
    return stored === undefined ? undefined : this.#copy(stored);
  }

  /** The zone of that name that is not deleted. */
  named(name: string): StorageZone | undefined {
    return this.list().find(({ Name }) => Name === name);
  }

  /** Creates a zone; missing fields are filled as in a seed. */
  add(fields: PartialStorageZone, { getMs = 0, getRequests = 0, listMs = 0 }: Lag = {}): StorageZone {
    const given = parsed(partialStorageZone, "The fields of the storage zone are", fields);
    const id = given.Id ?? this.#lastId + 1;
    if (this.#zones.has(id)) throw new TypeError(`Storage zone ${String(id)} exists already.`);
    this.#lastId = Math.max(this.#lastId, id);
    const now = this.#settings.now();
    const region = given.Region ?? "DE";
    const zone = complete(storageZoneTable, {
      UserId: userId,
      Name: `storage-zone-${String(id)}`,
      Password: this.#password(),
      ReadOnlyPassword: this.#password(),
      DateModified: new Date(now).toISOString(),
      Region: region,
      // The contract does not show how hostnames are made; this one resolves nowhere.
      StorageHostname: `${region.toLowerCase()}.storage.cdn.example`,
      ...given,
      Id: id,
    });
    return this.#set({
      zone,
      hiddenUntil: now + getMs,
      hiddenRequests: getRequests,
      listedFrom: now + listMs,
      listedUntil: 0,
      addedReplicas: [],
      replicatingUntil: 0,
    });
  }

  /** Changes fields, and DateModified unless it is among them. @throws {RangeError} if there is no such zone */
  change(id: number, fields: PartialStorageZone): StorageZone {
    const stored = this.#zones.get(id);
    if (stored === undefined) throw new RangeError(`There is no storage zone ${String(id)}.`);
    const given = parsed(partialStorageZone, "The fields of the storage zone are", fields);
    const DateModified = new Date(this.#settings.now()).toISOString();
    return this.#set({
      ...stored,
      zone: complete(storageZoneTable, { ...stored.zone, DateModified, ...given, Id: id }),
    });
  }

  /** Marks a zone deleted and leaves its pull zones; false if there was none. @param listedMs how long it stays listed */
  delete(id: number, listedMs = 0): boolean {
    const stored = this.#zones.get(id);
    if (stored === undefined || stored.zone.Deleted) return false;
    const now = this.#settings.now();
    const zone = { ...stored.zone, Deleted: true, DateModified: new Date(now).toISOString() };
    this.#zones.set(id, { ...stored, zone, listedUntil: now + listedMs });
    return true;
  }

  /** @param namesOfOthers names that belong to other accounts */
  reset(namesOfOthers: readonly string[]): void {
    this.#zones.clear();
    this.#lastId = 0;
    this.#random.reset();
    this.#namesOfOthers = new Set(namesOfOthers.map((name) => name.toLowerCase()));
  }

  /** The zone itself, not a copy; also where it is deleted. */
  stored(id: number): StoredZone | undefined {
    return this.#zones.get(id);
  }

  /** The zones themselves, deleted ones too, ascending by id. */
  allStored(): StoredZone[] {
    return [...this.#zones.values()].sort((a, b) => a.zone.Id - b.zone.Id);
  }

  /** Whether a zone has the name, ignoring case. */
  isTaken(name: string): boolean {
    const key = name.toLowerCase();
    const isNamed = ({ zone }: StoredZone): boolean => !zone.Deleted && zone.Name?.toLowerCase() === key;
    return this.#namesOfOthers.has(key) || [...this.#zones.values()].some(isNamed);
  }

  /** Starts to enable replicas that were added to a zone. */
  replicate(id: number, addedReplicas: readonly string[]): StoredZone {
    const stored = this.#zones.get(id);
    if (stored === undefined) throw new RangeError(`There is no storage zone ${String(id)}.`);
    if (addedReplicas.length === 0) return stored;
    const { now, replicationMs } = this.#settings;
    const replicating = { ...stored, addedReplicas, replicatingUntil: now() + replicationMs };
    this.#zones.set(id, replicating);
    return replicating;
  }

  /** A zone with its pull zones and the state of its replication. */
  shown({ zone, addedReplicas, replicatingUntil }: StoredZone): StorageZone {
    const isReplicating = this.#settings.now() < replicatingUntil;
    const isHidden = (region: string): boolean =>
      isReplicating && this.#settings.lateReplicas && addedReplicas.includes(region);
    return {
      ...zone,
      ReplicationRegions: zone.ReplicationRegions?.filter((region) => !isHidden(region)) ?? null,
      PullZones: this.#pullZones.linkedTo(zone.Id).map(withoutCertificates),
      ReplicationChangeInProgress: zone.ReplicationChangeInProgress || isReplicating,
    };
  }

  #set(stored: StoredZone): StorageZone {
    this.#zones.set(stored.zone.Id, stored);
    return this.#copy(stored);
  }

  #copy(stored: StoredZone): StorageZone {
    return structuredClone(this.shown(stored));
  }

  #password(): string {
    return this.#random.groups(8, 4, 4, 12, 4, 4);
  }
}
