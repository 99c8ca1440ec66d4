import { verdictOfUnmanaged } from "../judge";
import type { DriftReport, NextStep, PropertyDifference, ResourceReport, StackReport, Summary } from "../model";
import {
  classText,
  costText,
  countsText,
  ignoredText,
  hasFindings,
  markup as html,
  notesText,
  resourceText,
  statusText,
  unmanagedTitle,
  valueText,
} from "./words";

/** The report for a browser: a single file that loads nothing, for light and dark screens and paper. */
export function renderHtml(report: DriftReport): string {
  const { verdict, summary, stacks, unmanaged, cost, checkedAt, tool } = report;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
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
${stacks.map(stackSection).join("\n")}
${unmanaged === undefined ? "" : unmanagedSection(unmanaged)}
</main>
<footer>
${notesText(report).map(note).join("\n")}
<p>${html(tool.name)} ${html(tool.version)}</p>
</footer>
</body>
</html>
`;
}

function tiles({ clean, changed, missing, unread, unmanaged, ignored }: Summary): string {
  const tile = ([name, count]: [string, number]): string =>
    `<li class="${name}${count === 0 ? " none" : ""}"><b>${String(count)}</b> ${name}</li>`;
  const all = Object.entries({ clean, changed, missing, unread, unmanaged, ignored });
  return `<ul class="tiles">\n${all.map(tile).join("\n")}\n</ul>`;
}

function stackSection({ stack, verdict, resources, notes }: StackReport): string {
  return `<section>
<h2>${html(stack)} ${badge(verdict)}</h2>
${notes.map(note).join("\n")}
${resources.filter(hasFindings).map(resourceArticle).join("\n")}
</section>`;
}

function resourceArticle(resource: ResourceReport): string {
  const { status, urn, external, reason, ignored, differences, notCompared, next } = resource;
  const paths = notCompared.map((path) => `<code>${html(path)}</code>`);
  return article(
    `${badge(status, statusText(resource))} ${html(resourceText(resource))}${external ? ' <span class="tag">read only</span>' : ""}`,
    `<p class="urn">${html(urn)}</p>`,
    reason === undefined ? "" : `<pre>${html(reason)}</pre>`,
    ignored === undefined ? "" : note(ignoredText(ignored)),
    differences.length === 0 ? "" : differenceTable(differences),
    paths.length === 0 ? "" : `<p class="quiet">Not compared: ${paths.join(", ")}</p>`,
    nextSteps(next),
  );
}

function unmanagedSection(unmanaged: NonNullable<DriftReport["unmanaged"]>): string {
  const accounts = unmanaged.unread.map(({ provider, reason }) =>
    article(`${badge("unread")} account of ${html(provider)}`, `<pre>${html(reason)}</pre>`),
  );
  const zones = unmanaged.zones.map(({ id, name, region, ignored, next }) =>
    article(
      `${badge("unmanaged")} ${html(name)} (${html(id)}, ${html(region)})`,
      ignored === undefined ? "" : note(ignoredText(ignored)),
      nextSteps(next),
    ),
  );
  return `<section>
<h2>${unmanagedTitle} ${badge(verdictOfUnmanaged(unmanaged))}</h2>
${[...accounts, ...zones].join("\n")}
</section>`;
}

function article(title: string, ...content: readonly string[]): string {
  return `<article>\n<h3>${title}</h3>\n${content.filter(Boolean).join("\n")}\n</article>`;
}

function differenceTable(differences: readonly PropertyDifference[]): string {
  return `<table>
<thead><tr><th scope="col">Property</th><th scope="col">Expected</th><th scope="col">Actual</th><th scope="col">Class</th></tr></thead>
<tbody>
${differences.map(differenceRow).join("\n")}
</tbody>
</table>`;
}

function differenceRow(difference: PropertyDifference): string {
  const { property, hidden, expected, actual, counts, kind } = difference;
  const values = hidden
    ? '<td class="hidden" colspan="2">changed (hidden)</td>'
    : `<td class="old">${valueCell(expected)}</td><td class="new">${valueCell(actual)}${kind === "reordered" ? " (reordered)" : ""}</td>`;
  return `<tr${counts ? "" : ' class="dim"'}>
<th scope="row"><code>${html(property)}</code></th>${values}<td>${html(classText(difference))}</td></tr>`;
}

const maxValueLength = 2000;

function valueCell(value: unknown): string {
  if (value === undefined) return '<span class="quiet">none</span>';
  return `<code>${html(valueText(value, maxValueLength))}</code>`;
}

function nextSteps(next: readonly NextStep[]): string {
  return next
    .map(({ purpose, command }) =>
      command === undefined
        ? `<div class="next"><p>${html(purpose)}</p></div>`
        : `<div class="next"><p>${html(purpose)}:</p><pre>${html(command)}</pre></div>`,
    )
    .join("\n");
}

function badge(className: string, text = className): string {
  return `<span class="badge ${className}">${text}</span>`;
}

function note(text: string): string {
  return `<p class="note">${html(text)}</p>`;
}

/** For light and dark screens, and paper. */
const style = `
:root { color-scheme: light dark; --bg: #fff; --fg: #1c2128; --soft: #59636e; --line: #d5dae0; --card: #f6f8fa;
  --clean: #1a7f37; --changed: #9a6700; --missing: #cf222e; --unread: #8250df; --old: #ffebe9; --new: #dafbe1; }
@media (prefers-color-scheme: dark) { :root { --bg: #0d1117; --fg: #e6edf3; --soft: #9198a1; --line: #30363d; --card: #151b23;
  --clean: #3fb950; --changed: #d29922; --missing: #f85149; --unread: #ab7df8; --old: #3c1618; --new: #12301c; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; background: var(--bg); color: var(--fg);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .75rem; }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
code, pre, .urn { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .85em; }
pre { margin: .25rem 0; padding: .5rem .75rem; background: var(--bg); border: 1px solid var(--line); border-radius: 6px;
  white-space: pre-wrap; overflow-wrap: anywhere; }
.meta, .urn, .quiet, .next p, footer { color: var(--soft); }
.urn { margin: .15rem 0 .6rem; overflow-wrap: anywhere; font-size: .75em; }
.badge { display: inline-block; padding: 0 .6em; border-radius: 1em; color: #fff; background: var(--soft); font-weight: 600;
  font-size: .85em; }
@media (prefers-color-scheme: dark) { .badge { color: #0d1117; } }
.badge.clean { background: var(--clean); } .badge.changed, .badge.drift, .badge.unmanaged { background: var(--changed); }
.badge.missing { background: var(--missing); } .badge.unread, .badge.incomplete { background: var(--unread); }
.tag { border: 1px solid var(--line); border-radius: 1em; padding: 0 .5em; font-size: .8em; font-weight: 400; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); gap: .75rem; padding: 0; margin: 1.25rem 0; list-style: none; }
.tiles li { padding: .6rem .9rem; background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--soft); border-radius: 6px; }
.tiles b { display: block; font-size: 1.6rem; line-height: 1.2; } .tiles .none { opacity: .55; }
.tiles .clean { border-left-color: var(--clean); } .tiles .changed, .tiles .unmanaged { border-left-color: var(--changed); }
.tiles .missing { border-left-color: var(--missing); } .tiles .unread { border-left-color: var(--unread); }
article { margin: 0 0 .9rem; padding: .8rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
table { width: 100%; border-collapse: collapse; margin: .25rem 0 .6rem; table-layout: fixed; }
th, td { text-align: left; vertical-align: top; padding: .35rem .5rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
thead th { border: 0; color: var(--soft); font-size: .85em; font-weight: 500; } tbody th { font-weight: 500; }
.old { background: var(--old); } .new { background: var(--new); } .hidden { font-style: italic; }
tr.dim { color: var(--soft); } tr.dim .old, tr.dim .new { background: none; }
.next { margin-top: .4rem; } .next p { margin: 0; font-size: .9em; }
.note { border-left: 3px solid var(--changed); padding-left: .75rem; margin: .5rem 0; } .quiet { margin: .25rem 0; font-size: .9em; }
@media print { body { max-width: none; } article { break-inside: avoid; } }
`;
