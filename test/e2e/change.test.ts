import assert from "node:assert/strict";
import { forEachKindOnTheCli } from "./support/engines";
import { openWorld, succeeded, type World } from "./support/world";

const zone = (args: string, options = "{}", resource = "assets"): string =>
  `new cdn.StorageZone("${resource}", ${args}, ${options});`;

// Without the CLI, updates.test.ts holds updates, and test/lifecycle what is equal or refused.
describe("A declared storage zone", () => {
  forEachKindOnTheCli((engine) => {
    let world: World;

    afterEach(() => world.close());

    const writes = (): string[] =>
      world.emulator.journal
        .filter(({ method }) => method !== "GET")
        .map(({ method, path }) => `${method} ${path.replace(/\d+$/, "ID")}`);

    it("is updated in place, keeps its replicas, and keeps its id under a new name in the program", async () => {
      world = await openWorld(engine, zone(`{ name: "acme-assets", region: "DE", replicationRegions: ["NY"] }`));
      succeeded(await world.stack.up());
      world.emulator.clearJournal();

      // Only the case or the order differs.
      world.program(zone(`{ name: "acme-assets", region: " de ", replicationRegions: ["ny"] }`));
      succeeded(await world.stack.preview({ expectNoChanges: true }));

      // A replica is removed: the preview fails, unless ignoreChanges covers it.
      world.program(zone(`{ name: "acme-assets", region: "DE" }`));
      const preview = await world.stack.preview();
      assert.notEqual(preview.exitCode, 0);
      for (const part of [/must keep NY/, /\["NY"\]/, /ignoreChanges/, /a new zone/]) assert.match(preview.text, part);
      world.program(zone(`{ name: "acme-assets", region: "DE" }`, `{ ignoreChanges: ["replicationRegions"] }`));
      succeeded(await world.stack.preview({ expectNoChanges: true }));

      // Mutable properties change.
      world.program(
        zone(`{ name: "acme-assets", region: "de", replicationRegions: ["SG", "NY"], rewrite404To200: true }`),
      );
      const update = succeeded(await world.stack.up());
      assert.deepEqual(
        update.steps.filter(({ name }) => name === "assets").map(({ op, detailedDiff }) => [op, detailedDiff]),
        [["update", { "replicationRegions[1]": "add", rewrite404To200: "add" }]],
      );
      assert.deepEqual(writes(), ["POST /storagezone/ID"]);
      const { Rewrite404To200, ReplicationRegions } = world.emulator.storageZones.named("acme-assets") ?? {};
      assert.deepEqual([Rewrite404To200, [...(ReplicationRegions ?? [])].sort()], [true, ["NY", "SG"]]);
      world.emulator.clearJournal();

      // The resource is renamed: the error suggests the option aliases, which keeps the zone.
      const args = `{ name: "acme-assets", region: "DE", replicationRegions: ["SG", "NY"], rewrite404To200: true, forceDestroy: true }`;
      world.program(zone(args, "{}", "renamed"));
      const refused = await world.stack.up();
      assert.notEqual(refused.exitCode, 0);
      assert.match(
        refused.text,
        /rename a resource that has it, use the (option aliases: \[\{ name: "OLD-NAME" \}\]|resource option aliases with the name OLD-NAME)/,
      );
      world.program(zone(args, `{ aliases: [{ name: "assets" }] }`, "renamed"));
      succeeded(await world.stack.up());
      assert.deepEqual(writes(), []);
    });
  });
});

describe("A storage zone with files and linked pull zones", () => {
  forEachKindOnTheCli((engine) => {
    it("is deleted only with forceDestroy, and its pull zones are kept", async () => {
      const world = await openWorld(engine, zone(`{ name: "acme-assets", region: "DE" }`));
      try {
        succeeded(await world.stack.up());
        const id = Number(world.emulator.storageZones.named("acme-assets")?.Id);
        world.emulator.storageZones.change(id, { FilesStored: 3, StorageUsed: 2048 });
        world.emulator.pullZones.add({ Id: 501, Name: "shop", StorageZoneId: id });
        const refused = await world.stack.destroy();
        assert.notEqual(refused.exitCode, 0);
        for (const part of [/holds 3 files \(2048 bytes\)/, /"shop" \(id 501\)/, /forceDestroy: true/]) {
          assert.match(refused.text, part);
        }
        assert.equal(world.emulator.storageZones.list().length, 1);
        world.program(zone(`{ name: "acme-assets", region: "DE", forceDestroy: true }`));
        succeeded(await world.stack.up());
        succeeded(await world.stack.destroy());
        assert.deepEqual(world.emulator.storageZones.list(), []);
        assert.equal(world.emulator.pullZones.get(501)?.Name, "shop");
      } finally {
        await world.close();
      }
    });
  });
});
