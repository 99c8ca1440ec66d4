import { wholeOf, type KindName } from "../provider/kinds";
import { lifeCycleOf } from "../provider/lifecycle";
import type { NamedObject } from "../provider/lifecycle/lifeCycle";
import type { Account } from "./live/accounts";

/** An object that may have no effect because of another object of its account. */
export interface Shadowable {
  readonly account: Account;
  readonly kind: KindName;
  readonly object: NamedObject;
}

/** Returns the notes on objects of a stack without effect. It needs the lists of the accounts, so call it once all objects are read. */
export async function shadowedNotes(found: readonly Shadowable[]): Promise<string[]> {
  const notes: string[] = [];
  for (const account of new Set(found.map((one) => one.account))) {
    const ofAccount = found.filter((one) => one.account === account);
    for (const kind of new Set(ofAccount.map((one) => one.kind))) {
      const objects = ofAccount.filter((one) => one.kind === kind).map(({ object }) => object);
      const [wholeKind] = wholeOf(kind, objects[0]?.id ?? "");
      // If the list can't be read, the report on objects in no state says so.
      const wholes = await account
        .reader()
        .all(wholeKind)
        .catch(() => []);
      notes.push(...(lifeCycleOf(kind).shadowed?.(objects, wholes) ?? []));
    }
  }
  return notes;
}
