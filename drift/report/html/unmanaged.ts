import type { DriftReport } from "../model";
import { ignoredText } from "../words";
import { html } from "./escape";
import { nextSteps } from "./resource";

/** The storage zones that stand in no state. */
export function unmanagedSection({ zones, unread }: NonNullable<DriftReport["unmanaged"]>): string {
  if (zones.length + unread.length === 0) return "";
  return `<section class="stack">
<h2>Storage zones that stand in no state</h2>
${unread.map(({ provider, reason }) => `<article class="zone unread" data-told="true" data-firm="true" data-find="${html(provider)}"><h3><span class="badge unread">unread</span> account of ${html(provider)}</h3><pre class="reason">${html(reason)}</pre></article>`).join("\n")}
${zones
  .map(
    ({ id, name, region, ignored, next }) =>
      `<article class="zone unmanaged" data-told="true" data-firm="true" data-find="${html(`${name} ${id}`.toLowerCase())}">
<h3><span class="badge unmanaged">unmanaged</span> ${html(name)} (${html(id)}, ${html(region)})</h3>
${ignored === undefined ? "" : `<p class="note">${html(ignoredText(ignored))}</p>`}
${nextSteps(next)}
</article>`,
  )
  .join("\n")}
</section>`;
}
