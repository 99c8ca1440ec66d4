"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { Report } = require("c8");
const thresholds = require("./thresholds.cjs");

const kinds = ["lines", "branches", "functions"];

/** Holds what was measured to the thresholds: a line for each folder, and what is below. */
async function judge(raw, root) {
  const report = new Report({
    tempDirectory: raw,
    resolve: "",
    reporter: [],
    excludeAfterRemap: true,
    mergeAsync: true,
  });
  const covered = await report.getCoverageMapFromAllCoverageFiles();
  const relative = (file) => path.relative(root, file);
  const lines = [];
  const failures = [];
  for (const [folder, least] of Object.entries(thresholds)) {
    const files = covered.files().filter((file) => relative(file).startsWith(folder + path.sep));
    const missing = modulesWithCode(root, folder).filter((file) => !files.includes(file));
    if (missing.length > 0) failures.push(`${folder}: no test loads ${missing.map(relative).join(", ")}`);
    const shares = sharesOf(files.map((file) => covered.fileCoverageFor(file).toSummary()));
    lines.push(`coverage of ${folder}: ${kinds.map((kind) => `${kind} ${percent(shares[kind])}`).join(", ")}`);
    for (const kind of kinds.filter((one) => !(shares[one] >= least[one]))) {
      failures.push(
        `${folder}: ${percent(shares[kind])} of its ${kind} are covered, ${least[kind]} % are needed; least in:`,
      );
      const worst = files
        .map((file) => ({ file, share: covered.fileCoverageFor(file).toSummary()[kind].pct }))
        .sort((a, b) => a.share - b.share);
      for (const { file, share } of worst.slice(0, 5)) failures.push(`  ${relative(file)} ${percent(share)}`);
    }
  }
  return { lines, failures };
}

/** The modules of a folder that hold more than types. */
function modulesWithCode(root, folder) {
  const sources = fs.readdirSync(path.join(root, folder), { recursive: true }).filter((file) => file.endsWith(".ts"));
  return sources
    .filter((file) => {
      const built = fs.readFileSync(path.join(root, "dist", folder, file.replace(/ts$/, "js")), "utf8");
      return !/^"use strict";\nObject\.defineProperty\(exports, "__esModule", \{ value: true \}\);\n\/\/#.*\s*$/.test(
        built,
      );
    })
    .map((file) => path.join(root, folder, file));
}

function sharesOf(summaries) {
  return Object.fromEntries(
    kinds.map((kind) => {
      const total = summaries.reduce((sum, summary) => sum + summary[kind].total, 0);
      const covered = summaries.reduce((sum, summary) => sum + summary[kind].covered, 0);
      return [kind, total === 0 ? 0 : (100 * covered) / total];
    }),
  );
}

/** Rounded down: what is below a threshold is never shown as being at it. */
function percent(share) {
  return `${(Math.floor(share * 100) / 100).toFixed(2)} %`;
}

module.exports = { judge };
