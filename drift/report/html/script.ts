/** Filters in the page. It only hides and shows what is there already. */
export const script = `
"use strict";
const form = document.querySelector(".filters");
const ignored = form.querySelector("[data-ignored]");
const clean = form.querySelector("[data-clean]");
const search = form.querySelector("[type=search]");
const nothing = document.getElementById("nothing");
function apply() {
  const shown = new Set([...form.querySelectorAll("[data-class]:checked")].map((box) => box.dataset.class));
  const term = search.value.trim().toLowerCase();
  let any = false;
  for (const zone of document.querySelectorAll(".zone")) {
    let rows = 0;
    for (const row of zone.querySelectorAll("tbody tr")) {
      row.hidden = !shown.has(row.dataset.class) || ("ignored" in row.dataset && !ignored.checked);
      if (!row.hidden) rows += 1;
    }
    const tells = zone.dataset.firm === "true" || rows > 0 || (zone.dataset.told === "true" && !zone.querySelector("table"));
    zone.hidden = !(tells || clean.checked) || !zone.dataset.find.includes(term);
    any ||= !zone.hidden;
  }
  nothing.hidden = any;
}
form.addEventListener("input", apply);
form.addEventListener("submit", (event) => event.preventDefault());
form.hidden = false;
apply();
`;
