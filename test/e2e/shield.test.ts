import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { detectDrift } from "../../drift";
import type { PullZoneShield } from "../../emulator";
import { forEachEngineAndKind, itOnTheCli } from "./support/engines";
import { openWorld, succeeded, type World } from "./support/world";

/** A site with a shield, two rate limits and an access list. @param adopt further arguments of each @param shield further ones of the shield */
const program = (adopt = "", shield = ""): string => `
  const site = new cdn.Website("site", { name: "acme-site", source: "./public", ${adopt} });
  const shield = new cdn.PullZoneShield("site", {
    pullZoneId: site.pullZoneId, wafEnabled: true, wafExecutionMode: 1, wafLogOnlyRules: ["952100"],
    ddosShieldSensitivity: 2, wafEngineConfig: { blocking_paranoia_level: "2" }, ${shield} ${adopt}
  });
  const limit = (name, value) => new cdn.ShieldRateLimit(name.toLowerCase(), {
    shieldZoneId: shield.shieldZoneId, name, requests: 20, timeframe: 10, blockTime: 60, ${adopt}
    conditions: [{ variable: "REQUEST_URI", operator: 0, value }, { variable: "REQUEST_METHOD", operator: 15, value: "POST" }],
  });
  limit("Login", "/login");
  limit("Search", "/search");
  new cdn.ShieldAccessList("blocked", {
    shieldZoneId: shield.shieldZoneId, name: "Blocked networks", type: 1, action: 2, ${adopt}
    entries: ["203.0.113.0/24", " 198.51.100.0/24"],
  });
  return { shield: shield.shieldZoneId };`;

