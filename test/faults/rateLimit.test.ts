import assert from "node:assert/strict";
import { startEmulator } from "../../emulator";
import type { EmulatorOptions } from "../../emulator";
import { say } from "./support/say";
import { size } from "./support/size";
import { StackProcess } from "./support/stackProcess";

const zones = Array.from({ length: size.limitedZones }, (_, index) => ({
  name: `limit-${String(index)}`,
  region: "DE",
}));

/**
 * What is necessary. A creation is a look-up by name and a POST, a deletion a look at what the zone holds and a DELETE; a
 * refresh of so many zones reads a page of the list. A few more may go before it is known how many zones there are.
 */
const necessary = { up: 2 * zones.length, refresh: 1, destroy: 2 * zones.length };
const few = 6;

describe(`a service that takes 20 requests a second, from a stack of ${String(zones.length)} zones`, () => {
  it("fails nothing, and gets at most 1.5 times the requests that are necessary, and no more than these without its limit", async function () {
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
  const emulator = await startEmulator(options);
  const stack = new StackProcess(emulator);
  const run = async (operation: "up" | "refresh" | "destroy"): Promise<Cost> => {
    emulator.clearJournal();
    const began = performance.now();
    const { code, text } = await stack.run(operation);
    assert.equal(code, 0, text);
    const refused = emulator.journal.filter(({ status }) => status === 429).length;
    return { requests: emulator.journal.length, refused, seconds: (performance.now() - began) / 1000 };
  };
  try {
    stack.declare(zones);
    const costs = { up: await run("up"), refresh: await run("refresh"), destroy: await run("destroy") };
    assert.deepEqual(emulator.storageZones.list(), []);
    return costs;
  } finally {
    stack.close();
    await emulator.close();
  }
}
