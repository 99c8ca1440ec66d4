import type { LifeCycle } from "../../lifecycle/lifeCycle";
import { pullZoneLifeCycle } from "../../lifecycle/pullZone";
import { storageZoneLifeCycle } from "../../lifecycle/storageZone";
import type { Table } from "../../wire/fields";
import { pullZoneTable } from "../../wire/pullZone";
import { linkedStorageZoneTable } from "../../wire/storageZone";

/** The resources by name, as the frozen `__provider` text calls them. */
export type Kind = "StorageZone" | "PullZone";

/** What is served under each resource's name: its life, and the table that tells which of its outputs are secret. */
export const kinds: Readonly<Record<Kind, { lifeCycle: LifeCycle; table: Table }>> = {
  StorageZone: { lifeCycle: storageZoneLifeCycle, table: linkedStorageZoneTable },
  PullZone: { lifeCycle: pullZoneLifeCycle, table: pullZoneTable },
};
