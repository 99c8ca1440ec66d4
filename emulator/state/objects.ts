import type { Field, Table } from "../../provider/wire/fields";
import type { AccessLogEntry } from "../wire/objects";
import type { PartialOf } from "../wire/partial";

export type * from "../wire/objects";
export type { AccessLogEntry as LogEntry } from "../wire/objects";

export type PartialLogEntry = PartialOf<AccessLogEntry> & {
  /** Whether the request went from the edge to the origin shield. Such entries are returned only if a query asks for them. @default false */
  readonly originShield?: boolean;
};

/** A stored entry, with its whole address even if the zone anonymizes it. */
export interface StoredEntry {
  /** The timestamp in milliseconds. */
  readonly at: number;
  readonly originShield: boolean;
  readonly entry: AccessLogEntry;
}

/** The owner of every zone of an emulator. */
export const userId = "00000000-0000-4000-8000-00000000cd11";

/**
 * Fills missing fields of an object, at every depth, with null, an empty array, 0, false, "" or the start of 1970. It does not add assumed
 * fields to objects of the contract, so that by default responses contain only the contract's fields.
 */
export function complete<Whole extends object>(table: Table, given: PartialOf<Whole>): Whole {
  const whole: Record<string, unknown> = {};
  for (const field of table.fields) {
    if ((field.assumed !== true || table.assumed === true) && field.derived === undefined)
      whole[field.wire] = defaultOf(field);
  }
  for (const [name, value] of Object.entries(given)) if (value !== undefined) whole[name] = value;
  for (const { wire, of } of table.fields) {
    const value = whole[wire];
    if (of === undefined || typeof value !== "object" || value === null) continue;
    whole[wire] = Array.isArray(value) ? value.map((element) => complete(of, element as object)) : complete(of, value);
  }
  return whole as Whole;
}

function defaultOf({ array, nullable, scalar }: Field): unknown {
  if (array) return [];
  if (nullable) return null;
  if (scalar === "boolean") return false;
  if (scalar === "string") return "";
  if (scalar === "date-time") return new Date(0).toISOString();
  return scalar === "json" ? {} : 0;
}
