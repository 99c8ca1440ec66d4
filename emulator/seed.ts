import { z } from "zod";
import type { PartialLogEntry } from "./state/objects";
import { partialLogEntry } from "./logs/schema";
import type { SeedObjects } from "./state/kinds";
import { kindNames, kinds } from "./state/kinds";
import { parsed, zodOf } from "./wire/schema";

/**
 * Initial state of the emulator, which `reset()` restores. Fields have their wire names. Missing fields get defaults: `Id` the next number,
 * passwords a generated value, and other fields the default of the field table.
 */
export interface Seed extends SeedObjects {
  /** Access log entries, each with the `pullZoneId` of its zone. They can be read only if the pull zone has `EnableLogging: true`. */
  readonly accessLogs?: readonly PartialLogEntry[];
  /** Names of zones of other accounts, which are taken but never listed. */
  readonly takenNames?: readonly string[];
}

const logEntry = z.looseObject({ pullZoneId: z.int(), originShield: z.boolean().optional() });

const seedSchema = z.strictObject({
  ...Object.fromEntries(
    kindNames.map((name) => [name, z.array(zodOf<object>(kinds[name].seedSchema ?? kinds[name].schema)).optional()]),
  ),
  accessLogs: z.array(partialLogEntry.and(logEntry)).optional(),
  takenNames: z.array(z.string()).optional(),
});

/**
 * Checks a seed from a file or a test.
 *
 * @throws {TypeError} naming each field at fault, such as `storageZones[3].Deleted`
 */
export function parseSeed(given: unknown): Seed {
  return parsed(seedSchema, "The seed is", given) as Seed;
}
