import { withoutHeadline } from "../../provider/api/operation";
import { printableMessage, printableName } from "../terminal/text";
import { givenUp } from "../errors";
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

/** How a report is rendered. */
export interface RenderOptions {
  /** Colours, for a terminal; text only. @default false */
  readonly color?: boolean;
  /** The project of the current folder: a line above the commands of another one names it. @default none */
  readonly project?: string | undefined;
}

/** What a report says to people, in order, for each format to lay out. Texts are printable; only reasons and notes may have several lines. */
export interface Outline {
  readonly counts: string;
  /** A line for each of many stacks; undefined for a single one, whose section says it. */
  readonly overview: { readonly title: string; readonly stacks: readonly Section[] } | undefined;
  /** The stacks that have a section of their own, those that drifted first. Of several, those without findings are only listed. */
  readonly stacks: readonly Section[];
  readonly unmanaged: Unmanaged | undefined;
  /** On ignore rules that are no longer needed, and on secrets that were not compared. */
  readonly notes: readonly string[];
  readonly cost: string;
}

/** A stack. */
export interface Section {
  readonly name: string;
  readonly verdict: Verdict;
  /** What was found, in numbers. */
  readonly counts: string;
  /** Why its state could not be read. */
  readonly reason: string | undefined;
  /** Not yet printable. */
  readonly notes: readonly string[];
  /** "In the folder of project blog", where its commands are to be run; undefined without any, or in the current folder. */
  readonly folder: string | undefined;
  /** What to do about several findings at once. */
  readonly next: readonly NextStep[];
  readonly findings: readonly Finding[];
}

/** What is in no state. */
export interface Unmanaged {
  readonly title: string;
  readonly verdict: Verdict;
  /** How many there are: a finding can be of many files. */
  readonly count: number;
  readonly objects: readonly Finding[];
  /** Those that could not be listed. */
  readonly accounts: readonly Finding[];
}

/** A resource, or several that are unread for the same reason; an object in no state, or files; or an account that could not be listed. */
export interface Finding {
  readonly status: ResourceReport["status"] | "unmanaged";
  /** The status in words. */
  readonly label: string;
  readonly title: string;
  /** Those of several resources or files. */
  readonly names?: string;
  readonly urn?: string;
  readonly isReadOnly?: boolean;
  /** Why it does not count. */
  readonly ignored?: string | undefined;
  /** Who may have made it. */
  readonly changes: readonly string[];
  /** Why it is unread. */
  readonly reason?: string | undefined;
  readonly differences: readonly Difference[];
  readonly notCompared: readonly string[];
  readonly next: readonly NextStep[];
}

/** A property that differs. */
export interface Difference {
  readonly property: string;
  readonly found: PropertyDifference;
  /** Its class, and whether it counts. */
  readonly classes: string;
  /** What restoring it does to the resource, if it replaces it. */
  readonly replacement: string | undefined;
}

/** @param project that of the current folder */
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
  const rules = ignoreRules.flatMap((rule) => ruleText(rule) ?? []);
  const logs = (auditLog?.unread ?? []).map(
    ({ provider, reason }) =>
      `Who made the changes is unknown: the audit log of ${printableName(provider)} can't be read: ${printableName(reason)}`,
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

/** The resources to show, those that drifted first. Those that are unread for the same reason are one finding, in place of the first. */
function findingsOf(resources: readonly ResourceReport[]): Finding[] {
  const groups = new Map<unknown, ResourceReport[]>();
  for (const resource of resources) {
    if (resource.status === "clean" && resource.differences.length === 0) continue;
    // Every other resource is a group of its own.
    const key = resource.status === "unread" ? causeOf(resource) : resource;
    groups.set(key, [...(groups.get(key) ?? []), resource]);
  }
  const findings = [...groups.values()].flatMap((group) =>
    group.length === 1 ? group.map(resourceFinding) : unreadFinding(group),
  );
  return drifted(findings, ({ status }) => status !== "clean");
}

/** What drifted first, and then the others, each in their order. */
function drifted<Item>(items: readonly Item[], isDrifted: (item: Item) => boolean): Item[] {
  return [...items.filter(isDrifted), ...items.filter((item) => !isDrifted(item))];
}

/** Why a resource is unread, without the request, which differs from one to the next. A report has it only in words, as one that is read from JSON. */
function causeOf({ reason = "" }: ResourceReport): string {
  return withoutHeadline(reason.startsWith(givenUp) ? reason.slice(givenUp.length) : reason);
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

/** The objects in no state. Files beside one storage folder belong together, as there may be thousands. */
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
