import type { LifeCycle } from "../../provider/lifecycle/lifeCycle";
import { pullZoneLifeCycle } from "../../provider/lifecycle/pullZone";
import { diffStorageZone } from "../../provider/lifecycle/storageZone/diff";
import { readStorageZone } from "../../provider/lifecycle/storageZone/read";
import type { Table } from "../../provider/wire/fields";
import { pullZoneTable } from "../../provider/wire/pullZone";
import { linkedStorageZoneTable } from "../../provider/wire/storageZone";

/** The kinds of resource that are checked, by the name they have in a type and in a report. */
export type ZoneKind = "StorageZone" | "PullZone";

/** What reads a kind, and what is known of its fields. */
export const zoneKinds: Readonly<Record<ZoneKind, ZoneKindFacts>> = {
  StorageZone: {
    lifeCycle: { read: ({ client }, id, prior) => readStorageZone(client, id, prior), diff: diffStorageZone },
    table: linkedStorageZoneTable,
  },
  PullZone: { lifeCycle: pullZoneLifeCycle, table: pullZoneTable },
};

interface ZoneKindFacts {
  /** What a check needs of it: to write zones takes many more modules. */
  readonly lifeCycle: Pick<LifeCycle, "read" | "diff">;
  readonly table: Table;
}

const kindsByType: ReadonlyMap<string, ZoneKind> = new Map([
  ["pulumi-nodejs:dynamic/cdn:StorageZone", "StorageZone"],
  ["pulumi-nodejs:dynamic/cdn:PullZone", "PullZone"],
]);

/** The kind of a resource type of a state; undefined for one that is not ours. */
export function kindOf(type: string): ZoneKind | undefined {
  return kindsByType.get(type);
}
