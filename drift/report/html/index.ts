import type { DriftReport } from "../model";
import { costText, countsText, notComparedText, ruleText } from "../words";
import { html } from "./escape";
import { filters, tiles } from "./overview";
import { resourceSection } from "./resource";
import { script } from "./script";
import { style } from "./style";
import { unmanagedSection } from "./unmanaged";

/** The report for a browser: one file that loads nothing, readable without its script, on paper and in the dark. */
export function renderHtml(report: DriftReport): string {
  const { verdict, summary, stacks, unmanaged, cost, checkedAt } = report;
  const notes = [...report.ignoreRules.flatMap((rule) => ruleText(rule) ?? []), notComparedText(summary) ?? []].flat();
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>CDN zones: ${verdict}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1><span class="badge ${verdict}">${verdict}</span> CDN zones</h1>
<p class="meta">${html(countsText(summary))}<br>${html(costText(cost))}, <time datetime="${checkedAt}">${checkedAt}</time></p>
</header>
${tiles(summary)}
${filters(summary)}
<main>
${stacks
  .map(
    ({ stack, verdict: own, resources, notes: stackNotes }) => `<section class="stack">
<h2>${html(stack)} <span class="badge ${own}">${own}</span></h2>
${stackNotes.map((note) => `<p class="note">${html(note)}</p>`).join("\n")}
${resources.map(resourceSection).join("\n")}
</section>`,
  )
  .join("\n")}
${unmanaged === undefined ? "" : unmanagedSection(unmanaged)}
<p id="nothing" hidden>Nothing to show with these filters.</p>
</main>
<footer>
${notes.map((note) => `<p class="note">${html(note)}</p>`).join("\n")}
<p>${html(report.tool.name)} ${html(report.tool.version)}</p>
</footer>
<script>${script}</script>
</body>
</html>
`;
}
