import type { DifferenceClass, Summary } from "../model";
import { classNames } from "../words";

const classes: readonly DifferenceClass[] = ["declared", "external", "undeclared", "volatile"];

/** The counts, large. */
export function tiles(summary: Summary): string {
  const { clean, changed, missing, unread, unmanaged, ignored } = summary;
  const all = Object.entries({ clean, changed, missing, unread, unmanaged, ignored });
  return `<ul class="tiles">
${all.map(([name, count]) => `<li class="${name}${count === 0 ? " none" : ""}"><b>${String(count)}</b> ${name}</li>`).join("\n")}
</ul>`;
}

/** What a reader can choose by. Without a script there is nothing to choose, and everything is shown. */
export function filters({ differences }: Summary): string {
  const boxes = classes.map(
    (name) =>
      `<label><input type="checkbox" data-class="${name}" checked> ${classNames[name]} <span class="count">${String(differences[name])}</span></label>`,
  );
  return `<form class="filters" hidden>
<fieldset><legend>Differences</legend>${boxes.join("")}<label><input type="checkbox" data-ignored checked> ignored</label></fieldset>
<fieldset><legend>Zones</legend><label><input type="checkbox" data-clean> also without a finding</label>
<input type="search" placeholder="name, id or property" aria-label="Find a zone by name, id or property"></fieldset>
</form>`;
}
