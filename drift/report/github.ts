import { printable, printableLines } from "../../terminal/text";
import type { DriftReport } from "../model";
import { outlineOf, type Finding, type RenderOptions } from "./outline";
import { changeText, nextText, ruleText } from "./words";

/** The report as annotations of GitHub Actions: errors for drift and unread resources, warnings for rules, a notice at the end. */
export function renderGithub(report: DriftReport, options: RenderOptions): string {
  const { counts, overview, stacks, unmanaged } = outlineOf(report, options);
  const { objects = [], accounts = [] } = unmanaged ?? {};
  return [
    ...stacks.flatMap(({ name, reason, folder, findings }) => [
      ...(reason === undefined ? [] : [command("error", `${name}: state unread`, reason)]),
      // GitHub shows only ten annotations of a step, so resources that are unread for one reason share one.
      ...findings.flatMap((found) => annotation(name, found, folder) ?? []),
    ]),
    ...objects
      .filter(({ ignored }) => ignored === undefined)
      .map(({ title, names, changes, next }) => {
        const [text, verb] = names === undefined ? [title, "is"] : [`${title} (${names})`, "are"];
        return command(
          "error",
          "unmanaged",
          `${text} ${verb} in no state. ${[...changes, ...next.map(nextText)].join("; ")}`,
        );
      }),
    ...accounts.map(({ title, reason = "" }) => command("error", "unread", `${title}: ${reason}`)),
    ...report.ignoreRules
      .flatMap((rule) => ruleText(rule) ?? [])
      .map((text) => command("warning", "ignore rule", text)),
    command("notice", `CDN zones: ${report.verdict}`, overview === undefined ? counts : `${overview.title}; ${counts}`),
    "",
  ].join("\n");
}

function annotation(stack: string, found: Finding, folder: string | undefined): string | undefined {
  const { status, title, reason = "", names, ignored, differences, changes, next } = found;
  const heading = `${stack}: ${title} ${status}`;
  if (status === "unread") return command("error", heading, names === undefined ? reason : `${reason}\n${names}`);
  if (status === "clean" || ignored !== undefined) return undefined;
  const lines = differences
    .filter(({ found }) => found.counts)
    .map(({ property, found, replacement }) =>
      [`${property}: ${changeText(found)}`, ...(replacement === undefined ? [] : [`(${replacement})`])].join(" "),
    );
  const where = folder === undefined || next.length === 0 ? [] : [`${folder}:`];
  return command("error", heading, [...lines, ...changes, ...where, ...next.map(nextText)].join("\n"));
}

/** A workflow command, encoded so that a text can't end it or begin another. */
function command(level: "error" | "warning" | "notice", title: string, message: string): string {
  const property = encoded(printable(title)).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::${level} title=${property}::${encoded(printableLines(message))}`;
}

function encoded(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
