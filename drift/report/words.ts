import type { DriftReport, NextStep, PropertyDifference, ResourceReport, RuleReport, Summary } from "../model";
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
  return status === "unmatched" ? `${of} matched nothing: remove it` : undefined;
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
