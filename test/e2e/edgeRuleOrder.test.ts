import assert from "node:assert/strict";
import { forEachKindOnTheCli } from "./support/engines";
import { openWorld, succeeded, type World } from "./support/world";

/** A program whose rules have these names, in this order. */
const ordered = (names: string): string =>
  `[...${JSON.stringify(names)}].map((name, i) => new cdn.PullZoneEdgeRule(name, { pullZoneId: 8, description: name,
    actionType: 4, triggers: [{ type: 0, patternMatches: ["/" + name] }], orderIndex: i + 1 }));`;

// Without the CLI, test/lifecycle/pullZoneEdgeRule.test.ts holds which rule makes way.
describe("The order of edge rules that the service wants unique", () => {
  let world: World | undefined;
  afterEach(async () => {
    await world?.close();
    world = undefined;
  });

  const live = (): Record<string, unknown>[] =>
    (world?.emulator.pullZones.get(8)?.EdgeRules ?? []) as object as Record<string, unknown>[];
  const order = (): string =>
    live()
      .sort((a, b) => Number(a["OrderIndex"]) - Number(b["OrderIndex"]))
      .map((rule) => `${String(rule["Description"])}${String(rule["OrderIndex"])}`)
      .join(" ");
  const open = async (engine: Parameters<typeof openWorld>[0], program: string): Promise<World> => {
    world = await openWorld(engine, program, { seed: { pullZones: [{ Id: 8, Name: "acme-web" }] } });
    return world;
  };

  forEachKindOnTheCli((engine) => {
    it("is the declared one after a swap, a rotation with an insertion, and a removal in front", async () => {
      const on = await open(engine, ordered("abc"));
      const { stack, emulator } = on;
      for (const [names, shown] of [
        ["abc", "a1 b2 c3"],
        ["bac", "b1 a2 c3"],
        ["dacb", "d1 a2 c3 b4"],
      ] as const) {
        on.program(ordered(names));
        succeeded(await stack.up());
        assert.equal(order(), shown);
      }
      assert.ok(
        emulator.journal.some(({ operation, status }) => operation === "addOrUpdateEdgeRule" && status === 400),
      );
      // A rule that no resource has makes way, which the run says.
      const other = { ...live()[0], Guid: "6d2c1c4e-0000-4000-8000-000000000001", Description: "x", OrderIndex: 5 };
      emulator.pullZones.change(8, { EdgeRules: [...live(), other] });
      on.program(ordered("zdacb"));
      const { text } = succeeded(await stack.up());
      assert.match(text, /Edge rule 8\/6d2c1c4e-\S+ is moved from orderIndex 5 to \d+, because another rule/);
      assert.match(order(), /^z1 d2 a3 c4 b5 x\d+$/);
      on.program(ordered("acb"));
      succeeded(await stack.up());
      assert.match(order(), /^a1 c2 b3 x\d+$/);
      assert.equal((await stack.preview({ refresh: true, expectNoChanges: true })).exitCode, 0);
    });

    it("stays when a killed run left a rule in the zone that the next run declares", async () => {
      const on = await open(engine, ordered("a"));
      const { stack } = on;
      succeeded(await stack.up());
      const before = await stack.exportState();
      on.program(ordered("ab"));
      succeeded(await stack.up());
      const left = live().map(({ Guid }) => Guid);
      // A killed run leaves this: the service has the rule, and the state does not.
      await stack.importState(before);
      const { text, steps } = succeeded(await stack.up());
      assert.deepEqual(
        steps.flatMap(({ op, name }) => (op === "create" ? [name] : [])),
        ["b"],
      );
      assert.match(text, /Adopted edge rule 8\/\S+\. All declared settings match/);
      assert.doesNotMatch(text, /moved/);
      assert.equal(order(), "a1 b2");
      assert.deepEqual(
        live().map(({ Guid }) => Guid),
        left,
      );
      succeeded(await stack.preview({ refresh: true, expectNoChanges: true }));
      succeeded(await stack.destroy());
      assert.deepEqual(live(), []);
    });
  });
});
