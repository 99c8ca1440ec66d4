// The style sheet and the script of the HTML report.

/** The script that adds a copy button to each command. */
export const copyScript = `
for (const command of document.querySelectorAll(".command")) {
  const button = document.createElement("button");
  const label = (text) => { button.textContent = text; };
  label("Copy");
  button.onclick = async () => {
    try {
      await navigator.clipboard.writeText(command.textContent);
      label("Copied");
    } catch {
      getSelection().selectAllChildren(command);
      label("Selected");
    }
    setTimeout(() => label("Copy"), 2000);
  };
  command.after(button);
}
`;

/** The style sheet for phones, light and dark screens, and paper. */
export const style = `
:root { color-scheme: light dark; --bg: #fff; --fg: #1c2128; --soft: #59636e; --line: #d5dae0; --card: #f6f8fa;
  --clean: #1a7f37; --changed: #9a6700; --missing: #cf222e; --unread: #8250df; --live: #ffebe9; }
@media (prefers-color-scheme: dark) { :root { --bg: #0d1117; --fg: #e6edf3; --soft: #9198a1; --line: #30363d; --card: #151b23;
  --clean: #3fb950; --changed: #d29922; --missing: #f85149; --unread: #ab7df8; --live: #3c1618; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; background: var(--bg); color: var(--fg);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.25; } h2 { margin: 2rem 0 .75rem; font-size: 1.25rem; }
h3 { margin: 0; font-size: 1rem; overflow-wrap: break-word; }
code, pre, .urn { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 1em; }
pre { margin: .25rem 0; padding: .5rem .75rem; background: var(--bg); border: 1px solid var(--line); border-radius: 6px;
  white-space: pre-wrap; overflow-wrap: break-word; }
.command { white-space: pre; overflow-x: auto; }
.next { position: relative; }
.next button { position: absolute; top: 0; right: 0; padding: 0 .6em; border: 1px solid var(--line); border-radius: 6px;
  background: var(--card); color: var(--fg); font: inherit; cursor: pointer; }
.next button:hover { border-color: var(--soft); }
.meta, .urn, .quiet, .next p, footer { color: var(--soft); }
.urn { margin: .15rem 0 .6rem; overflow-wrap: break-word; }
.badge { display: inline-block; padding: 0 .6em; border-radius: 1em; color: #fff; background: var(--soft); font-weight: 600; }
@media (prefers-color-scheme: dark) { .badge { color: #0d1117; } }
.badge.clean { background: var(--clean); } .badge.changed, .badge.drift, .badge.unmanaged { background: var(--changed); }
.badge.missing { background: var(--missing); } .badge.unread, .badge.incomplete { background: var(--unread); }
.tag { border: 1px solid var(--line); border-radius: 1em; padding: 0 .5em; font-weight: 400; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); gap: .75rem; padding: 0; margin: 1.25rem 0; list-style: none; }
.tiles li { padding: .6rem .9rem; background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--soft); border-radius: 6px; }
.tiles b { display: block; font-size: 1.5rem; line-height: 1.2; } .tiles .none { opacity: .55; }
.tiles .clean { border-left-color: var(--clean); } .tiles .changed, .tiles .unmanaged { border-left-color: var(--changed); }
.tiles .missing { border-left-color: var(--missing); } .tiles .unread { border-left-color: var(--unread); }
.stacks { padding: 0; list-style: none; overflow-wrap: anywhere; } .stacks li { margin: .25rem 0; } a { color: inherit; }
article { margin: 0 0 .9rem; padding: .8rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
table { width: 100%; border-collapse: collapse; margin: .25rem 0 .6rem; table-layout: fixed; }
th, td { text-align: left; vertical-align: top; padding: .35rem .5rem; border-top: 1px solid var(--line); overflow-wrap: break-word; }
thead th { border: 0; color: var(--soft); font-weight: 500; } tbody th { font-weight: 500; }
.new { background: var(--live); font-weight: 600; } .hidden { font-style: italic; }
tr.dim { color: var(--soft); } tr.dim .new { background: none; font-weight: inherit; }
.next { margin-top: .4rem; } .next p { margin: 0; padding-right: 4.5rem; }
.note { border-left: 3px solid var(--changed); padding-left: .75rem; margin: .5rem 0; } .quiet { margin: .25rem 0; }
@media (max-width: 40rem) { body { padding: 1rem; } thead { display: none; } table, tbody, tr, th, td { display: block; }
  tbody th { padding: .5rem 0 .25rem; } td { position: relative; padding: .3rem .5rem .3rem 6rem; border: 0; } tr:first-child th { border: 0; }
  td::before { content: attr(data-label); position: absolute; left: .5rem; color: var(--soft); } }
@media print { .next button { display: none; } .command { white-space: pre-wrap; } body { max-width: none; } article { break-inside: avoid; } }
`;
