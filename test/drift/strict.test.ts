import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { detectDrift } from "../../drift";
import type { DriftReport, NextStep } from "../../drift";
import { forEachEngine, itOnTheCli } from "../e2e/support/engines";
import { openWorld, succeeded, type World } from "../e2e/support/world";
import { drift } from "./support/command";

const program = (more = ""): string => `
  const assets = new cdn.StorageZone("assets", { name: "acme-assets", region: "DE", rewrite404To200: false });
  const web = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://origin.example", ${more} });
  new cdn.PullZoneHostname("www", { pullZoneId: web.pullZoneId, hostname: "www.acme.example" });
  new cdn.PullZoneEdgeRule("old", {
    pullZoneId: web.pullZoneId,
    actionType: 1,
    actionParameter1: "https://www.acme.example/new",
    triggers: [{ type: 0, patternMatches: ["*/old"] }],
  });`;

describe("A strict check", () => {
  forEachEngine((engine) => {
    let world: World;
    const pull = (): number => Number(world.emulator.pullZones.named("acme-web")?.Id);
    const check = async (options: object = {}): Promise<DriftReport> => {
      const state = await world.stack.exportState({ showSecrets: true });
      const env = { CDN_ACCESS_KEY: world.emulator.accessKey, CDN_MAX_RETRIES: "0" };
      return detectDrift({ states: [{ state: JSON.stringify(state) }], env, strict: true, ...options });
    };
    const counting = ({ stacks }: DriftReport): string[] =>
      stacks
        .flatMap(({ resources }) =>
          resources.flatMap(({ name, differences }) =>
            differences.filter(({ counts }) => counts).map(({ property }) => `${name} ${property}`),
          ),
        )
        .sort();

    beforeEach(async () => {
      world = await openWorld(engine, program());
      succeeded(await world.stack.up());
    });

    afterEach(() => world.close());

    it("is clean after an update, and counts what hands change, declared or not", async () => {
      assert.deepEqual(counting(await check()), []);
      const { pullZones, storageZones } = world.emulator;
      pullZones.change(pull(), { BlockedCountries: ["RU"], MonthlyBandwidthUsed: 99, MiddlewareScriptId: null });
      storageZones.change(Number(storageZones.named("acme-assets")?.Id), { Custom404FilePath: "/elsewhere.html" });
      assert.deepEqual(counting(await check()), ["assets custom404FilePath", "web blockedCountries"]);
      assert.equal((await check()).verdict, "drift");
      assert.deepEqual(counting(await check({ strict: false })), []);
      const rule = { resource: "web", property: "blockedCountries", reason: "blocked by support" };
      const excepted = await check({ ignore: [rule] });
      assert.deepEqual(counting(excepted), ["assets custom404FilePath"]);
      assert.equal(excepted.ignoreRules[0]?.status, "matched");
    });

    it("does not count values that the state lacks", async () => {
      const state = await world.stack.exportState({ showSecrets: true });
      for (const { type, outputs } of state.deployment.resources ?? []) {
        const lacking = outputs as Record<string, unknown> | undefined;
        if (!/:PullZone$/.test(type) || lacking === undefined) continue;
        delete lacking["blockedCountries"];
        delete lacking["cacheControlMaxAgeOverride"];
        delete lacking["zoneSecurityKey"];
        delete lacking["dnsOriginScheme"];
      }
      await world.stack.importState(state);
      world.emulator.pullZones.change(pull(), { BlockedCountries: ["RU"], DnsOriginScheme: "https" });
      assert.deepEqual(counting(await check()), []);
    });

    it("counts parts that hands add, and none that the program deletes", async () => {
      succeeded(await world.stack.refresh());
      const { pullZones } = world.emulator;
      const Hostnames = pullZones.get(pull())?.Hostnames ?? [];
      const byHand = { Id: 99, Value: "cdn.acme.example", ForceSSL: false, IsSystemHostname: false };
      pullZones.change(pull(), { Hostnames: [...Hostnames, byHand] });
      assert.match(counting(await check()).join(), /^web hostnames\[[^\]]*\]$/);
      pullZones.change(pull(), { Hostnames });
      world.program(program().replace(/new cdn.PullZoneEdgeRule[^]*$/, ""));
      succeeded(await world.stack.up());
      assert.deepEqual(counting(await check()), []);
    });

    itOnTheCli("still counts a setting after an update of another one, until a refresh accepts it", async () => {
      world.emulator.pullZones.change(pull(), { BlockedCountries: ["RU"], OriginHostHeader: "evil.example" });
      world.program(program("cacheControlMaxAgeOverride: 60"));
      succeeded(await world.stack.up());
      assert.equal(world.emulator.pullZones.get(pull())?.CacheControlMaxAgeOverride, 60);
      assert.deepEqual(counting(await check()), ["web blockedCountries", "web originHostHeader"]);
      succeeded(await world.stack.preview({ expectNoChanges: true }));
      succeeded(await world.stack.refresh());
      assert.deepEqual(counting(await check()), []);
      succeeded(await world.stack.preview({ expectNoChanges: true }));
    });

    it("is clean after an update with which the service changes another setting", async () => {
      // The emulator links the storage zone's name and the origin type to the origin.
      const zone = Number(world.emulator.storageZones.named("acme-assets")?.Id);
      world.program(program().replace('originUrl: "https://origin.example"', `storageZoneId: ${String(zone)}`));
      succeeded(await world.stack.up());
      assert.deepEqual(counting(await check()), []);
    });

    it("names how to restore: by a declaration and an update with a refresh", async () => {
      const { pullZones } = world.emulator;
      pullZones.change(pull(), { BlockedCountries: ["RU"] });
      const steps = await stepsOf(check());
      assert.match(
        steps[0]?.purpose ?? "",
        /^to restore blockedCountries, declare the state's values in the program, then$/,
      );
      assert.match(steps[0]?.command ?? "", /^pulumi up --refresh .*--target /);
      assert.match(steps.at(-1)?.purpose ?? "", /^to write the live values to the state$/);
      world.program(program("blockedCountries: []"));
      succeeded(await world.stack.up({ refresh: true }));
      assert.deepEqual(pullZones.get(pull())?.BlockedCountries, []);
      assert.deepEqual(counting(await check()), []);
    });

    it("says which live values the refresh before a restoration would write to the state", async () => {
      const { pullZones, storageZones } = world.emulator;
      pullZones.change(pull(), { BlockedCountries: ["RU"], OriginUrl: "https://evil.example" });
      storageZones.change(Number(storageZones.named("acme-assets")?.Id), { Rewrite404To200: true });
      const { stacks } = await check();
      assert.equal(
        stacks[0]?.next?.[0]?.purpose,
        "to restore all 2 at once, and write live values to the state: blockedCountries of web",
      );
      const web = stacks[0].resources.find(({ name }) => name === "web");
      const restore = web?.next.find(({ purpose }) => purpose.startsWith("to restore the declared"));
      assert.match(
        restore?.purpose ?? "",
        /declared settings, and write the live values of blockedCountries to the state$/,
      );
    });

    it("is what .cdn-drift.yaml or --strict asks for, and --no-strict wins", async () => {
      world.emulator.pullZones.change(pull(), { BlockedCountries: ["RU"] });
      const cwd = world.projectDir;
      writeFileSync(join(cwd, "state.json"), JSON.stringify(await world.stack.exportState({ showSecrets: true })));
      const env = { CDN_ACCESS_KEY: world.emulator.accessKey, CDN_BASE_URL: world.emulator.url };
      const code = async (...argv: string[]): Promise<number> =>
        (await drift(["--state", "state.json", ...argv], { env, cwd })).code;
      assert.deepEqual([await code(), await code("--strict")], [0, 2]);
      writeFileSync(join(cwd, ".cdn-drift.yaml"), "strict: true\n");
      assert.deepEqual([await code(), await code("--no-strict")], [2, 0]);
      writeFileSync(join(cwd, ".cdn-drift.yaml"), "strict: sure\n");
      assert.equal(await code(), 1);
    });
  });
});

async function stepsOf(report: Promise<DriftReport>): Promise<readonly NextStep[]> {
  const { stacks } = await report;
  return stacks[0]?.resources.find(({ name }) => name === "web")?.next ?? [];
}
