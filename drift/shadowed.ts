import { wholeOf, type KindName } from "../provider/kinds";
import { lifeCycleOf } from "../provider/lifecycle";
import type { NamedObject } from "../provider/lifecycle/lifeCycle";
import type { Account } from "./live/accounts";
import type { OpenResource } from "./state/parse";

/** The objects of a stack that may have no effect because of another object of their account. */
export class Shadowed {
  readonly #found = new Map<Account, Map<KindName, NamedObject[]>>();

  add(account: Account, { kind, id, name: resource }: OpenResource, state: NamedObject["state"]): void {
    if (lifeCycleOf(kind).shadowed === undefined) return;
    const ofAccount = this.#found.get(account) ?? new Map<KindName, NamedObject[]>();
    this.#found.set(account, ofAccount);
    const objects = ofAccount.get(kind) ?? [];
    ofAccount.set(kind, objects);
    objects.push({ id, resource, state });
  }

  /** Returns the notes on all of them. It needs the lists of the accounts, so call it once all objects are read. */
  async notes(): Promise<string[]> {
    const notes: string[] = [];
    for (const [account, ofAccount] of this.#found) {
      for (const [kind, objects] of ofAccount) {
        const [whole] = wholeOf(kind, objects[0]?.id ?? "");
        // If the list can't be read, the report on objects in no state says so.
        const wholes = await account
          .reader()
          .all(whole)
          .catch(() => []);
        notes.push(...(lifeCycleOf(kind).shadowed?.(objects, wholes) ?? []));
      }
    }
    return notes;
  }
}
