import assert from "node:assert/strict";
import { detectDrift } from "../../drift";
import { forEachEngineAndKind, itOnTheCli } from "./support/engines";
import { openWorld, succeeded, type World, type WorldOptions } from "./support/world";

const site = `const site = new cdn.StorageZone("site", { name: "acme-site", region: "DE" });\n`;
const web = (more = "", options = "{}"): string =>
  `const web = new cdn.PullZone("web", { name: "acme-web"${more} }, ${options});\n`;
const fromSite = ", storageZoneId: site.storageZoneId";
const existing = { pullZones: [{ Id: 9, Name: "acme-web", OriginUrl: "https://acme.example", EnableLogging: true }] };
const fromUrl = `, originUrl: "https://acme.example"`;

describe("A declared pull zone", () => {
  forEachEngineAndKind((engine) => {
    let world: World;

    afterEach(() => world.close());

    const open = async (program: string, options: WorldOptions = {}): Promise<void> => {
      world = await openWorld(engine, program, options);
      succeeded(await world.stack.up());
    };
    const live = () => world.emulator.pullZones.list();
    const ids = (): number[] => live().map(({ Id }) => Id);
    const isClean = async (): Promise<void> => {
      succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
    };
    /** Replaces the program and runs up. */
    const becomes = async (program: string): Promise<void> => {
      world.program(program);
      succeeded(await world.stack.up());
    };

    it("is created from a storage zone, updated in place, keeps what is no longer declared, and is deleted first", async () => {
      await open(
        site + web(`${fromSite}, blockedIps: ["203.0.113.9", "198.51.100.7"], cacheControlMaxAgeOverride: 3600`),
      );
      const [storageZone] = world.emulator.storageZones.list();
      assert.deepEqual(
        live().map((zone) => [zone.Name, zone.StorageZoneId, zone.BlockedIps, zone.CacheControlMaxAgeOverride]),
        [["acme-web", storageZone?.Id, ["203.0.113.9", "198.51.100.7"], 3600]],
      );
      succeeded(await world.stack.preview({ expectNoChanges: true }));
      await isClean();
      // Not even that the storage zone has a pull zone now: the state has it.
      const states = [{ state: await world.stack.exportState() }];
      const { stacks } = await detectDrift({ states, env: { CDN_ACCESS_KEY: world.emulator.accessKey } });
      assert.deepEqual(
        stacks.flatMap(({ resources }) => resources.flatMap(({ differences }) => differences)),
        [],
      );
      world.emulator.clearJournal();
      await becomes(site + web(`${fromSite}, blockedIps: ["198.51.100.7", "203.0.113.9"], optimizerImageQuality: 70`));
      const { BlockedIps, CacheControlMaxAgeOverride, OptimizerImageQuality } = live()[0] ?? {};
      assert.deepEqual([BlockedIps?.length, CacheControlMaxAgeOverride, OptimizerImageQuality], [2, 3600, 70]);
      assert.equal(world.emulator.journal.filter(({ method }) => method === "POST").length, 1);
      await isClean();
      world.program(site + web(`${fromSite}, blockedIps: []`));
      succeeded(await world.stack.up());
      assert.deepEqual(live()[0]?.BlockedIps, []);
      succeeded(await world.stack.destroy({ refresh: true }));
      assert.deepEqual([live(), world.emulator.storageZones.list()], [[], []]);
    });

    it("has secret inputs and outputs, even where the program passes them plain", async () => {
      await open(
        web(
          `${fromUrl}, logForwardingEnabled: true, logForwardingToken: "planted-token", cloudSigningSecret: pulumi.secret("planted-secret")`,
        ),
      );
      assert.equal(live()[0]?.LogForwardingToken, "planted-token");
      const state = JSON.stringify(await world.stack.exportState());
      assert.doesNotMatch(state, /planted-(token|secret)/);
      succeeded(await world.stack.refresh({ expectNoChanges: true }));
      assert.doesNotMatch(JSON.stringify(await world.stack.exportState()), /planted-(token|secret)/);
    });

    itOnTheCli("keeps the address of an origin secret, although the service repeats it in another field", async () => {
      await open(web(`, originUrl: pulumi.secret("https://planted.acme.example")`));
      assert.equal(live()[0]?.OriginLinkValue, "https://planted.acme.example");
      assert.doesNotMatch(JSON.stringify(await world.stack.exportState()), /planted/);
      await isClean();
      assert.doesNotMatch(JSON.stringify(await world.stack.exportState()), /planted/);
    });

    itOnTheCli(
      "is kept, as is a storage zone, when a program that reads it declares it, and when it only reads it again",
      async () => {
        const get = (suffix = ""): string =>
          `cdn.PullZone.get("web${suffix}", "9"); cdn.StorageZone.get("site${suffix}", "42");`;
        const declared = web(`${fromUrl}, adopt: true`) + site.replace(" }", ", adopt: true }");
        const storageZones = [{ Id: 42, Name: "acme-site", Region: "DE" }];
        await open(declared, { seed: { ...existing, storageZones } });
        for (const program of [get(), declared, get("-2")]) {
          await becomes(program);
          assert.deepEqual([ids(), world.emulator.storageZones.list().map(({ Id }) => Id)], [[9], [42]]);
        }
        succeeded(await world.stack.destroy());
        assert.deepEqual([ids(), world.emulator.storageZones.list().length], [[9], 1]);
      },
    );

    it("is written under the public names where the service has only these", async () => {
      await open(web(`${fromUrl}, cloudSigningRegionName: "eu-1", errorPageEnableStatusWidget: true`), {
        publicNames: true,
      });
      assert.deepEqual([live()[0]?.CloudSigningRegionName, live()[0]?.ErrorPageEnableStatusWidget], ["eu-1", true]);
      await isClean();
    });

    // Without the CLI, test/drift/matrix.test.ts holds which live values are the same, test/lifecycle what is refused and created once.
    if (engine.name === "local") return;

    it("is replaced for another name, and is kept after a renamed resource adopts it", async () => {
      await open(web(`${fromUrl}, adopt: true`), { seed: existing });
      assert.deepEqual(ids(), [9]);
      await becomes(web(`${fromUrl}, adopt: true`).replaceAll(`"web"`, `"renamed"`));
      assert.deepEqual(ids(), [9]);
      await becomes(web(`${fromUrl}, adopt: true`).replaceAll(`"web"`, `"renamed"`).replace("acme-web", "acme-other"));
      assert.deepEqual(
        live().map(({ Id, Name }) => [Id === 9, Name]),
        [[false, "acme-other"]],
      );
      await isClean();
    });

    it("is refused in the preview with every fault, and created once although answers are lost", async () => {
      world = await openWorld(
        engine,
        web(`, originUrl: "https://a.example", storageZoneId: 5, optimizerImageQuality: 0, nope: 1`),
        {
          faults: [
            { method: "POST", path: "/pullzone", fault: { kind: "reset", when: "after" }, times: 1 },
            { method: "POST", path: /\/pullzone\/\d+$/, fault: { kind: "status", status: 503 }, times: 1 },
          ],
        },
      );
      const { text, exitCode } = await world.stack.preview();
      assert.notEqual(exitCode, 0);
      for (const fault of [
        /must be the only origin/,
        /integer from 1 to 100/,
        /nope.*is not a property of a pull zone/s,
      ]) {
        assert.match(text, fault);
      }
      world.program(web(`${fromUrl}, optimizerImageQuality: 1`));
      succeeded(await world.stack.up());
      assert.deepEqual([live().length, live()[0]?.OptimizerImageQuality], [1, 1]);
      await isClean();
    });

    it("shows no difference for equal values, and drift for others", async () => {
      const declared = `, originUrl: "https://acme.example:443/", originHostHeader: "", cookieVaryParameters: ["b", "a"]`;
      await open(web(declared), { seed: {} });
      world.program(web(`, originUrl: "https://acme.example", originHostHeader: "", cookieVaryParameters: ["a", "b"]`));
      succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
      world.program(web(declared));
      const [id = 0] = ids();
      world.emulator.pullZones.change(id, { OriginUrl: "https://acme.example/", CookieVaryParameters: ["a", "b"] });
      world.emulator.pullZones.change(id, { EnableSmartCache: true, EdgeScriptId: 7 });
      await isClean();
      world.emulator.pullZones.change(id, { OriginUrl: "https://other.example" });
      succeeded(await world.stack.up({ refresh: true }));
      assert.match(live()[0]?.OriginUrl ?? "", /^https:\/\/acme\.example/);
      // The origin is another one, with the declared address beside it.
      world.emulator.pullZones.change(id, { OriginType: 2, StorageZoneId: 9 });
      assert.notEqual((await world.stack.preview({ refresh: true, expectNoChanges: true })).exitCode, 0);
      succeeded(await world.stack.up({ refresh: true }));
      assert.equal(live()[0]?.OriginType, 0);
      await isClean();
    });
  });
});
