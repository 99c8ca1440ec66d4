import { summaryOf } from "../summary";
import type { DriftReport, NextStep, ResourceReport, StackReport } from "./model";
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

const marks = { clean: "✅", drift: "⚠️", incomplete: "❓", changed: "⚠️", missing: "❌", unread: "❓" } as const;

/** The report for a pull request or the summary of a step. */
export function renderMarkdown(report: DriftReport): string {
  const { verdict, summary, stacks, unmanaged, ignoreRules, cost } = report;
  const notes = [...ignoreRules.flatMap((rule) => ruleText(rule) ?? []), notComparedText(summary) ?? []].flat();
  return [
    `## ${marks[verdict]} CDN zones: ${verdict}`,
    `${countsText(summary)}.`,
    ...stacks.flatMap(stackBlocks),
    ...unmanagedBlocks(unmanaged),
    ...(notes.length === 0 ? [] : [notes.map((note) => `- ${escaped(note)}`).join("\n")]),
    `<sub>${costText(cost)}, ${report.checkedAt}</sub>\n`,
  ].join("\n\n");
}

function stackBlocks({ stack, verdict, resources, notes }: StackReport): string[] {
  const summary = summaryOf([{ stack, verdict, resources, notes }], []);
  return [
    `### ${marks[verdict]} ${escaped(stack)}: ${verdict}`,
    `${countsText(summary)}.`,
    ...notes.map((note) => `> ${escaped(note)}`),
    ...resources.filter(isWorthTelling).flatMap(resourceBlocks),
  ];
}

function resourceBlocks(resource: ResourceReport): string[] {
  const { status, reason, ignored, external, differences, next, urn } = resource;
  const words = [status === "clean" ? "no drift" : status, external ? "read only" : ""].filter(Boolean).join(", ");
  return [
    `#### ${marks[status]} ${escaped(resourceText(resource))}: ${words}`,
    code(urn),
    ...(ignored === undefined ? [] : [escaped(ignoredText(ignored))]),
    ...(reason === undefined
      ? []
      : [
          reason
            .split("\n")
            .map((line) => `> ${escaped(line)}`)
            .join("\n"),
        ]),
    ...(differences.length === 0
      ? []
      : [
          [
            "| property | expected → actual | class |",
            "|---|---|---|",
            ...differences.map(
              (found) => `| ${code(found.property)} | ${code(changeText(found))} | ${escaped(classText(found))} |`,
            ),
          ].join("\n"),
        ]),
    ...nextBlocks(next),
  ];
}

function unmanagedBlocks(unmanaged: DriftReport["unmanaged"]): string[] {
  if (unmanaged === undefined || unmanaged.zones.length + unmanaged.unread.length === 0) return [];
  return [
    "### Storage zones that stand in no state",
    ...unmanaged.unread.map(({ provider, reason }) => `> account of ${escaped(provider)} unread: ${escaped(reason)}`),
    ...unmanaged.zones.flatMap(({ name, id, region, ignored, next }) => [
      `#### ${escaped(name)} (${id}, ${escaped(region)})${ignored === undefined ? "" : `: ${escaped(ignoredText(ignored))}`}`,
      ...nextBlocks(next),
    ]),
  ];
}

function nextBlocks(next: readonly NextStep[]): string[] {
  return next.flatMap(({ purpose, command }) => [
    `${escaped(purpose)}${command === undefined ? "" : ":"}`,
    ...(command === undefined ? [] : [`${fence(command)}sh\n${printable(command)}\n${fence(command)}`]),
  ]);
}

/** Every character that Markdown or HTML would take for its own. */
function escaped(text: string): string {
  return printable(text)
    .replace(/[\\`*_{}[\]#|~@]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** Code in a line, also in the cell of a table, where a bar would end the cell. */
function code(text: string): string {
  const plain = printable(text).replaceAll("|", "\\|");
  const longest = Math.max(0, ...(plain.match(/`+/g) ?? []).map((run) => run.length));
  const ticks = "`".repeat(longest + 1);
  return longest === 0 ? `${ticks}${plain}${ticks}` : `${ticks} ${plain} ${ticks}`;
}

function fence(text: string): string {
  return "`".repeat(Math.max(3, ...(text.match(/`+/g) ?? []).map((run) => run.length + 1)));
}
