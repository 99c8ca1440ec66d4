import assert from "node:assert/strict";
import { detectDrift } from "../../drift";
import { forEachEngineAndKind, itOnTheCli } from "./support/engines";
import { openWorld, succeeded, type World } from "./support/world";

const zoneWith = (settings: string, more = ""): string =>
  `const cache = new cdn.StorageZone("cache", { name: "acme-cache", region: "DE" });
  new cdn.PullZone("web", { name: "acme-web", originUrl: "https://acme.example", ${settings} }, { ${more} });`;

describe("A value that the service replaces", () => {
  forEachEngineAndKind((engine) => {
    let world: World;

    afterEach(() => world.close());

    const live = () => world.emulator.pullZones.list()[0];
    /** The fields of the updates since the last call. */
    const sent = (): unknown[] => {
      const fields = world.emulator.journal
        .filter(({ method, path }) => method === "POST" && path.startsWith("/pullzone/"))
        .map(({ bodyFields }) => bodyFields);
      world.emulator.clearJournal();
      return fields;
    };
    const byHand = (change: object): void => {
      world.emulator.pullZones.change(live()?.Id ?? 0, change);
    };
    const drifted = async (): Promise<unknown[]> => {
      const states = [{ state: await world.stack.exportState() }];
      const { stacks } = await detectDrift({ states, env: { CDN_ACCESS_KEY: world.emulator.accessKey } });
      return stacks.flatMap(({ resources }) =>
        resources.flatMap(({ differences }) => differences.map(({ property, actual }) => [property, actual])),
      );
    };
    /** The drift report and an update after a refresh agree that nothing differs. */
    const isSettled = async (): Promise<void> => {
      assert.deepEqual(await drifted(), []);
      sent();
      succeeded(await world.stack.up({ refresh: true, expectNoChanges: true }));
      assert.deepEqual(sent(), []);
    };

    itOnTheCli(
      "is announced by the preview, and is no difference afterwards until someone else changes it",
      async () => {
        const declared = `originRetryDelay: 7, maxWebSocketConnections: 650, originConnectTimeout: 7, originRetries: 5,
        cacheControlPublicMaxAgeOverride: 40000000`;
        world = await openWorld(engine, zoneWith(declared));
        const { text } = succeeded(await world.stack.preview());
        for (const warning of [
          /warning: Pull zone "acme-web": the service stores 5 instead of the declared originRetryDelay 7/,
          /may store 700 or 1000 instead of the declared maxWebSocketConnections 650/,
          /presumably accepts only 3, 5 or 10 for originConnectTimeout, and stores one of these instead of 7/,
          /presumably accepts only 0, 1 or 2 for originRetries, and stores one of these instead of 5/,
          /presumably accepts only -1 to 31919000 for cacheControlPublicMaxAgeOverride/,
        ])
          assert.match(text, warning);
        const created = succeeded(await world.stack.up());
        assert.doesNotMatch(created.text, /does not show/);
        assert.deepEqual(sent(), []);
        const { OriginRetryDelay, MaxWebSocketConnections, OriginConnectTimeout, OriginRetries } = live() ?? {};
        assert.deepEqual(
          [OriginRetryDelay, MaxWebSocketConnections, OriginConnectTimeout, OriginRetries],
          [5, 1000, 5, 2],
        );
        assert.equal(live()?.CacheControlPublicMaxAgeOverride, 31_919_000);
        succeeded(await world.stack.preview({ expectNoChanges: true }));
        succeeded(await world.stack.refresh({ expectNoChanges: true }));
        await isSettled();

        // The other published rounding, and another value of a list without a known rounding.
        byHand({ MaxWebSocketConnections: 700, OriginConnectTimeout: 10 });
        await isSettled();
        byHand({ OriginRetryDelay: 3, MaxWebSocketConnections: 2500, CacheControlPublicMaxAgeOverride: 60 });
        assert.deepEqual(await drifted(), [
          ["cacheControlPublicMaxAgeOverride", 60],
          ["maxWebSocketConnections", 2500],
          ["originRetryDelay", 3],
        ]);
        succeeded(await world.stack.up({ refresh: true }));
        assert.deepEqual([live()?.OriginRetryDelay, live()?.MaxWebSocketConnections], [5, 1000]);
        assert.equal(sent().length, 1);

        // Another declared value is sent, although the service stores the same for it.
        world.program(zoneWith(declared.replace("originRetryDelay: 7", "originRetryDelay: 9")));
        succeeded(await world.stack.up());
        assert.deepEqual(sent(), [["OriginRetryDelay"]]);
        await isSettled();
      },
    );

    itOnTheCli("is no difference after an import or adoption of a zone that has it", async () => {
      const on = (how: string, more = "") =>
        `new cdn.PullZone("web", { name: "acme-web", originUrl: "https://acme.example", originRetryDelay: 4${how} }, { ${more} });`;
      const seed = {
        pullZones: [{ Id: 7, Name: "acme-web", OriginUrl: "https://acme.example", OriginRetryDelay: 3 }],
      };
      for (const program of [on("", `import: "7"`), on(", adopt: true")]) {
        world = await openWorld(engine, program, { seed });
        assert.match(
          succeeded(await world.stack.preview()).text,
          /warning: Pull zone "acme-web": the service stores 3 instead of the declared originRetryDelay 4/,
        );
        const { text } = succeeded(await world.stack.up());
        assert.doesNotMatch(text, /inputs to import do not match|originRetryDelay is/);
        // The plugin's import takes the live value into the state, so the declared one is another value and is sent once.
        const isOther = engine.resources === "native" && program.includes("import");
        assert.deepEqual(sent(), isOther ? [["OriginRetryDelay"]] : []);
        world.program(on(program.includes("adopt") ? ", adopt: true" : ""));
        succeeded(await world.stack.preview({ expectNoChanges: true }));
        await isSettled();
        assert.equal(live()?.OriginRetryDelay, 3);
        byHand({ OriginRetryDelay: 1 });
        assert.deepEqual(await drifted(), [["originRetryDelay", 1]]);
        if (program.includes("import")) await world.close();
      }
    });

    // On the local engine, the test above holds the comparison, and the tests of the life cycles the rest.
    if (engine.name === "local") return;

    it("follows from another setting, and then is no difference either", async () => {
      world = await openWorld(
        engine,
        zoneWith(
          `useStaleWhileUpdating: true, useBackgroundUpdate: false, permaCacheStorageZoneId: cache.storageZoneId, cacheControlMaxAgeOverride: 3600`,
        ),
      );
      const { text } = succeeded(await world.stack.preview());
      assert.match(text, /warning: [^\n]*sets useBackgroundUpdate to true, because useStaleWhileUpdating is declared/);
      // The id of the storage zone is known only now.
      assert.match(
        succeeded(await world.stack.up()).text,
        /sets cacheControlMaxAgeOverride to 31919000, because permaCacheStorageZoneId is declared/,
      );
      assert.deepEqual([live()?.UseBackgroundUpdate, live()?.CacheControlMaxAgeOverride], [true, 31_919_000]);
      await isSettled();
      byHand({ CacheControlMaxAgeOverride: 60 });
      assert.deepEqual(await drifted(), [["cacheControlMaxAgeOverride", 60]]);
      succeeded(await world.stack.up({ refresh: true }));
      assert.equal(live()?.CacheControlMaxAgeOverride, 31_919_000);
    });

    it("by something else than the known replacement stays a difference that the run names", async () => {
      world = await openWorld(engine, zoneWith(`originRetryDelay: 7, burstSize: 8`), {
        faults: [
          {
            method: "POST",
            path: /^\/pullzone\/\d+$/,
            fault: { kind: "status", status: 204 },
          },
        ],
      });
      succeeded(await world.stack.up());
      byHand({ OriginRetryDelay: 10, BurstSize: 9 });
      assert.match(
        succeeded(await world.stack.up({ refresh: true })).text,
        /does not show the declared values: burstSize, originRetryDelay/,
      );
    });
  });
});
