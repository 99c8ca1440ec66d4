import { painter, printable, printableLine, printableLines, printableName, shortened } from "../../terminal/text";
import { kinds, type Kind } from "../../provider/kinds";
import type {
  Change,
  NextStep,
  PropertyDifference,
  ResourceReport,
  RuleReport,
  Summary,
  UnmanagedZone,
  Verdict,
} from "../model";

// Texts that several formats share.

/** Escapes a text for the content or an attribute of an element in HTML or XML. */
export function markup(text: string): string {
  return printableLines(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Returns a value on one line, shortened if it is long. */
export function valueText(value: unknown, maxLength = 100): string {
  if (value === undefined) return "(none)";
  // The text is cut before and after it is escaped, because an escape has six characters.
  return shortened(printable(shortened(JSON.stringify(value), maxLength)), maxLength);
}

/** `"old" → "new"`; for a secret, only that it changed. */
export function changeText({ hidden, expected, actual, kind }: PropertyDifference, paint = painter(false)): string {
  if (hidden) return "changed (hidden)";
  const change = `${paint(valueText(expected), "red")} → ${paint(valueText(actual), "green")}`;
  return kind === "reordered" ? `${change} (reordered)` : change;
}

/** Warns that restoring an immutable value replaces a resource of this type, which may be a type of a later version. */
export function replacementText(type: string): string {
  const kindsByName: Readonly<Record<string, Kind>> = kinds;
  return `restoring it REPLACES the ${kindsByName[type]?.noun ?? "resource"}`;
}

/** Returns the class of a difference, and whether it counts. */
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

/** Describes why a finding does not count. */
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

/** "2026-06-30 14:03 UTC: Update by User 4711" */
export function whoText({ time, action, actor }: Change): string {
  const minute = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(time);
  const when = minute === null ? time : `${minute[1] ?? ""} ${minute[2] ?? ""} UTC`;
  return printableName(`${when}: ${action || "a change"} by ${actor || "somebody"}`);
}

/** Returns a step for display. A command that is too long is omitted, because a shortened command would do something else. */
export function shownStep({ purpose, command }: NextStep): NextStep {
  if (command === undefined || command.length <= maxCommandLength) {
    return { purpose: printableLine(purpose), ...(command === undefined ? {} : { command: printable(command) }) };
  }
  return { purpose: `${printableLine(purpose)}: the command is too long to be shown here; the JSON report has it` };
}

const maxCommandLength = 1_000;

/** Returns a step on one line. @param step as {@link shownStep} returns it */
export function nextText({ purpose, command }: NextStep): string {
  return command === undefined ? purpose : `${purpose}: ${command}`;
}

/** "5 resources, 3 clean, 2 changed, 1 finding ignored": the counts that are not zero. */
export function countsText(summary: Summary): string {
  const { resources, clean, changed, missing, unread, unmanaged, ignored } = summary;
  const counts = Object.entries({ clean, changed, missing, unread, unmanaged });
  const shown = counts.filter(([, count]) => count > 0).map(([name, count]) => `${String(count)} ${name}`);
  // Ignored findings are counted separately: they may be differences, missing resources or unmanaged objects.
  if (ignored > 0) shown.push(`${counted(ignored, "finding", "findings")} ignored`);
  return [counted(resources, "resource", "resources"), ...shown].join(", ");
}

/** "200 stacks: 198 clean, 2 drift" */
export function stacksText(stacks: readonly { readonly verdict: Verdict }[]): string {
  const counts = (["clean", "drift", "incomplete"] as const).flatMap((verdict) => {
    const count = stacks.filter((stack) => stack.verdict === verdict).length;
    return count === 0 ? [] : [`${String(count)} ${verdict}`];
  });
  return [`${String(stacks.length)} stacks`, counts.join(", ")].filter(Boolean).join(": ");
}

/** Returns the note on a rule; undefined if there is nothing to do. */
export function ruleText({ rule, resource, property, expires, status, matches }: RuleReport): string | undefined {
  const title = `Ignore rule ${String(rule)} (${printableName([resource, property ?? ""].join(" ").trim())})`;
  if (status === "expired") {
    return `${title} expired ${printable(expires ?? "")}: ${matches > 0 ? "the findings that it ignored count again" : "remove it"}`;
  }
  return status === "unmatched" ? `${title} matched nothing this time; remove it if it is obsolete` : undefined;
}

export function counted(count: number, one: string, many: string): string {
  return `${String(count)} ${count === 1 ? one : many}`;
}
