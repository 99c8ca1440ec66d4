import assert from "node:assert/strict";
import type { Emulator } from "../../../emulator";
import { storageZoneFields } from "../../fixtures/contract/storageZone";

export type Properties = Record<string, unknown>;

const secretMark = "4dabf18193072939515e22adb298388d";

/**
 * Asserts that what was recorded of a zone is what the service itself has, field by field of the contract; past our own
 * client and codec.
 */
export function assertEqualsLive(emulator: Emulator, id: string, outputs: Properties): void {
  const live = emulator.storageZones.get(Number(id));
  assert.ok(live !== undefined && !live.Deleted, `storage zone ${id} stands in the state, but not in the service`);
  for (const [wire] of storageZoneFields) {
    const expected: unknown = live[wire];
    const name = wire === "Id" ? "storageZoneId" : wire.charAt(0).toLowerCase() + wire.slice(1);
    const recorded = plain(outputs[name]);
    const where = `${wire} of storage zone ${id}`;
    // A request that the client gave up on may be applied late, for a second time, and then moves the date once more.
    if (wire === "DateModified") assert.ok(String(recorded) <= String(expected), where);
    else if (wire === "ReplicationRegions") assert.deepEqual(sorted(recorded), sorted(expected), where);
    else assert.deepEqual(recorded ?? null, expected, where);
  }
}

/** Asserts that there is exactly one zone for each name, counting those that were made and deleted again. */
export function assertOnceEach(emulator: Emulator, names: readonly string[]): void {
  const standing = emulator.storageZones.list({ includeDeleted: true }).map(({ Name }) => Name);
  assert.deepEqual(sorted(standing), sorted(names));
}

function plain(value: unknown): unknown {
  const isSecret = typeof value === "object" && value !== null && secretMark in value;
  return isSecret ? (value as unknown as { value: unknown }).value : value;
}

function sorted(values: unknown): unknown[] {
  return [...(values as unknown[])].sort();
}
