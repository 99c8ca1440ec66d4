import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmulator, type Emulator } from "../../emulator";
import { say } from "./support/say";
import { StackProcess, type Run } from "./support/stackProcess";

const zones = Array.from({ length: 40 }, (_, index) => ({ name: `outage-${String(index)}`, region: "DE" }));

/** The same in less time. */
const fewAttempts = { "cdn:maxRetries": "4" };
const noAnswer = "Check cdn:baseUrl and the network";
const failed = "The service failed; try again later";

const away = (emulator: Emulator): Promise<void> => emulator.close();
/** No two requests in a row are told the same. */
const busy = async (emulator: Emulator): Promise<void> => {
  const body = (index: number) => ({ ErrorKey: "busy", Message: `Busy: ask about no. ${String(index)}` });
  emulator.setFaults(
    Array.from({ length: 23 }, (_, index) => ({
      nth: Array.from({ length: 100 }, (_, round) => round * 23 + index + 1),
      fault: { kind: "status", status: 503, body: body(index) },
    })),
  );
};

describe("a service that goes away in the middle of a run", () => {
  it("having answered slowly, and comes back after 20 s: the run ends well", async function () {
    this.timeout(120_000);
    const emulator = await startEmulator({ latencyMs: 300 });
    const stack = new StackProcess(emulator);
    try {
      stack.declare(zones);
      const run = stack.start("up", "--parallel", "8");
      await underWay(emulator, run);
      // The first request from now on drops its connection, and every new one is refused for so long.
      emulator.setFaults([{ nth: 1, fault: { kind: "refuse", ms: 20_000 } }]);
      const { code, text } = await run.ended;
      assert.equal(code, 0, text);
      assert.deepEqual(standing(emulator), zones.map(({ name }) => name).sort());
      assert.equal(stack.zones().size, zones.length);
    } finally {
      stack.close();
      await emulator.close();
    }
  });

  for (const { operation, how, goes, cure, settings } of [
    // As users have it: the usual number of attempts, which ends after half a minute.
    { operation: "up", how: "refusing connections", goes: away, cure: noAnswer, settings: {} },
    { operation: "refresh", how: "refusing connections", goes: away, cure: noAnswer, settings: fewAttempts },
    {
      operation: "up",
      how: "answering 503, each time in other words",
      goes: busy,
      cure: failed,
      settings: fewAttempts,
    },
  ] as const) {
    it(`for good, ${how}: ${operation} ends in bounded time, and says once what the cause is and what to do`, async function () {
      this.timeout(180_000);
      const emulator = await startEmulator({ latencyMs: 50 });
      const stack = new StackProcess(emulator, settings);
      try {
        stack.declare(zones.slice(0, 20));
        const known = await stack.run("up");
        assert.equal(known.code, 0, known.text);
        stack.declare(zones);
        if (operation === "refresh") await goes(emulator);
        const run = operation === "up" ? stack.start("up", "--parallel", "8") : stack.start("refresh", "--run-program");
        if (operation === "up") {
          emulator.clearJournal();
          await underWay(emulator, run);
          await goes(emulator);
        }
        const began = performance.now();
        const { code, text } = await run.ended;
        const seconds = (performance.now() - began) / 1000;
        assert.notEqual(code, 0);
        assert.ok(seconds < 90, `${String(seconds)} s`);
        const errors = errorsIn(text);
        const cured = errors.filter((error) => error.includes(cure));
        say(
          `${operation}: ${seconds.toFixed(1)} s, ${String(errors.length)} resources failed, the cure told ${String(cured.length)} time`,
        );
        assert.ok(errors.length > 1, text);
        assert.equal(cured.length, 1, text);
      } finally {
        stack.close();
        await emulator.close();
      }
    });
  }
});

/** What is said of each resource, from the summary at the end. */
function errorsIn(text: string): string[] {
  const [, summary = ""] = text.split("\nDiagnostics:\n");
  return summary.split("\n").filter((line) => /\(outage-\d+\): error: /.test(line));
}

/** Resolves when some zones stand, and some do not. */
async function underWay(emulator: Emulator, { child }: Run): Promise<void> {
  while (!emulator.journal.some(({ method, applied }) => method === "POST" && applied > 0)) {
    assert.equal(child.exitCode, null, "the run is over");
    await sleep(10);
  }
}

function standing(emulator: Emulator): string[] {
  return emulator.storageZones
    .list({ includeDeleted: true })
    .map(({ Name }) => String(Name))
    .sort();
}
