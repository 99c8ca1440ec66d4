import { painter, printable, printableLine, printableLines, printableName, shortened } from "../../terminal/text";
import { kinds, type Kind } from "../../provider/kinds";
import { summaryOf } from "../judge";
import type {
  DriftReport,
  NextStep,
  PropertyDifference,
  ResourceReport,
  RuleReport,
  StackReport,
  Summary,
  UnmanagedZone,
} from "../model";

// Texts that several formats share.

/** As the content or an attribute of an element in HTML or XML. */
export function markup(text: string): string {
  return printableLines(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** A value on one line, shortened if it is long. */
export function valueText(value: unknown, maxLength = 100): string {
  if (value === undefined) return "(none)";
  // Cut before and after: an escape is six characters.
  return shortened(printable(shortened(JSON.stringify(value), maxLength)), maxLength);
}

/** `"old" → "new"`; for a secret, only that it changed. */
export function changeText({ hidden, expected, actual, kind }: PropertyDifference, paint = painter(false)): string {
  if (hidden) return "changed (hidden)";
  const change = `${paint(valueText(expected), "red")} → ${paint(valueText(actual), "green")}`;
  return kind === "reordered" ? `${change} (reordered)` : change;
}

/** What restoring an immutable value does to a resource of this type, which may be a later version's. */
export function replacementText(type: string): string {
  const known: Readonly<Record<string, Kind>> = kinds;
  return `restoring it REPLACES the ${known[type]?.noun ?? "resource"}`;
}

/** The class of a difference of such a resource, and whether it counts. */
export function classText(difference: PropertyDifference, type: string): string {
  const { ignored, counts, replaces, refused } = difference;
  return [
    classNames[difference.class],
    ignored !== undefined ? ignoredText(ignored) : counts ? "" : "does not count",
    replaces ? replacementText(type) : "",
    refused !== undefined ? "pulumi up would refuse" : "",
  ]
    .filter((words) => words !== "")
    .join(", ");
}

const classNames: Readonly<Record<PropertyDifference["class"], string>> = {
  declared: "declared",
  external: "external",
  undeclared: "undeclared setting",
  volatile: "volatile",
};

/** Why something does not count. */
export function ignoredText({ reason, expires }: NonNullable<PropertyDifference["ignored"]>): string {
  return `ignored${expires === undefined ? "" : ` until ${printable(expires)}`}: ${printableName(reason)}`;
}

/** "StorageZone assets (901)" */
export function resourceText({ type, name, id, provider }: ResourceReport): string {
  const suffix = provider === "default" ? "" : `, provider ${printableName(provider)}`;
  return `${type} ${printableName(name)} (${printableName(id)}${suffix})`;
}

/** "StorageZone assets (901, DE)", or "PullZoneHostname www.acme.example (7/www.acme.example): of pull zone web" */
export function unmanagedText({ type, name, id, region, details }: UnmanagedZone): string {
  const title = `${type} ${printableName(name)} (${printableName(region === undefined ? id : `${id}, ${region}`)})`;
  return details === undefined ? title : `${title}: ${printableName(details)}`;
}

/** Several resources that are unread for the same reason. */
export interface UnreadResources {
  /** "12 resources" */
  readonly count: string;
  /** The names of the first ones. */
  readonly names: string;
  readonly reason: string;
}

/** The resources to show, in order. Those that are unread for the same reason are shown together, in place of the first. */
export function findingsOf(resources: readonly ResourceReport[]): (ResourceReport | UnreadResources)[] {
  const groups = new Map<unknown, ResourceReport[]>();
  for (const resource of resources.filter(hasFindings)) {
    // Every other resource is a group of its own.
    const key = resource.status === "unread" ? causeOf(resource) : resource;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [resource]);
    else group.push(resource);
  }
  return [...groups.values()].flatMap<ResourceReport | UnreadResources>((group) =>
    group.length === 1 ? group : unreadResources(group),
  );
}

/** Why a resource is unread, without the request, which differs from one to the next. */
function causeOf({ reason = "" }: ResourceReport): string {
  return reason.replace(/^(not read, because an earlier request failed: )?([\w ]+ \(GET [^)]*\))?/, "");
}

