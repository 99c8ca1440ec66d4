import type { LifeCycle } from "../lifecycle/lifeCycle";
import { pullZoneLifeCycle } from "../lifecycle/pullZone";
import { storageZoneLifeCycle } from "../lifecycle/storageZone";
import type { Table } from "../wire/fields";
import { pullZoneTable } from "../wire/pullZone";
import { linkedStorageZoneTable } from "../wire/storageZone";

/** The resources by name, as the frozen `__provider` text calls them. */
export type Kind = "StorageZone" | "PullZone";

/** How one kind of resource is served. */
export interface ServedKind {
  readonly lifeCycle: LifeCycle;
  /** The fields of its outputs. */
  readonly table: Table;
  /** The output for the field `Id`, because `id` is Pulumi's own. */
  readonly idOutput: string;
}

export const kinds: Readonly<Record<Kind, ServedKind>> = {
  // A state has the pull zones of a storage zone by id and name.
  StorageZone: { lifeCycle: storageZoneLifeCycle, table: linkedStorageZoneTable, idOutput: "storageZoneId" },
  PullZone: { lifeCycle: pullZoneLifeCycle, table: pullZoneTable, idOutput: "pullZoneId" },
};
