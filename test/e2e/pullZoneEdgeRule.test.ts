import assert from "node:assert/strict";
import { forEachEngineAndKind, withNativeResources } from "./support/engines";
import { startProxy, type FaultProxy } from "./support/proxy";
import { byVariables, openWorld, succeeded, type World } from "./support/world";

const trigger = { Type: 0, PatternMatches: ["/api/*"] };
const credential = { ActionParameter1: "Authorization", ActionParameter2: "canary-of-the-origin" };
const header = { Guid: "G1", ActionType: 6, ...credential, Triggers: [trigger], Enabled: true };
const rule = { ...header, Guid: "G2", ExtraActions: [{ ActionType: 6, ...credential }], OrderIndex: 1 };
const seed = { pullZones: [{ Id: 8, Name: "acme-web", EdgeRules: [header, rule] }] };
const declared = (description: string, options = "{}"): string => `
  new cdn.PullZoneEdgeRule("block", { pullZoneId: 8, description: ${JSON.stringify(description)}, actionType: 4,
    triggers: [{ type: 0, patternMatches: ["/old/*"] }, { type: 5, patternMatches: ["203.0.113.9"] }] }, ${options});`;

describe("An edge rule", () => {
  let world: World | undefined;
  let proxy: FaultProxy | undefined;
  afterEach(async () => {
    await world?.close();
    await proxy?.close();
    world = proxy = undefined;
  });
  const rules = (): { Description?: string | null; Guid: string; Enabled: boolean }[] =>
    world?.emulator.pullZones.get(8)?.EdgeRules ?? [];
  const isAsDeclared = async (): Promise<boolean> =>
    (await (world as World).stack.preview({ refresh: true, expectNoChanges: true })).exitCode === 0;

  forEachEngineAndKind((engine) => {
    it("that is read has secret parameters", async () => {
      world = await openWorld(
        engine,
        `const read = cdn.PullZoneEdgeRule.get("read", "8/G2"); return { parameter: read.actionParameter2, extra: read.extraActions };`,
        { seed },
      );
      const printed = [await world.stack.up(), await world.stack.refresh()].map((run) => succeeded(run).text);
      const state = await world.stack.exportState();
      assert.ok(!JSON.stringify([printed, state]).includes(credential.ActionParameter2));
      const { parameter, extra } = await world.stack.outputs();
      assert.deepEqual([parameter?.value, parameter?.secret], [credential.ActionParameter2, true]);
      const [{ actionParameter2 } = {}] = extra?.value as { actionParameter2?: string }[];
      assert.equal(actionParameter2, credential.ActionParameter2);
      assert.equal(await isAsDeclared(), true);
    });

    it("with six patterns in a trigger is refused: in the preview, or in the run if only the run knows them", async () => {
      const declaring = (patterns: string): string => `
        const web = new cdn.PullZone("web", { name: "new-web", originUrl: "https://www.acme.example" });
        new cdn.PullZoneEdgeRule("assets", { pullZoneId: web.pullZoneId, actionType: 16, actionParameter1: "60",
          triggers: [{ type: 3, patternMatches: ${patterns} }] });`;
      const six = `["css", "js", "mjs", "png", "jpg", "svg"]`;
      const refusal = /triggers\[0\]\.patternMatches.* must have at most 5 patterns, but got: 6\. Divide them among/s;
      world = await openWorld(engine, declaring(six));
      const refused = await world.stack.preview();
      assert.notEqual(refused.exitCode, 0);
      assert.match(refused.text, refusal);
      assert.equal(world.emulator.journal.length, 0);
      world.program(declaring(`web.pullZoneId.apply(() => ${six})`));
      succeeded(await world.stack.preview());
      const failed = await world.stack.up();
      assert.notEqual(failed.exitCode, 0);
      assert.match(failed.text, refusal);
      const operations = world.emulator.journal.map(({ operation }) => operation);
      assert.deepEqual([operations.includes("addPullZone"), operations.includes("addOrUpdateEdgeRule")], [true, false]);
    });

    // Without the CLI, test/lifecycle/pullZoneEdgeRule.test.ts holds checks, drift and updates.
    if (engine.name === "local") return;

    it("is created, changed by hand and mended, updated and deleted", async () => {
      world = await openWorld(engine, declared("old pages"), { seed });
      succeeded(await world.stack.up());
      assert.equal(rules().length, 3);
      const [first, second, third] = rules();
      const byHand = { ...third, Description: "by hand", OrderIndex: 9 };
      world.emulator.pullZones.change(8, { EdgeRules: [first, second, byHand] } as never);
      assert.equal(await isAsDeclared(), false);
      succeeded(await world.stack.up({ refresh: true }));
      assert.equal(rules()[2]?.Description, "old pages");
      world.program(declared("older pages"));
      succeeded(await world.stack.up());
      assert.deepEqual(
        rules().map(({ Guid, Description }) => Description ?? Guid),
        ["G1", "G2", "older pages"],
      );
      world.program("");
      succeeded(await world.stack.up());
      assert.equal(rules().length, 2);
    });

    it("is refused in the preview for what the service would refuse, and one that exists is taken over as it is", async () => {
      const redirect = { Guid: "G3", ActionType: 1, ActionParameter1: "/new", Triggers: [trigger], Enabled: true };
      const withRedirect = { pullZones: [{ Id: 8, Name: "acme-web", EdgeRules: [redirect] }] };
      const to = (url: string, options = ""): string =>
        `new cdn.PullZoneEdgeRule("to", { pullZoneId: 8, actionType: 1, actionParameter1: ${JSON.stringify(url)},
          triggers: [{ type: 0, patternMatches: ["/api/*"] }] }, { ${options} });`;
      world = await openWorld(engine, to("/new"), { seed: withRedirect });
      const refused = await world.stack.preview();
      assert.notEqual(refused.exitCode, 0);
      assert.match(refused.text, /actionParameter1.*must be the absolute URL/s);
      world.program(to("https://{{hostname}}/new").replace("/api/*", "pattern:^/v%d+/"));
      const both = await world.stack.preview();
      assert.notEqual(both.exitCode, 0);
      assert.match(both.text, /actionParameter1.*must name variables as %\{Name\}/s);
      assert.match(both.text, /patternMatches.*must match the whole URL: a Lua pattern begins with pattern:\^https/s);
      world.program(
        to("https://%{Url.Hostname}/new").replace("/api/*", "pattern:^https://www%.acme%.example/v%d+/.*$"),
      );
      assert.match(succeeded(await world.stack.preview()).text, /the service was seen to accept only Lua patterns/);
      world.program(to("/new", 'import: "8/G3"'));
      succeeded(await world.stack.up());
      world.program(to("/new"));
      assert.equal(await isAsDeclared(), true);
      world.program(to("https://www.acme.example/new"));
      succeeded(await world.stack.up());
      assert.equal(await isAsDeclared(), true);
      assert.equal(rules().length, 1);
    });

    it("is updated in what the program changed alone, and again if that failed", async () => {
      const rule = (description: string, ignored = ""): string =>
        `new cdn.PullZoneEdgeRule("block", { pullZoneId: 8, description: ${JSON.stringify(description)}, enabled: true, actionType: 4,
          triggers: [{ type: 0, patternMatches: ["/old/*"] }], orderIndex: 5 }, { ignoreChanges: [${ignored}] });`;
      world = await openWorld(engine, rule("a"), { seed: { pullZones: [{ Id: 8, Name: "acme-web" }] } });
      const { stack, emulator } = world;
      const live = (): unknown[] => {
        const { Description, Enabled } = rules()[0] ?? {};
        return [Description, Enabled];
      };
      proxy = await startProxy(emulator.url);
      await stack.configure({ config: { "cdn:baseUrl": proxy.url, "cdn:maxRetries": "0" } });
      succeeded(await stack.up());
      emulator.pullZones.change(8, { EdgeRules: [{ ...rules()[0], Enabled: false }] });
      world.program(rule("b", '"enabled"'));
      succeeded(await stack.up());
      assert.deepEqual(live(), ["b", false]);
      proxy.rules = [{ on: "POST /pullzone/8/edgerules/addOrUpdate", status: 503 }];
      world.program(rule("c"));
      assert.notEqual((await stack.up()).exitCode, 0);
      assert.deepEqual(live(), ["c", false]);
      proxy.rules = [];
      world.program(rule("b"));
      succeeded(await stack.up());
      assert.deepEqual(live(), ["b", false]);
      succeeded(await stack.up({ refresh: true }));
      assert.deepEqual(live(), ["b", true]);
    });
  });

  withNativeResources((engine) => {
    it("is imported by its id with a secret credential", async () => {
      world = await openWorld(engine, "", { ...byVariables, seed });
      const { stack } = world;
      succeeded(await stack.command("import", "cdn:index:PullZoneEdgeRule", "r", "8/G1", "--yes", "--protect=false"));
      const state = JSON.stringify(await stack.exportState());
      assert.match(state, /"id":"8\/G1"/);
      assert.ok(!state.includes(credential.ActionParameter2));
      const parameters = `actionParameter1: "Authorization", actionParameter2: "${credential.ActionParameter2}"`;
      world.program(
        `new cdn.PullZoneEdgeRule("r", { pullZoneId: 8, actionType: 6, ${parameters}, triggers: [{ type: 0, patternMatches: ["/api/*"] }], orderIndex: 0 });`,
      );
      assert.equal(await isAsDeclared(), true);
    });
  });
});
