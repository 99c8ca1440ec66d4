import type { Reads } from "../../api/reads";
import { shieldAccessList } from "../../kinds/shieldAccessList";
import type { GetPullZoneShieldResult } from "../../types/pullZoneShield";
import type { GetShieldAccessListResult } from "../../types/shieldAccessList";
import type { InputField } from "../../wire/fields";
import { declaring } from "../../declared/declaring";
import type { Properties } from "../../declared/properties";
import { canonical } from "../../declared/properties";
import type { LivePart } from "../locate";

/** An access list with its shield, as the service returned them. */
export type LiveList = LivePart<GetShieldAccessListResult, "PullZoneShield">;

/** A shield with its access lists, which the service returns separately. */
type WithLists = GetPullZoneShieldResult & { readonly accessLists?: readonly GetShieldAccessListResult[] };

export const settings = shieldAccessList.settings.filter(({ immutable }) => immutable !== true);

export function idOf({ whole: shield, part }: LiveList): string {
  return `${String(shield.id)}/${String(part.id)}`;
}

/** Adds the overview of its access lists to a shield. */
export async function withLists(reader: Reads, shield: GetPullZoneShieldResult): Promise<WithLists> {
  const overview = await reader.details("PullZoneShield", shield.id, "accessLists");
  return { ...shield, accessLists: overview?.customLists ?? [] };
}

export function listsOf(shield: WithLists): readonly GetShieldAccessListResult[] {
  return shield.accessLists ?? [];
}

/** Adds its entries to an access list. */
export async function withContent(
  reader: Reads,
  shieldId: number,
  list: GetShieldAccessListResult,
): Promise<GetShieldAccessListResult> {
  const content = await reader.details("PullZoneShield", shieldId, "accessList", { part: list.id });
  return { ...list, content: content?.content ?? "" };
}

/** Returns the entries of a list in one text, in which the service may order them in another way. */
export function entriesIn(content = ""): string[] {
  const lines = content.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "");
}

/** Returns the state of a list that is only read. */
export function externalState({ whole: shield, part }: LiveList): Properties {
  const { id, configurationId, name, type, action, isEnabled, content } = part;
  const entries = entriesIn(content);
  const values = { name, type, action, enabled: isEnabled, entries, entryCount: entries.length };
  return { ...canonical(shieldAccessList.table, values), shieldZoneId: shield.id, listId: id, configurationId };
}

const fromTables = declaring<LiveList>({
  kind: shieldAccessList,
  // The service does not show the description, and a change of it needs a new list.
  outputs: (live, known) => ({ ...externalState(live), description: known["description"] ?? "" }),
  shown: externalState,
});
export const { managedState, liveInputs, importInputs } = fromTables;
export const comparison = fromTables.comparison();

/** Returns the settings in which a list differs from the declaration. @param among the settings to compare */
export function differences(
  part: GetShieldAccessListResult,
  inputs: Properties,
  among: readonly InputField[] = settings,
): InputField[] {
  return fromTables.differences({ whole: {} as GetPullZoneShieldResult, part }, inputs, among);
}

/** Returns the access lists of a shield, if they were read, with names for a program. */
export function importable(shield: GetPullZoneShieldResult): { readonly live: LiveList; readonly name: string }[] {
  return listsOf(shield).map((part) => ({
    live: { whole: shield, part },
    name: `shield-${String(shield.pullZoneId ?? shield.id)}-${part.name}`,
  }));
}
