import { z } from "zod";
import { accessLogEntryTable } from "../provider/wire/accessLog";
import { pullZoneTable } from "../provider/wire/pullZone";
import { partialWireSchema } from "../provider/wire/schema";
import { storageZoneTable } from "../provider/wire/storageZone";
import type { PartialLogEntry } from "./types/logEntry";
import type { PartialPullZone } from "./types/pullZone";
import type { PartialStorageZone } from "./types/storageZone";

/**
 * What the emulator starts with, and what `reset()` goes back to. Fields stand under their wire names; what is left out is
 * filled: a number of its own as `Id`, minted passwords, and else the defaults of the field table.
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

const seedSchema = z.strictObject({
  storageZones: z
    .array(
      partialWireSchema(storageZoneTable).refine((zone) => zone.PullZones === undefined, {
        path: ["PullZones"],
        message: "links follow from the StorageZoneId of the pull zones: list these under pullZones",
      }),
    )
    .optional(),
  pullZones: z.array(partialWireSchema(pullZoneTable)).optional(),
  accessLogs: z
    .array(
      partialWireSchema(accessLogEntryTable).and(
        z.looseObject({ pullZoneId: z.int(), originShield: z.boolean().optional() }),
      ),
    )
    .optional(),
  takenNames: z.array(z.string()).optional(),
});

/**
 * Checks a seed that came from a file or a test.
 *
 * @throws {TypeError} naming each place at fault, such as `storageZones[3].Deleted`
 */
export function parseSeed(given: unknown): Seed {
  const result = seedSchema.safeParse(given);
  if (!result.success) throw new TypeError(`The seed is malformed:\n${z.prettifyError(result.error)}`);
  return result.data as Seed;
}
