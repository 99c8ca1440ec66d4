import { printable, printableLine } from "../../terminal/text";
import type { DriftReport, NextStep } from "../model";
import {
  outlineOf,
  type Difference,
  type Finding,
  type Outline,
  type RenderOptions,
  type Section,
  type Unmanaged,
} from "./outline";
import { changeText } from "./words";

const marks = {
  clean: "✅",
  drift: "⚠️",
  incomplete: "❓",
  changed: "⚠️",
  missing: "❌",
  unread: "❓",
  unmanaged: "⚠️",
} as const;

/** The report for a pull request or the summary of a step. */
export function renderMarkdown(report: DriftReport, options: RenderOptions): string {
  const { counts, overview, stacks, unmanaged, notes, cost } = outlineOf(report, options);
  return [
    `## ${marks[report.verdict]} CDN zones: ${report.verdict}`,
    `${counts}.`,
    ...(overview === undefined ? [] : overviewBlocks(overview)),
    ...stacks.flatMap(stackBlocks),
    ...(unmanaged === undefined ? [] : unmanagedBlocks(unmanaged)),
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${escaped(note)}`).join("\n")]),
    `<sub>${cost}, ${report.checkedAt}</sub>\n`,
  ].join("\n\n");
}

/** Returns the table of stacks, if there are several. */
function overviewBlocks({ title, stacks }: NonNullable<Outline["overview"]>): string[] {
  const rows = stacks.map(
    ({ name, verdict, counts }) => `| ${escaped(name)} | ${marks[verdict]} ${verdict} | ${counts} |`,
  );
  return [`${title}.`, ["| stack | verdict | |", "|---|---|---|", ...rows].join("\n")];
}

function stackBlocks({ name, verdict, counts, reason, notes, folder, next, findings }: Section): string[] {
  return [
    `### ${marks[verdict]} ${escaped(name)}: ${verdict}`,
    `${counts}.`,
    ...(reason === undefined ? [] : [quote(reason)]),
    ...notes.map((note) => `> ${escaped(printableLine(note))}`),
    ...(folder === undefined ? [] : [`${escaped(folder)}:`]),
    ...nextBlocks(next),
    ...findings.flatMap(findingBlocks),
  ];
}

function findingBlocks(found: Finding): string[] {
  const { status, label, title, isReadOnly, names, urn, ignored, reason, differences, changes, next } = found;
  return [
    `#### ${marks[status]} ${escaped(title)}: ${label}${isReadOnly === true ? ", read only" : ""}`,
    ...(names === undefined ? [] : [escaped(names)]),
    ...(urn === undefined ? [] : [code(urn)]),
    ...(ignored === undefined ? [] : [escaped(ignored)]),
    ...(reason === undefined ? [] : [quote(reason)]),
    ...(differences.length === 0 ? [] : [differenceTable(differences)]),
    ...changes.map(escaped),
    ...nextBlocks(next),
  ];
}

function differenceTable(differences: readonly Difference[]): string {
  const rows = differences.map(
    ({ property, found, classes }) => `| ${cell(property)} | ${cell(changeText(found))} | ${escaped(classes)} |`,
  );
  return ["| property | expected → actual | class |", "|---|---|---|", ...rows].join("\n");
}

function unmanagedBlocks({ title, verdict, objects, accounts }: Unmanaged): string[] {
  if (objects.length + accounts.length === 0) return [];
  return [
    `### ${marks[verdict]} ${title}: ${verdict}`,
    ...accounts.map(({ title: account, label, reason = "" }) => quote(`${account} ${label}: ${reason}`)),
    ...objects.flatMap(({ title: object, names, ignored, changes, next }) => [
      `#### ${escaped(object)}${ignored === undefined ? "" : `: ${escaped(ignored)}`}`,
      ...(names === undefined ? [] : [escaped(names)]),
      ...changes.map(escaped),
      ...nextBlocks(next),
    ]),
  ];
}

function nextBlocks(next: readonly NextStep[]): string[] {
  return next.flatMap(({ purpose, command }) =>
    command === undefined
      ? escaped(purpose)
      : [`${escaped(purpose)}:`, `${fence(command)}sh\n${command}\n${fence(command)}`],
  );
}

function quote(lines: string): string {
  return lines
    .split("\n")
    .map((line) => `> ${escaped(line)}`)
    .join("\n");
}

/** Escapes every character that Markdown or HTML would interpret. */
function escaped(text: string): string {
  return printable(text)
    .replace(/[\\`*_{}[\]#|~@]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** Returns inline code for a table cell, which a bar would end. */
function cell(text: string): string {
  return code(text).replaceAll("|", "\\|");
}

/** Returns inline code. */
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
