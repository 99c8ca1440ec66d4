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
  const firstOwners = new Map<string, string>();
  /** The stacks of each object that several stacks manage: few objects, in accounts of many thousands. */
  const shared = new Map<string, Set<string>>();
  for (const report of stacks) {
    for (const key of managedBy(report).map(keyOf)) {
      const first = firstOwners.get(key) ?? report.stack;
      firstOwners.set(key, first);
      if (first !== report.stack) shared.set(key, (shared.get(key) ?? new Set([first])).add(report.stack));
    }
  }
  if (shared.size === 0) return stacks;
  const notesOn = (stack: StackReport): string[] => {
    const byStack = new Map<string, string[]>();
    for (const one of managedBy(stack)) {
      for (const other of shared.get(keyOf(one)) ?? []) {
        if (other === stack.stack) continue;
        const objects = byStack.get(other) ?? [];
        objects.push(`${one.type} ${one.name} (${one.id})`);
        byStack.set(other, objects);
      }
    }
    return [...byStack].map(([other, objects]) => sharedText(other, objects));
  };
  return stacks.map((stack) => ({ ...stack, notes: [...stack.notes, ...notesOn(stack)] }));
}

function sharedText(stack: string, objects: readonly string[]): string {
  const [named, rest] = [objects.slice(0, maxNamed), objects.length - maxNamed];
  const all = sentence(rest > 0 ? [...named, `${String(rest)} more`] : named);
  return `${all} ${objects.length === 1 ? "is" : "are"} also in the state of ${stack}, and either stack deletes what its program drops. Keep each in one stack: in the other, run pulumi state delete, and remove it from the program`;
}
