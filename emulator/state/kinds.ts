import type { EmulatorSettings } from "../options";
import { pullZoneKind } from "./pullZones";
import { storageZoneKind } from "./storageZones";
import type { Kind, ObjectFields } from "./store";
import { Store } from "./store";

/** The kinds of objects, by their names in the handle and in seeds. */
export const kinds = { storageZones: storageZoneKind, pullZones: pullZoneKind };

export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as KindName[];

type StoreOf<K> = K extends Kind<infer Whole, infer Given> ? Store<Whole, Given> : never;
/** One store for each kind. */
export type Stores = { readonly [Name in KindName]: StoreOf<(typeof kinds)[Name]> };
export type AnyStore = Store<ObjectFields, Partial<ObjectFields>>;
type AnyKind = Kind<ObjectFields, Partial<ObjectFields>>;

/** The objects of an emulator, and how it behaves. */
export interface State extends Stores {
  readonly settings: EmulatorSettings;
}

/** An empty state. */
export function stateOf(settings: EmulatorSettings): State {
  const state = { settings } as State;
  // An object may show parts of others, so each store knows them all.
  for (const name of kindNames) Object.assign(state, { [name]: new Store(kinds[name] as AnyKind, state) });
  return state;
}
