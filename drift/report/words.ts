import type { DriftReport, PropertyDifference, ResourceReport, RuleReport, Summary } from "./model";

/** A text without characters that a terminal, or a reader's eye, takes for something else. */
export function printable(text: string): string {
  // Control characters, and those that turn the direction of what follows.
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A value in one line, shortened where it is long. */
export function valueText(value: unknown, longest = 100): string {
  if (value === undefined) return "(none)";
  const text = printable(JSON.stringify(value));
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** Both sides of a difference: a secret shows on neither. */
export function changeText(difference: PropertyDifference, longest?: number): string {
  const { hidden, expected, actual, kind } = difference;
  if (hidden) return "changed (hidden)";
  const change = `${valueText(expected, longest)} → ${valueText(actual, longest)}`;
  return kind === "reordered" ? `${change} (reordered)` : change;
}

/** The class in words, and what makes this difference special. */
export function classText(difference: PropertyDifference): string {
  const { ignored, replaces, refused } = difference;
  const words: string[] = [classNames[difference.class]];
  if (ignored !== undefined) words.push(ignoredText(ignored));
  else if (!difference.counts) words.push("does not count");
  if (replaces) words.push("putting it back REPLACES the zone");
  if (refused !== undefined) words.push("pulumi up would refuse");
  return words.join(", ");
}

export const classNames = {
  declared: "declared",
  external: "external",
  undeclared: "undeclared setting",
  volatile: "volatile",
} as const satisfies Record<PropertyDifference["class"], string>;

/** Why something does not count. */
export function ignoredText({ reason, expires }: NonNullable<PropertyDifference["ignored"]>): string {
  return `ignored${expires === undefined ? "" : ` until ${expires}`}: ${printable(reason)}`;
}

/** "StorageZone assets (901)", with what is special about it. */
export function resourceText({ type, name, id, provider }: ResourceReport): string {
  return `${type} ${printable(name)} (${printable(id)}${provider === "default" ? "" : `, provider ${printable(provider)}`})`;
}

/** "3 clean, 2 changed": the counts that are not zero. */
export function countsText(summary: Summary): string {
  const { clean, changed, missing, unread, unmanaged, ignored } = summary;
  const counts = Object.entries({ clean, changed, missing, unread, unmanaged, ignored }).filter(
    ([, count]) => count > 0,
  );
  const zones = `${String(summary.resources)} zone${summary.resources === 1 ? "" : "s"}`;
  return [zones, ...counts.map(([name, count]) => `${String(count)} ${name}`)].join(", ");
}

/** What became of a rule, where a reader should know; undefined for one that does its work. */
export function ruleText({ rule, resource, property, expires, status, matches }: RuleReport): string | undefined {
  const of = `Ignore rule ${String(rule)} (${printable(resource)}${property === undefined ? "" : ` ${printable(property)}`})`;
  if (status === "expired")
    return `${of} expired ${expires ?? ""}: ${matches > 0 ? "what it ignored counts again" : "it can go"}`;
  return status === "unmatched" ? `${of} matched nothing: it can go` : undefined;
}

/** "3 API calls, 1 retry, 0.2 s". */
export function costText({ apiCalls, retries, seconds }: DriftReport["cost"]): string {
  const counted = (count: number, one: string, many: string): string => `${String(count)} ${count === 1 ? one : many}`;
  return `${counted(apiCalls, "API call", "API calls")}, ${counted(retries, "retry", "retries")}, ${seconds.toFixed(1)} s`;
}

/** Says that secrets were not compared, where some were not. */
export function notComparedText({ notCompared }: Summary): string | undefined {
  if (notCompared === 0) return undefined;
  const secrets = notCompared === 1 ? "1 secret was" : `${String(notCompared)} secrets were`;
  return `${secrets} not compared: the state holds only ciphertext, or no value`;
}

/** Whether a resource has something to tell. */
export function isWorthTelling({ status, differences }: ResourceReport): boolean {
  return status !== "clean" || differences.length > 0;
}
