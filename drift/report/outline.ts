import { withoutHeadline } from "../../provider/api/operation";
import { printableMessage, printableName } from "../../terminal/text";
import { unreadPrefix } from "../errors";
import { summaryOf, verdictOfUnmanaged } from "../judge";
import type {
  DriftReport,
  NextStep,
  PropertyDifference,
  ResourceReport,
  StackReport,
  UnmanagedZone,
  Verdict,
} from "../model";
import { urnParts } from "../state/parse";
import { rowsOf } from "./differences";
import {
  classText,
  counted,
  countsText,
  ignoredText,
  replacementText,
  resourceText,
  ruleText,
  shownStep,
  stacksText,
  unmanagedText,
  whoText,
} from "./words";
import { warning } from "../../provider/wire/words";

/** Options for rendering a report. */
export interface RenderOptions {
  /** Whether a text report has colours for a terminal. @default false */
  readonly color?: boolean;
  /** The project of the current folder. The commands of another project are preceded by its name. @default none */
  readonly project?: string | undefined;
}

/** The content of a report for people, in order, which each format lays out. Texts are printable; only reasons and notes may have several lines. */
export interface Outline {
  readonly counts: string;
  /** A line for each stack; undefined for a single stack, whose section has the same information. */
  readonly overview: { readonly title: string; readonly stacks: readonly Section[] } | undefined;
  /** The stacks that have a section, those that drifted first. If there are several stacks, those without findings have none. */
  readonly stacks: readonly Section[];
  readonly unmanaged: Unmanaged | undefined;
  /** Notes on ignore rules that are no longer needed, on audit logs, and on secrets that were not compared. */
  readonly notes: readonly string[];
  readonly cost: string;
}

/** A stack. */
export interface Section {
  readonly name: string;
  readonly verdict: Verdict;
  /** The findings in numbers. */
  readonly counts: string;
  /** The reason why the state could not be read. */
  readonly reason: string | undefined;
  /** Notes that are not yet printable. */
  readonly notes: readonly string[];
  /** "In the folder of project blog", where the commands are run; undefined if there are none, or if that is the current folder. */
  readonly folder: string | undefined;
  /** Steps for several findings at once. */
  readonly next: readonly NextStep[];
  readonly findings: readonly Finding[];
}

/** The objects that are in no state. */
export interface Unmanaged {
  readonly title: string;
  readonly verdict: Verdict;
  /** The number of objects; a finding can stand for many files. */
  readonly count: number;
  readonly objects: readonly Finding[];
  /** The accounts that could not be listed. */
  readonly accounts: readonly Finding[];
}

/** A resource, or several that are unread for the same reason; an object in no state, or files; or an account that could not be listed. */
export interface Finding {
  readonly status: ResourceReport["status"] | "unmanaged";
  /** The status as text. */
  readonly label: string;
  readonly title: string;
  /** The names, if the finding stands for several resources or files. */
  readonly names?: string;
  readonly urn?: string;
  readonly isReadOnly?: boolean;
  /** The reason why the finding does not count. */
  readonly ignored?: string | undefined;
  /** The changes that may have caused the finding. */
  readonly changes: readonly string[];
  /** The reason why the resource is unread. */
  readonly reason?: string | undefined;
  readonly differences: readonly Difference[];
  readonly notCompared: readonly string[];
  readonly next: readonly NextStep[];
}

/** A property that differs. */
export interface Difference {
  readonly property: string;
  readonly found: PropertyDifference;
  /** The class of the difference, and whether it counts. */
  readonly classes: string;
  /** The warning that restoring the value replaces the resource, if it does. */
  readonly replacement: string | undefined;
}

/** Returns the outline of a report. @param project the project of the current folder */
export function outlineOf(report: DriftReport, { project }: RenderOptions): Outline {
  const { summary, unmanaged, cost } = report;
  const stacks = report.stacks.map((stack) => sectionOf(stack, project));
  const isSingle = stacks.length === 1;
  const hasNews = ({ verdict, notes, findings }: Section): boolean =>
    verdict !== "clean" || notes.length > 0 || findings.length > 0;
  return {
    counts: countsText(summary),
    overview: isSingle ? undefined : { title: stacksText(stacks), stacks },
    stacks: isSingle ? stacks : drifted(stacks.filter(hasNews), ({ verdict }) => verdict !== "clean"),
    unmanaged: unmanaged && {
      title: "Objects in no state",
      verdict: verdictOfUnmanaged(unmanaged),
      count: unmanaged.zones.length,
      objects: groupedObjects(unmanaged.zones).map(unmanagedFinding),
      accounts: unmanaged.unread.map(({ provider, reason }) => ({
        ...findingOf("unread", `account of ${printableName(provider)}`),
        reason: printableMessage(reason),
      })),
    },
    notes: notesOf(report),
    cost: [
      counted(cost.apiCalls, "API call", "API calls"),
      counted(cost.retries, "retry", "retries"),
      `${cost.seconds.toFixed(1)} s`,
    ].join(", "),
  };
}

