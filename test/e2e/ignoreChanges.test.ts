import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { detectDrift } from "../../drift";
import { forEachKindOnTheCli } from "./support/engines";
import { openWorld, succeeded, type World } from "./support/world";

const zone = (ignored: string, more = ""): string =>
  `new cdn.StorageZone("assets", { name: "alpha", region: "DE", replicationRegions: ["SYD", "NY"]${more} }, { ignoreChanges: ["${ignored}"] });`;

// Without the CLI, updates.test.ts holds what an update leaves alone.
describe("Ignored changes of replicationRegions", () => {
  let world: World;

  afterEach(() => world.close());

  forEachKindOnTheCli((engine) => {
    it("keep a replica that was added outside when another setting changes, before and after a refresh", async () => {
      world = await openWorld(engine, zone("replicationRegions"));
      succeeded(await world.stack.up());
      const live = (): unknown => {
        const { ReplicationRegions = [], Rewrite404To200 } = world.emulator.storageZones.named("alpha") ?? {};
        return [[...(ReplicationRegions ?? [])].sort(), Rewrite404To200];
      };
      world.emulator.storageZones.change(1, { ReplicationRegions: ["SYD", "NY", "LA"] });
      world.program(zone("replicationRegions", ", rewrite404To200: true"));
      assert.match(succeeded(await world.stack.up()).text, /this update does not revert that: replicationRegions/);
      assert.deepEqual(live(), [["LA", "NY", "SYD"], true]);
      succeeded(await world.stack.refresh());
      world.program(zone("replicationRegions", ", rewrite404To200: false"));
      succeeded(await world.stack.up());
      assert.deepEqual(live(), [["LA", "NY", "SYD"], false]);
      succeeded(await world.stack.preview({ expectNoChanges: true }));
    });

    it("by index make no difference in later runs", async () => {
      world = await openWorld(engine, zone("replicationRegions[0]"));
      succeeded(await world.stack.up());
      succeeded(await world.stack.preview({ expectNoChanges: true }));
      succeeded(await world.stack.up({ refresh: true, expectNoChanges: true }));
      succeeded(await world.stack.preview({ expectNoChanges: true }));
    });
  });
});

describe("Ignored changes within a map or an object", function () {
  this.timeout(120_000);
  let world: World;

  afterEach(() => world.close());

  forEachKindOnTheCli((engine) => {
    it("make no difference in a preview with a refresh, and are no drift; others beside them are", async () => {
      world = await openWorld(
        engine,
        `
        new cdn.EdgeScript("hello", {
          name: "hello", type: "standalone", code: "1",
          variables: { GREETING: "hello", "with.dot": "1", OTHER: pulumi.secret("PLANTED") },
          secrets: { TOKEN: "PLANTED", KEPT: "PLANTED" },
        }, { ignoreChanges: ["secrets.TOKEN", "variables.GREETING", 'variables["with.dot"]'] });
        const web = new cdn.PullZone("web", { name: "web", originUrl: "https://origin.example" });
        new cdn.PullZoneEdgeRule("block", {
          pullZoneId: web.pullZoneId, actionType: 4, description: "block",
          triggers: [{ type: 0, patternMatches: ["*/old"] }],
        }, { ignoreChanges: ["triggers[0].patternMatches"] });`,
      );
      succeeded(await world.stack.up());
      const { edgeScripts, pullZones } = world.emulator;
      const script = Number(edgeScripts.named("hello")?.Id);
      const variable = (name: string, value: string): void => {
        const all = edgeScripts.get(script)?.EdgeScriptVariables ?? [];
        const changed = all.map((one) => (one.Name === name ? { ...one, DefaultValue: value } : one));
        edgeScripts.change(script, { EdgeScriptVariables: changed });
      };
      variable("GREETING", "changed");
      variable("with.dot", "2");
      const secret = async (Name: string): Promise<void> => {
        const body = JSON.stringify({ Name, Secret: "changed" });
        const headers = { AccessKey: world.emulator.accessKey, "Content-Type": "application/json" };
        const url = `${world.emulator.url}/compute/script/${String(script)}/secrets`;
        assert.ok((await fetch(url, { method: "PUT", headers, body })).ok);
      };
      await secret("TOKEN");
      const zone = Number(pullZones.named("web")?.Id);
      const [rule] = pullZones.get(zone)?.EdgeRules ?? [];
      const triggers = rule?.Triggers?.map((one) => ({ ...one, PatternMatches: ["*/other"] }));
      pullZones.change(zone, { EdgeRules: [{ ...rule, Triggers: triggers }] as never });

      succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
      const drift = async (showSecrets: boolean): Promise<string[]> => {
        const state = JSON.stringify(await world.stack.exportState({ showSecrets }));
        const env = { CDN_BASE_URL: world.emulator.url, CDN_ACCESS_KEY: world.emulator.accessKey };
        const { stacks } = await detectDrift({ states: [{ state }], env });
        return stacks.flatMap(({ resources }) =>
          resources.flatMap(({ differences }) =>
            differences.filter(({ counts }) => counts).map(({ property }) => property),
          ),
        );
      };
      for (const showSecrets of [true, false]) assert.deepEqual(await drift(showSecrets), []);

      await secret("KEPT");
      assert.deepEqual(await drift(false), ['secrets["KEPT"]']);
      // The state of a native resource encrypts a map with a secret as a whole.
      variable("OTHER", "changed");
      assert.deepEqual(await drift(true), [
        ...(engine.resources === "native" ? ["variables"] : ['variables["OTHER"]']),
        'secrets["KEPT"]',
      ]);
    });
  });
});

