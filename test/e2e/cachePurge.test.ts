import assert from "node:assert/strict";
import { detectDrift } from "../../drift";
import { forEachKindOnTheCli } from "./support/engines";
import { byVariables, openWorld, succeeded, type World } from "./support/world";

const seed = { pullZones: [{ Id: 7, Name: "acme-web", Hostnames: [{ Value: "www.acme.example" }] }] };

describe("Cache purges", () => {
  forEachKindOnTheCli((engine) => {
    let world: World;
    afterEach(() => world.close());

    const program = (trigger: string, more = ""): string => `
      new cdn.CachePurge("web", { pullZoneId: 7, triggers: [${trigger}, { a: 1 }] ${more} });
      new cdn.CachePurge("file", { urls: ["https://www.acme.example/a"], triggers: ["1"] });`;

    it("purge once a run when a trigger changes, and again after a failure", async () => {
      world = await openWorld(engine, program('pulumi.secret("canary-trigger")'), { ...byVariables, seed });
      const { emulator, stack } = world;
      succeeded(await stack.up());
      succeeded(await stack.up({ expectNoChanges: true }));
      succeeded(await stack.refresh({ expectNoChanges: true }));
      assert.deepEqual(emulator.journal, []);
      assert.doesNotMatch(JSON.stringify(await stack.exportState({ showSecrets: true })), /canary-trigger/);

      world.program(program('"2"'));
      succeeded(await stack.preview());
      assert.deepEqual(emulator.journal, []);
      emulator.setFaults([{ path: "/pullzone/7/purgeCache", fault: { kind: "status", status: 403 } }]);
      const failed = await stack.up();
      assert.notEqual(failed.exitCode, 0);
      assert.match(failed.text.replace(/\s+/g, " "), /Purge cache \(POST \/pullzone\/7\/purgeCache\) failed with 403/);
      emulator.setFaults([]);
      assert.deepEqual(emulator.purges, []);
      succeeded(await stack.up());
      // At once, and again after the delay.
      assert.deepEqual(emulator.purges, [{ pullZoneId: 7 }, { pullZoneId: 7 }]);
      emulator.clearJournal();

      world.program(program('"2"', ', tag: "css", purgeOnCreate: true'));
      succeeded(await stack.up());
      const drift = await detectDrift({
        states: [{ state: await stack.exportState() }],
        env: { CDN_BASE_URL: emulator.url, CDN_ACCESS_KEY: emulator.accessKey },
      });
      assert.equal(drift.verdict, "clean");
      succeeded(await stack.destroy());
      const changes = emulator.journal.filter(({ method }) => method !== "GET");
      assert.deepEqual(changes, []);
    });

    it("can't be imported", async () => {
      const program = 'new cdn.CachePurge("web", { pullZoneId: 7, triggers: [] }, { import: "0f4a" });';
      world = await openWorld(engine, program, { ...byVariables, seed });
      const { exitCode, text } = await world.stack.up();
      assert.notEqual(exitCode, 0);
      assert.match(
        text.replace(/\s+/g, " "),
        /A cache purge can't be imported or read, because the service has no object/,
      );
    });

    it("refuse two targets in the preview, and purge URLs when they are created on request", async () => {
      world = await openWorld(engine, 'new cdn.CachePurge("web", { triggers: [] });', { ...byVariables, seed });
      const { emulator, stack } = world;
      const refused = await stack.preview();
      assert.notEqual(refused.exitCode, 0);
      assert.match(refused.text.replace(/\s+/g, " "), /or urls is required, to say what is emptied/);
      world.program(`new cdn.CachePurge("file", {
        urls: ["https://www.acme.example/a", "https://www.acme.example/b"], triggers: [], purgeOnCreate: true
      });`);
      succeeded(await stack.up());
      const urls = emulator.purges.map(({ url }) => url);
      const [a, b] = ["https://www.acme.example/a", "https://www.acme.example/b"];
      assert.deepEqual(urls, [a, b, a, b]);
    });
  });
});
