import { summaryOf, verdictOfUnmanaged } from "../judge";
import type { DriftReport, NextStep, PropertyDifference, ResourceReport, StackReport, Verdict } from "../model";
import {
  changeText,
  classText,
  costText,
  countsText,
  ignoredText,
  hasFindings,
  notesText,
  printable,
  printableLines,
  resourceText,
  statusText,
  unmanagedTitle,
} from "./words";

/** The report for a terminal or a log: aligned, with colours on request. */
export function renderText(report: DriftReport, { color = false }: { readonly color?: boolean }): string {
  const paint: Paint = (text, as) => (color ? `\u001b[${String(codes[as])}m${text}\u001b[0m` : text);
  return [
    ...report.stacks.flatMap((stack) => [...stackLines(stack, paint), ""]),
    ...unmanagedLines(report.unmanaged, paint),
    ...notesText(report),
    `Result: ${paint(report.verdict, report.verdict)} (${countsText(report.summary)}); ${costText(report.cost)}`,
    "",
  ].join("\n");
}

type Paint = (text: string, as: Verdict | ResourceReport["status"] | "dim") => string;

const codes = { clean: 32, changed: 33, drift: 33, missing: 31, incomplete: 35, unread: 35, dim: 2 } as const;

function stackLines(stack: StackReport, paint: Paint): string[] {
  return [
    `${printable(stack.stack)}: ${paint(stack.verdict, stack.verdict)} (${countsText(summaryOf([stack], []))})`,
    ...stack.notes.map((note) => `  note: ${printable(note)}`),
    ...stack.resources.filter(hasFindings).flatMap((resource) => ["", ...resourceLines(resource, paint)]),
  ];
}

function resourceLines(resource: ResourceReport, paint: Paint): string[] {
  const { status, external, reason, ignored, differences, next } = resource;
  const words = [external ? "read only" : "", ignored === undefined ? "" : ignoredText(ignored)].filter(Boolean);
  const title = [resourceText(resource), words.join(", ")].filter(Boolean).join(" — ");
  return [
    `  ${paint(statusText(resource).padEnd(8), status)} ${title}`,
    ...(reason === undefined ? [] : indented(reason)),
    ...differenceLines(differences, paint),
    ...nextLines(next, paint),
  ];
}

const maxColumnWidth = 60;

function differenceLines(differences: readonly PropertyDifference[], paint: Paint): string[] {
  const rows = differences.map((found) => [printable(found.property), changeText(found), classText(found)] as const);
  const width = (column: 0 | 1): number => Math.max(...rows.map((row) => Math.min(maxColumnWidth, row[column].length)));
  return rows.map(([property, change, of], index) => {
    const line = `    ${property.padEnd(width(0))}  ${change.padEnd(width(1))}  `;
    return `${differences[index]?.counts === true ? line : paint(line, "dim")}${paint(of, "dim")}`;
  });
}

function nextLines(next: readonly NextStep[], paint: Paint): string[] {
  return next.flatMap(({ purpose, command }) => [
    `    ${paint(`${printable(purpose)}${command === undefined ? "" : ":"}`, "dim")}`,
    ...(command === undefined ? [] : [`      ${printable(command)}`]),
  ]);
}

function unmanagedLines(unmanaged: DriftReport["unmanaged"], paint: Paint): string[] {
  if (unmanaged === undefined) return [];
  const { zones, unread } = unmanaged;
  const verdict = verdictOfUnmanaged(unmanaged);
  return [
    `${unmanagedTitle}: ${paint(verdict, verdict)}${zones.length === 0 ? "" : ` (${String(zones.length)})`}`,
    ...zones.flatMap(({ name, id, region, ignored, next }) => [
      "",
      `  ${paint("unmanaged", ignored === undefined ? "changed" : "dim")} ${printable(name)} (${id}, ${printable(region)})${ignored === undefined ? "" : ` — ${ignoredText(ignored)}`}`,
      ...nextLines(next, paint),
    ]),
    ...unread.flatMap(({ provider, reason }) => [
      "",
      `  ${paint("unread", "unread")} account of ${printable(provider)}`,
      ...indented(reason),
    ]),
    "",
  ];
}

function indented(text: string): string[] {
  return printableLines(text)
    .split("\n")
    .map((line) => `    ${line}`);
}
