import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmulator, type Emulator } from "../../emulator";
import { Random } from "../../emulator/random";
import { assertEqualsLive, type Properties } from "./support/live";
import { childOf } from "./support/processes";
import { say } from "./support/say";
import { size } from "./support/size";
import { StackProcess, type Run } from "./support/stackProcess";
import { namedForTakeOver } from "./support/takeOver";

const victims = ["provider", "engine", "program"] as const;
type Victim = (typeof victims)[number];

interface Outcome {
  readonly killed: boolean;
  /** Zones that stood in the service and in no state when the killed run was over. */
  readonly left: number;
  readonly adopted: number;
}

describe("a run of which a process is killed (SIGKILL)", () => {
  for (const [index, victim] of victims.entries()) {
    const times = Math.ceil((size.kills - index) / victims.length);
    it(`the ${victim}, ${String(times)} times: the next up doubles no zone, and state or message knows each`, async function () {
      this.timeout(600_000);
      const began = performance.now();
      const outcomes: Outcome[] = [];
      const lanes = [0, 1].map(async (lane) => {
        const random = new Random(1000 * index + lane);
        for (let nth = lane; nth < times; nth += 2) outcomes.push(await untilKilled(victim, nth, random));
      });
      await Promise.all(lanes);
      const sum = (of: "adopted" | "left"): number => outcomes.reduce((all, outcome) => all + outcome[of], 0);
      const seconds = ((performance.now() - began) / 1000).toFixed(0);
      say(
        `${String(outcomes.length)} killed in the middle of a run; ${String(sum("left"))} zones were then in no state, ` +
          `and ${String(sum("adopted"))} taken over as the next up named them; ${seconds} s`,
      );
      assert.equal(outcomes.length, times);
    });
  }
});

/** Where the run was over before its process could be killed, another one is tried. */
async function untilKilled(victim: Victim, nth: number, random: Random): Promise<Outcome> {
  for (;;) {
    const outcome = await killOnce(victim, nth % 3 === 2 ? "change" : "create", random);
    if (outcome.killed) return outcome;
  }
}

const declaredFor = { create: zones(0, 8, 0), change: zones(4, 12, 1) };

function zones(from: number, to: number, odd: number): Properties[] {
  const all = Array.from({ length: to }, (_, index) => ({
    name: `kill-${String(index)}`,
    region: "DE",
    rewrite404To200: index % 2 === odd,
  }));
  return all.slice(from);
}

/** Kills a process at a random point of a run that creates zones, or that creates some, changes some and deletes some. */
async function killOnce(victim: Victim, phase: keyof typeof declaredFor, random: Random): Promise<Outcome> {
  const emulator = await startEmulator({ latencyMs: 15 });
  const stack = new StackProcess(emulator);
  try {
    if (phase === "change") {
      stack.declare(declaredFor.create);
      assert.equal((await stack.run("up")).code, 0);
      emulator.clearJournal();
    }
    stack.declare(declaredFor[phase]);
    const run = stack.start("up", "--parallel", "4");
    const killed = await killAt(run, victim, emulator, Math.floor(random.next() * 18), random.next() * 30);
    await run.ended;
    const left = inNoState(emulator, stack).length;
    const adopted = await recover(emulator, stack, declaredFor[phase]);
    assertEnd(emulator, stack, declaredFor[phase]);
    return { killed, left, adopted };
  } finally {
    stack.close();
    await emulator.close();
  }
}

/** Runs `up` as a user would: again with `adopt` on the zones that the message names. Returns how many these were. */
async function recover(emulator: Emulator, stack: StackProcess, declared: readonly Properties[]): Promise<number> {
  const adopted = new Set<string>();
  for (let runs = 0; runs < 6; runs++) {
    const { code, text } = await stack.run("up");
    const names = emulator.storageZones.list().map(({ Name }) => Name);
    assert.equal(new Set(names).size, names.length, "a zone is doubled");
    if (code === 0) return adopted.size;
    const named = namedForTakeOver(text);
    assert.ok(named.size > 0, text);
    for (const name of named.keys()) adopted.add(name);
    stack.declare(declared.map((zone) => (adopted.has(String(zone["name"])) ? { ...zone, adopt: true } : zone)));
  }
  return assert.fail(`no end after ${String(adopted.size)} zones were taken over`);
}

function assertEnd(emulator: Emulator, stack: StackProcess, declared: readonly Properties[]): void {
  const names = declared.map(({ name }) => String(name)).sort();
  const live = emulator.storageZones.list().map(({ Name }) => String(Name));
  assert.deepEqual(live.sort(), names, "each stands exactly once");
  const recorded = stack.zones();
  assert.deepEqual([...recorded.keys()].sort(), names);
  for (const [name, { id, outputs }] of recorded) {
    assert.equal(emulator.storageZones.named(name)?.Id, Number(id));
    assertEqualsLive(emulator, id, withPasswords(emulator, id, outputs));
  }
}

async function killAt(run: Run, victim: Victim, emulator: Emulator, requests: number, ms: number): Promise<boolean> {
  const { pid = 0 } = run.child;
  let target = victim === "engine" ? pid : undefined;
  const isOver = (): boolean => run.child.exitCode !== null;
  while (!isOver() && emulator.journal.length < requests) {
    await sleep(2);
    if (emulator.journal.length > 0) target ??= find(pid, victim);
  }
  await sleep(ms);
  target ??= find(pid, victim);
  if (target === undefined || isOver()) return false;
  try {
    return process.kill(target, "SIGKILL");
  } catch {
    return false;
  }
}

function find(engine: number, victim: Victim): number | undefined {
  return childOf(engine, victim === "program" ? "cmd/run" : "dynamic-provider");
}

function inNoState(emulator: Emulator, stack: StackProcess): string[] {
  const recorded = new Set([...stack.zones().values()].map(({ id }) => id));
  return emulator.storageZones
    .list()
    .map(({ Id }) => String(Id))
    .filter((id) => !recorded.has(id));
}

/** The state holds the passwords as ciphertext. */
function withPasswords(emulator: Emulator, id: string, outputs: Properties): Properties {
  const { Password: password, ReadOnlyPassword: readOnlyPassword } = emulator.storageZones.get(Number(id)) ?? {};
  assert.ok(!JSON.stringify(outputs).includes(String(password)), "a password in plain text");
  return { ...outputs, password, readOnlyPassword };
}
