import assert from "node:assert/strict";
import type { ShieldAccessList } from "../../emulator";
import { lifeCycleOf } from "../../provider/lifecycle";
import type { Properties } from "../../provider/declared/properties";
import { shielded } from "./shieldFixture";

const lists = "/shield/shield-zone/70/access-lists";
const blocked = {
  shieldZoneId: 70,
  name: "Blocked",
  type: 1,
  entries: ["203.0.113.0/24", "198.51.100.0/24"],
  action: 2,
};
const options = { seed: { pullZoneShields: [{ Id: 70, pullZoneId: 7, planType: 0 }] } };
const refusal = {
  data: null,
  error: { statusCode: 202, success: false, message: "No.", errorKey: "busy.access_list" },
};
const masked = (writes: string[]): string[] => writes.map((one) => one.replaceAll(/\/(?!70\b)\d+/g, "/N"));

describe("An access list", () => {
  it("is added, and then its action is set: one write each, and it shows everything that was declared", async () => {
    await shielded("ShieldAccessList", options, async ({ made, writes, read, emulator }) => {
      const { id, state } = await made({ ...blocked, description: "Known attackers" });
      assert.deepEqual(masked(writes()), [`POST ${lists}`, `PATCH ${lists}/configurations/N`]);
      const list = only(emulator.shieldAccessLists.list());
      assert.equal(id, `70/${String(list.Id)}`);
      assert.deepEqual([list.action, list.isEnabled, list.description], [2, true, "Known attackers"]);
      assert.deepEqual(
        [state["listId"], state["configurationId"], state["entryCount"]],
        [list.Id, list.configurationId, 2],
      );
      assert.equal(state["__owner"], "alice");
      const again = await read(id, state);
      assert.deepEqual(again?.inputs, { ...blocked, description: "Known attackers" });
      assert.deepEqual(again.state, state);
    });
  });

  it("is compared as a set, and shows the entry that somebody added", async () => {
    await shielded("ShieldAccessList", options, async ({ made, read, emulator }) => {
      const { id, state } = await made(blocked);
      const { Id } = only(emulator.shieldAccessLists.list());
      emulator.shieldAccessLists.change(Id, { content: "198.51.100.0/24\n203.0.113.0/24\n" });
      assert.deepEqual((await read(id, state))?.inputs?.["entries"], blocked.entries);
      emulator.shieldAccessLists.change(Id, { content: "192.0.2.0/24\n198.51.100.0/24\n203.0.113.0/24" });
      assert.deepEqual((await read(id, state))?.inputs?.["entries"], [...blocked.entries, "192.0.2.0/24"]);
    });
  });

  it("sends changed entries and name in one write, and action and enabled in another one", async () => {
    await shielded("ShieldAccessList", options, async ({ made, updated, writes, emulator }) => {
      const { id, state } = await made(blocked);
      writes();
      const renamed = { ...blocked, name: "Refused", entries: ["192.0.2.0/24"] };
      const after = await updated(id, state, renamed);
      assert.deepEqual(masked(writes()), [`PATCH ${lists}/N`]);
      const list = only(emulator.shieldAccessLists.list());
      assert.deepEqual([list.name, list.content, list.action], ["Refused", "192.0.2.0/24", 2]);
      assert.equal(after["entryCount"], 1);
      await updated(id, after, { ...renamed, enabled: false });
      assert.deepEqual(masked(writes()), [`PATCH ${lists}/configurations/N`]);
      const now = only(emulator.shieldAccessLists.list());
      assert.deepEqual([now.isEnabled, now.action], [false, 2]);
    });
  });

  it("does not send what somebody else changed", async () => {
    await shielded("ShieldAccessList", options, async ({ made, updated, emulator }) => {
      const { id, state } = await made(blocked);
      const { Id } = only(emulator.shieldAccessLists.list());
      emulator.shieldAccessLists.change(Id, { name: "By hand", action: 4 });
      await updated(id, state, { ...blocked, entries: ["192.0.2.0/24"], enabled: false });
      const list = only(emulator.shieldAccessLists.list());
      assert.deepEqual([list.name, list.action, list.isEnabled, list.content], ["By hand", 4, false, "192.0.2.0/24"]);
    });
  });

  it("is deleted, and gone with its shield, which is no error", async () => {
    await shielded("ShieldAccessList", options, async ({ made, deleted, writes, read, emulator }) => {
      const first = await made(blocked);
      writes();
      await deleted(first.id, first.state);
      assert.deepEqual(masked(writes()), [`DELETE ${lists}/N`]);
      assert.equal(await read(first.id, first.state), undefined);
      const second = await made(blocked);
      emulator.pullZoneShields.delete(70);
      writes();
      assert.equal(await read(second.id, second.state), undefined);
      await deleted(second.id, second.state);
      assert.deepEqual(writes(), []);
    });
  });

  it("is not gone because one overview lacks it", async () => {
    await shielded("ShieldAccessList", options, async ({ made, read, emulator }) => {
      const { id, state } = await made(blocked);
      const body = { managedLists: [], customLists: [] };
      emulator.setFaults([{ path: lists, times: 1, fault: { kind: "status", status: 200, body } }]);
      assert.notEqual(await read(id, state), undefined);
    });
  });

  it("of its name and type is adopted on request, and changed", async () => {
    await shielded("ShieldAccessList", options, async ({ made, writes, emulator, context, texts }) => {
      const first = await made(blocked);
      writes();
      await shielded("ShieldAccessList", {}, async (other) => {
        const { inputs } = other.check({ ...blocked, action: 4, adopt: true });
        const lost = { ...context, memory: other.context.memory };
        assert.equal((await lifeCycleOf("ShieldAccessList").create(lost, inputs)).id, first.id);
      });
      assert.deepEqual(masked(writes()), [`PATCH ${lists}/configurations/N`]);
      assert.equal(only(emulator.shieldAccessLists.list()).action, 4);
      assert.match(texts.join(), /Adopted access list 70\/\d+\. Updated: action/);
    });
  });

  for (const [what, fault] of [
    ["a cut connection", { kind: "reset", when: "after" }],
    ["a 503", { kind: "status", status: 503, applied: true }],
    ["a refusal that was applied", { kind: "status", status: 202, body: refusal, applied: true }],
    ["a response without an id", { kind: "status", status: 200, body: {}, applied: true }],
  ] as const) {
    it(`is found after ${what}, and not added twice`, async () => {
      const faults = [{ path: lists, method: "POST", times: 1, fault }] as const;
      await shielded("ShieldAccessList", { ...options, faults }, async ({ made, writes, emulator }) => {
        await made(blocked);
        assert.deepEqual(masked(writes()), [`POST ${lists}`, `PATCH ${lists}/configurations/N`]);
        assert.equal(only(emulator.shieldAccessLists.list()).action, 2);
      });
    });
  }

  it("is in the state, and the error names the action, if that could not be set", async () => {
    await shielded("ShieldAccessList", options, async ({ made, updated, emulator }) => {
      const fault = { kind: "status", status: 202, body: refusal } as const;
      emulator.setFaults([{ path: `${lists}/configurations/*`, times: 1, fault }]);
      const error = await made(blocked).catch((failure: unknown) => failure);
      const { id, state, message } = error as { id: string; state: Properties; message: string };
      assert.match(
        message,
        /Access list 70\/\d+ was added, but not as declared yet: .*action and enabled keep their values.*busy.access_list/,
      );
      await updated(id, state, blocked);
      const { action, isEnabled } = only(emulator.shieldAccessLists.list());
      assert.deepEqual([action, isEnabled], [2, true]);
    });
  });
});

