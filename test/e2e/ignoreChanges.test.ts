import assert from "node:assert/strict";
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