function unreadResources(resources: readonly ResourceReport[]): UnreadResources {
  const names = resources.slice(0, maxNames).map(resourceText).join(", ");
  const more = resources.length - maxNames;
  return {
    count: counted(resources.length, "resource", "resources"),
    names: more > 0 ? `${names}, and ${String(more)} more` : names,
    reason: resources[0]?.reason ?? "",
  };
}

const maxNames = 10;

/** A step, without a command that would not fit: shortened, it would do something else. */
export function shownStep({ purpose, command }: NextStep): NextStep {
  if (command === undefined || command.length <= maxCommandLength) {
    return { purpose: printableLine(purpose), ...(command === undefined ? {} : { command: printable(command) }) };
  }
  return { purpose: `${printableLine(purpose)}: the command in the JSON report, which is too long to be shown` };
}

const maxCommandLength = 1_000;

export function nextText(step: NextStep): string {
  const { purpose, command } = shownStep(step);
  return command === undefined ? purpose : `${purpose}: ${command}`;
}

/** "5 resources, 3 clean, 2 changed, 1 finding ignored": the counts that are not zero. */
export function countsText(summary: Summary): string {
  const { resources, clean, changed, missing, unread, unmanaged, ignored } = summary;
  const counts = Object.entries({ clean, changed, missing, unread, unmanaged });
  const shown = counts.filter(([, count]) => count > 0).map(([name, count]) => `${String(count)} ${name}`);
  // What is ignored may be a difference, a missing or an unmanaged object, so this is no further number of resources.
  if (ignored > 0) shown.push(`${counted(ignored, "finding", "findings")} ignored`);
  return [counted(resources, "resource", "resources"), ...shown].join(", ");
}

/** "200 stacks: 198 clean, 2 drift"; undefined for a single stack, whose section says it. */
export function stacksText(stacks: readonly StackReport[]): string | undefined {
  if (stacks.length === 1) return undefined;
  const counts = (["clean", "drift", "incomplete"] as const).flatMap((verdict) => {
    const count = stacks.filter((stack) => stack.verdict === verdict).length;
    return count === 0 ? [] : [`${String(count)} ${verdict}`];
  });
  return [`${String(stacks.length)} stacks`, counts.join(", ")].filter(Boolean).join(": ");
}

/** What was found in a stack, in numbers. */
export function stackText(stack: StackReport): string {
  return stack.reason === undefined ? countsText(summaryOf([stack], [])) : "its state could not be read";
}

/** The stacks that have a section of their own. Of several stacks, those without findings are only listed. */
export function shownStacks(stacks: readonly StackReport[]): readonly StackReport[] {
  if (stacks.length === 1) return stacks;
  return stacks.filter(
    ({ verdict, notes, resources }) => verdict !== "clean" || notes.length > 0 || resources.some(hasFindings),
  );
}

/** "3 API calls, 1 retry, 0.2 s" */
export function costText({ apiCalls, retries, seconds }: DriftReport["cost"]): string {
  const calls = counted(apiCalls, "API call", "API calls");
  return `${calls}, ${counted(retries, "retry", "retries")}, ${seconds.toFixed(1)} s`;
}

/** Notes on ignore rules that are no longer needed, and on secrets that were not compared. */
export function notesText({ ignoreRules, summary }: DriftReport): string[] {
  const rules = ignoreRules.flatMap((rule) => ruleText(rule) ?? []);
  if (summary.notCompared === 0) return rules;
  const secrets = counted(summary.notCompared, "secret was", "secrets were");
  return [...rules, `${secrets} not compared: the state has only ciphertext, or no value`];
}

/** What to do about a rule; undefined if nothing. */
export function ruleText({ rule, resource, property, expires, status, matches }: RuleReport): string | undefined {
  const title = `Ignore rule ${String(rule)} (${printableName([resource, property ?? ""].join(" ").trim())})`;
  if (status === "expired") {
    return `${title} expired ${printable(expires ?? "")}: ${matches > 0 ? "what it ignored counts again" : "remove it"}`;
  }
  return status === "unmatched" ? `${title} matched nothing this time; remove it if it is obsolete` : undefined;
}

function hasFindings({ status, differences }: ResourceReport): boolean {
  return status !== "clean" || differences.length > 0;
}

export function statusText({ status, differences }: ResourceReport): string {
  return status === "clean" && differences.length > 0 ? "no drift" : status;
}

export const unmanagedTitle = "Objects in no state";

function counted(count: number, one: string, many: string): string {
  return `${String(count)} ${count === 1 ? one : many}`;
}
