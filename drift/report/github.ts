import { isDrift } from "../summary";
import type { DriftReport, ResourceReport } from "./model";
import { changeText, countsText, printable, resourceText, ruleText } from "./words";

/** The report as annotations of GitHub Actions: errors for drift and what is unread, warnings for rules, a notice at the end. */
export function renderGithub(report: DriftReport): string {
  const resources = report.stacks.flatMap(({ stack, resources }) =>
    resources.flatMap((one) => annotation(stack, one) ?? []),
  );
  const { zones = [], unread = [] } = report.unmanaged ?? {};
  return [
    ...resources,
    ...zones
      .filter(({ counts }) => counts)
      .map(({ id, name, next }) =>
        command("error", "unmanaged", `${name} (${id}) stands in no state. ${next[0]?.command ?? ""}`),
      ),
    ...unread.map(({ provider, reason }) => command("error", "unread", `account of ${provider}: ${reason}`)),
    ...report.ignoreRules
      .flatMap((rule) => ruleText(rule) ?? [])
      .map((text) => command("warning", "ignore rule", text)),
    command("notice", `CDN zones: ${report.verdict}`, countsText(report.summary)),
    "",
  ].join("\n");
}

function annotation(stack: string, resource: ResourceReport): string | undefined {
  const title = `${stack}: ${resourceText(resource)} ${resource.status}`;
  if (resource.status === "unread") return command("error", title, resource.reason ?? "");
  if (!isDrift(resource)) return undefined;
  const lines = [
    ...resource.differences
      .filter(({ counts }) => counts)
      .map(
        (found) =>
          `${found.property}: ${changeText(found)}${found.replaces ? " (putting it back replaces the zone)" : ""}`,
      ),
    ...resource.next.map(({ purpose, command: line }) => (line === undefined ? purpose : `${purpose}: ${line}`)),
  ];
  return command("error", title, lines.join("\n"));
}

/** A workflow command: what would end it, or begin another, is encoded. */
function command(level: "error" | "warning" | "notice", title: string, message: string): string {
  const property = encoded(printable(title)).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::${level} title=${property}::${encoded(message.split("\n").map(printable).join("\n"))}`;
}

function encoded(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
