import assert from "node:assert/strict";
import path from "node:path";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../emulator";
import { forEachEngineAndKind, forEachKindOnTheCli } from "./support/engines";
import type { RunResult } from "./support/engineUnderTest";
import { fastSdk } from "./support/localEngine";
import { openWorld, succeeded, type World, type WorldOptions } from "./support/world";

const root = path.join(__dirname, "..", "..");

const zone = (name: string, more = ""): string =>
  `new cdn.StorageZone("assets", { name: "${name}", region: "DE", adopt: true${more} });`;

/** Its date is old: a zone that changed a moment ago is looked for several times. */
const seed = { storageZones: [{ Id: 1, Name: "alpha", Region: "DE", DateModified: "2026-01-01T00:00:00Z" }] };

/** Names under .test are this machine, but not addresses of it by name. */
const elsewhere = {
  CDN_ALLOW_INSECURE: "true",
  NODE_OPTIONS: `${fastSdk.NODE_OPTIONS} --require ${JSON.stringify(path.join(__dirname, "support", "testNames.cjs"))}`,
};

describe("A stack whose base URL is another service's", () => {
  forEachEngineAndKind((engine) => {
    let world: World;
    let other: Emulator | undefined;

    afterEach(async () => {
      await other?.close();
      other = undefined;
      await world.close();
    });

    const open = async (options: WorldOptions = {}): Promise<void> => {
      world = await openWorld(engine, zone("alpha"), { seed, ...options });
      succeeded(await world.stack.up());
    };
    const goTo = async (options: EmulatorOptions): Promise<Emulator> => {
      other = await startEmulator({ accessKey: world.emulator.accessKey, ...options });
      return other;
    };
    const refused = (result: RunResult, reason: RegExp): void => {
      assert.notEqual(result.exitCode, 0, result.text);
      assert.match(result.text, reason);
    };
    const names = (emulator: Emulator): (string | null)[] => emulator.storageZones.list().map(({ Name }) => Name);

    it("does not take a missing zone for deleted: the error names both addresses", async () => {
      const home = (url: string): string => url.replace("127.0.0.1", "real.test");
      await open({ env: ({ url }) => ({ ...elsewhere, CDN_BASE_URL: home(url) }) });
      const service = await goTo({});
      await world.stack.configure({ env: { CDN_BASE_URL: service.url } });
      const reason = new RegExp(
        `Storage zone 1 was not found at ${service.url} \\(from the variable CDN_BASE_URL\\).*last seen at ${home(world.emulator.url)}`,
      );
      refused(await world.stack.destroy(), reason);
      refused(await world.stack.refresh(), reason);
      world.program(zone("alpha", ", rewrite404To200: true"));
      refused(await world.stack.up(), reason);
      const { deployment } = await world.stack.exportState();
      assert.equal(deployment.resources?.filter(({ type }) => type.endsWith("StorageZone")).length, 1);
      assert.deepEqual([names(world.emulator), names(service)], [["alpha"], []]);
      // At its other address, the storage host is reached without TLS.
      await world.stack.configure({ env: { CDN_BASE_URL: world.emulator.url } });
      succeeded(await world.stack.destroy({ refresh: true }));
      assert.deepEqual(names(world.emulator), []);
    });

    // Without the CLI, test/lifecycle/read.test.ts and delete.test.ts hold what is another zone.
    if (engine.name === "local") return;

    it("does not take over, change or delete another owner's zone with the same id and name", async () => {
      await open();
      const theirs = { Id: 1, Name: "alpha", Region: "DE", UserId: "theirs" };
      const { url, ...service } = await goTo({ seed: { storageZones: [theirs] } });
      await world.stack.configure({ env: { CDN_BASE_URL: url } });
      const owner = /its owner is user theirs, not /;
      refused(await world.stack.refresh(), owner);
      refused(await world.stack.destroy(), owner);
      world.program(zone("alpha", ", rewrite404To200: true"));
      refused(await world.stack.up(), owner);
      assert.equal(service.storageZones.get(1)?.Rewrite404To200, false);
      assert.deepEqual([names(world.emulator), service.storageZones.list().length], [["alpha"], 1]);
    });

    it("does not change or remove the hostname and the rule of another pull zone with the same id", async () => {
      const Triggers = [{ Type: 0, PatternMatches: ["*"] }];
      const EdgeRules = [{ Guid: "g", ActionType: 4, Triggers }];
      const Hostnames = [{ Id: 1, Value: "www.acme.example", ForceSSL: true }];
      const web = { Id: 8, Name: "acme-web", Hostnames, EdgeRules };
      const parts = (forceSSL: boolean): string => `
        new cdn.PullZoneHostname("www", { pullZoneId: 8, hostname: "www.acme.example", forceSSL: ${String(forceSSL)} });
        new cdn.PullZoneEdgeRule("block", { pullZoneId: 8, actionType: 4, enabled: ${String(forceSSL)}, triggers: [{ type: 0, patternMatches: ["*"] }] }, { import: "8/g" });`;
      const home = (url: string): string => url.replace("127.0.0.1", "real.test");
      const env = ({ url }: Emulator): Record<string, string> => ({ ...elsewhere, CDN_BASE_URL: home(url) });
      world = await openWorld(engine, parts(true), { seed: { pullZones: [web] }, env });
      succeeded(await world.stack.up());
      const service = await goTo({ seed: { pullZones: [{ ...web, Name: "a-stranger" }] } });
      await world.stack.configure({ env: { CDN_BASE_URL: service.url } });
      const reason = /Pull zone 8 was not (read|changed): its name is "a-stranger", not the same as in the state/;
      refused(await world.stack.refresh(), reason);
      refused(await world.stack.destroy(), reason);
      world.program(parts(false));
      refused(await world.stack.up(), reason);
      assert.deepEqual([...new Set(service.journal.map(({ method }) => method))], ["GET"]);
      // At the same service it was renamed, which a refresh notes.
      await world.stack.configure({ env: { CDN_BASE_URL: home(world.emulator.url) } });
      world.emulator.pullZones.change(8, { Name: "acme-new" });
      refused(await world.stack.up(), /its name is "acme-new", [^]* run pulumi refresh/);
      succeeded(await world.stack.up({ refresh: true }));
      assert.equal(world.emulator.pullZones.get(8)?.EdgeRules?.[0]?.Enabled, false);
    });

    it("does not take a zone for deleted if the URL of its explicit provider moves", async () => {
      const program = (url: string): string => `
        const provider = new cdn.Provider("eu", { baseUrl: "${url}", accessKey: pulumi.secret("emulator-access-key"), allowInsecure: true });
        new cdn.StorageZone("assets", { name: "alpha", region: "DE", adopt: true }, { provider });`;
      const { NODE_OPTIONS } = elsewhere;
      world = await openWorld(engine, "", { seed, env: { NODE_OPTIONS } });
      world.program(program(world.emulator.url.replace("127.0.0.1", "real.test")));
      succeeded(await world.stack.up());
      const service = await goTo({});
      world.program(program(service.url));
      await world.stack.up();
      refused(
        await world.stack.up({ refresh: true }),
        /was not found at .* \(from baseUrl of the provider "eu"\).*last seen at/,
      );
      refused(await world.stack.destroy(), /last seen at http:\/\/real\.test/);
      assert.deepEqual([names(world.emulator), names(service)], [["alpha"], []]);
    });

    it("does not take what the command import wrote for deleted", async function () {
      const home = (url: string): string => url.replace("127.0.0.1", "real.test");
      const pullZones = [{ Id: 8, Name: "web", Hostnames: [{ Id: 1, Value: "www.acme.example" }] }];
      world = await openWorld(engine, "", {
        ...{ seed: { ...seed, pullZones }, config: {}, secretConfig: {} },
        env: ({ url, accessKey }) => ({ ...elsewhere, CDN_BASE_URL: home(url), CDN_ACCESS_KEY: accessKey }),
      });
      if (!engine.isAtLeast(254)) return this.skip();
      const plugin = engine.resources === "native" ? " --plugin" : "";
      const command = `node ${JSON.stringify(path.join(root, "dist", "cli", "main.js"))}`;
      const importing = "pulumi import --file import.json --generate-code=false --yes --skip-preview";
      const imported = await world.stack.script(`${command} import --all${plugin} > import.json && ${importing}`);
      assert.equal(imported.exitCode, 0, imported.text);
      const service = await goTo({});
      await world.stack.configure({ env: { CDN_BASE_URL: service.url } });
      refused(await world.stack.refresh(), /was not found at .*last seen at http:\/\/real\.test/);
      const { deployment } = await world.stack.exportState();
      assert.equal(deployment.resources?.filter(({ type }) => /Zone(Hostname)?$/.test(type)).length, 3);
    });

    it("creates its zones again in an emulator that was started anew at another port", async () => {
      await open();
      const service = await goTo({});
      await world.stack.configure({ env: { CDN_BASE_URL: service.url } });
      succeeded(await world.stack.up({ refresh: true }));
      assert.deepEqual(names(service), ["alpha"]);
    });

    it("does not delete another zone of the same owner that a refresh met under the id", async () => {
      await open();
      const service = await goTo({ seed: { storageZones: [{ Id: 1, Name: "a-stranger", Region: "DE" }] } });
      await world.stack.configure({ env: { CDN_BASE_URL: service.url } });
      succeeded(await world.stack.refresh());
      refused(await world.stack.destroy(), /its name became "a-stranger" outside of Pulumi/);
      assert.deepEqual(names(service), ["a-stranger"]);
    });
  });
});

