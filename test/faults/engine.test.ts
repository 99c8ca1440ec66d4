import assert from "node:assert/strict";
import { startEmulator, type Emulator } from "../../emulator";
import { assertEqualsLive } from "./support/live";
import { faultRules } from "./support/rules";
import { say } from "./support/say";
import { declaredZones } from "./support/seed";
import { size } from "./support/size";
import { StackProcess } from "./support/stackProcess";
import { namedForTakeOver } from "./support/takeOver";

/** The whole way: the engine, the program and the provider as processes, the state in its file. */
describe("the same with the real engine, program and provider", () => {
  for (let seed = size.firstSeed; seed < size.firstSeed + size.engineSeeds; seed++) {
    it(`ends as declared, seed ${String(seed)}`, async function () {
      this.timeout(600_000);
      const emulator = await startEmulator({ randomSeed: seed, faults: faultRules(0.3) });
      const stack = new StackProcess(emulator, { "cdn:timeoutSeconds": "0.75", "cdn:maxRetries": "12" });
      const runs = { up: 0, change: 0, refresh: 0, destroy: 0 };
      const adopted = new Set<string>();
      const settle = async (phase: keyof typeof runs, declared: readonly object[]): Promise<void> => {
        for (; ; runs[phase]++) {
          stack.declare(
            declared.map((zone) =>
              "name" in zone && adopted.has(String(zone.name)) ? { ...zone, adopt: true } : zone,
            ),
          );
          const { code, text } = await stack.run(phase === "change" ? "up" : phase, "--parallel", "64");
          if (code === 0) break;
          // Only what a message names is taken over; whatever else failed is run again as it is.
          for (const name of namedForTakeOver(text).keys()) adopted.add(name);
          assert.ok(runs[phase] < 20, text);
        }
        runs[phase]++;
        if (phase !== "destroy") assertAsDeclared(emulator, stack, declared.length);
      };
      const began = performance.now();
      try {
        await settle("up", declaredZones(size.zones, false));
        await settle("change", declaredZones(size.zones, true));
        await settle("refresh", declaredZones(size.zones, true));
        await settle("destroy", []);
        assert.deepEqual(emulator.storageZones.list(), []);
        assert.equal(stack.zones().size, 0);
        const seconds = ((performance.now() - began) / 1000).toFixed(0);
        const told = Object.entries(runs).map(([phase, count]) => `${phase} ${String(count)}`);
        say(
          `${String(size.zones)} zones, ${String(emulator.journal.length)} requests, ${String(adopted.size)} adopted, ` +
            `runs: ${told.join(", ")}; ${seconds} s`,
        );
      } finally {
        stack.close();
        await emulator.close();
      }
    });
  }
});

function assertAsDeclared(emulator: Emulator, stack: StackProcess, count: number): void {
  const recorded = stack.zones();
  assert.equal(recorded.size, count);
  assert.equal(emulator.storageZones.list({ includeDeleted: true }).length, count, "each once");
  for (const [name, { id, outputs }] of recorded) {
    const live = emulator.storageZones.named(name);
    assert.equal(live?.Id, Number(id), name);
    const { Password: password, ReadOnlyPassword: readOnlyPassword } = live;
    assertEqualsLive(emulator, id, { ...outputs, password, readOnlyPassword });
  }
}
