import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { forEachEngine, forEachEngineAndKind } from "./support/engines";
import { openWorld, succeeded, type World, type WorldOptions } from "./support/world";

const zone = `new cdn.StorageZone("assets", { name: "acme-assets", region: "DE" });`;

describe("A preview", () => {
  forEachEngine((engine) => {
    let world: World | undefined;

    afterEach(async () => {
      await world?.close();
      world = undefined;
    });

    const previewed = async (program: string, options: WorldOptions = {}): Promise<string> => {
      world = await openWorld(engine, program, options);
      const preview = await world.stack.preview();
      assert.notEqual(preview.exitCode, 0, preview.text);
      assert.deepEqual(
        world.emulator.journal.filter(({ method }) => method !== "GET"),
        [],
      );
      return preview.text;
    };

    it("names every invalid input at once, and says what to do", async () => {
      const text = await previewed(
        `new cdn.StorageZone("assets", { name: "", region: "XX", replicationRegions: ["DE", "de", "QQ"], zoneTier: 2 });`,
      );
      for (const part of [
        /name.*must be a non-empty string, but got: ""/,
        /region.*must be one of DE, NY, LA, SG, but got: "XX".*pulumi config set cdn:extraRegions/,
        /replicationRegions.*\[1\] must not repeat a region/,
        /replicationRegions.*\[2\] must be one of DE, NY, LA, SG, SYD, but got: "QQ"/,
        /zoneTier.*must be 0 \(ZoneTier.Standard\) or 1 \(ZoneTier.Edge\), but got: 2/,
      ]) {
        assert.match(text, part);
      }
    });

    it("names every missing setting, with the command that sets it", async () => {
      const text = await previewed(zone, { config: {}, secretConfig: {} });
      assert.match(text, /cdn:baseUrl is not set\. Set it with: pulumi config set cdn:baseUrl https:/);
      assert.match(
        text,
        /cdn:accessKey is not set\. Set it with: pulumi config set --secret .* \(or the variable CDN_ACCESS_KEY\)/,
      );
    });

    it("shows the error of a function without a stack trace", async () => {
      const text = await previewed(`await cdn.getStorageZone({ name: "nowhere" });`);
      assert.match(text, /There is no storage zone named "nowhere" in this account/);
      assert.doesNotMatch(text, /unhandled exception|at async/);
    });

    it("accepts unknown values, and up uses the actual ones", async () => {
      const program = `
        const first = new cdn.StorageZone("first", { name: "acme-first", region: "DE" });
        const name = pulumi.interpolate\`acme-of-\${first.storageZoneId}\`;
        const region = first.region.apply((main) => (main === "DE" ? "NY" : "DE"));
        new cdn.StorageZone("second", { name, region, replicationRegions: [first.region], zoneTier: first.zoneTier });`;
      world = await openWorld(engine, program);
      const preview = succeeded(await world.stack.preview());
      assert.equal(preview.summary.create, 3);
      succeeded(await world.stack.up());
      const id = world.emulator.storageZones.named("acme-first")?.Id;
      const second = world.emulator.storageZones.named(`acme-of-${String(id)}`);
      assert.deepEqual([second?.Region, second?.ReplicationRegions], ["NY", ["DE"]]);
    });
  });
});

describe("An access key that only the environment has", () => {
  let world: World | undefined;
  afterEach(() => world?.close());

  forEachEngineAndKind((engine) => {
    it("is sent to no address that only the stack's file names", async () => {
      const baseUrl = "https://cdn.evil.invalid";
      world = await openWorld(engine, zone, {
        config: { "cdn:baseUrl": baseUrl },
        secretConfig: {},
        env: ({ accessKey }) => ({ CDN_ACCESS_KEY: accessKey, CDN_MAX_RETRIES: "0" }),
      });
      // The tests keep the configuration elsewhere, so that programs can be copies of folders.
      writeFileSync(path.join(world.projectDir, "Pulumi.e2e.yaml"), `config:\n  cdn:baseUrl: ${baseUrl}\n`);
      const { exitCode, text } = await world.stack.preview();
      assert.notEqual(exitCode, 0, text);
      assert.match(text, /CDN_ACCESS_KEY was not sent to https:\/\/cdn\.evil\.invalid, because only cdn:baseUrl in /);
      assert.match(text, /set the variable CDN_BASE_URL to it/);
      if (engine.name === "cli") assert.match(text, /in Pulumi\.e2e\.yaml names/);
      await world.stack.configure({ env: { CDN_BASE_URL: world.emulator.url } });
      succeeded(await world.stack.preview());
    });
  });
});
