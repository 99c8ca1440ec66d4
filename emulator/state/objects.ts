import type { accessLogEntryTable } from "../../provider/wire/accessLog";
import type { Field, Table } from "../../provider/wire/fields";
import type { pullZoneTable } from "../../provider/wire/pullZone";
import type {
  edgeRuleActionTable,
  edgeRuleTable,
  edgeRuleTriggerTable,
  hostnameTable,
  optimizerClassTable,
} from "../../provider/wire/pullZoneParts";
import type { PartialWireOf, WireOf } from "../wire/wireOf";
import type { storageZoneTable } from "../../provider/wire/storageZone";

// The objects of the service under their wire names. A partial one has only the fields that are given; see `complete`.
export type StorageZone = WireOf<typeof storageZoneTable>;
export type PartialStorageZone = PartialWireOf<typeof storageZoneTable>;
export type PullZone = WireOf<typeof pullZoneTable>;
export type PartialPullZone = PartialWireOf<typeof pullZoneTable>;
export type Hostname = WireOf<typeof hostnameTable>;
export type OptimizerClass = WireOf<typeof optimizerClassTable>;
export type EdgeRule = WireOf<typeof edgeRuleTable>;
export type EdgeRuleTrigger = WireOf<typeof edgeRuleTriggerTable>;
export type EdgeRuleAction = WireOf<typeof edgeRuleActionTable>;
export type LogEntry = WireOf<typeof accessLogEntryTable>;
export type PartialLogEntry = PartialWireOf<typeof accessLogEntryTable> & {
  /** A request from the edge to the origin shield: shown only where a query asks for such. @default false */
  readonly originShield?: boolean;
};

/** An entry as it is kept, with its whole address, even if the zone anonymizes it. */
export interface StoredEntry {
  /** Its timestamp in milliseconds. */
  readonly at: number;
  readonly originShield: boolean;
  readonly entry: LogEntry;
}

/** The owner of every zone of an emulator. */
export const userId = "00000000-0000-4000-8000-00000000cd11";

/**
 * Fills the fields that are missing from an object and from the objects in it: null, an empty array, 0, false, "" or the start
 * of 1970. Assumed fields are not added, so that the emulator by itself answers the contract and no more.
 */
export function complete<T extends Table>(table: T, given: PartialWireOf<T>): WireOf<T> {
  const whole: Record<string, unknown> = {};
  for (const field of table.fields) if (field.assumed !== true) whole[field.wire] = defaultOf(field);
  for (const [name, value] of Object.entries(given)) if (value !== undefined) whole[name] = value;
  for (const { wire, of } of table.fields) {
    const value = whole[wire];
    if (of !== undefined && Array.isArray(value)) whole[wire] = value.map((element) => complete(of, element as never));
  }
  return whole as WireOf<T>;
}

function defaultOf({ array, nullable, scalar }: Field): unknown {
  if (array) return [];
  if (nullable) return null;
  if (scalar === "boolean") return false;
  if (scalar === "string") return "";
  if (scalar === "date-time") return new Date(0).toISOString();
  return scalar === "json" ? {} : 0;
}
