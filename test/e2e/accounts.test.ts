import assert from "node:assert/strict";
import { startEmulator } from "../../emulator";
import type { Emulator } from "../../emulator";
import { forEachEngine, onTheCli } from "./support/engines";
import { openWorld, succeeded, type World } from "./support/world";

/** A program with these providers, and a zone of each. */
const named = (...providers: string[]): string => `
  const providers = [${providers.map((args) => `new cdn.Provider(${args})`).join(", ")}];
  providers.forEach((provider, nth) => new cdn.StorageZone("zone-" + nth, { name: "zone-" + nth, region: "DE" }, { provider }));`;

describe("Several accounts and rotated keys", () => {
  forEachEngine((engine) => {
    let world: World;
    let other: Emulator;

    beforeEach(async () => {
      other = await startEmulator({
        accessKey: "CANARY-other-account",
        seed: { pullZones: [{ Id: 5, Name: "theirs" }], storageZones: [{ Id: 9, Name: "their-zone" }] },
      });
    });

    afterEach(async () => {
      await world.close();
      await other.close();
    });

    const program = (): string => `
      const other = new cdn.Provider("other-account", { baseUrl: ${JSON.stringify(other.url)}, accessKey: pulumi.secret("CANARY-other-account") });
      new cdn.StorageZone("ours", { name: "our-assets", region: "DE" });
      new cdn.StorageZone("theirs", { name: "their-assets", region: "NY" }, { provider: other });
      const web = cdn.PullZone.get("web", 5, {}, { provider: other });
      const plain = await cdn.getPullZone({ id: 5 }, { provider: other });
      const output = cdn.getStorageZoneOutput({ name: "their-zone" }, { provider: other });
      return { name: web.name, plain: plain.name, output: output.name, password: output.password };`;

    it("are used side by side in one stack, each zone in its own account, and their keys can be rotated", async () => {
      world = await openWorld(engine, program());
      const up = succeeded(await world.stack.up());
      assert.deepEqual(
        [world.emulator, other].map(({ storageZones }) => storageZones.list().map(({ Name }) => Name)),
        [["our-assets"], ["their-zone", "their-assets"]],
      );
      const outputs = await world.stack.outputs();
      assert.deepEqual(outputs["name"], { value: "theirs", secret: false });
      assert.deepEqual(outputs["plain"], { value: "theirs", secret: false });
      assert.deepEqual(outputs["output"], { value: "their-zone", secret: false });
      assert.equal(outputs["password"]?.secret, true);
      assert.doesNotMatch(JSON.stringify(await world.stack.exportState()), /CANARY/);
      assert.doesNotMatch(up.text, /CANARY/);

      world.emulator.setAccessKey("rotated-1");
      other.setAccessKey("rotated-2");
      await world.stack.configure({ env: { CDN_ACCESS_KEY: "rotated-1", CDN_ACCESS_KEY_OTHER_ACCOUNT: "rotated-2" } });
      succeeded(await world.stack.refresh({ previewOnly: true, expectNoChanges: true }));
    });

    it("name the explicit provider's own variable and argument if its key is refused", async () => {
      world = await openWorld(engine, named('"b", { accessKey: "wrong" }'));
      assert.match(
        (await world.stack.up()).text,
        /CDN_ACCESS_KEY_B if that is set, otherwise as the argument accessKey of the provider "b"/,
      );
    });

    it("are refused, before anything is sent, if two providers would read the same variable", async () => {
      world = await openWorld(engine, named('"eu-1"', '"EU.1"'));
      const preview = await world.stack.preview();
      assert.notEqual(preview.exitCode, 0);
      assert.match(
        preview.text,
        /The providers "eu-1" and "EU\.1" have the same variables, such as CDN_ACCESS_KEY_EU_1, so the key of one could/,
      );
      assert.deepEqual(world.emulator.journal, []);
    });
  });

  onTheCli((engine) => {
    let world: World;

    afterEach(() => world.close());

    it("keep their zones if the provider is renamed with an alias", async () => {
      world = await openWorld(engine, named('"eu-1"'));
      succeeded(await world.stack.up());
      const [zone] = world.emulator.storageZones.list();
      world.program(named('"eu", {}, { aliases: [{ name: "eu-1" }] }'));
      succeeded(await world.stack.up());
      assert.deepEqual(
        world.emulator.storageZones.list().map(({ Id }) => Id),
        [zone?.Id],
      );
    });

    it("are read with the old key after a change of the configuration alone, until a plain up", async () => {
      world = await openWorld(engine, 'new cdn.StorageZone("ours", { name: "our-assets", region: "DE" });');
      succeeded(await world.stack.up());
      world.emulator.setAccessKey("rotated");
      await world.stack.configure({ secretConfig: { "cdn:accessKey": "rotated" } });
      const stale = await world.stack.up({ refresh: true });
      assert.notEqual(stale.exitCode, 0);
      assert.match(stale.text, /401.*If the key was just changed, run pulumi up first, or set the variable/);
      succeeded(await world.stack.up());
      succeeded(await world.stack.refresh({ previewOnly: true, expectNoChanges: true }));
    });

    it("are not tried by an up that changes nothing; a preview of a refresh tells whether a new key works", async () => {
      world = await openWorld(engine, 'new cdn.StorageZone("ours", { name: "our-assets", region: "DE" });');
      succeeded(await world.stack.up());
      await world.stack.configure({ secretConfig: { "cdn:accessKey": "mistyped" } });
      succeeded(await world.stack.up());
      const check = await world.stack.refresh({ previewOnly: true });
      assert.notEqual(check.exitCode, 0);
      assert.match(check.text, /401/);
    });
  });
});
