import type { Seed } from "../../../emulator";
import type { StackState } from "../../../drift/state/state";
import { zoneKinds } from "../../../drift/state/kinds";
import { PlainSecret, Sealed } from "../../../drift/state/secrets";
import type { Table } from "../../../provider/wire/fields";

type Json = Record<string, unknown>;

/** A service in which the zones of a state stand as the state has them; secrets that it seals are others there. */
export function seedOf(state: StackState, provider: string | undefined): Seed {
  const standing = (kind: keyof typeof zoneKinds): Json[] =>
    state.zones
      .filter((zone) => zone.kind === kind && state.providers.get(zone.provider)?.name === provider)
      .map(({ id, outputs }) => ({ ...wire(zoneKinds[kind].table, outputs), Id: Number(id) }));
  return {
    // Links follow from the pull zones.
    storageZones: standing("StorageZone").map((zone) =>
      Object.fromEntries(Object.entries(zone).filter(([key]) => key !== "PullZones")),
    ),
    pullZones: standing("PullZone"),
  };
}

function wire(table: Table, typed: Json): Json {
  const object: Json = {};
  for (const field of table.fields) {
    const value = known(typed[field.name]);
    const inner = field.of;
    if (value === undefined) continue;
    object[field.wire] =
      inner !== undefined && Array.isArray(value) ? value.map((element) => wire(inner, element as Json)) : value;
  }
  return object;
}

function known(value: unknown): unknown {
  return value instanceof Sealed ? "minted" : value instanceof PlainSecret ? value.value : value;
}
