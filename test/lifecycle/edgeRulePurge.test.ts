import assert from "node:assert/strict";
import { pullZoneEdgeRuleLifeCycle as rules } from "../../provider/lifecycle/pullZoneEdgeRule";
import type { CreateResult } from "../../provider/lifecycle/lifeCycle";
import type { Properties } from "../../provider/declared/properties";
import { IncompleteError } from "../../provider/declared/failures";
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
  const test = (run: (on: Bench) => Promise<void>) => bench({ seed }, run);

  it("empties the cache twice after a creation, an update and a deletion, the second time 3 s later", () =>
    test(async (on) => {
      const [creation, created] = await writesOf(on, () => create(on, pointer));
      assert.deepEqual(creation, [write, purge, purge]);
      const [first, second] = on.emulator.journal.filter(({ path }) => path.endsWith("/purgeCache"));
      assert.ok(Date.parse(String(second?.when)) - Date.parse(String(first?.when)) >= 2990);
      const [changes, state] = await writesOf(on, () => update(on, created, other));
      assert.deepEqual(changes, [write, purge, purge]);
      const [deletion] = await writesOf(on, () => rules.delete(on.context, created.id, state));
      assert.deepEqual(deletion.slice(1), [purge, purge]);
      const [without] = await writesOf(on, () => create(on, { ...pointer, purgeOnChange: false }));
      assert.deepEqual(without, [write]);
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
