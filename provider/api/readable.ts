import type { GetPullZoneResult } from "../types/pullZone";
import type { LinkedStorageZone } from "../types/storageZone";
import { pullZone } from "./pullZones";
import { linkedStorageZone } from "./storageZones";
import type { ZoneEndpoint } from "./zoneEndpoint";

interface Objects {
  StorageZone: LinkedStorageZone;
  PullZone: GetPullZoneResult;
}

/** The kinds of objects that can be read by id and from a list. */
export type ReadKind = keyof Objects;

/** What is read of a kind. */
export type Readable<Kind extends ReadKind = ReadKind> = Objects[Kind];

export const readable = { StorageZone: linkedStorageZone, PullZone: pullZone } satisfies Record<ReadKind, ZoneEndpoint>;
