import type {
  DriftReport,
  NextStep,
  PropertyDifference,
  ResourceReport,
  StackReport,
  UnmanagedZone,
  Verdict,
} from "./model";
import type { RenderOptions } from "./renderOptions";
import {
  changeText,
  classText,
  costText,
  countsText,
  ignoredText,
  isWorthTelling,
  notComparedText,
  printable,
  resourceText,
  ruleText,
} from "./words";
import { summaryOf } from "../summary";

/** The report for a terminal or a log: aligned, in colour where asked for. */
export function renderText(report: DriftReport, { color = false }: RenderOptions): string {
  const paint = painter(color);
  const notes = [...report.ignoreRules.flatMap((rule) => ruleText(rule) ?? []), notComparedText(report.summary)];
  return [
    ...report.stacks.flatMap((stack) => [...stackLines(stack, paint), ""]),
    ...unmanagedLines(report.unmanaged, paint),
    ...notes.flatMap((note) => (note === undefined ? [] : [note])),
    `${paint(report.verdict, report.verdict)}: ${countsText(report.summary)}; ${costText(report.cost)}`,
    "",
  ].join("\n");
}

type Paint = (text: string, as: Verdict | ResourceReport["status"] | "dim") => string;

const codes = { clean: 32, changed: 33, drift: 33, missing: 31, incomplete: 35, unread: 35, dim: 2 } as const;

function painter(color: boolean): Paint {
  return (text, as) => (color ? `\u001b[${String(codes[as])}m${text}\u001b[0m` : text);
}

function stackLines({ stack, verdict, resources, notes }: StackReport, paint: Paint): string[] {
  const summary = summaryOf([{ stack, verdict, resources, notes }], []);
  return [
    `${printable(stack)}: ${paint(verdict, verdict)} (${countsText(summary)})`,
    ...notes.map((note) => `  note: ${printable(note)}`),
    ...resources.filter(isWorthTelling).flatMap((resource) => ["", ...resourceLines(resource, paint)]),
  ];
}

function resourceLines(resource: ResourceReport, paint: Paint): string[] {
  const { status, external, reason, ignored, differences, next } = resource;
  const shown = status === "clean" ? "no drift" : status;
  const words = [external ? "read only" : "", ignored === undefined ? "" : ignoredText(ignored)].filter(Boolean);
  return [
    `  ${paint(shown.padEnd(8), status)} ${resourceText(resource)}${words.length === 0 ? "" : ` — ${words.join(", ")}`}`,
    ...(reason === undefined ? [] : reason.split("\n").map((line) => `    ${printable(line)}`)),
    ...differenceLines(differences, paint),
    ...nextLines(next, paint),
  ];
}

const widestColumn = 60;

function differenceLines(differences: readonly PropertyDifference[], paint: Paint): string[] {
  const rows = differences.map((found) => [printable(found.property), changeText(found), classText(found)] as const);
  const width = (column: 0 | 1): number => Math.max(...rows.map((row) => Math.min(widestColumn, row[column].length)));
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
  if (zones.length + unread.length === 0) return ["Every storage zone of the account stands in a state.", ""];
  return [
    "Storage zones that stand in no state:",
    ...zones.flatMap((zone) => ["", ...unmanagedZoneLines(zone, paint)]),
    ...unread.map(
      ({ provider, reason }) =>
        `  ${paint("unread", "unread")} account of ${printable(provider)}: ${printable(reason)}`,
    ),
    "",
  ];
}

function unmanagedZoneLines({ name, id, region, ignored, next }: UnmanagedZone, paint: Paint): string[] {
  const why = ignored === undefined ? "" : ` — ${ignoredText(ignored)}`;
  return [
    `  ${paint("unmanaged", ignored === undefined ? "changed" : "dim")} ${printable(name)} (${id}, ${printable(region)})${why}`,
    ...nextLines(next, paint),
  ];
}
