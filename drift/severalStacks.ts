import { sentence } from "../provider/wire/words";
import { idKey } from "../provider/wire/dnsName";
import type { Account } from "./live/accounts";
import type { ResourceReport, StackReport } from "./model";

/** Maximum number of objects that a note names. */
const maxNamed = 5;

/** Returns the stacks with a note for each other stack that manages some of their objects, because the resources of either would delete them. */
export function withSharedNoted(
  stacks: readonly StackReport[],
  accountOf: ReadonlyMap<string, Account>,
): readonly StackReport[] {
  const keyOf = ({ urn, type, id }: ResourceReport): string =>
    `${accountOf.get(urn)?.service ?? ""} ${type} ${idKey(id)}`;
  const managedBy = ({ resources }: StackReport): ResourceReport[] => resources.filter(({ external }) => !external);
  const owners = new Map<string, Set<string>>();
  for (const stack of stacks) {
    for (const key of managedBy(stack).map(keyOf)) owners.set(key, (owners.get(key) ?? new Set()).add(stack.stack));
  }
  const notesOn = (stack: StackReport): string[] => {
    const shared = new Map<string, string[]>();
    for (const one of managedBy(stack)) {
      for (const other of owners.get(keyOf(one)) ?? []) {
        if (other === stack.stack) continue;
        const objects = shared.get(other) ?? [];
        objects.push(`${one.type} ${one.name} (${one.id})`);
        shared.set(other, objects);
      }
    }
    return [...shared].map(([other, objects]) => sharedText(other, objects));
  };
  return stacks.map((stack) => ({ ...stack, notes: [...stack.notes, ...notesOn(stack)] }));
}

function sharedText(stack: string, objects: readonly string[]): string {
  const [named, rest] = [objects.slice(0, maxNamed), objects.length - maxNamed];
  const all = sentence(rest > 0 ? [...named, `${String(rest)} more`] : named);
  return `${all} ${objects.length === 1 ? "is" : "are"} also in the state of ${stack}, and either stack deletes what its program drops. Keep each in one stack: in the other, run pulumi state delete, and remove it from the program`;
}
