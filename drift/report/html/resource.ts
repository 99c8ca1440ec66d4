import type { NextStep, PropertyDifference, ResourceReport } from "../model";
import { classText, ignoredText, isWorthTelling, resourceText, valueText } from "../words";
import { html } from "./escape";

/** What is told of one zone. */
export function resourceSection(resource: ResourceReport): string {
  const { status, urn, external, reason, ignored, differences, notCompared, next } = resource;
  const told = isWorthTelling(resource);
  // It tells something whatever differences are hidden.
  const isFirm = status === "missing" || status === "unread";
  const badge = status === "clean" ? (told ? "no drift" : "clean") : status;
  const find = [resource.name, resource.id, urn, ...differences.map(({ property }) => property)]
    .join(" ")
    .toLowerCase();
  return `<article class="zone ${status}" data-told="${String(told)}" data-firm="${String(isFirm)}" data-find="${html(find)}">
<h3><span class="badge ${status}">${badge}</span> ${html(resourceText(resource))}${external ? ' <span class="tag">read only</span>' : ""}</h3>
<p class="urn">${html(urn)}</p>
${reason === undefined ? "" : `<pre class="reason">${html(reason)}</pre>`}
${ignored === undefined ? "" : `<p class="note">${html(ignoredText(ignored))}</p>`}
${differences.length === 0 ? "" : differenceTable(differences)}
${notCompared.length === 0 ? "" : `<p class="quiet">Not compared: ${notCompared.map((path) => `<code>${html(path)}</code>`).join(", ")}</p>`}
${nextSteps(next)}
</article>`;
}

/** What to do, with a line to paste. */
export function nextSteps(next: readonly NextStep[]): string {
  return next
    .map(({ purpose, command }) => {
      const line = command === undefined ? "" : `<pre class="command">${html(command)}</pre>`;
      return `<div class="next"><p>${html(purpose)}${command === undefined ? "" : ":"}</p>${line}</div>`;
    })
    .join("\n");
}

function differenceTable(differences: readonly PropertyDifference[]): string {
  return `<table>
<thead><tr><th scope="col">Property</th><th scope="col">Expected</th><th scope="col">Actual</th><th scope="col">Class</th></tr></thead>
<tbody>
${differences.map(row).join("\n")}
</tbody>
</table>`;
}

function row(difference: PropertyDifference): string {
  const { property, hidden, expected, actual, counts, ignored, kind } = difference;
  const sides = hidden
    ? '<td class="hidden" colspan="2">changed (hidden)</td>'
    : `<td class="old">${side(expected)}</td><td class="new">${side(actual)}${kind === "reordered" ? " (reordered)" : ""}</td>`;
  return `<tr data-class="${difference.class}"${ignored === undefined ? "" : " data-ignored"}${counts ? "" : ' class="dim"'}>
<th scope="row"><code>${html(property)}</code></th>${sides}<td>${html(classText(difference))}</td></tr>`;
}

const longestValue = 2000;

function side(value: unknown): string {
  return value === undefined
    ? '<span class="quiet">none</span>'
    : `<code>${html(valueText(value, longestValue))}</code>`;
}
