import { createHash } from "node:crypto";
import { printableMessage, printableName } from "../../terminal/text";
import { verdictOfUnmanaged } from "../judge";
import type { DriftReport, NextStep, PropertyDifference, ResourceReport, StackReport, Summary } from "../model";
import { copyScript, style } from "./page";
import {
  classText,
  costText,
  countsText,
  findingsOf,
  ignoredText,
  markup as html,
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
  valueText,
} from "./words";

/** The report for a browser: a single file that loads nothing, for phones, light and dark screens, and paper. */
export function renderHtml(report: DriftReport): string {
  const { verdict, summary, stacks, unmanaged, cost, checkedAt, tool } = report;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${scriptHash}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>CDN zones: ${verdict}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>${badge(verdict)} CDN zones</h1>
<p class="meta">${html(countsText(summary))}<br>${html(costText(cost))}, <time datetime="${checkedAt}">${checkedAt}</time></p>
</header>
${tiles(summary)}
<main>
${overview(stacks)}
${shownStacks(stacks).map(stackSection).join("\n")}
${unmanaged === undefined ? "" : unmanagedSection(unmanaged)}
</main>
<footer>
${notesText(report).map(note).join("\n")}
<p>${html(tool.name)} ${html(tool.version)}</p>
</footer>
<script>${copyScript}</script>
</body>
</html>
`;
}

/** The only script that a browser may run. */
const scriptHash = createHash("sha256").update(copyScript).digest("base64");

function tiles({ clean, changed, missing, unread, unmanaged, ignored }: Summary): string {
  const tile = ([name, count]: [string, number]): string =>
    `<li class="${name}${count === 0 ? " none" : ""}"><b>${String(count)}</b> ${name}</li>`;
  const all = Object.entries({ clean, changed, missing, unread, unmanaged, ignored });
  return `<ul class="tiles">\n${all.map(tile).join("\n")}\n</ul>`;
}

/** A line for each of many stacks. */
function overview(stacks: readonly StackReport[]): string {
  const title = stacksText(stacks);
  if (title === undefined) return "";
  const shown = shownStacks(stacks);
  const lines = stacks.map((stack) => {
    const [name, section] = [html(printableName(stack.stack)), shown.indexOf(stack)];
    const link = section < 0 ? name : `<a href="#stack-${String(section)}">${name}</a>`;
    return `<li>${badge(stack.verdict)} ${link} <span class="quiet">${stackText(stack)}</span></li>`;
  });
  return `<section>\n<h2>${title}</h2>\n<ul class="stacks">\n${lines.join("\n")}\n</ul>\n</section>`;
}

function stackSection({ stack, verdict, resources, notes, reason }: StackReport, index: number): string {
  return `<section id="stack-${String(index)}">
<h2>${html(printableName(stack))} ${badge(verdict)}</h2>
${reason === undefined ? "" : `<pre>${html(printableMessage(reason))}</pre>`}
${notes.map(note).join("\n")}
${findingsOf(resources)
  .map((found) => ("names" in found ? unreadArticle(found) : resourceArticle(found)))
  .join("\n")}
</section>`;
}

function unreadArticle({ count, names, reason }: UnreadResources): string {
  return article(
    `${badge("unread")} ${count}`,
    `<p>${html(names)}</p>`,
    `<pre>${html(printableMessage(reason))}</pre>`,
  );
}

function resourceArticle(resource: ResourceReport): string {
  const { status, urn, external, reason, ignored, differences, notCompared, next } = resource;
  const paths = notCompared.map((path) => `<code>${html(printableName(path))}</code>`);
  return article(
    `${badge(status, statusText(resource))} ${html(resourceText(resource))}${external ? ' <span class="tag">read only</span>' : ""}`,
    `<p class="urn">${breakable(html(printableName(urn)))}</p>`,
    reason === undefined ? "" : `<pre>${html(printableMessage(reason))}</pre>`,
    ignored === undefined ? "" : note(ignoredText(ignored)),
    differences.length === 0 ? "" : differenceTable(resource),
    paths.length === 0 ? "" : `<p class="quiet">Not compared: ${paths.join(", ")}</p>`,
    nextSteps(next),
  );
}

function unmanagedSection(unmanaged: NonNullable<DriftReport["unmanaged"]>): string {
  const accounts = unmanaged.unread.map(({ provider, reason }) =>
    article(
      `${badge("unread")} account of ${html(printableName(provider))}`,
      `<pre>${html(printableMessage(reason))}</pre>`,
    ),
  );
  const objects = unmanaged.zones.map((object) =>
    article(
      `${badge("unmanaged")} ${html(unmanagedText(object))}`,
      object.ignored === undefined ? "" : note(ignoredText(object.ignored)),
      nextSteps(object.next),
    ),
  );
  return `<section>
<h2>${unmanagedTitle} ${badge(verdictOfUnmanaged(unmanaged))}</h2>
${[...accounts, ...objects].join("\n")}
</section>`;
}

function article(title: string, ...content: readonly string[]): string {
  return `<article>\n<h3>${title}</h3>\n${content.filter(Boolean).join("\n")}\n</article>`;
}

function differenceTable({ type, differences }: ResourceReport): string {
  return `<table>
<thead><tr><th scope="col">Property</th><th scope="col">Expected</th><th scope="col">Actual</th><th scope="col">Class</th></tr></thead>
<tbody>
${differences.map((difference) => differenceRow(type, difference)).join("\n")}
</tbody>
</table>`;
}

function differenceRow(type: string, difference: PropertyDifference): string {
  const { property, hidden, expected, actual, counts, kind } = difference;
  const values = hidden
    ? '<td class="hidden" colspan="2" data-label="Value">changed (hidden)</td>'
    : `<td class="old" data-label="Expected">${valueCell(expected)}</td><td class="new" data-label="Actual">${valueCell(actual)}${kind === "reordered" ? " (reordered)" : ""}</td>`;
  return `<tr${counts ? "" : ' class="dim"'}>
<th scope="row"><code>${breakable(html(printableName(property)))}</code></th>${values}<td data-label="Class">${html(classText(difference, type))}</td></tr>`;
}

const maxValueLength = 2000;

function valueCell(value: unknown): string {
  if (value === undefined) return '<span class="quiet">none</span>';
  return `<code>${breakable(html(valueText(value, maxValueLength)))}</code>`;
}

function nextSteps(next: readonly NextStep[]): string {
  return next
    .map(shownStep)
    .map(({ purpose, command }) =>
      command === undefined
        ? `<div class="next"><p>${html(purpose)}</p></div>`
        : `<div class="next"><p>${html(purpose)}:</p><pre class="command">${html(command)}</pre></div>`,
    )
    .join("\n");
}

/** Lets a URN, a path or JSON break after its separators, rather than within a word. */
function breakable(markup: string): string {
  return markup.replace(/::|[./$,\]}]/g, "$&<wbr>");
}

function badge(className: string, text = className): string {
  return `<span class="badge ${className}">${text}</span>`;
}

function note(text: string): string {
  return `<p class="note">${html(printableMessage(text))}</p>`;
}
