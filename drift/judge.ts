import type { ReadResult } from "../provider/lifecycle/lifeCycle";
import { messageOf } from "../provider/api/errors";
import type { FoundDifference } from "./compare/resource";
import { compareResource } from "./compare/resource";
import type { IgnoreRules } from "./ignore/rules";
import type {
  DifferenceClass,
  DriftReport,
  NextStep,
  PropertyDifference,
  ResourceReport,
  ResourceStatus,
  StackReport,
  Summary,
  UnmanagedZone,
  Verdict,
} from "./model";
import { propertyOf } from "../provider/declared/properties";
import { nextForChanged, nextForMissing } from "./nextSteps";
import type { OpenResource } from "./state/parse";

/** The result of reading a resource. */
export type Outcome = { readonly found: ReadResult } | { readonly found: undefined } | { readonly failed: unknown };

export interface JudgeOptions {
  readonly rules: IgnoreRules;
  /** Whether to show volatile values as well. */
  readonly volatile: boolean;
  /** Whether undeclared settings count. */
  readonly strict: boolean;
  /** Whether a state has the object of that kind and id. */
  readonly isInState: (kind: string, id: string) => boolean;
  /** "default", or the name of the explicit provider. */
  readonly provider: string;
}

/** Returns the report on one resource. */
export function judge(resource: OpenResource, outcome: Outcome, options: JudgeOptions): ResourceReport {
  const { urn, name, kind: type, id, external } = resource;
  const about = { urn, name, type, id, provider: options.provider, external };
  const nothing = { differences: [], notCompared: [], next: [] };
  if ("failed" in outcome) return { ...about, ...nothing, status: "unread", reason: messageOf(outcome.failed) };
  if (outcome.found === undefined) {
    const ignored = options.rules.ignored(resource);
    if (ignored !== undefined) return { ...about, ...nothing, status: "missing", ignored };
    return { ...about, ...nothing, status: "missing", next: nextForMissing(resource) };
  }
  const found = compareResource(resource, outcome.found, options.volatile, options.isInState);
  const differences = found.differences.map((difference) => judgeDifference(resource, difference, options));
  const roots = new Set(differences.map(({ property }) => propertyOf(property)));
  const faults = (outcome.found.faults ?? [])
    .filter(({ property }) => !roots.has(property))
    .map(({ todo, ...fault }) => ({
      todo,
      difference: judgeDifference(resource, { ...fault, ...asDeclared }, options),
    }));
  const all = [...differences, ...faults.map(({ difference }) => difference)];
  const status = all.some(({ counts }) => counts) ? "changed" : "clean";
  const steps = faults.flatMap(({ todo, difference }) => (difference.counts ? [{ purpose: todo }] : []));
  const next = [...steps, ...nextForChanged(resource, differences)];
  return { ...about, status, differences: all, notCompared: [...found.notCompared], next };
}

/** A fault counts as a declared setting does, but `pulumi up` does not mend it. */
const asDeclared = {
  class: "declared",
  kind: "changed",
  hidden: false,
  replaces: false,
  ignoredByProgram: false,
} as const;

/** Returns an object in no state. It counts unless a rule ignores it. @param next the steps for an object that counts */
export function judgeUnmanaged(
  about: Pick<UnmanagedZone, "id" | "name" | "type" | "region" | "details" | "provider">,
  rules: IgnoreRules,
  next: readonly NextStep[],
): UnmanagedZone {
  const { name, type } = about;
  const ignored = rules.ignored({ urn: `${type}::${name}`, name });
  return ignored === undefined
    ? { ...about, counts: true, next: [...next] }
    : { ...about, counts: false, ignored, next: [] };
}

function judgeDifference(
  resource: OpenResource,
  found: FoundDifference,
  { rules, strict }: JudgeOptions,
): PropertyDifference {
  const { ignoredByProgram, countsIfStrict = false, ...difference } = found;
  const byProgram = { by: "ignoreChanges", reason: "ignoreChanges in the program" } as const;
  const isUndeclared = difference.class === "undeclared";
  // What does not count anyway needs no exception in the program.
  const isException = ignoredByProgram && (!isUndeclared || strict);
  const ignored = rules.ignored(resource, difference.property) ?? (isException ? byProgram : undefined);
  const matters = difference.class === "declared" || difference.class === "external" || (strict && countsIfStrict);
  return { ...difference, counts: matters && ignored === undefined, ...(ignored === undefined ? {} : { ignored }) };
}

/** Whether a resource counts as drift. */
export function isDrift({ status, ignored }: ResourceReport): boolean {
  return status === "changed" || (status === "missing" && ignored === undefined);
}

export function verdictOfStack(resources: readonly ResourceReport[]): Verdict {
  if (resources.some(({ status }) => status === "unread")) return "incomplete";
  return resources.some(isDrift) ? "drift" : "clean";
}

export function verdictOfUnmanaged({ zones, unread }: NonNullable<DriftReport["unmanaged"]>): Verdict {
  if (unread.length > 0) return "incomplete";
  return zones.some(({ counts }) => counts) ? "drift" : "clean";
}

export function verdictOf(stacks: readonly StackReport[], unmanaged: DriftReport["unmanaged"]): Verdict {
  const verdicts = stacks.map(({ verdict }) => verdict);
  if (unmanaged !== undefined) verdicts.push(verdictOfUnmanaged(unmanaged));
  return (["incomplete", "drift"] as const).find((verdict) => verdicts.includes(verdict)) ?? "clean";
}

export function summaryOf(stacks: readonly StackReport[], unmanaged: readonly UnmanagedZone[]): Summary {
  const resources = stacks.flatMap((stack) => stack.resources);
  const differences = resources.flatMap((resource) => resource.differences);
  const having = (wanted: ResourceStatus): number => resources.filter(({ status }) => status === wanted).length;
  const inClass = (wanted: DifferenceClass): number => differences.filter((found) => found.class === wanted).length;
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
      declared: inClass("declared"),
      external: inClass("external"),
      undeclared: inClass("undeclared"),
      volatile: inClass("volatile"),
    },
    notCompared: resources.reduce((sum, { notCompared }) => sum + notCompared.length, 0),
  };
}
