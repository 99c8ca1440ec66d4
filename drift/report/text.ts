import { painter, printableLine, type Paint } from "../../terminal/text";
import type { DriftReport } from "../model";
import { outlineOf, type Finding, type Outline, type RenderOptions, type Section, type Unmanaged } from "./outline";
import { changeText } from "./words";

/** The report for a terminal or a log: aligned, with colours on request. */
export function renderText(report: DriftReport, { color = false, project }: RenderOptions): string {
  const paint = painter(color);
  const { counts, overview, stacks, unmanaged, notes, cost } = outlineOf(report, { project });
  return [
    ...(overview === undefined ? [] : overviewLines(overview, paint)),
    ...stacks.flatMap((stack) => stackLines(stack, paint)),
    ...(unmanaged === undefined ? [] : unmanagedLines(unmanaged, paint)),
    ...notes,
    `Result: ${paint(report.verdict, styles[report.verdict])} (${counts}); ${cost}`,
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
  unmanaged: "yellow",
} as const;

/** Returns the lines of the stacks, if there are several. */
function overviewLines({ title, stacks }: NonNullable<Outline["overview"]>, paint: Paint): string[] {
  const width = Math.max(...stacks.map(({ name }) => Math.min(maxColumnWidth, name.length)));
  const lines = stacks.map(
    ({ name, verdict, counts }) => `  ${paint(verdict.padEnd(10), styles[verdict])}  ${name.padEnd(width)}  ${counts}`,
  );
  return [title, ...lines, ""];
}

function stackLines({ name, verdict, counts, reason, notes, folder, next, findings }: Section, paint: Paint): string[] {
  return [
    `${name}: ${paint(verdict, styles[verdict])} (${counts})`,
    ...indented(reason),
    ...notes.map((note) => `  note: ${printableLine(note)}`),
    ...(folder === undefined ? [] : [`  ${paint(`${folder}:`, "dim")}`]),
    ...nextLines(next, "  ", paint),
    ...findings.flatMap((found) => findingLines(found, 8, paint)),
    "",
  ];
}

function unmanagedLines({ title, verdict, count, objects, accounts }: Unmanaged, paint: Paint): string[] {
  const counted = count === 0 ? "" : ` (${String(count)})`;
  return [
    `${title}: ${paint(verdict, styles[verdict])}${counted}`,
    ...[...objects, ...accounts].flatMap((found) => findingLines(found, 0, paint)),
    "",
  ];
}

/** Returns the lines of a finding. @param width of the column of labels */
function findingLines(found: Finding, width: number, paint: Paint): string[] {
  const { status, label, title, names, isReadOnly, ignored, reason, changes, next } = found;
  const words = [isReadOnly === true ? "read only" : "", ignored ?? ""].filter(Boolean).join(", ");
  const named = names === undefined ? title : `${title}: ${names}`;
  const style = status === "unmanaged" && ignored !== undefined ? "dim" : styles[status];
  return [
    "",
    `  ${paint(label.padEnd(width), style)} ${[named, words].filter(Boolean).join(" — ")}`,
    ...indented(reason),
    ...differenceLines(found, paint),
    ...changes.map((change) => `    ${change}`),
    ...nextLines(next, "    ", paint),
  ];
}

function nextLines(next: Finding["next"], indent: string, paint: Paint): string[] {
  return next.flatMap(({ purpose, command }) =>
    command === undefined
      ? `${indent}${paint(purpose, "dim")}`
      : [`${indent}${paint(`${purpose}:`, "dim")}`, `${indent}  ${command}`],
  );
}

const maxColumnWidth = 60;

function differenceLines({ differences }: Finding, paint: Paint): string[] {
  const rows = differences.map((difference) => ({ ...difference, change: changeText(difference.found) }));
  const widthOf = (texts: readonly string[]): number =>
    Math.max(...texts.map(({ length }) => Math.min(maxColumnWidth, length)));
  const propertyWidth = widthOf(rows.map(({ property }) => property));
  const changeWidth = widthOf(rows.map(({ change }) => change));
  return rows.map(({ found, property, change, classes }) => {
    // The width is measured without colours, which take no space.
    const fill = " ".repeat(Math.max(0, changeWidth - change.length));
    const line = (text: string): string => `    ${property.padEnd(propertyWidth)}  ${text}${fill}  `;
    const values = found.counts ? line(changeText(found, paint)) : paint(line(change), "dim");
    return `${values}${paint(classes, "dim")}`;
  });
}

function indented(lines: string | undefined): string[] {
  return lines === undefined ? [] : lines.split("\n").map((line) => `    ${line}`);
}
