import assert from "node:assert/strict";
import { forEachEngine } from "./support/engines";
import { openWorld, type World } from "./support/world";

const zone = (args: string, options = "{}"): string => `new cdn.StorageZone("assets", ${args}, ${options});`;

describe("A change to a declared storage zone", () => {
  forEachEngine((engine) => {
    let world: World;

    beforeEach(async () => {
      world = await openWorld(engine, zone(`{ name: "acme-assets", region: "DE", replicationRegions: ["NY"] }`));
      const up = await world.stack.up();
      assert.equal(up.exitCode, 0, up.text);
      world.emulator.clearJournal();
    });

    afterEach(() => world.close());

    const sent = (): string[] =>
      world.emulator.journal.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`);

    it("updates it in place where the property can change", async () => {
      const id = Number(world.emulator.storageZones.named("acme-assets")?.Id);
      world.program(
        zone(`{ name: "acme-assets", region: "de", replicationRegions: ["SG", "NY"], rewrite404To200: true }`),
      );
      const up = await world.stack.up();
      assert.equal(up.exitCode, 0, up.text);
      assert.deepEqual(
        up.steps.filter(({ name }) => name === "assets").map(({ op, detailedDiff }) => [op, detailedDiff]),
        [["update", { "replicationRegions[1]": "add", rewrite404To200: "add" }]],
      );
      const live = world.emulator.storageZones.get(id);
      assert.deepEqual([live?.Rewrite404To200, [...(live?.ReplicationRegions ?? [])].sort()], [true, ["NY", "SG"]]);
      assert.deepEqual(sent(), [`POST /storagezone/${String(id)}`]);
    });

    it("is none where only the case, the order or an empty list differs", async () => {
      world.program(zone(`{ name: "acme-assets", region: " de ", replicationRegions: ["ny"] }`));
      const preview = await world.stack.preview({ expectNoChanges: true });
      assert.equal(preview.exitCode, 0, preview.text);
    });

    it("deletes the zone before it makes another one where the name stays", async () => {
      world.program(zone(`{ name: "acme-assets", region: "NY" }`));
      const up = await world.stack.up();
      assert.equal(up.exitCode, 0, up.text);
      assert.deepEqual(
        sent().map((line) => line.replace(/\d+$/, "N")),
        ["DELETE /storagezone/N", "POST /storagezone"],
      );
      assert.deepEqual(
        world.emulator.storageZones.list().map(({ Name, Region }) => [Name, Region]),
        [["acme-assets", "NY"]],
      );
    });

    it("that renames it deletes the zone first, or last with the option deleteBeforeReplace: false", async () => {
      const renamed = (name: string, options?: string): void =>
        world.program(zone(`{ name: "${name}", region: "DE", replicationRegions: ["NY"] }`, options));
      renamed("acme-assets-2");
      const first = await world.stack.up();
      assert.equal(first.exitCode, 0, first.text);
      renamed("acme-assets-3", "{ deleteBeforeReplace: false }");
      const second = await world.stack.up();
      assert.equal(second.exitCode, 0, second.text);
      assert.deepEqual(
        sent().map((line) => line.replace(/\d+$/, "N")),
        ["DELETE /storagezone/N", "POST /storagezone", "POST /storagezone", "DELETE /storagezone/N"],
      );
      assert.deepEqual(
        world.emulator.storageZones.list().map(({ Name }) => Name),
        ["acme-assets-3"],
      );
    });

    it("that takes a replica away fails in the preview, unless ignored", async () => {
      world.program(zone(`{ name: "acme-assets", region: "DE" }`));
      const preview = await world.stack.preview();
      assert.notEqual(preview.exitCode, 0);
      for (const part of [/must keep NY/, /\["NY"\]/, /ignoreChanges/, /a new zone/]) assert.match(preview.text, part);
      world.program(zone(`{ name: "acme-assets", region: "DE" }`, `{ ignoreChanges: ["replicationRegions"] }`));
      const ignored = await world.stack.up();
      assert.equal(ignored.exitCode, 0, ignored.text);
      assert.deepEqual(sent(), []);
    });

    it("is not made to a zone that holds files or an origin, unless forced; and never takes a pull zone along", async () => {
      const id = Number(world.emulator.storageZones.named("acme-assets")?.Id);
      world.emulator.storageZones.change(id, { FilesStored: 3, StorageUsed: 2048 });
      world.emulator.pullZones.add({ Id: 501, Name: "shop", StorageZoneId: id });
      const refused = await world.stack.destroy();
      assert.notEqual(refused.exitCode, 0);
      for (const part of [/holds 3 files \(2048 bytes\)/, /"shop" \(id 501\)/, /forceDestroy: true/]) {
        assert.match(refused.text, part);
      }
      assert.deepEqual(sent(), []);
      world.program(zone(`{ name: "acme-assets", region: "DE", replicationRegions: ["NY"], forceDestroy: true }`));
      assert.equal((await world.stack.up()).exitCode, 0);
      const forced = await world.stack.destroy();
      assert.equal(forced.exitCode, 0, forced.text);
      assert.equal(world.emulator.storageZones.list().length, 0);
      assert.equal(world.emulator.pullZones.get(501)?.Name, "shop");
    });
  });
});
