import type { LifeCycle } from "../lifecycle/lifeCycle";
import { pullZoneLifeCycle } from "../lifecycle/pullZone";
import { storageZoneLifeCycle } from "../lifecycle/storageZone";
import type { Table } from "../wire/fields";
import { pullZoneTable } from "../wire/pullZone";
import { storageZoneTable } from "../wire/storageZone";

/** What is served under each resource's name: its life, and the table that tells which of its outputs are secret. */
export const kinds = {
  StorageZone: { lifeCycle: storageZoneLifeCycle, table: storageZoneTable },
  PullZone: { lifeCycle: pullZoneLifeCycle, table: pullZoneTable },
} as const satisfies Record<string, { lifeCycle: LifeCycle; table: Table }>;

export type Kind = keyof typeof kinds;
