import { printable, printableLines, printableMessage, printableName } from "../../terminal/text";
import { isDrift } from "../judge";
import type { DriftReport, ResourceReport } from "../model";
import {
  changeText,
  countsText,
  findingsOf,
  nextText,
  replacementText,
  resourceText,
  ruleText,
  stacksText,
  unmanagedText,
} from "./words";

/** The report as annotations of GitHub Actions: errors for drift and unread resources, warnings for rules, a notice at the end. */
export function renderGithub(report: DriftReport): string {
  const { zones = [], unread = [] } = report.unmanaged ?? {};
  return [
    ...report.stacks.flatMap(({ stack, resources, reason }) => [
      ...(reason === undefined
        ? []
        : [command("error", `${printableName(stack)}: state unread`, printableMessage(reason))]),
      // GitHub shows only ten annotations of a step, so resources that are unread for one reason share one.
      ...findingsOf(resources).flatMap((found) =>
        "names" in found
          ? command(
              "error",
              `${printableName(stack)}: ${found.count} unread`,
              `${printableMessage(found.reason)}\n${found.names}`,
            )
          : (annotation(stack, found) ?? []),
      ),
    ]),
    ...zones
      .filter(({ counts }) => counts)
      .map((one) =>
        command("error", "unmanaged", `${unmanagedText(one)} is in no state. ${one.next.map(nextText).join("; ")}`),
      ),
    ...unread.map(({ provider, reason }) =>
      command("error", "unread", `account of ${printableName(provider)}: ${printableMessage(reason)}`),
    ),
    ...report.ignoreRules
      .flatMap((rule) => ruleText(rule) ?? [])
      .map((text) => command("warning", "ignore rule", text)),
    command(
      "notice",
      `CDN zones: ${report.verdict}`,
      [stacksText(report.stacks) ?? [], countsText(report.summary)].flat().join("; "),
    ),
    "",
  ].join("\n");
}

function annotation(stack: string, resource: ResourceReport): string | undefined {
  const title = `${printableName(stack)}: ${resourceText(resource)} ${resource.status}`;
  if (resource.status === "unread") return command("error", title, printableMessage(resource.reason ?? ""));
  if (!isDrift(resource)) return undefined;
  const counting = resource.differences.filter(({ counts }) => counts);
  const lines = counting.map(
    (found) =>
      `${printableName(found.property)}: ${changeText(found)}${found.replaces ? ` (${replacementText(resource.type)})` : ""}`,
  );
  return command("error", title, [...lines, ...resource.next.map(nextText)].join("\n"));
}

/** A workflow command, encoded so that a text can't end it or begin another. */
function command(level: "error" | "warning" | "notice", title: string, message: string): string {
  const property = encoded(printable(title)).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::${level} title=${property}::${encoded(printableLines(message))}`;
}

function encoded(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
