import type { EmulatorSettings } from "../settings";
import { Files } from "../storage/files";
import { kinds } from "./ofKinds";
import type { WithFiles } from "./storageZones";
import type { Kind, WithSettings } from "./store";
import { Store } from "./store";

export { kinds };
export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as KindName[];

/** The stores of an emulator, one for each kind. */
export type Stores = {
  readonly [Name in KindName]: (typeof kinds)[Name] extends Kind<infer Whole, infer Given>
    ? Store<Whole, Given>
    : never;
};

/** The stores and the settings of an emulator. */
export type State = Stores & WithSettings & WithFiles;

/** The objects of each kind in a seed. */
export type SeedObjects = { readonly [Name in KindName]?: readonly Parameters<State[Name]["add"]>[0][] };

/** Returns empty stores. */
export function stateOf(settings: EmulatorSettings): State {
  const state = { settings, files: new Files(settings) } as State;
  // Each store knows all others, because an object may show parts of others.
  for (const name of kindNames) Object.assign(state, { [name]: new Store(kinds[name] as Kind, state) });
  return state;
}
