import assert from "node:assert/strict";
import { forEachEngineAndKind } from "./support/engines";
import { storageZoneType } from "./support/engineUnderTest";
import { openWorld, succeeded, type World } from "./support/world";

const assets = (more = "", options = "{}"): string =>
  `new cdn.StorageZone("assets", { name: "acme-assets", region: "DE"${more} }, ${options});`;
const media = `new cdn.StorageZone("media", { name: "acme-media", region: "NY" });`;

describe("Everyday commands", () => {
  forEachEngineAndKind((engine) => {
    let world: World;

    afterEach(() => world.close());

    const open = async (program: string): Promise<void> => {
      world = await openWorld(engine, program);
      succeeded(await world.stack.up());
    };
    const live = (): string[] => world.emulator.storageZones.list().map(({ Name }) => Name ?? "");

    it("up --refresh keeps the zone of a renamed resource with adopt: true and deletes a removed one, destroy --refresh the others", async () => {
      await open(assets(", adopt: true") + media);
      const before = world.emulator.storageZones.named("acme-assets");
      world.program(assets(", adopt: true").replace(`"assets"`, `"renamed"`));
      succeeded(await world.stack.up({ refresh: true }));
      assert.deepEqual(world.emulator.storageZones.list(), [before]);
      succeeded(await world.stack.destroy({ refresh: true }));
      assert.deepEqual(live(), []);
    });

    it("up --refresh replaces a zone whose region or name changed, deleting first unless deleteBeforeReplace is false", async () => {
      await open(assets());
      world.emulator.clearJournal();
      world.program(`new cdn.StorageZone("assets", { name: "acme-assets", region: "NY" });`);
      succeeded(await world.stack.up({ refresh: true }));
      world.program(
        `new cdn.StorageZone("assets", { name: "acme-other", region: "NY" }, { deleteBeforeReplace: false });`,
      );
      succeeded(await world.stack.up({ refresh: true }));
      const writes = world.emulator.journal.map(({ method }) => method).filter((method) => method !== "GET");
      assert.deepEqual(writes, ["DELETE", "POST", "POST", "DELETE"]);
      assert.deepEqual(
        world.emulator.storageZones.list().map(({ Name, Region }) => [Name, Region]),
        [["acme-other", "NY"]],
      );
      succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
    });

    it("up refuses a second resource with the same zone name, and loses nothing", async () => {
      world = await openWorld(engine, assets() + assets().replace(`"assets"`, `"again"`));
      const up = await world.stack.up();
      assert.notEqual(up.exitCode, 0);
      assert.match(up.text, /acme-assets/);
      assert.deepEqual(live(), ["acme-assets"]);
      const { deployment } = await world.stack.exportState();
      const kept =
        deployment.resources
          ?.find(({ urn }) => urn.includes(storageZoneType(engine)))
          ?.urn.split("::")
          .at(-1) ?? "";
      assert.match(up.text, new RegExp(kept === "assets" ? "again" : "assets"));
      world.program(assets().replace(`"assets"`, JSON.stringify(kept)));
      succeeded(await world.stack.up({ expectNoChanges: true }));
      assert.deepEqual(live(), ["acme-assets"]);
    });

    // The option is the engine's own.
    if (engine.name === "local") return;

    it("up replaces a zone if a property in replaceOnChanges changes", async () => {
      const options = `{ replaceOnChanges: ["custom404FilePath"], deleteBeforeReplace: true }`;
      await open(assets(`, custom404FilePath: "/a.html"`, options));
      const [before] = world.emulator.storageZones.list();
      world.program(assets(`, custom404FilePath: "/b.html"`, options));
      succeeded(await world.stack.up());
      const [after, ...others] = world.emulator.storageZones.list();
      assert.deepEqual([others, after?.Custom404FilePath], [[], "/b.html"]);
      assert.notEqual(after?.Id, before?.Id);
    });
  });
});
