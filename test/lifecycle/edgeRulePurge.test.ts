import assert from "node:assert/strict";
import { pullZoneEdgeRuleLifeCycle as rules } from "../../provider/lifecycle/pullZoneEdgeRule";
import type { CreateResult } from "../../provider/lifecycle/lifeCycle";
import type { Properties } from "../../provider/declared/properties";
import { IncompleteError } from "../../provider/declared/failures";
import { setTimeout } from "node:timers/promises";
import { pullZoneLifeCycle as zones } from "../../provider/lifecycle/pullZone";
import { failureOf } from "../api/support";
import type { Bench } from "./support";
import { bench } from "./support";

const seed = { pullZones: [{ Id: 8, Name: "web", UserId: "u1" }] };
const pointer = {
  pullZoneId: 8,
  actionType: 17,
  actionParameter1: "7",
  actionParameter2: "acme-site",
  actionParameter3: "/releases/a/",
  triggers: [{ type: 0, patternMatches: ["*"] }],
  purgeOnChange: true,
};
const other = { ...pointer, actionParameter3: "/releases/b/" };
const write = "POST /pullzone/8/edgerules/addOrUpdate";
const purge = "POST /pullzone/8/purgeCache";
const noPurges = [{ path: "/pullzone/8/purgeCache", fault: { kind: "status", status: 403 } }] as const;

function checked(news: Properties, olds: Properties = {}): Properties {
  const { inputs, failures } = rules.check({ extraRegions: [] }, olds, news);
  assert.deepEqual(failures, []);
  return inputs;
}

const create = ({ context }: Bench, news: Properties): Promise<CreateResult> => rules.create(context, checked(news));
const update = ({ context }: Bench, { id, state }: CreateResult, news: Properties): Promise<Properties> =>
  rules.update(context, id, state, checked(news));

/** The requests of an act that change something. */
async function writesOf<Result>(on: Bench, act: () => Promise<Result>): Promise<[string[], Result]> {
  const before = on.sent().length;
  const result = await act();
  return [
    on
      .sent()
      .slice(before)
      .filter((request) => !request.startsWith("GET")),
    result,
  ];
}

/** The state that a failed act has reached. */
async function reachedBy(act: Promise<unknown>): Promise<Properties> {
  const error = await failureOf(act, IncompleteError);
  assert.match(error.message, /the cache of its pull zone was not emptied: .*The next pulumi up empties it/);
  return error.state;
}

