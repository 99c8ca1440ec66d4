import assert from "node:assert/strict";
import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";

/** How often the blocks of the package ran, by step. */
type Operations = Readonly<Record<string, number>>;

/** Returns the operations of each step for n objects and for 4n. A thread of its own is needed, because it counts all code of its thread. */
async function operationsOf(subject: string, n: number): Promise<readonly [Operations, Operations]> {
  const worker = new Worker(path.join(__dirname, "operations.cjs"), { env: {} });
  worker.postMessage({ subject, n });
  try {
    const [counts] = (await once(worker, "message")) as [readonly [Operations, Operations]];
    return counts;
  } finally {
    await worker.terminate();
  }
}

describe("Four times as many objects take at most five times as many operations", () => {
  const subjects = [
    ["records", 75, ["create", "refresh", "drift"]],
    ["account", 25, ["zones", "import"]],
    ["files", 50, ["deploy", "deploy again"]],
  ] as const;
  for (const [subject, n, steps] of subjects) {
    it(`${subject}: ${steps.join(", ")}`, async () => {
      const [few, many] = await operationsOf(subject, n);
      assert.deepEqual(Object.keys(many), [...steps]);
      for (const step of steps) {
        const [before = NaN, after = NaN] = [few[step], many[step]];
        assert.ok(before > 100 * n, `${step}: ${String(before)} operations for ${String(n)}`);
        assert.ok(after <= 5 * before, `${step}: ${String(after)} operations instead of ${String(before)}`);
      }
    });
  }
});
