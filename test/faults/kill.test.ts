import assert from "node:assert/strict";
import { once } from "node:events";
import { startEmulator } from "../../emulator";
import { Random } from "../../emulator/random";
import { providerText } from "../../provider/serve/dynamic/providerText";
import { Served } from "../serve/dynamic/served";
import type { Bag } from "../serve/native/plugin";
import { pointedHostnames, site, storageZone, type Declared, type Properties } from "./support/declared";
import { eachOf } from "./support/lifeCycles";
import { assertSites, liveSite } from "./support/sites";
import { say, size } from "./support/size";

const names = Array.from({ length: 4 }, (_, index) => `kill-${String(index)}`);
const zones = names.map((name) => storageZone({ name, region: "DE", rewrite404To200: true }));
const sites = [site(0), site(1)];

describe("A provider process that is killed during a run", () => {
  it(`leaves no duplicate, and the next run names each object that is in no state (${String(size.kills)} kills)`, async function () {
    this.timeout(600_000);
    const random = new Random(1);
    let left = 0;
    for (let nth = 0; nth < size.kills; nth++) left += await killOnce(random);
    say(`${String(left)} objects were in no state after ${String(size.kills)} kills`);
  });

  it("leaves no record or rule twice if the program declares adopt: true", async () => {
    const unanswered = { nth: 2, fault: { kind: "hang", applied: true } } as const;
    const emulator = await startEmulator({
      seed: { dnsZones: [{ Id: 8, Domain: "acme.example" }], pullZones: [{ Id: 77, Name: "acme-web" }] },
      faults: [
        { ...unanswered, method: "PUT", path: "/dnszone/8/records" },
        { ...unanswered, method: "POST", path: "/pullzone/77/edgerules/addOrUpdate" },
      ],
    });
    const records = [0, 1, 2, 3].map((index): Declared => {
      const name = `kill-${String(index)}`;
      return { kind: "DnsRecord", name, inputs: { dnsZoneId: 8, name, type: "A", value: "203.0.113.7" } };
    });
    const rules = (sites[0]?.parts ?? []).filter(({ kind }) => kind === "PullZoneEdgeRule");
    const parts = [...records, ...rules.map((rule) => ({ ...rule, inputs: { ...rule.inputs, pullZoneId: 77 } }))];
    const live = (): string[][] => [
      emulator.dnsRecords.list().map(({ Id }) => `8/${String(Id)}`),
      (emulator.pullZones.list()[0]?.EdgeRules ?? []).map(({ Guid }) => `77/${Guid}`),
    ];
    const state = new Map<string, { readonly id: string; readonly outputs: Bag }>();
    const create = async (served: Served, { kind, name, inputs }: Declared): Promise<void> => {
      const checked = await served.check({ __provider: providerText(kind), ...inputs });
      const { id, outputs } = state.get(name) ?? {};
      if (id !== undefined && outputs !== undefined) await served.diff(outputs, checked, id);
      else state.set(name, await served.create(checked));
    };
    const run = async (declared: readonly Declared[], isToBeKilled = (): boolean => false): Promise<void> => {
      const served = await Served.start({ "cdn:baseUrl": emulator.url, "cdn:accessKey": emulator.accessKey });
      let isOver = false;
      const ended = Promise.allSettled(declared.map((part) => create(served, part))).then(() => (isOver = true));
      while (!isOver && !isToBeKilled()) await new Promise((resolve) => setTimeout(resolve, 5));
      await served.end();
      await ended;
    };
    try {
      await run(parts, () => live().every((ids) => ids.length >= 2));
      assert.ok(live().flat().length > state.size, "each part is in the state");
      const adopting = parts.map((part) => ({ ...part, inputs: { ...part.inputs, adopt: true } }));
      await run(adopting);
      const ids = [...state.values()].map(({ id }) => id);
      assert.deepEqual([ids.sort(), ids.length], [live().flat().sort(), parts.length]);
    } finally {
      await emulator.close();
    }
  });
});

/** @returns how many objects were in no state when the process was killed */
async function killOnce(random: Random): Promise<number> {
  const emulator = await startEmulator({ latencyMs: 10, pointedHostnames: pointedHostnames(sites.length) });
  const config = { "cdn:baseUrl": emulator.url, "cdn:accessKey": emulator.accessKey };
  const state = new Map<string, { readonly id: string; readonly outputs: Bag }>();
  const adopted = new Set<string>();
  let said = "";
  let errors: string[] = [];
  const run = async (killAtRequest = Infinity): Promise<void> => {
    [said, errors] = ["", []];
    const served = await Served.start(config);
    const { stdout } = served.process;
    const ended = once(stdout ?? assert.fail(), "close");
    stdout?.on("data", (data) => (said += String(data)));
    const watch = setInterval(() => {
      if (emulator.journal.length < killAtRequest) return;
      clearInterval(watch);
      void served.end();
    }, 2);
    const create = async ({ kind, name, inputs }: Declared, more: Properties): Promise<void> => {
      if (state.has(name)) return;
      try {
        const given = { __provider: providerText(kind), ...inputs, ...more };
        state.set(name, await served.create(await served.check(given)));
      } catch (error) {
        errors.push(String(error));
      }
    };
    await eachOf([...sites, ...zones], 4, async (one) => {
      await create(one, { adopt: adopted.has(one.name) });
      const { id } = state.get(one.name) ?? {};
      const parts = id === undefined ? [] : (one.parts ?? []);
      await eachOf(parts, 4, (part) => create(part, { pullZoneId: Number(id) }));
    });
    clearInterval(watch);
    await served.end();
    await ended;
  };
  const found = (pattern: RegExp): string[] =>
    [...`${said}${errors.join("")}`.matchAll(pattern)].map(([, of = ""]) => of);
  try {
    await run(4 + Math.floor(random.next() * 50));
    const pullZones = emulator.pullZones.list().flatMap(({ Name }) => [...liveSite(emulator, Name ?? "").keys()]);
    const left = emulator.storageZones.list().length + pullZones.length - state.size;
    await run();
    for (const name of found(namedZone)) adopted.add(name);
    const [taken, twice] = [found(namedHostname), found(namedRule)];
    await run();
    assert.deepEqual(errors, []);
    assert.equal(adopted.size + taken.length + twice.length, left);
    // Of an edge rule that is there twice, the first one is to be deleted by hand.
    for (const { Id, EdgeRules } of emulator.pullZones.list()) {
      const kept = (EdgeRules ?? []).filter(({ Guid }) => !twice.includes(`${String(Id)}/${Guid}`));
      emulator.pullZones.change(Id, { EdgeRules: kept });
    }
    assertSites(emulator, state, sites);
    const live = new Map(emulator.storageZones.list().map(({ Name, Id }) => [Name, String(Id)]));
    assert.deepEqual([...live.keys()].sort(), names);
    assert.equal(emulator.storageZones.list().length, names.length, "a zone was created twice");
    for (const name of names) assert.equal(live.get(name), state.get(name)?.id);
    return left;
  } finally {
    await emulator.close();
  }
}

/** What errors suggest to adopt, hostnames that were adopted, and edge rules to be deleted. */
const namedZone =
  /a (?:storage|pull) zone named "([^"]+)" exists in this account with id \d+\. There are these ways:\s+- To adopt it, declare it with adopt: true/g;
const namedHostname = /Adopted hostname ([^:]+):/g;
const namedRule = /has an equal edge rule, ([^.]+)\. If this run does not delete it/g;
