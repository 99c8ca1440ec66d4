import assert from "node:assert/strict";
import { forEachEngine } from "./support/engines";
import { openWorld, type World } from "./support/world";

const zone = (resource: string, more = "", options = ""): string =>
  `new cdn.StorageZone("${resource}", { name: "acme-assets", region: "DE", forceDestroy: true${more} }${options});`;

describe("A resource that is renamed in the program", () => {
  forEachEngine((engine) => {
    let world: World;

    beforeEach(async () => {
      world = await openWorld(engine, zone("old"));
      assert.equal((await world.stack.up()).exitCode, 0);
    });
    afterEach(() => world.close());

    const standing = (): string[] => world.emulator.storageZones.list().map(({ Name }) => Name ?? "");

    it("keeps its zone with the option aliases, and nothing is sent", async () => {
      world.emulator.clearJournal();
      world.program(zone("renamed", "", `, { aliases: [{ name: "old" }] }`));
      const up = await world.stack.up();
      assert.equal(up.exitCode, 0, up.text);
      assert.deepEqual(
        world.emulator.journal.filter(({ method }) => method !== "GET"),
        [],
      );
    });

    it("is told of aliases where it has none", async () => {
      world.program(zone("renamed"));
      const up = await world.stack.up();
      assert.notEqual(up.exitCode, 0);
      assert.match(up.text, /rename a resource with the option aliases/);
      assert.deepEqual(standing(), ["acme-assets"]);
    });

    it("keeps its zone with adopt: the deletion of the old resource leaves it", async () => {
      world.program(zone("renamed", ", adopt: true"));
      const up = await world.stack.up({ refresh: true });
      assert.equal(up.exitCode, 0, up.text);
      assert.deepEqual(standing(), ["acme-assets"]);
      const again = await world.stack.preview({ refresh: true, expectNoChanges: true });
      assert.equal(again.exitCode, 0, again.text);
    });
  });
});