// Without the CLI, test/lifecycle/read.test.ts and otherName.test.ts hold the same.
describe("A zone that was renamed outside of Pulumi", () => {
  forEachKindOnTheCli((engine) => {
    let world: World;

    afterEach(() => world.close());

    it("is managed on under its new name once the program declares it", async () => {
      world = await openWorld(engine, zone("alpha"));
      succeeded(await world.stack.up());
      const { storageZones } = world.emulator;
      storageZones.change(1, { Name: "alpha2" });
      const drift = await world.stack.refresh({ previewOnly: true, expectNoChanges: true });
      assert.equal(drift.exitCode, 7, drift.text);
      succeeded(await world.stack.refresh());
      world.program(zone("alpha2", ", rewrite404To200: true"));
      succeeded(await world.stack.up());
      succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
      assert.deepEqual(
        storageZones.list().map(({ Name, Rewrite404To200 }) => [Name, Rewrite404To200]),
        [["alpha2", true]],
      );
      succeeded(await world.stack.destroy());
      assert.deepEqual(storageZones.list(), []);
    });

    it("is not replaced by a second one while the program declares the old name", async () => {
      world = await openWorld(engine, zone("alpha"));
      succeeded(await world.stack.up());
      world.emulator.storageZones.change(1, { Name: "alpha2" });
      const preview = await world.stack.preview({ refresh: true });
      assert.notEqual(preview.exitCode, 0);
      assert.match(preview.text, /Storage zone 1 was not replaced: its name became "alpha2" outside of Pulumi/);
      assert.notEqual((await world.stack.up({ refresh: true })).exitCode, 0);
      assert.deepEqual(
        world.emulator.storageZones.list().map(({ Name }) => Name),
        ["alpha2"],
      );
    });
  });
});
