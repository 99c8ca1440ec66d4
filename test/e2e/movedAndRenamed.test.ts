import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { forEachEngineAndKind, onTheCli, itOnTheCli } from "./support/engines";
import { addPlugin, openWorld, succeeded, useDynamicResources, type World, type WorldOptions } from "./support/world";

const another = `const another = new cdn.Provider("another", { baseUrl: process.env.CDN_BASE_URL, accessKey: pulumi.secret("emulator-access-key") });`;

/** A site, with names of resources that end in `suffix`. */
const site = (suffix = "", options = "{}"): string => `
  const zone${suffix} = new cdn.StorageZone("zone${suffix}", { name: "acme-zone", region: "DE", adopt: true, forceDestroy: true }, ${options});
  const web${suffix} = new cdn.PullZone("web${suffix}", { name: "acme-web", storageZoneId: zone${suffix}.storageZoneId, adopt: true }, ${options});
  new cdn.PullZoneHostname("www${suffix}", { pullZoneId: web${suffix}.pullZoneId, hostname: "www.acme.example" }, ${options});
  new cdn.PullZoneEdgeRule("rule${suffix}", { pullZoneId: web${suffix}.pullZoneId, actionType: 0, triggers: [{ type: 0, patternMatches: ["*"] }] }, ${options});`;

/** The same site, moved to another provider and into a component, without aliases. */
const movedSite = `${another}
  const acme = new pulumi.ComponentResource("acme:Site", "acme", {}, { provider: another });
  ${site("", "{ parent: acme, provider: another }")}`;

const broken = `new cdn.StorageZone("broken", { name: "taken", region: "DE" });`;

// Each provider has a process of its own, and so have dynamic and native resources.
describe("A resource that is moved to another process and gets another name in one run", () => {
  let world: World;
  let before: unknown[];

  // An edge rule has no name to be adopted by: it is added anew, before the old one is deleted.
  const live = (): unknown[] => [
    ...world.emulator.storageZones.list().map(({ Id, Name }) => [Id, Name]),
    ...world.emulator.pullZones
      .list()
      .map(({ Id, Name, Hostnames, EdgeRules }) => [Id, Name, Hostnames, EdgeRules?.length]),
  ];
  const deletions = (): string[] =>
    world.emulator.journal.filter(({ method }) => method === "DELETE").map(({ operation }) => String(operation));
  const options: WorldOptions = { takenNames: ["taken"], env: ({ url }) => ({ CDN_BASE_URL: url }) };

  const isKept = async (): Promise<void> => {
    assert.deepEqual(
      deletions().filter((operation) => operation !== "deleteEdgeRule"),
      [],
    );
    assert.deepEqual(live(), before);
    succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
  };
  const isDestroyed = async (): Promise<void> => {
    succeeded(await world.stack.destroy());
    assert.deepEqual(live(), []);
  };

  afterEach(() => world.close());

  forEachEngineAndKind((engine) => {
    beforeEach(async () => {
      world = await openWorld(engine, site(), options);
      succeeded(await world.stack.up());
      before = live();
    });

    it("keeps its object, and destroy deletes it", async () => {
      world.program(movedSite);
      const { text } = succeeded(await world.stack.up());
      for (const noun of ["storage zone", "pull zone", "hostname"]) assert.match(text, RegExp(`Kept ${noun}`));
      await isKept();
      await isDestroyed();
    });

    itOnTheCli("is deleted if the program neither declares nor reads it any more", async () => {
      world.program(`${another} new cdn.StorageZone("b", { name: "another", region: "DE" }, { provider: another });`);
      succeeded(await world.stack.up());
      assert.deepEqual(
        world.emulator.storageZones.list().map(({ Name }) => Name),
        ["another"],
      );
    });

    // On the local engine, the tests above hold what differs in these: which entries an object has. test/run/entriesOfRun.test.ts has the folder.
    if (engine.name === "local") return;

    it("keeps its object if another user has the folder in which the processes of a run find each other", async () => {
      const temporary = mkdtempSync(path.join(tmpdir(), "shared-"));
      const claimed = path.join(temporary, `pulumi-cdn-zones-${String(process.getuid?.() ?? "run")}`);
      mkdirSync(claimed);
      chmodSync(claimed, 0o777);
      await world.stack.configure({ env: { TMPDIR: temporary, XDG_RUNTIME_DIR: "" } });
      world.program(movedSite);
      const { exitCode, text } = await world.stack.up();
      assert.notEqual(exitCode, 0, text);
      assert.match(text, /Nothing was deleted: .* is open to other users\. Set the variable XDG_RUNTIME_DIR/);
      assert.deepEqual(deletions(), []);
      chmodSync(claimed, 0o700);
      succeeded(await world.stack.up());
      await isKept();
      await isDestroyed();
      rmSync(temporary, { recursive: true, force: true });
    });

    it("keeps its object if the run fails before the old entry is removed", async () => {
      world.program(movedSite + broken);
      assert.notEqual((await world.stack.up()).exitCode, 0);
      world.program(movedSite);
      succeeded(await world.stack.up());
      await isKept();
    });

    it("is deleted once by destroy --refresh, also with both entries", async () => {
      world.program(movedSite + broken);
      assert.notEqual((await world.stack.up()).exitCode, 0);
      succeeded(await world.stack.destroy({ refresh: true }));
      assert.deepEqual(live(), []);
    });
  });

  onTheCli((engine) => {
    it("keeps its object on the way to native resources and back", async () => {
      world = await openWorld(engine, site(), options);
      succeeded(await world.stack.up());
      before = live();
      addPlugin(world, site("_native"));
      succeeded(await world.stack.up());
      await isKept();
      useDynamicResources(world, site());
      succeeded(await world.stack.up());
      await isKept();
      await isDestroyed();
    });
  });
});
