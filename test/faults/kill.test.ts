import assert from "node:assert/strict";
import { startEmulator } from "../../emulator";
import { Random } from "../../emulator/random";
import { fastSdk } from "../e2e/support/localEngine";
import { Served } from "../serve/dynamic/served";
import { eachOf } from "./support/lifeCycles";
import { say, size } from "./support/size";

const names = Array.from({ length: 8 }, (_, index) => `kill-${String(index)}`);

describe("A provider process that is killed during a run", () => {
  it(`leaves no duplicate, and the next run names each zone that is in no state (${String(size.kills)} kills)`, async function () {
    this.timeout(600_000);
    const random = new Random(1);
    let left = 0;
    for (let nth = 0; nth < size.kills; nth++) left += await killOnce(random);
    say(`${String(left)} zones were in no state after ${String(size.kills)} kills`);
  });
});

/** @returns how many zones were in no state when the process was killed */
async function killOnce(random: Random): Promise<number> {
  const emulator = await startEmulator({ latencyMs: 10 });
  const config = { "cdn:baseUrl": emulator.url, "cdn:accessKey": emulator.accessKey };
  const state = new Map<string, string>();
  const run = async (killAtRequest = Infinity): Promise<string[]> => {
    const served = await Served.start(config, fastSdk);
    const watch = setInterval(() => {
      if (emulator.journal.length >= killAtRequest) void served.end();
    }, 2);
    const errors: string[] = [];
    const missing = names.filter((name) => !state.has(name));
    await eachOf(missing, 4, async (name) => {
      try {
        const inputs = await served.check({ name, region: "DE", rewrite404To200: true, adopt: adopted.has(name) });
        state.set(name, (await served.create(inputs)).id);
      } catch (error) {
        errors.push(String(error));
      }
    });
    clearInterval(watch);
    await served.end();
    return errors;
  };
  const adopted = new Set<string>();
  try {
    await run(4 + Math.floor(random.next() * 24));
    const left = emulator.storageZones.list().length - state.size;
    for (const name of namesToAdopt(await run())) adopted.add(name);
    assert.deepEqual(await run(), []);
    assert.equal(adopted.size, left);
    const live = new Map(emulator.storageZones.list().map(({ Name, Id }) => [Name, String(Id)]));
    assert.deepEqual([...live.keys()].sort(), names);
    assert.equal(emulator.storageZones.list().length, names.length, "a zone was created twice");
    for (const [name, id] of state) assert.equal(live.get(name), id);
    return left;
  } finally {
    await emulator.close();
  }
}

/** The names of the zones that errors suggest to adopt. */
function namesToAdopt(errors: readonly string[]): string[] {
  const pattern =
    /a storage zone named "([^"]+)" exists in this account with id \d+\. To adopt it, declare it with adopt: true/g;
  return [...errors.join("\n").matchAll(pattern)].map(([, name = ""]) => name);
}
