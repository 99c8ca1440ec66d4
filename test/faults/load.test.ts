import assert from "node:assert/strict";
import { eachOf } from "./support/lifeCycles";
import { runSeed, type SeedFigures } from "./support/seed";
import { say, size, soak } from "./support/size";

/** The life cycles over real sockets; the engine is a state in memory. */
describe("Life cycles of which 30 % of all requests meet a fault", () => {
  it(`end as declared: one object each, in the state by its id, outputs equal to live ones, none left (${String(size.seeds)} seeds)`, async function () {
    this.timeout(soak ? 1_800_000 : 900_000);
    const seeds = Array.from({ length: size.seeds }, (_, index) => size.firstSeed + index);
    const figures: SeedFigures[] = [];
    await eachOf(seeds, 4, async (seed) => {
      const run = await runSeed(seed, size, 0.3, 64);
      figures.push(run);
      const { requests, struck, adopted, incomplete, repeated } = run;
      say(
        `seed ${String(seed)}: ${String(requests)} requests, ${((struck / requests) * 100).toFixed(1)} % with a fault, ` +
          `${String(adopted)} adopted, ${String(incomplete)} finished later, ${String(repeated)} run again`,
      );
    });
    const sum = (of: (figures: SeedFigures) => number): number => figures.reduce((all, one) => all + of(one), 0);
    const [requests, struck] = [sum((one) => one.requests), sum((one) => one.struck)];
    assert.ok(struck >= 0.25 * requests, `only ${String(struck)} of ${String(requests)} requests met a fault`);
    for (const fault of Object.keys(figures[0]?.faults ?? {})) {
      assert.ok(sum(({ faults }) => faults[fault] ?? 0) > 0, `no request met ${fault}`);
    }
  });
});
