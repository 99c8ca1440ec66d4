import { generateEntries } from "./logs/generate";
import { LogRateLimits } from "./logs/rateLimits";
import { AccessLogs } from "./logs/store";
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
  readonly accessLogs: AccessLogs;
  readonly logRateLimits: LogRateLimits;
}

/** Makes a service out of a seed. @throws {TypeError} where two zones of the seed share an id */
export function serviceOf(settings: Settings, seed: Seed): Service {
  const names = new TakenNames([...settings.takenNames, ...(seed.takenNames ?? [])]);
  const storageZones = new StorageZones(names, new Random(settings.randomSeed), settings.now);
  const pullZones = new PullZones();
  for (const zone of seed.storageZones ?? []) storageZones.add(zone);
  for (const zone of seed.pullZones ?? []) pullZones.add(zone);
  if (settings.logEntries > 0 && seed.pullZones === undefined) pullZones.add({ EnableLogging: true });
  return {
    settings,
    storageZones,
    pullZones,
    accessLogs: accessLogsOf(settings, seed),
    logRateLimits: new LogRateLimits(settings.logRateLimit, settings.now),
  };
}

function accessLogsOf({ now, logEntries, randomSeed }: Settings, seed: Seed): AccessLogs {
  const start = now();
  const logs = new AccessLogs(now, (pullZoneId) => generateEntries(pullZoneId, logEntries, start, randomSeed));
  for (const entry of seed.accessLogs ?? []) logs.add(Number(entry.pullZoneId), entry);
  return logs;
}
