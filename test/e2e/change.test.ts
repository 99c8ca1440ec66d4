import assert from "node:assert/strict";
import { forEachEngineAndKind } from "./support/engines";
import type { RunResult } from "./support/engineUnderTest";
import { openWorld, type World } from "./support/world";

const zone = (args: string, options = "{}", resource = "assets"): string =>
  `new cdn.StorageZone("${resource}", ${args}, ${options});`;

// The tests share one stack, in this order.
describe("A change to a declared storage zone", () => {
  forEachEngineAndKind((engine) => {
    let world: World;

    before(async () => {
      world = await openWorld(engine, zone(`{ name: "acme-assets", region: "DE", replicationRegions: ["NY"] }`));
      succeeded(await world.stack.up());
    });
    beforeEach(() => world.emulator.clearJournal());
    after(() => world.close());

    const writes = (): string[] =>
      world.emulator.journal
        .filter(({ method }) => method !== "GET")
        .map(({ method, path }) => `${method} ${path.replace(/\d+$/, "ID")}`);
    const live = (): unknown[] => world.emulator.storageZones.list().map(({ Name, Region }) => [Name, Region]);

    it("is none if only the case or the order differs", async () => {
      world.program(zone(`{ name: "acme-assets", region: " de ", replicationRegions: ["ny"] }`));
      succeeded(await world.stack.preview({ expectNoChanges: true }));
    });

    it("that removes a replica fails in the preview, unless it is ignored", async () => {
      world.program(zone(`{ name: "acme-assets", region: "DE" }`));
      const preview = await world.stack.preview();
      assert.notEqual(preview.exitCode, 0);
      for (const part of [/must keep NY/, /\["NY"\]/, /ignoreChanges/, /a new zone/]) assert.match(preview.text, part);
      world.program(zone(`{ name: "acme-assets", region: "DE" }`, `{ ignoreChanges: ["replicationRegions"] }`));
      succeeded(await world.stack.preview({ expectNoChanges: true }));
    });

    it("updates it in place if the property can change", async () => {
      world.program(
        zone(`{ name: "acme-assets", region: "de", replicationRegions: ["SG", "NY"], rewrite404To200: true }`),
      );
      const up = await world.stack.up();
      succeeded(up);
      assert.deepEqual(
        up.steps.filter(({ name }) => name === "assets").map(({ op, detailedDiff }) => [op, detailedDiff]),
        [["update", { "replicationRegions[1]": "add", rewrite404To200: "add" }]],
      );
      assert.deepEqual(writes(), ["POST /storagezone/ID"]);
      const { Rewrite404To200, ReplicationRegions } = world.emulator.storageZones.named("acme-assets") ?? {};
      assert.deepEqual([Rewrite404To200, [...(ReplicationRegions ?? [])].sort()], [true, ["NY", "SG"]]);
    });

    it("deletes it before its replacement is created, or afterwards with the option deleteBeforeReplace: false", async () => {
      world.program(zone(`{ name: "acme-assets", region: "NY" }`));
      succeeded(await world.stack.up());
      world.program(zone(`{ name: "acme-media", region: "NY" }`, "{ deleteBeforeReplace: false }"));
      succeeded(await world.stack.up());
      assert.deepEqual(writes(), [
        ...["DELETE /storagezone/ID", "POST /storagezone"],
        ...["POST /storagezone", "DELETE /storagezone/ID"],
      ]);
      assert.deepEqual(live(), [["acme-media", "NY"]]);
    });

    it("that renames the resource keeps the zone with the option aliases, which the error suggests", async () => {
      const args = `{ name: "acme-media", region: "NY", forceDestroy: true }`;
      world.program(zone(args, "{}", "renamed"));
      const up = await world.stack.up();
      assert.notEqual(up.exitCode, 0);
      assert.match(up.text, /rename a resource with the option aliases/);
      world.program(zone(args, `{ aliases: [{ name: "assets" }] }`, "renamed"));
      succeeded(await world.stack.up());
      assert.deepEqual([live(), writes()], [[["acme-media", "NY"]], []]);
    });
  });
});

describe("A storage zone that holds files and is the origin of a pull zone", () => {
  forEachEngineAndKind((engine) => {
    it("is deleted only with forceDestroy, and never takes the pull zone along", async () => {
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

function succeeded(result: RunResult): void {
  assert.equal(result.exitCode, 0, result.text);
}
