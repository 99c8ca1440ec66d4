import type { Core } from "./core";
import { showStorageZone } from "./routes/show";
import type { PartialPullZone, PullZone } from "./types/pullZone";
import type { PartialStorageZone, StorageZone } from "./types/storageZone";

/**
 * The storage zones as the service has them, past its interface: for checks out of band, and for changes behind the
 * client's back. Fields stand under the contract's wire names; what is returned is a copy.
 */
export interface StorageZoneAccess {
  /** All of them, ascending by id. @param includeDeleted default false */
  list(options?: { readonly includeDeleted?: boolean }): StorageZone[];
  /** One zone, also where it is deleted: look at `Deleted`. */
  get(id: number): StorageZone | undefined;
  /** The zone of that name that is not deleted. */
  named(name: string): StorageZone | undefined;
  /** Makes a zone; what is left out is filled as in a seed. */
  add(fields: PartialStorageZone): StorageZone;
  /** Changes fields. @throws {RangeError} where there is no such zone */
  change(id: number, fields: PartialStorageZone): StorageZone;
  /** Deletes a zone and leaves its pull zones; false where there was none. */
  delete(id: number): boolean;
}

/** The pull zones, in the same way. */
export interface PullZoneAccess {
  list(): PullZone[];
  get(id: number): PullZone | undefined;
  add(fields: PartialPullZone): PullZone;
  /** Changes fields. @throws {RangeError} where there is no such zone */
  change(id: number, fields: PartialPullZone): PullZone;
  delete(id: number): boolean;
}

export function storageZoneAccess(core: Core): StorageZoneAccess {
  const zones = () => core.service.storageZones;
  const shown = (kept: ReturnType<ReturnType<typeof zones>["add"]>): StorageZone => {
    const settings = { ...core.settings, publicNames: false };
    return structuredClone(showStorageZone(kept, { ...core.service, settings }));
  };
  return {
    list: ({ includeDeleted = false } = {}) =>
      zones()
        .list()
        .filter(({ zone }) => includeDeleted || !zone.Deleted)
        .map(shown),
    get: (id) => {
      const kept = zones().get(id);
      return kept === undefined ? undefined : shown(kept);
    },
    named: (name) => {
      const kept = zones()
        .list()
        .find(({ zone }) => zone.Name === name && !zone.Deleted);
      return kept === undefined ? undefined : shown(kept);
    },
    add: (fields) => shown(zones().add(fields)),
    change: (id, fields) => shown(zones().change(id, fields)),
    delete: (id) => zones().delete(id),
  };
}

export function pullZoneAccess(core: Core): PullZoneAccess {
  const zones = () => core.service.pullZones;
  return {
    list: () => structuredClone(zones().list()),
    get: (id) => structuredClone(zones().get(id)),
    add: (fields) => structuredClone(zones().add(fields)),
    change: (id, fields) => structuredClone(zones().change(id, fields)),
    delete: (id) => zones().delete(id),
  };
}
