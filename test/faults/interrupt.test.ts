import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../emulator";
import { say } from "./support/say";
import { StackProcess, type Run } from "./support/stackProcess";

const zones = Array.from({ length: 60 }, (_, index) => ({ name: `interrupt-${String(index)}`, region: "DE" }));

describe("an interrupt (SIGINT)", function () {
  // A machine that is busy with other things may take longer twice; one that takes longer three times fails.
  this.retries(2);

  for (const at of [6, 20, 45]) {
    it(`after ${String(at)} requests ends the run within a second, and the state is what stands`, async () => {
      await withStack({ latencyMs: 60 }, async (emulator, stack) => {
        const run = stack.start("up");
        await requests(emulator, run, at);
        const { code, seconds } = await interrupted(run);
        say(`${seconds.toFixed(2)} s`);
        assert.equal(code, 1);
        assert.ok(seconds < 1, `${String(seconds)} s`);
        assert.deepEqual(stack.pending(), []);
        assert.deepEqual(recorded(stack), standing(emulator));
        assert.ok(recorded(stack).length < zones.length);
        assert.equal((await stack.run("up")).code, 0);
        assert.deepEqual(recorded(stack), standing(emulator));
        assert.equal(standing(emulator).length, zones.length);
      });
    });
  }

  it("and another one end a run whose service does not answer within a second, with what was under way on record", async () => {
    await withStack(
      { faults: [{ method: "POST", skip: 5, fault: { kind: "hang", applied: true } }] },
      async (emulator, stack) => {
        const run = stack.start("up");
        await requests(emulator, run, 25);
        await sleep(300);
        run.child.kill("SIGINT");
        await sleep(300);
        const { seconds } = await interrupted(run);
        assert.ok(seconds < 1, `${String(seconds)} s`);
        const known = new Set([...recorded(stack), ...stack.pending().map((text) => text.replace("creating ", ""))]);
        assert.deepEqual(
          standing(emulator).filter((name) => !known.has(name)),
          [],
        );
      },
    );
  });
});

async function withStack(
  options: EmulatorOptions,
  act: (emulator: Emulator, stack: StackProcess) => Promise<void>,
): Promise<void> {
  const emulator = await startEmulator(options);
  const stack = new StackProcess(emulator);
  try {
    stack.declare(zones);
    await act(emulator, stack);
  } finally {
    stack.close();
    await emulator.close();
  }
}

async function requests(emulator: Emulator, { child }: Run, count: number): Promise<void> {
  while (emulator.journal.length < count) {
    assert.equal(child.exitCode, null, "the run is over");
    await sleep(5);
  }
}

async function interrupted({ child, ended }: Run): Promise<{ code: number | null; seconds: number }> {
  const began = performance.now();
  child.kill("SIGINT");
  const { code } = await ended;
  return { code, seconds: (performance.now() - began) / 1000 };
}

const recorded = (stack: StackProcess): string[] => [...stack.zones().keys()].sort();

const standing = (emulator: Emulator): string[] =>
  emulator.storageZones
    .list()
    .map(({ Name }) => String(Name))
    .sort();
