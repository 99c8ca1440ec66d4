import type { EmulatorSettings } from "../options";
import { pullZoneKind } from "./pullZones";
import { storageZoneKind } from "./storageZones";
import type { Kind } from "./store";
import { Store } from "./store";

/** The kinds of objects, by their names in the handle and in seeds. */
export interface Kinds {
  /** Storage zones. In a seed their `PullZones` must not be given: they follow from the pull zones' `StorageZoneId`. */
  readonly storageZones: typeof storageZoneKind;
  readonly pullZones: typeof pullZoneKind;
}
export const kinds: Kinds = { storageZones: storageZoneKind, pullZones: pullZoneKind };
export const kindNames = Object.keys(kinds) as (keyof Kinds)[];

type StoreOf<K> = K extends Kind<infer Whole, infer Given> ? Store<Whole, Given> : never;
/** One store for each kind. */
export type Stores = { readonly [Name in keyof Kinds]: StoreOf<Kinds[Name]> };
/** The objects of each kind in a seed. */
export type SeedObjects = { readonly [Name in keyof Kinds]?: readonly Parameters<Stores[Name]["add"]>[0][] };

/** The objects of an emulator, and how it behaves. */
export interface State extends Stores {
  readonly settings: EmulatorSettings;
}

/** An empty state. */
export function stateOf(settings: EmulatorSettings): State {
  const state = { settings } as State;
  // An object may show parts of others, so each store knows them all.
  for (const name of kindNames) Object.assign(state, { [name]: new Store(kinds[name] as Kind, state) });
  return state;
}
