import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { faultKinds } from "./support/rules";
import { say } from "./support/say";
import type { SeedFigures } from "./support/seed";
import { size } from "./support/size";

const worker = path.join(__dirname, "support", "seedWorker.ts");

/** The life cycles as the provider's process serves them, over real sockets; the engine is a state in memory. */
describe("zones created, updated, refreshed and destroyed while 30 % of all requests meet a fault", () => {
  it(`end as declared: each once, each in the state by its id, outputs equal to live, and nothing left, over ${String(size.seeds)} seeds`, async function () {
    this.timeout(900_000);
    const began = performance.now();
    const seeds = Array.from({ length: size.seeds }, (_, index) => size.firstSeed + index);
    const workers = [0, 1].map((half) => run(seeds.filter((seed) => seed % 2 === half)));
    const figures = (await Promise.all(workers)).flat().sort((a, b) => a.seed - b.seed);
    figures.forEach(sayFigures);
    sayTotals(figures, (performance.now() - began) / 1000);

    assert.equal(figures.length, seeds.length);
    const met = new Set(figures.flatMap(({ faults }) => Object.keys(faults)));
    assert.deepEqual([...met].sort(), [...faultKinds].sort(), "every kind of fault was met");
  });
});

async function run(seeds: readonly number[]): Promise<SeedFigures[]> {
  if (seeds.length === 0) return [];
  const args = ["-r", "ts-node/register/transpile-only", worker, ...[size.zones, ...seeds].map(String)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as SeedFigures);
}

function sayFigures({ seed, zones, requests, share, adopted, incomplete, repeated, seconds }: SeedFigures): void {
  const times = Object.entries(seconds).map(([phase, time]) => `${phase} ${time.toFixed(0)} s`);
  say(
    `seed ${String(seed)}: ${String(zones)} zones, ${String(requests)} requests, ${(share * 100).toFixed(1)} % with a fault, ` +
      `${String(adopted)} adopted, ${String(incomplete)} finished later, ${String(repeated)} run again; ${times.join(", ")}`,
  );
}

function sayTotals(figures: readonly SeedFigures[], seconds: number): void {
  const sum = (of: (figures: SeedFigures) => number): string => String(figures.reduce((all, one) => all + of(one), 0));
  const faults: Record<string, number> = {};
  for (const [kind, count] of figures.flatMap((one) => Object.entries(one.faults))) {
    faults[kind] = (faults[kind] ?? 0) + count;
  }
  const kinds = Object.entries(faults).map(([kind, count]) => `${kind} ${String(count)}`);
  say(
    `in all: ${sum(({ zones }) => zones)} zones, ${sum(({ requests }) => requests)} requests, ${sum(({ adopted }) => adopted)} adopted, ` +
      `${sum(({ repeated }) => repeated)} run again, ${seconds.toFixed(0)} s; faults: ${kinds.join(", ")}`,
  );
}
