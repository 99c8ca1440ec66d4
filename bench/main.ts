import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { root, stateOfOneZone } from "./account";
import type { Size } from "./growth";
import { measureGrowth } from "./growth";
import type { Measured, Row } from "./measure";
import { rounded } from "./measure";
import { decodeRow } from "./rows/decode";
import { driftRow } from "./rows/drift";
import { logsRow } from "./rows/logs";
import { refreshRows } from "./rows/refresh";
import { startUpRows } from "./rows/startUp";
import { stateRows } from "./rows/state";

/** What a run of the bench leaves behind. */
export interface Results {
  readonly on: { readonly node: string; readonly cpu: string; readonly cpus: number; readonly when: string };
  readonly rows: readonly (Measured & Pick<Row, "what" | "floor" | "target" | "unit">)[];
  readonly growth?: readonly Size[];
}

const resultsFile = path.join(root, "bench", "results.json");

/** `npm run bench [-- WORD …] [-- --growth]`: the rows that contain one of the words, or all of them. */
async function main(argv: readonly string[]): Promise<void> {
  const words = argv.filter((word) => !word.startsWith("--"));
  const runs = argv.includes("--quick") ? 3 : 7;
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const one = await stateOfOneZone();
  const rows = [
    ...refreshRows(one, Math.min(runs, 5)),
    driftRow(one, runs),
    ...startUpRows(runs),
    decodeRow(3 * runs),
    logsRow(Math.min(runs, 5)),
    ...stateRows(one),
  ].filter(({ what }) => words.length === 0 || words.some((word) => what.includes(word)));

  say("| what | floor | measured | target | |\n|---|---|---|---|---|");
  const measured: Results["rows"][number][] = [];
  for (const { measure, ...row } of rows) {
    const { value, details } = await measure();
    measured.push({ ...row, value: rounded(value), details });
    const shown = row.unit === undefined ? rounded(value).toFixed(2) : String(value);
    const notes = Object.entries(details).map(([name, detail]) => `${name} ${String(detail)}`);
    say(`| ${row.what} | ${row.floor} | ${shown} | ${String(row.target)} | ${notes.join(", ")} |`);
  }
  const growth = argv.includes("--growth") ? await measureGrowth(one, 3, say) : earlierGrowth();
  const cpus = os.cpus();
  const on = { node: process.version, cpu: cpus[0]?.model ?? "?", cpus: cpus.length, when: new Date().toISOString() };
  mkdirSync(path.dirname(resultsFile), { recursive: true });
  const results: Results = { on, rows: measured, ...(growth === undefined ? {} : { growth }) };
  writeFileSync(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`);
}

/** The growth takes minutes, so it is kept until it is measured anew. */
function earlierGrowth(): readonly Size[] | undefined {
  try {
    return (JSON.parse(readFileSync(resultsFile, "utf8")) as Results).growth;
  } catch {
    return undefined;
  }
}

void main(process.argv.slice(2));