function only(all: readonly ShieldAccessList[]): ShieldAccessList {
  const [list] = all;
  assert.ok(list && all.length === 1);
  return list;
}

describe("The check of an access list", () => {
  const failures = async (news: Properties): Promise<string[]> => {
    let found: string[] = [];
    await shielded("ShieldAccessList", {}, ({ check }) => {
      found = check({ ...blocked, ...news }).failures.map(({ property, reason }) => `${property} ${reason}`);
      return Promise.resolve();
    });
    return found;
  };

  for (const [what, news, text] of [
    ["an address among networks", { entries: ["203.0.113.7"] }, /^entries must each be a network such as/],
    ["a network among addresses", { type: 0 }, /^entries must each be an IP address/],
    ["a network with too many bits", { entries: ["203.0.113.0/33"] }, /^entries must each be a network/],
    ["a name among autonomous systems", { type: 2, entries: ["AS64500"] }, /^entries must each be the number/],
    ["a country in words", { type: 3, entries: ["Germany"] }, /^entries must each be a two-letter ISO country code/],
    ["an entry twice", { entries: ["203.0.113.0/24", " 203.0.113.0/24 "] }, /^entries must not have an entry twice/],
    ["no entries", { entries: [] }, /^entries must have at least one entry/],
    ["no action", { action: 0 }, /^action must be what happens/],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const texts = await failures(news);
      assert.ok(
        texts.some((one) => text.test(one)),
        texts.join("\n"),
      );
    });
  }

  it("accepts entries of each type, and removes spaces around them", async () => {
    await shielded("ShieldAccessList", {}, ({ check }) => {
      const entriesOf = (type: number, entries: string[]): unknown => {
        const { inputs, failures: none } = check({ ...blocked, type, entries });
        assert.deepEqual(none, []);
        return inputs["entries"];
      };
      assert.deepEqual(entriesOf(0, [" 203.0.113.7 ", "2001:db8::1"]), ["203.0.113.7", "2001:db8::1"]);
      entriesOf(1, ["2001:db8::/32"]);
      entriesOf(2, ["64500"]);
      entriesOf(3, ["DE"]);
      entriesOf(4, ["Acme Inc"]);
      entriesOf(9, ["anything"]);
      return Promise.resolve();
    });
  });
});
