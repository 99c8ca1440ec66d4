import { summaryOf } from "../judge";
import type {
  DriftReport,
  NextStep,
  PropertyDifference,
  ResourceReport,
  RuleReport,
  StackReport,
  Summary,
} from "../model";
import { painter } from "./paint";

// Texts that several formats share.

/** A text with control characters, and those that change the direction of the text, escaped. */
export function printable(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Several lines, each printable. */
export function printableLines(text: string): string {
  return text.split("\n").map(printable).join("\n");
}

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
  const text = printable(JSON.stringify(value));
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text;
}

/** Expected and actual value, neither of them for a secret. */
export function changeText({ hidden, expected, actual, kind }: PropertyDifference, paint = painter(false)): string {
  if (hidden) return "changed (hidden)";
  const change = `${paint(valueText(expected), "red")} → ${paint(valueText(actual), "green")}`;
  return kind === "reordered" ? `${change} (reordered)` : change;
}

/** The class of a difference, and whether it counts. */
export function classText(difference: PropertyDifference): string {
  const { ignored, counts, replaces, refused } = difference;
  return [
    classNames[difference.class],
    ignored !== undefined ? ignoredText(ignored) : counts ? "" : "does not count",
    replaces ? "restoring it REPLACES the zone" : "",
    refused !== undefined ? "pulumi up would refuse" : "",
  ]
    .filter((words) => words !== "")
    .join(", ");
}

export const classNames: Readonly<Record<PropertyDifference["class"], string>> = {
  declared: "declared",
  external: "external",
  undeclared: "undeclared setting",
  volatile: "volatile",
};

/** Why something does not count. */
export function ignoredText({ reason, expires }: NonNullable<PropertyDifference["ignored"]>): string {
  return `ignored${expires === undefined ? "" : ` until ${expires}`}: ${printable(reason)}`;
}

/** "StorageZone assets (901)" */
export function resourceText({ type, name, id, provider }: ResourceReport): string {
  const of = provider === "default" ? "" : `, provider ${printable(provider)}`;
  return `${type} ${printable(name)} (${printable(id)}${of})`;
}

/** The zones one by one, but those that are unread for the same reason together; the first one tells it. */
export function grouped(resources: readonly ResourceReport[]): ResourceReport[][] {
  const groups = new Map<string, ResourceReport[]>();
  for (const resource of resources) {
    const { status, reason = "", urn } = resource;
    const key = status === "unread" ? `unread${reason.replace(failedRequest, "")}` : `${urn} ${String(groups.size)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [resource]);
    else group.push(resource);
  }
  return [...groups.values()];
}

/** What a reason begins with; it differs from zone to zone. */
const failedRequest = /^(not read, because an earlier request failed: )?([\w ]+ \(GET [^)]*\))?/;

/** "12 zones" and the names of the first ones, for those that are unread for the same reason. */
export function unreadTexts(zones: readonly ResourceReport[]): { count: string; names: string } {
  const names = zones.slice(0, maxNames).map(resourceText).join(", ");
  const more = zones.length - maxNames;
  return {
    count: counted(zones.length, "zone", "zones"),
    names: more > 0 ? `${names}, and ${String(more)} more` : names,
  };
}

const maxNames = 10;

export function nextText({ purpose, command }: NextStep): string {
  return command === undefined ? purpose : `${purpose}: ${command}`;
}

/** "5 zones, 3 clean, 2 changed": the counts that are not zero. */
export function countsText(summary: Summary): string {
  const { resources, clean, changed, missing, unread, unmanaged, ignored } = summary;
  const counts = Object.entries({ clean, changed, missing, unread, unmanaged, ignored });
  const shown = counts.filter(([, count]) => count > 0).map(([name, count]) => `${String(count)} ${name}`);
  return [counted(resources, "zone", "zones"), ...shown].join(", ");
}

/** "200 stacks: 198 clean, 2 drift"; undefined for a single one, which tells it itself. */
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

/** Whether a stack has a section of its own. Of many stacks, those in which all is well are only listed. */
export function isShown({ verdict, resources, notes }: StackReport, _: number, all: readonly StackReport[]): boolean {
  return all.length === 1 || verdict !== "clean" || notes.length > 0 || resources.some(hasFindings);
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
  const of = `Ignore rule ${String(rule)} (${printable([resource, property ?? ""].join(" ").trim())})`;
  if (status === "expired") {
    return `${of} expired ${expires ?? ""}: ${matches > 0 ? "what it ignored counts again" : "remove it"}`;
  }
  return status === "unmatched" ? `${of} matched nothing this time; remove it if it is obsolete` : undefined;
}

export function hasFindings({ status, differences }: ResourceReport): boolean {
  return status !== "clean" || differences.length > 0;
}

export function statusText({ status, differences }: ResourceReport): string {
  return status === "clean" && differences.length > 0 ? "no drift" : status;
}

export const unmanagedTitle = "Storage zones in no state";

function counted(count: number, one: string, many: string): string {
  return `${String(count)} ${count === 1 ? one : many}`;
}