describe("A site with a shield", function () {
  this.timeout(600_000);
  let world: World;
  afterEach(() => world.close());

  const live = (): PullZoneShield => {
    const [shield] = world.emulator.pullZoneShields.list();
    assert.ok(shield);
    return shield;
  };
  const limits = () => world.emulator.shieldRateLimits.list();
  const lists = () => world.emulator.shieldAccessLists.list();
  const isClean = async (): Promise<void> =>
    void succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
  const shieldWrites = (): string[] =>
    world.emulator.journal
      .filter((one) => one.method !== "GET" && one.path.startsWith("/shield/"))
      .map((one) => `${one.method} ${one.path.replace(/\d+/g, "N")}`)
      .sort();

  forEachEngineAndKind((engine) => {
    itOnTheCli(
      "is created, previews clean, shows drift, is repaired, adopted after a lost state, and destroyed",
      async () => {
        world = await openWorld(engine, program());
        const folder = path.join(world.projectDir, "public");
        mkdirSync(folder, { recursive: true });
        writeFileSync(path.join(folder, "index.html"), "home");
        const { stack, emulator } = world;

        succeeded(await stack.preview());
        assert.equal(emulator.journal.filter((one) => one.path.startsWith("/shield/")).length, 0);
        succeeded(await stack.up());
        assert.deepEqual([live().planType, live().learningMode, live().wafEnabled], [0, false, true]);
        assert.deepEqual([limits().length, lists().length], [2, 1]);
        assert.deepEqual((await stack.outputs())["shield"]?.value, live().Id);
        assert.deepEqual(shieldWrites(), [
          "PATCH /shield/shield-zone/N/access-lists/configurations/N",
          "POST /shield/rate-limit",
          "POST /shield/rate-limit",
          "POST /shield/shield-zone",
          "POST /shield/shield-zone/N/access-lists",
        ]);
        await isClean();

        const [login, search] = limits();
        const [list] = lists();
        assert.ok(login && search && list);
        emulator.pullZoneShields.change(live().Id, { wafEnabled: false, wafProfileId: 1 });
        const byHand = { ...login.ruleConfiguration, requestCount: 9 };
        emulator.shieldRateLimits.change(login.Id, { ruleConfiguration: byHand });
        emulator.shieldAccessLists.change(list.Id, { content: "198.51.100.0/24" });
        const state = await stack.exportState({ showSecrets: true });
        const env = { CDN_ACCESS_KEY: emulator.accessKey, CDN_BASE_URL: emulator.url };
        const { stacks } = await detectDrift({ states: [{ state }], env });
        const found = stacks.flatMap(({ resources }) => resources).filter(({ type }) => /Shield/.test(type));
        const differences = found.flatMap((one) => one.differences.filter((other) => other.class === "declared"));
        assert.deepEqual(differences.map(({ property }) => property).sort(), ["entries", "requests", "wafEnabled"]);

        succeeded(await stack.up({ refresh: true }));
        assert.deepEqual([live().wafEnabled, live().wafProfileId], [true, 1]);
        assert.deepEqual(
          limits().map(({ ruleConfiguration }) => ruleConfiguration.requestCount),
          [20, 20],
        );
        assert.deepEqual(lists()[0]?.content?.split("\n").sort(), ["198.51.100.0/24", "203.0.113.0/24"]);
        await isClean();

        if (engine.name === "cli") {
          await stack.script(`echo '{"version":3,"deployment":{}}' | pulumi stack import`);
          const ids = [live().Id, ...limits().map(({ Id }) => Id), ...lists().map(({ Id }) => Id)];
          world.program(program("adopt: true,"));
          const adopted = succeeded(await stack.up()).text;
          assert.match(adopted, /Adopted shield \d+\. All declared settings match/);
          assert.match(adopted, /Adopted rate limit \d+\/\d+\. All declared settings match/);
          assert.deepEqual([live().Id, ...limits().map(({ Id }) => Id), ...lists().map(({ Id }) => Id)], ids);
          await isClean();
        }

        const { text } = succeeded(await stack.destroy());
        assert.match(text, /Kept shield \d+ of pull zone \d+, on the plan Basic/);
        assert.deepEqual([limits().length, lists().length], [0, 0]);
      },
    );

    // Without the CLI, test/lifecycle/pullZoneShield.test.ts holds the rules about plans.
    if (engine.name === "local") return;
    it("keeps its plan: a preview refuses the change, and a creation above Basic names what the account pays for", async () => {
      const seed = { pullZones: [{ Id: 7, Name: "web" }] };
      const declaring = (more: string): string =>
        `new cdn.PullZoneShield("web", { pullZoneId: 7, wafEnabled: true, ${more} });`;
      world = await openWorld(engine, declaring("planType: 1"), { seed });
      const { stack } = world;
      assert.match(
        succeeded(await stack.preview()).text,
        /is created on the plan Advanced, which the account pays for/,
      );
      world.program(declaring("planType: 0"));
      succeeded(await stack.up());
      world.program(declaring("planType: 1, wafProfileId: 1"));
      for (const refused of [await stack.preview(), await stack.up()]) {
        assert.notEqual(refused.exitCode, 0);
        assert.match(refused.text, /its plan is Basic, and the program declares Advanced/);
      }
      assert.deepEqual([live().planType, live().wafProfileId], [0, 2]);
      world.program(declaring("planType: 1, allowPlanChange: true"));
      succeeded(await stack.up());
      assert.equal(live().planType, 1);

      // Somebody chooses another plan in the dashboard.
      world.program(declaring("planType: 1"));
      succeeded(await stack.up());
      world.emulator.pullZoneShields.change(live().Id, { planType: 2 });
      succeeded(await stack.up({ expectNoChanges: true }));
      const refreshed = await stack.up({ refresh: true });
      assert.notEqual(refreshed.exitCode, 0);
      assert.match(refreshed.text, /its plan is Business, and the program declares Advanced/);
      assert.equal(live().planType, 2);
      // Without a declared plan, it is no difference.
      world.program(declaring(""));
      succeeded(await stack.up());
      world.emulator.pullZoneShields.change(live().Id, { planType: 1 });
      await isClean();
    });
  });
});