describe("Ignored changes of the files of a folder", function () {
  this.timeout(300_000);
  let world: World;

  const folder = (more: string): string => `
    const zone = new cdn.StorageZone("site", { name: "alpha", region: "DE" });
    new cdn.StorageFolder("pages", { storageZoneId: zone.storageZoneId, source: "./public", ${more} }, { ignoreChanges: ["files"] });`;
  const write = (file: string, text: string): void => {
    mkdirSync(path.join(world.projectDir, "public"), { recursive: true });
    writeFileSync(path.join(world.projectDir, "public", file), text);
  };
  const sent = (): string[] =>
    world.emulator.journal.flatMap(({ method, path: at }) => (method === "GET" ? [] : [`${method} ${at}`]));
  const refusal =
    /Nothing was uploaded: ignoreChanges keeps the files of the last run, and the source \.\/public no longer has their content: "a\.data"\. Restore that content, or remove "files" from ignoreChanges/;

  afterEach(() => world.close());

  forEachKindOnTheCli((engine) => {
    for (const [how, options] of [
      ["in place", ""],
      ["as releases", `releases: { keep: 2 }, `],
    ] as const) {
      it(`are not published with another content type, ${how}`, async () => {
        world = await openWorld(engine, folder(options));
        write("a.data", "1");
        succeeded(await world.stack.up());
        write("a.data", "ignored");
        write("new.data", "ignored");
        succeeded(await world.stack.preview({ expectNoChanges: true }));

        world.program(folder(`${options}contentTypes: { "*.data": "text/plain" }`));
        world.emulator.clearJournal();
        const refused = await world.stack.up();
        assert.notEqual(refused.exitCode, 0);
        assert.match(refused.text, refusal);
        assert.deepEqual(sent(), []);

        // What need not be sent can differ.
        world.program(folder(`${options}removed: "keep"`));
        succeeded(await world.stack.up());
        assert.deepEqual(sent(), []);
        write("a.data", "1");
        world.program(folder(`${options}contentTypes: { "*.data": "text/plain" }`));
        succeeded(await world.stack.up());
        const live = world.emulator.files.list(1).filter((file) => file.path.endsWith(".data"));
        assert.ok(live.every((file) => file.path.endsWith("a.data")));
        assert.ok(live.some((file) => file.contentType === "text/plain"));
        succeeded(await world.stack.preview({ expectNoChanges: true }));
      });
    }
  });
});
