import { printable, printableLine, printableMessage, printableName } from "../../terminal/text";
import { verdictOfUnmanaged } from "../judge";
import type { DriftReport, NextStep, ResourceReport, StackReport } from "../model";
import {
  changeText,
  classText,
  costText,
  countsText,
  findingsOf,
  ignoredText,
  notesText,
  resourceText,
  shownStacks,
  shownStep,
  stacksText,
  stackText,
  statusText,
  unmanagedText,
  unmanagedTitle,
  type UnreadResources,
} from "./words";

const marks = { clean: "✅", drift: "⚠️", incomplete: "❓", changed: "⚠️", missing: "❌", unread: "❓" } as const;

/** The report for a pull request or the summary of a step. */
export function renderMarkdown(report: DriftReport): string {
  const notes = notesText(report).map((note) => `- ${escaped(note)}`);
  return [
    `## ${marks[report.verdict]} CDN zones: ${report.verdict}`,
    `${countsText(report.summary)}.`,
    ...overviewBlocks(report.stacks),
    ...shownStacks(report.stacks).flatMap(stackBlocks),
    ...unmanagedBlocks(report.unmanaged),
    ...(notes.length === 0 ? [] : [notes.join("\n")]),
    `<sub>${costText(report.cost)}, ${report.checkedAt}</sub>\n`,
  ].join("\n\n");
}

/** A row for each of many stacks. */
function overviewBlocks(stacks: readonly StackReport[]): string[] {
  const title = stacksText(stacks);
  if (title === undefined) return [];
  const rows = stacks.map(
    (stack) =>
      `| ${escaped(printableName(stack.stack))} | ${marks[stack.verdict]} ${stack.verdict} | ${stackText(stack)} |`,
  );
  return [`${title}.`, ["| stack | verdict | |", "|---|---|---|", ...rows].join("\n")];
}

function stackBlocks(stack: StackReport): string[] {
  return [
    `### ${marks[stack.verdict]} ${escaped(printableName(stack.stack))}: ${stack.verdict}`,
    `${stackText(stack)}.`,
    ...(stack.reason === undefined ? [] : [quote(stack.reason)]),
    ...stack.notes.map((note) => `> ${escaped(printableLine(note))}`),
    ...findingsOf(stack.resources).flatMap((found) => ("names" in found ? unreadBlocks(found) : resourceBlocks(found))),
  ];
}

function unreadBlocks({ count, names, reason }: UnreadResources): string[] {
  return [`#### ${marks.unread} ${count}: unread`, escaped(names), quote(reason)];
}

function resourceBlocks(resource: ResourceReport): string[] {
  const { status, reason, ignored, external, differences, next, urn } = resource;
  return [
    `#### ${marks[status]} ${escaped(resourceText(resource))}: ${statusText(resource)}${external ? ", read only" : ""}`,
    code(printableName(urn)),
    ...(ignored === undefined ? [] : [escaped(ignoredText(ignored))]),
    ...(reason === undefined ? [] : [quote(reason)]),
    ...(differences.length === 0 ? [] : [differenceTable(resource)]),
    ...nextBlocks(next),
  ];
}

function differenceTable({ type, differences }: ResourceReport): string {
  const rows = differences.map(
    (found) =>
      `| ${cell(printableName(found.property))} | ${cell(changeText(found))} | ${escaped(classText(found, type))} |`,
  );
  return ["| property | expected → actual | class |", "|---|---|---|", ...rows].join("\n");
}

function unmanagedBlocks(unmanaged: DriftReport["unmanaged"]): string[] {
  if (unmanaged === undefined || unmanaged.zones.length + unmanaged.unread.length === 0) return [];
  const verdict = verdictOfUnmanaged(unmanaged);
  return [
    `### ${marks[verdict]} ${unmanagedTitle}: ${verdict}`,
    ...unmanaged.unread.map(({ provider, reason }) => quote(`account of ${printableName(provider)} unread: ${reason}`)),
    ...unmanaged.zones.flatMap((object) => [
      `#### ${escaped(unmanagedText(object))}${object.ignored === undefined ? "" : `: ${escaped(ignoredText(object.ignored))}`}`,
      ...nextBlocks(object.next),
    ]),
  ];
}

function nextBlocks(next: readonly NextStep[]): string[] {
  return next
    .map(shownStep)
    .flatMap(({ purpose, command }) =>
      command === undefined
        ? [escaped(purpose)]
        : [`${escaped(purpose)}:`, `${fence(command)}sh\n${command}\n${fence(command)}`],
    );
}

function quote(text: string): string {
  return printableMessage(text)
    .split("\n")
    .map((line) => `> ${escaped(line)}`)
    .join("\n");
}

/** Every character that Markdown or HTML would interpret. */
function escaped(text: string): string {
  return printable(text)
    .replace(/[\\`*_{}[\]#|~@]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** Inline code in a table's cell, which a bar would end. */
function cell(text: string): string {
  return code(text).replaceAll("|", "\\|");
}

/** Inline code. */
function code(text: string): string {
  const plain = printable(text);
  const longest = longestTicks(plain);
  const ticks = "`".repeat(longest + 1);
  return longest === 0 ? `${ticks}${plain}${ticks}` : `${ticks} ${plain} ${ticks}`;
}

function fence(text: string): string {
  return "`".repeat(Math.max(3, longestTicks(text) + 1));
}

function longestTicks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
