import type { EmulatorSettings } from "../settings";
import { pullZoneKind } from "./pullZones";
import { storageZoneKind } from "./storageZones";
import type { Kind, State } from "./store";
import { Store } from "./store";

/** The name of a kind of objects in the handle and in seeds. */
export type KindName = Exclude<keyof State, "settings">;

/** In a seed, the `PullZones` of storage zones must not be given: they follow from the pull zones' `StorageZoneId`. */
export const kinds = { storageZones: storageZoneKind, pullZones: pullZoneKind } satisfies Record<KindName, unknown>;
export const kindNames = Object.keys(kinds) as KindName[];

/** The objects of each kind in a seed. */
export type SeedObjects = { readonly [Name in KindName]?: readonly Parameters<State[Name]["add"]>[0][] };

/** An empty state. */
export function stateOf(settings: EmulatorSettings): State {
  const state = { settings } as State;
  // An object may show parts of others, so each store knows them all.
  for (const name of kindNames) Object.assign(state, { [name]: new Store(kinds[name] as Kind, state) });
  return state;
}
