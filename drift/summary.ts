import type {
  DifferenceClass,
  DriftReport,
  ResourceReport,
  ResourceStatus,
  StackReport,
  Summary,
  UnmanagedZone,
  Verdict,
} from "./report/model";

/** Whether a zone counts as drift. */
export function isDrift({ status, ignored }: ResourceReport): boolean {
  return status === "changed" || (status === "missing" && ignored === undefined);
}

export function verdictOfStack(resources: readonly ResourceReport[]): Verdict {
  if (resources.some(({ status }) => status === "unread")) return "incomplete";
  return resources.some(isDrift) ? "drift" : "clean";
}

export function verdictOf(stacks: readonly StackReport[], unmanaged: DriftReport["unmanaged"]): Verdict {
  const verdicts = new Set(stacks.map(({ verdict }) => verdict));
  if (verdicts.has("incomplete") || (unmanaged?.unread.length ?? 0) > 0) return "incomplete";
  return verdicts.has("drift") || (unmanaged?.zones.some(({ counts }) => counts) ?? false) ? "drift" : "clean";
}

export function summaryOf(stacks: readonly StackReport[], unmanaged: readonly UnmanagedZone[]): Summary {
  const resources = stacks.flatMap((stack) => stack.resources);
  const differences = resources.flatMap((resource) => resource.differences);
  const having = (wanted: ResourceStatus): number => resources.filter(({ status }) => status === wanted).length;
  const of = (wanted: DifferenceClass): number => differences.filter((found) => found.class === wanted).length;
  const findings = [...differences, ...resources, ...unmanaged];
  return {
    resources: resources.length,
    clean: having("clean"),
    changed: having("changed"),
    missing: having("missing"),
    unread: having("unread"),
    unmanaged: unmanaged.length,
    ignored: findings.filter(({ ignored }) => ignored !== undefined).length,
    differences: {
      declared: of("declared"),
      external: of("external"),
      undeclared: of("undeclared"),
      volatile: of("volatile"),
    },
    notCompared: resources.reduce((sum, { notCompared }) => sum + notCompared.length, 0),
  };
}
