// Shows the result of a deployment in the job's log and summary, and sets the outputs of the action.
import { appendFileSync, existsSync, readFileSync } from "node:fs";

const [resultFile, zonesFile, zone] = process.argv.slice(2);
const {
  dryRun,
  added,
  changed,
  deleted,
  unchanged,
  bytes,
  purged,
  created = [],
  seconds,
  release,
  message,
  commit,
} = parsed(resultFile);
const uploaded = [...added, ...changed].sort();
const url = urlOf(existsSync(zonesFile) ? zonesFile : undefined);

const counts = `${uploaded.length} uploaded, ${deleted.length} deleted, ${unchanged} unchanged`;
const known = [commit?.slice(0, 7), message].filter(Boolean).join(" ");
console.log(lineWith(inLog(known)));

const text = [
  `## CDN: ${escaped(zone)}${dryRun ? " (dry run)" : ""}`,
  `${lineWith(escaped(known))}${url === "" ? "." : ""}`,
  ...listOf("uploaded", uploaded),
  ...listOf("deleted", deleted),
];
appendFileSync(process.env.GITHUB_STEP_SUMMARY, `${text.join("\n\n")}\n`);
const outputs = { uploaded: uploaded.length, deleted: deleted.length, url, json: resultFile };
for (const [name, value] of Object.entries(outputs)) appendFileSync(process.env.GITHUB_OUTPUT, `${name}=${value}\n`);

/** Returns the result on one line. @param known the commit and the message of the release, escaped */
function lineWith(known) {
  const about = release === undefined ? "" : `release ${release}${known === "" ? "" : ` (${known})`}: `;
  const size = `${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`;
  return `${about}${dryRun ? "Would be " : ""}${counts}, ${size}${url === "" ? "" : `: ${url}`}`;
}

/** Escapes a text for the log: what a terminal or the runner would take for a command. It is not the start of a line. */
function inLog(text) {
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => character.split("").map(escape).join(""))
    .replaceAll("##", "#\\u0023");
}

/** Returns the address of the first purged pull zone, or of the one that was made, with a custom hostname if it has one. */
function urlOf(file) {
  const pullZoneId = purged[0] ?? created.find(({ kind }) => kind === "PullZone")?.id;
  const pullZone = file && parsed(file).find?.(({ id }) => id === pullZoneId);
  if (!pullZone) return "";
  const { cnameDomain } = pullZone;
  // No browser opens a wildcard.
  const hostnames = pullZone.hostnames.filter((hostname) => !hostname.startsWith("*"));
  const shown = hostnames.find((hostname) => !hostname.endsWith(`.${cnameDomain}`)) ?? hostnames[0];
  return /^[\w.-]+$/.test(shown ?? "") ? `https://${shown}/` : "";
}

/** Returns a folded list of up to a hundred paths. */
function listOf(what, paths) {
  if (paths.length === 0) return [];
  const shown = paths.slice(0, 100).map((path) => `- <code>${escaped(path)}</code>`);
  const more = paths.length > shown.length ? [`- and ${paths.length - shown.length} more`] : [];
  return [`<details><summary>${paths.length} ${what}</summary>`, [...shown, ...more].join("\n"), "</details>"];
}

/** Escapes a text, which must not be interpreted as HTML or Markdown. */
function escaped(text) {
  return text.replace(/[^\w ./-]/gu, (character) => `&#${character.codePointAt(0)};`);
}

function parsed(file) {
  const text = readFileSync(file, "utf8");
  return text === "" ? {} : JSON.parse(text);
}
