import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
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
    if (size.seeds * size.zones < enoughZones)
      return say("too few zones to tell whether every fault must have been met");
    const [requests, struck] = [sum(figures, (one) => one.requests), sum(figures, (one) => one.struck)];
    assert.ok(struck >= 0.25 * requests, `only ${String(struck)} of ${String(requests)} requests met a fault`);
    const missed = Object.entries(faultsIn(figures)).filter(([, count]) => count === 0);
    assert.deepEqual(missed, [], "every fault was met, in each of its ways");
  });
});

/** The size of continuous integration: each fault is then to be expected a dozen times at least. */
const enoughZones = 320;

async function run(seeds: readonly number[]): Promise<SeedFigures[]> {
  if (seeds.length === 0) return [];
  const args = ["-r", "ts-node/register/transpile-only", worker, ...[size.zones, ...seeds].map(String)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as SeedFigures);
}

function sayFigures({ seed, zones, requests, struck, adopted, incomplete, repeated, seconds }: SeedFigures): void {
  const times = Object.entries(seconds).map(([phase, time]) => `${phase} ${time.toFixed(0)} s`);
  say(
    `seed ${String(seed)}: ${String(zones)} zones, ${String(requests)} requests, ${((struck / requests) * 100).toFixed(1)} % with a fault, ` +
      `${String(adopted)} adopted, ${String(incomplete)} finished later, ${String(repeated)} run again; ${times.join(", ")}`,
  );
}

function sayTotals(figures: readonly SeedFigures[], seconds: number): void {
  const all = (of: (one: SeedFigures) => number): string => String(sum(figures, of));
  const ways = Object.entries(faultsIn(figures)).map(([fault, count]) => `${fault} ${String(count)}`);
  say(
    `in all: ${all(({ zones }) => zones)} zones, ${all(({ requests }) => requests)} requests, ${all(({ adopted }) => adopted)} adopted, ` +
      `${all(({ repeated }) => repeated)} run again, ${seconds.toFixed(0)} s; faults: ${ways.join(", ")}`,
  );
}

function faultsIn(figures: readonly SeedFigures[]): Record<string, number> {
  const faults: Record<string, number> = {};
  for (const [fault, count] of figures.flatMap((one) => Object.entries(one.faults))) {
    faults[fault] = (faults[fault] ?? 0) + count;
  }
  return faults;
}

function sum(figures: readonly SeedFigures[], of: (figures: SeedFigures) => number): number {
  return figures.reduce((all, one) => all + of(one), 0);
}
