import type { Kind } from "./kind";
import { pullZone } from "./pullZone";
import { storageZone } from "./storageZone";

/** Every kind of resource, by the name of its class. */
export const kinds = { StorageZone: storageZone, PullZone: pullZone } as const satisfies Readonly<Record<string, Kind>>;

/** FROZEN: the `__provider` text in users' states calls kinds by these names. */
export type KindName = keyof typeof kinds;

export const kindNames = Object.keys(kinds) as readonly KindName[];

/** The kinds whose objects the service lists. */
export const listedKinds = kindNames.filter((name) => kinds[name].listed === true);

export type { Kind } from "./kind";
