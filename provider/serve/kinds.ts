import type { LifeCycle } from "../lifecycle/lifeCycle";
import { pullZoneLifeCycle } from "../lifecycle/pullZone";
import { storageZoneLifeCycle } from "../lifecycle/storageZone";
import type { Table } from "../wire/fields";
import { pullZoneTable } from "../wire/pullZone";
import { linkedStorageZoneTable } from "../wire/storageZone";

/** The resources by name, as the frozen `__provider` text calls them. */
export type Kind = "StorageZone" | "PullZone";

/** What is served under the name of a resource. */
export interface ServedKind {
  readonly lifeCycle: LifeCycle;
  /** Tells which of its outputs are secret. */
  readonly table: Table;
  /** The output that holds the field `Id`, since `id` is Pulumi's own. */
  readonly idOutput: string;
}

export const kinds: Readonly<Record<Kind, ServedKind>> = {
  StorageZone: { lifeCycle: storageZoneLifeCycle, table: linkedStorageZoneTable, idOutput: "storageZoneId" },
  PullZone: { lifeCycle: pullZoneLifeCycle, table: pullZoneTable, idOutput: "pullZoneId" },
};
