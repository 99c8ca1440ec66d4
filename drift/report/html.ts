import { createHash } from "node:crypto";
import { printableMessage } from "../../terminal/text";
import type { DriftReport, NextStep, Summary } from "../model";
import {
  outlineOf,
  type Difference,
  type Finding,
  type Outline,
  type RenderOptions,
  type Section,
  type Unmanaged,
} from "./outline";
import { copyScript, style } from "./page";
import { markup as html, valueText } from "./words";

/** The report for a browser: a single file that loads nothing, for phones, light and dark screens, and paper. */
export function renderHtml(report: DriftReport, options: RenderOptions): string {
  const { verdict, summary, checkedAt, tool } = report;
  const { counts, overview, stacks, unmanaged, notes, cost } = outlineOf(report, options);
  const sections = stacks.map(stackSection);
  const drifted = stacks.filter((stack) => stack.verdict !== "clean").length;
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
<p class="meta">${html(counts)}<br>${html(cost)}, <time datetime="${checkedAt}">${checkedAt}</time></p>
</header>
${tiles(summary)}
<main>
${overview === undefined ? "" : overviewSection(overview, stacks)}
${sections.slice(0, drifted).join("\n")}
${unmanaged === undefined ? "" : unmanagedSection(unmanaged)}
${sections.slice(drifted).join("\n")}
</main>
<footer>
${notes.map(note).join("\n")}
<p>${html(tool.name)} ${html(tool.version)}</p>
</footer>
<script>${copyScript}</script>
</body>
</html>
`;
}

/** The hash of the only script that a browser may run. */
const scriptHash = createHash("sha256").update(copyScript).digest("base64");

function tiles({ clean, changed, missing, unread, unmanaged, ignored }: Summary): string {
  const tile = ([name, count]: [string, number]): string =>
    `<li class="${name}${count === 0 ? " none" : ""}"><b>${String(count)}</b> ${name}</li>`;
  const all = Object.entries({ clean, changed, missing, unread, unmanaged, ignored });
  return `<ul class="tiles">\n${all.map(tile).join("\n")}\n</ul>`;
}

/** Returns the list of stacks, if there are several. */
function overviewSection({ title, stacks }: NonNullable<Outline["overview"]>, shown: Outline["stacks"]): string {
  const drifted = [...stacks].sort((a, b) => Number(a.verdict === "clean") - Number(b.verdict === "clean"));
  const lines = drifted.map((stack) => {
    const [name, section] = [html(stack.name), shown.indexOf(stack)];
    const link = section < 0 ? name : `<a href="#stack-${String(section)}">${name}</a>`;
    return `<li>${badge(stack.verdict)} ${link} <span class="quiet">${stack.counts}</span></li>`;
  });
  return `<section>\n<h2>${title}</h2>\n<ul class="stacks">\n${lines.join("\n")}\n</ul>\n</section>`;
}

function stackSection({ name, verdict, notes, reason, folder, next, findings }: Section, index: number): string {
  return `<section id="stack-${String(index)}">
<h2>${html(name)} ${badge(verdict)}</h2>
${reason === undefined ? "" : `<pre>${html(reason)}</pre>`}
${notes.map(note).join("\n")}
${folder === undefined ? "" : `<p>${html(folder)}:</p>`}
${nextSteps(next)}
${findings.map(article).join("\n")}
</section>`;
}

function unmanagedSection({ title, verdict, objects, accounts }: Unmanaged): string {
  return `<section>
<h2>${title} ${badge(verdict)}</h2>
${[...accounts, ...objects].map(article).join("\n")}
</section>`;
}

function article(found: Finding): string {
  const { status, label, title, isReadOnly, names, urn, reason, ignored, differences, notCompared, changes, next } =
    found;
  const paths = notCompared.map((path) => `<code>${html(path)}</code>`);
  const heading = `${badge(status, label)} ${html(title)}${isReadOnly === true ? ' <span class="tag">read only</span>' : ""}`;
  const content = [
    names === undefined ? "" : `<p>${html(names)}</p>`,
    urn === undefined ? "" : `<p class="urn">${breakable(html(urn))}</p>`,
    reason === undefined ? "" : `<pre>${html(reason)}</pre>`,
    ignored === undefined ? "" : note(ignored),
    differences.length === 0 ? "" : differenceTable(differences),
    paths.length === 0 ? "" : `<p class="quiet">Not compared: ${paths.join(", ")}</p>`,
    ...changes.map((change) => `<p class="quiet">${html(change)}</p>`),
    nextSteps(next),
  ];
  return `<article>\n<h3>${heading}</h3>\n${content.filter(Boolean).join("\n")}\n</article>`;
}

function differenceTable(differences: readonly Difference[]): string {
  return `<table>
<thead><tr><th scope="col">Property</th><th scope="col">Expected</th><th scope="col">Actual</th><th scope="col">Class</th></tr></thead>
<tbody>
${differences.map(differenceRow).join("\n")}
</tbody>
</table>`;
}

function differenceRow({ property, classes, found }: Difference): string {
  const { hidden, expected, actual, counts, kind } = found;
  const values = hidden
    ? '<td class="hidden" colspan="2" data-label="Value">changed (hidden)</td>'
    : `<td class="old" data-label="Expected">${valueCell(expected)}</td><td class="new" data-label="Actual">${valueCell(actual)}${kind === "reordered" ? " (reordered)" : ""}</td>`;
  return `<tr${counts ? "" : ' class="dim"'}>
<th scope="row"><code>${breakable(html(property))}</code></th>${values}<td data-label="Class">${html(classes)}</td></tr>`;
}

const maxValueLength = 400;

function valueCell(value: unknown): string {
  if (value === undefined) return '<span class="quiet">none</span>';
  return `<code>${breakable(html(valueText(value, maxValueLength)))}</code>`;
}

function nextSteps(next: readonly NextStep[]): string {
  return next
    .map(({ purpose, command }) =>
      command === undefined
        ? `<div class="next"><p>${html(purpose)}</p></div>`
        : `<div class="next"><p>${html(purpose)}:</p><pre class="command">${html(command)}</pre></div>`,
    )
    .join("\n");
}

/** Adds break opportunities after the separators of a URN, a path or JSON, so that it does not break within a word. */
function breakable(markup: string): string {
  return markup.replace(/::|[./$,\]}]/g, "$&<wbr>");
}

function badge(className: string, text = className): string {
  return `<span class="badge ${className}">${text}</span>`;
}

function note(text: string): string {
  return `<p class="note">${html(printableMessage(text))}</p>`;
}