function notesOf({ ignoreRules, summary, auditLog }: DriftReport): string[] {
  const rules = ignoreRules.flatMap((rule) => ruleText(rule) ?? []).map(warning);
  const logs = (auditLog?.unread ?? []).map(({ provider, reason }) =>
    warning(
      `The report does not show who made the changes, because the audit log of ${printableName(provider)} can't be read: ${printableName(reason)}`,
    ),
  );
  if (summary.notCompared === 0) return [...rules, ...logs];
  const secrets = counted(summary.notCompared, "secret was", "secrets were");
  return [...rules, ...logs, `${secrets} not compared: the state has only ciphertext, or no value`];
}

function sectionOf(found: StackReport, current: string | undefined): Section {
  const { stack, verdict, reason, notes, next = [], resources } = found;
  const withCommand = resources.find((resource) => resource.next.some(({ command }) => command !== undefined));
  const project = withCommand && urnParts(withCommand.urn)?.project;
  return {
    name: printableName(stack),
    verdict,
    counts: reason === undefined ? countsText(summaryOf([found], [])) : "its state could not be read",
    reason: reason && printableMessage(reason),
    notes,
    folder:
      project === undefined || project === current ? undefined : `In the folder of project ${printableName(project)}`,
    next: next.map(shownStep),
    findings: findingsOf(resources),
  };
}

/** Returns the findings, those that drifted first. Resources that are unread for the same reason form one finding, at the place of the first. */
function findingsOf(resources: readonly ResourceReport[]): Finding[] {
  const groups = new Map<unknown, ResourceReport[]>();
  for (const resource of resources) {
    if (resource.status === "clean" && resource.differences.length === 0) continue;
    // Every other resource forms a group of its own.
    const key = resource.status === "unread" ? causeOf(resource) : resource;
    groups.set(key, [...(groups.get(key) ?? []), resource]);
  }
  const findings = [...groups.values()].flatMap((group) =>
    group.length === 1 ? group.map(resourceFinding) : unreadFinding(group),
  );
  return drifted(findings, ({ status }) => status !== "clean");
}

/** Sorts the items that drifted before the others, without changing the order otherwise. */
function drifted<Item>(items: readonly Item[], isDrifted: (item: Item) => boolean): Item[] {
  return [...items.filter(isDrifted), ...items.filter((item) => !isDrifted(item))];
}

/** Returns the reason why a resource is unread, without the request, which differs for each resource. A report has the reason only as text. */
function causeOf({ reason = "" }: ResourceReport): string {
  return withoutHeadline(reason.startsWith(unreadPrefix) ? reason.slice(unreadPrefix.length) : reason);
}

function unreadFinding(resources: readonly ResourceReport[]): Finding {
  return {
    ...findingOf("unread", counted(resources.length, "resource", "resources")),
    names: namesOf(resources.map(resourceText)),
    reason: printableMessage(resources[0]?.reason ?? ""),
  };
}

const maxNames = 10;

function namesOf(all: readonly string[]): string {
  const names = all.slice(0, maxNames).join(", ");
  const more = all.length - maxNames;
  return more > 0 ? `${names}, and ${String(more)} more` : names;
}

/** Groups the objects in no state: files of one storage folder are one group, because there may be thousands. */
function groupedObjects(objects: readonly UnmanagedZone[]): UnmanagedZone[][] {
  const groups = new Map<unknown, UnmanagedZone[]>();
  for (const object of objects) {
    const { type, details, ignored, next } = object;
    const key = type === "File" ? JSON.stringify([details, ignored, next]) : object;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [object]);
    else group.push(object);
  }
  return [...groups.values()];
}

function unmanagedFinding(objects: readonly UnmanagedZone[]): Finding {
  const [first, second] = objects as [UnmanagedZone, UnmanagedZone?];
  const ignored = first.ignored && ignoredText(first.ignored);
  const changes = (first.changes ?? []).map(whoText);
  if (second === undefined) return { ...findingOf("unmanaged", unmanagedText(first), first.next), ignored, changes };
  const title = `${String(objects.length)} files ${printableName(first.details ?? "")}`;
  const names = namesOf(objects.map(({ name }) => printableName(name)));
  return { ...findingOf("unmanaged", title, first.next), names, ignored };
}

function resourceFinding(resource: ResourceReport): Finding {
  const { status, type, urn, external, ignored, reason, differences, notCompared, changes = [], next } = resource;
  return {
    ...findingOf(status, resourceText(resource), next),
    label: status === "clean" ? "no drift" : status,
    urn: printableName(urn),
    isReadOnly: external,
    ignored: ignored && ignoredText(ignored),
    changes: changes.map(whoText),
    reason: reason && printableMessage(reason),
    differences: drifted(differences, ({ counts }) => counts)
      .flatMap(rowsOf)
      .map((found) => ({
        property: printableName(found.property),
        found,
        classes: classText(found, type),
        replacement: found.replaces ? replacementText(type) : undefined,
      })),
    notCompared: notCompared.map(printableName),
  };
}

function findingOf(status: Finding["status"], title: string, next: readonly NextStep[] = []): Finding {
  return { status, label: status, title, differences: [], notCompared: [], changes: [], next: next.map(shownStep) };
}
