import { makeUrn, urnName, urnType } from "../resource/urn";
import type { Alias, Goal } from "./goal";

/**
 * The URNs that a resource may have had: those it names, and those it would have had under the name that its
 * parent had (`parentAlias`), by the habit of naming a child after its parent.
 */
export function aliasUrns(goal: Goal, stack: string, project: string, parentAlias: string | undefined): string[] {
  const own = goal.aliases.map((alias) => aliasUrn(alias, goal, stack, project));
  if (parentAlias === undefined) return own;
  const inherited = [
    { type: goal.type, name: goal.name },
    ...own.map((urn) => ({ type: urnType(urn), name: urnName(urn) })),
  ];
  const parentName = urnName(goal.parent);
  return [
    ...own,
    ...inherited.map(({ type, name }) => {
      const renamed = name.startsWith(parentName) ? urnName(parentAlias) + name.slice(parentName.length) : name;
      return makeUrn(stack, project, parentAlias, type, renamed);
    }),
  ];
}

function aliasUrn(alias: Alias, goal: Goal, stack: string, project: string): string {
  if ("urn" in alias) return alias.urn;
  const parent = alias.parent ?? goal.parent;
  return makeUrn(
    alias.stack || stack,
    alias.project || project,
    parent,
    alias.type || goal.type,
    alias.name || goal.name,
  );
}
