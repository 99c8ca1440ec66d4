import assert from "node:assert/strict";
import { startEmulator } from "../../emulator";
import type { EmulatorOptions } from "../../emulator";
import { say, size } from "./support/size";
import { pointedHostnames, site, storageZone } from "./support/declared";
import { LifeCycles } from "./support/lifeCycles";

const zones = Array.from({ length: size.limitedZones }, (_, index) =>
  storageZone({ name: `limit-${String(index)}`, region: "DE" }),
);
const sites = [0, 1, 2].map((index) => site(index));

/** Number of operations that run at the same time. */
const atOnce = 16;

/**
 * The necessary requests: a POST and a GET for each creation, a GET and a DELETE for each deletion, a page of each list for the refresh. Before a
 * storage zone is deleted, a second GET and a listing of its files confirm that it is empty. Two lists show that it is gone, which deletions that
 * run at the same time share. A new pull zone and its parts are shown once more, a part's zone is looked at before, and a certificate is a request.
 * A few more are sent before it is known how many zones there are.
 */
const necessary = {
  up: 2 * zones.length + sites.length * (2 + 5 * 3 + 2),
  refresh: 2,
  destroy: 4 * zones.length + 2 * Math.ceil(zones.length / atOnce) + sites.length * 12,
};
const few = 16;

describe(`A service limited to 20 requests per second, and a stack of ${String(zones.length)} zones`, () => {
  it("fails nothing, and gets at most 1.5 times the necessary requests; without the limit no more than these", async function () {
    this.timeout(300_000);
    const [free, limited] = await Promise.all([cost({}), cost({ rateLimit: { requests: 20, perSeconds: 1 } })]);
    for (const operation of ["up", "refresh", "destroy"] as const) {
      const [without, under] = [free[operation], limited[operation]];
      const share = (under.requests / without.requests).toFixed(3);
      say(
        `${operation}: ${String(without.requests)} requests without the limit, ${String(under.requests)} under it ` +
          `(${share} times) in ${under.seconds.toFixed(0)} s, of which ${String(under.refused)} refused`,
      );
      const most = necessary[operation] + few;
      assert.ok(
        without.requests <= most,
        `${operation}: ${String(without.requests)} requests, ${String(most)} will do`,
      );
      assert.ok(under.requests <= 1.5 * necessary[operation] + few, operation);
    }
  });
});

interface Cost {
  readonly requests: number;
  readonly refused: number;
  readonly seconds: number;
}

async function cost(options: EmulatorOptions): Promise<Record<"up" | "refresh" | "destroy", Cost>> {
  const emulator = await startEmulator({ ...options, pointedHostnames: pointedHostnames(3) });
  const lifeCycles = new LifeCycles(emulator);
  const measure = async (act: () => Promise<void>): Promise<Cost> => {
    emulator.clearJournal();
    const began = performance.now();
    await act();
    const refused = emulator.journal.filter(({ status }) => status === 429).length;
    return { requests: emulator.journal.length, refused, seconds: (performance.now() - began) / 1000 };
  };
  try {
    const costs = {
      up: await measure(() => lifeCycles.up([...sites, ...zones], atOnce)),
      refresh: await measure(() => lifeCycles.refresh(atOnce)),
      destroy: await measure(() => lifeCycles.destroy(atOnce)),
    };
    assert.deepEqual([...emulator.storageZones.list(), ...emulator.pullZones.list()], []);
    assert.equal(lifeCycles.tally.repeated, 0);
    return costs;
  } finally {
    await emulator.close();
  }
}
