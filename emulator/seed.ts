import { z } from "zod";
import type { PartialLogEntry, PartialPullZone, PartialStorageZone } from "./state/objects";
import { partialLogEntry } from "./logs/store";
import { kinds } from "./state/kinds";
import { parsed } from "./wire/schema";

/**
 * What the emulator starts with, and what `reset()` restores. Fields have their wire names; missing ones are filled: the next
 * number as `Id`, generated passwords, and otherwise the defaults of the field table.
 */
export interface Seed {
  /** Storage zones. Their `PullZones` follow from the pull zones' `StorageZoneId` and must not be given. */
  readonly storageZones?: readonly PartialStorageZone[];
  readonly pullZones?: readonly PartialPullZone[];
  /** Access log entries, each with the `pullZoneId` of its zone. A pull zone shows them only with `EnableLogging: true`. */
  readonly accessLogs?: readonly PartialLogEntry[];
  /** Names of storage zones that belong to other accounts: taken, and never listed. */
  readonly takenNames?: readonly string[];
}

const storageZone = kinds.storageZones.schema.refine(({ PullZones }) => PullZones === undefined, {
  path: ["PullZones"],
  message: "links follow from the StorageZoneId of the pull zones: list these under pullZones",
});
const logEntry = z.looseObject({ pullZoneId: z.int(), originShield: z.boolean().optional() });

const seedSchema = z.strictObject({
  storageZones: z.array(storageZone).optional(),
  pullZones: z.array(kinds.pullZones.schema).optional(),
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
