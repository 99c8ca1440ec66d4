import { painter, printableLine, printableMessage, printableName, type Paint } from "../../terminal/text";
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

/** The report for a terminal or a log: aligned, with colours on request. */
export function renderText(report: DriftReport, { color = false }: { readonly color?: boolean }): string {
  const paint = painter(color);
  return [
    ...overviewLines(report.stacks, paint),
    ...shownStacks(report.stacks).flatMap((stack) => [...stackLines(stack, paint), ""]),
    ...unmanagedLines(report.unmanaged, paint),
    ...notesText(report),
    `Result: ${paint(report.verdict, styles[report.verdict])} (${countsText(report.summary)}); ${costText(report.cost)}`,
    "",
  ].join("\n");
}

const styles = {
  clean: "green",
  changed: "yellow",
  drift: "yellow",
  missing: "red",
  incomplete: "magenta",
  unread: "magenta",
} as const;

/** A line for each of many stacks. */
function overviewLines(stacks: readonly StackReport[], paint: Paint): string[] {
  const title = stacksText(stacks);
  if (title === undefined) return [];
  const width = Math.max(...stacks.map(({ stack }) => Math.min(maxColumnWidth, printableName(stack).length)));
  const lines = stacks.map((stack) => {
    const verdict = paint(stack.verdict.padEnd(10), styles[stack.verdict]);
    return `  ${verdict}  ${printableName(stack.stack).padEnd(width)}  ${stackText(stack)}`;
  });
  return [title, ...lines, ""];
}

function stackLines(stack: StackReport, paint: Paint): string[] {
  return [
    `${printableName(stack.stack)}: ${paint(stack.verdict, styles[stack.verdict])} (${stackText(stack)})`,
    ...(stack.reason === undefined ? [] : indented(stack.reason)),
    ...stack.notes.map((note) => `  note: ${printableLine(note)}`),
    ...findingsOf(stack.resources).flatMap((found) => [
      "",
      ...("names" in found ? unreadLines(found, paint) : resourceLines(found, paint)),
    ]),
  ];
}

function unreadLines({ count, names, reason }: UnreadResources, paint: Paint): string[] {
  return [`  ${paint("unread".padEnd(8), styles.unread)} ${count}: ${names}`, ...indented(reason)];
}

function resourceLines(resource: ResourceReport, paint: Paint): string[] {
  const { status, external, reason, ignored, next } = resource;
  const words = [external ? "read only" : "", ignored === undefined ? "" : ignoredText(ignored)].filter(Boolean);
  const title = [resourceText(resource), words.join(", ")].filter(Boolean).join(" — ");
  return [
    `  ${paint(statusText(resource).padEnd(8), styles[status])} ${title}`,
    ...(reason === undefined ? [] : indented(reason)),
    ...differenceLines(resource, paint),
    ...nextLines(next, paint),
  ];
}

const maxColumnWidth = 60;

function differenceLines({ type, differences }: ResourceReport, paint: Paint): string[] {
  const rows = differences.map((found) => ({
    found,
    property: printableName(found.property),
    change: changeText(found),
  }));
  const widthOf = (texts: readonly string[]): number =>
    Math.max(...texts.map(({ length }) => Math.min(maxColumnWidth, length)));
  const propertyWidth = widthOf(rows.map(({ property }) => property));
  const changeWidth = widthOf(rows.map(({ change }) => change));
  return rows.map(({ found, property, change }) => {
    // Colours have no width, so the uncoloured change is measured.
    const fill = " ".repeat(Math.max(0, changeWidth - change.length));
    const line = (text: string): string => `    ${property.padEnd(propertyWidth)}  ${text}${fill}  `;
    const values = found.counts ? line(changeText(found, paint)) : paint(line(change), "dim");
    return `${values}${paint(classText(found, type), "dim")}`;
  });
}

function nextLines(next: readonly NextStep[], paint: Paint): string[] {
  return next
    .map(shownStep)
    .flatMap(({ purpose, command }) => [
      `    ${paint(`${purpose}${command === undefined ? "" : ":"}`, "dim")}`,
      ...(command === undefined ? [] : [`      ${command}`]),
    ]);
}

function unmanagedLines(unmanaged: DriftReport["unmanaged"], paint: Paint): string[] {
  if (unmanaged === undefined) return [];
  const { zones, unread } = unmanaged;
  const verdict = verdictOfUnmanaged(unmanaged);
  return [
    `${unmanagedTitle}: ${paint(verdict, styles[verdict])}${zones.length === 0 ? "" : ` (${String(zones.length)})`}`,
    ...zones.flatMap((object) => [
      "",
      `  ${paint("unmanaged", object.counts ? "yellow" : "dim")} ${unmanagedText(object)}${object.ignored === undefined ? "" : ` — ${ignoredText(object.ignored)}`}`,
      ...nextLines(object.next, paint),
    ]),
    ...unread.flatMap(({ provider, reason }) => [
      "",
      `  ${paint("unread", styles.unread)} account of ${printableName(provider)}`,
      ...indented(reason),
    ]),
    "",
  ];
}

function indented(text: string): string[] {
  return printableMessage(text)
    .split("\n")
    .map((line) => `    ${line}`);
}