describe("An edge rule with purgeOnChange", () => {
  const test = (run: (on: Bench) => Promise<void>, edgeDelaySeconds = 0.05) => bench({ seed, edgeDelaySeconds }, run);

  it("empties the cache at once after a creation, an update and a deletion, and again when every edge has the rule", () =>
    test(async (on) => {
      const [creation, created] = await writesOf(on, () => create(on, pointer));
      assert.deepEqual(creation, [write, purge, purge]);
      const [sent, , second] = on.emulator.journal.filter(({ method }) => method === "POST").map(({ when }) => when);
      assert.ok(Date.parse(String(second)) - Date.parse(String(sent)) >= 990);
      const [changes, state] = await writesOf(on, () => update(on, created, other));
      assert.deepEqual(changes, [write, purge, purge]);
      const [deletion] = await writesOf(on, () => rules.delete(on.context, created.id, state));
      assert.deepEqual(deletion.slice(1), [purge, purge]);
      const [without] = await writesOf(on, () => create(on, { ...pointer, purgeOnChange: false }));
      assert.deepEqual(without, [write]);
    }, 1));

  it("empties the cache after a change of purgeTriggers alone, without a request that changes the rule", () =>
    test(async (on) => {
      const before = { ...pointer, purgeTriggers: ["404: 404.html"] };
      const created = await create(on, before);
      const [unchanged, state] = await writesOf(on, () => update(on, created, before));
      assert.deepEqual(unchanged, []);
      const after = { ...pointer, purgeTriggers: ["404: lost.html"] };
      on.emulator.setFaults([...noPurges]);
      const reached = await reachedBy(update(on, { ...created, state }, after));
      on.emulator.setFaults([]);
      const [changes] = await writesOf(on, () => update(on, { ...created, state: reached }, after));
      assert.deepEqual(changes, [purge]);
      const { failures } = rules.check({ extraRegions: [] }, {}, { ...after, purgeOnChange: undefined });
      assert.match(String(failures[0]?.reason), /must be declared with purgeOnChange: true/);
    }, 0));

  it("empties the cache only once if edges are not waited for", () =>
    test(async (on) => {
      const [creation] = await writesOf(on, () => create(on, pointer));
      assert.deepEqual(creation, [write, purge]);
    }, 0));

  it("shares the second purge with all rules of its pull zone, each of which ends with it", () =>
    test(async (on) => {
      const said: string[] = [];
      const shown: string[] = [];
      const context = {
        ...on.context,
        tell: (text: string) => void said.push(text),
        status: (text: string) => void shown.push(text),
      };
      const ends: number[] = [];
      const paths = () => on.emulator.journal.map(({ path }) => path);
      const changeRules = async (names: readonly string[]) => {
        const headers = names.map((name) => ({ ...pointer, actionType: 5, actionParameter1: name }));
        const created = headers.map(async (header) => {
          const { state } = await rules.create(context, checked(header));
          ends.push(paths().length);
          assert.ok(!Object.keys(state).includes("__purgeIsDue"));
        });
        await Promise.all(created);
      };
      const later = setTimeout(400).then(() => changeRules(["X-Late"]));
      await Promise.all([changeRules(["X-A", "X-B", "X-C", "X-D", "X-E", "X-F", "X-G"]), later]);
      const all = paths();
      assert.equal(ends.length, 8);
      assert.ok(Math.min(...ends) > all.lastIndexOf("/pullzone/8/purgeCache"));
      const [lastWrite, ...rest] = on.emulator.journal.slice(all.lastIndexOf("/pullzone/8/edgerules/addOrUpdate"));
      const purges = rest.filter(({ path }) => path.endsWith("/purgeCache"));
      const waited = purges.filter(({ when }) => Date.parse(when) - Date.parse(String(lastWrite?.when)) >= 990);
      assert.equal(waited.length, 1);
      assert.match(String(shown[0]), /^Pull zone 8: empties the cache again in 1 s, when every edge has the rule$/);
      const late =
        "Pull zone web: its cache was emptied twice, which is enough for every edge that has a change within 1 s. If a page is still the former one a minute from now, run npx pulumi-cdn-zones purge web";
      assert.deepEqual(
        said.filter((text) => text.includes("emptied twice")),
        [late],
      );
    }, 1));

  it("stays due in each rule if the shared purge fails", () =>
    test(async (on) => {
      const creations = [pointer, other].map((one) => reachedBy(create(on, one)));
      while (on.emulator.purges.length < 2) await setTimeout(5);
      on.emulator.setFaults([...noPurges]);
      for (const state of await Promise.all(creations)) assert.equal(state["__purgeIsDue"], true);
    }, 1));

  it("empties no cache of a pull zone that this run has created", () =>
    test(async (on) => {
      const { inputs } = zones.check(
        { extraRegions: [] },
        {},
        { name: "new-web", originUrl: "https://origin.example" },
      );
      const { id } = await zones.create(on.context, inputs);
      const rule = { ...pointer, pullZoneId: Number(id) };
      const created = await create(on, rule);
      await update(on, created, { ...rule, actionParameter3: "/releases/b/" });
      await rules.delete(on.context, created.id, created.state);
      assert.deepEqual(on.emulator.purges, []);
    }));

  it("leaves a purge that failed due, until one succeeds", () =>
    test(async (on) => {
      on.emulator.setFaults([...noPurges]);
      const state = await reachedBy(create(on, pointer));
      const id = `8/${String(state["guid"])}`;
      const { settles, notice } = rules.diff(state, checked(pointer));
      assert.deepEqual([settles, /pulumi up empties the cache/.test(String(notice))], [true, true]);
      assert.equal(rules.diff(state, checked({ ...pointer, purgeOnChange: false })).settles, undefined);
      const refreshed = await rules.read(on.context, id, state);
      assert.equal(rules.diff(refreshed?.state ?? {}, checked(pointer)).settles, true);

      const still = await reachedBy(update(on, { id, state }, pointer));
      on.emulator.setFaults([]);
      const [requests, settled] = await writesOf(on, () => update(on, { id, state: still }, pointer));
      assert.deepEqual(requests, [purge, purge]);
      assert.equal(rules.diff(settled, checked(pointer)).settles, undefined);
    }));

  it("empties the cache after an update that was killed, also if a refresh came in between", () =>
    test(async (on) => {
      const created = await create(on, { ...pointer, purgeOnChange: false });
      const state = { ...created.state, purgeOnChange: true, __declared: Object.keys(pointer) };
      const [rule] = on.emulator.pullZones.get(8)?.EdgeRules ?? [];
      assert.ok(rule);
      on.emulator.pullZones.change(8, { EdgeRules: [{ ...rule, ActionParameter3: "/releases/b/" }] });
      const [requests] = await writesOf(on, () => update(on, { ...created, state }, other));
      assert.deepEqual(requests, [purge, purge]);
      const refreshed = await rules.read(on.context, created.id, state);
      assert.equal(rules.diff(refreshed?.state ?? {}, checked(other)).settles, true);
    }));

  it("empties no cache for what changes nothing that visitors get", () =>
    test(async (on) => {
      const { id, state } = await create(on, { ...pointer, purgeOnChange: false });
      const [switchedOn] = await writesOf(on, () => update(on, { id, state }, pointer));
      assert.deepEqual(switchedOn, []);
      const [imported] = await writesOf(on, () => rules.create(on.context, checked(pointer), id));
      assert.deepEqual(imported, []);
    }));
});
