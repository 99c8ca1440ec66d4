import { sentence } from "../provider/wire/words";
import { idKey } from "../provider/wire/dnsName";
import type { CheckedResource, CheckedStack } from "./checked";
import { withNotes } from "./checked";

/** Maximum number of objects that a note names. */
const maxNamed = 5;

/** Returns the stacks with a note for each other stack that manages some of their objects, because the resources of either would delete them. */
export function withSharedNoted(stacks: readonly CheckedStack[]): readonly CheckedStack[] {
  const keyOf = ({ report: { type, id }, account }: CheckedResource): string =>
    `${account.service ?? ""} ${type} ${idKey(id)}`;
  const managedBy = ({ resources }: CheckedStack): CheckedResource[] =>
    resources.filter(({ report }) => !report.external);
  const firstOwners = new Map<string, string>();
  /** The stacks of each object that several stacks manage: few objects, in accounts of many thousands. */
  const shared = new Map<string, Set<string>>();
  for (const checked of stacks) {
    const { stack } = checked.report;
    for (const key of managedBy(checked).map(keyOf)) {
      const first = firstOwners.get(key) ?? stack;
      firstOwners.set(key, first);
      if (first !== stack) shared.set(key, (shared.get(key) ?? new Set([first])).add(stack));
    }
  }
  if (shared.size === 0) return stacks;
  const notesOn = (checked: CheckedStack): string[] => {
    const byStack = new Map<string, string[]>();
    for (const one of managedBy(checked)) {
      for (const other of shared.get(keyOf(one)) ?? []) {
        if (other === checked.report.stack) continue;
        const objects = byStack.get(other) ?? [];
        const { type, name, id } = one.report;
        objects.push(`${type} ${name} (${id})`);
        byStack.set(other, objects);
      }
    }
    return [...byStack].map(([other, objects]) => sharedText(other, objects));
  };
  return stacks.map((checked) => withNotes(checked, notesOn(checked)));
}

function sharedText(stack: string, objects: readonly string[]): string {
  const [named, rest] = [objects.slice(0, maxNamed), objects.length - maxNamed];
  const all = sentence(rest > 0 ? [...named, `${String(rest)} more`] : named);
  return `${all} ${objects.length === 1 ? "is" : "are"} also in the state of ${stack}, and either stack deletes what its program drops. Keep each in one stack: in the other, run pulumi state delete, and remove it from the program`;
}
