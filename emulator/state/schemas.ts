import { z } from "zod";
import { accessLogEntryTable } from "../../provider/wire/accessLog";
import { pullZoneTable } from "../../provider/wire/pullZone";
import { partialWireSchema } from "../wire/schema";
import { storageZoneTable } from "../../provider/wire/storageZone";

export const partialStorageZone = partialWireSchema(storageZoneTable);
export const partialPullZone = partialWireSchema(pullZoneTable);
export const partialLogEntry = partialWireSchema(accessLogEntryTable);

/** Parses objects from a seed, a test or the control path. @throws {TypeError} naming each invalid field */
export function parsed<T>(schema: z.ZodType<T>, what: string, given: unknown): T {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new TypeError(`${what} malformed:\n${z.prettifyError(result.error)}`);
}
