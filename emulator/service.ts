import type { Settings } from "./options";
import { Random } from "./random";
import type { Seed } from "./seed";
import { PullZones } from "./state/pullZones";
import { StorageZones } from "./state/storageZones";
import { TakenNames } from "./state/takenNames";

/** The state of the service and how it behaves: all that a route works with. One service lives from reset to reset. */
export interface Service {
  readonly settings: Settings;
  readonly storageZones: StorageZones;
  readonly pullZones: PullZones;
}

/** Makes a service out of a seed. @throws {TypeError} where two zones of the seed share an id */
export function serviceOf(settings: Settings, seed: Seed): Service {
  const names = new TakenNames([...settings.takenNames, ...(seed.takenNames ?? [])]);
  const storageZones = new StorageZones(names, new Random(settings.randomSeed), settings.now);
  const pullZones = new PullZones();
  for (const zone of seed.storageZones ?? []) storageZones.add(zone);
  for (const zone of seed.pullZones ?? []) pullZones.add(zone);
  return { settings, storageZones, pullZones };
}
