import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { forEachEngineAndKind, forEachKindOnTheCli } from "./support/engines";
import { storageZoneType, type EngineUnderTest, type RunResult } from "./support/engineUnderTest";
import { openWorld, succeeded, type World, type WorldOptions } from "./support/world";

const zone = (resource: string, name: string, more = ", adopt: true", options = "{}"): string =>
  `new cdn.StorageZone("${resource}", { name: "${name}", region: "DE"${more} }, ${options});\n`;

/** A resource that can't be created. */
const broken = zone("broken", "taken", "");

describe("A zone that is in the state twice", () => {
  let world: World;

  afterEach(() => world.close());

  const open = async (engine: EngineUnderTest, program: string, options: WorldOptions = {}): Promise<void> => {
    world = await openWorld(engine, program, { takenNames: ["taken"], ...options });
    succeeded(await world.stack.up());
  };
  const run = (...args: string[]): Promise<RunResult> => world.stack.command(...args);
  const live = (): [string, number][] =>
    world.emulator.storageZones.list().map(({ Name, Id }) => [Name ?? "", Number(Id)]);
  const liveNames = (): string[] =>
    live()
      .map(([name]) => name)
      .sort();
  const deletions = (): number => world.emulator.journal.filter(({ method }) => method === "DELETE").length;
  const failed = (result: RunResult): void => assert.notEqual(result.exitCode, 0, result.text);
  const up = async (program: string): Promise<RunResult> => {
    world.program(program);
    return world.stack.up();
  };
  /** The state has each live zone once, as it is. */
  const isTrue = async (): Promise<void> => {
    succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
    const { deployment } = await world.stack.exportState();
    const ids = (deployment.resources ?? []).filter(({ type }) => type.endsWith("StorageZone")).map(({ id }) => id);
    assert.deepEqual(
      ids.sort(),
      live()
        .map(([, id]) => String(id))
        .sort(),
    );
  };

  forEachEngineAndKind((engine) => {
    const replacedLater = engine.resources === "native" ? "{}" : "{ deleteBeforeReplace: false }";

    it("is kept with its files if a resource was renamed while another failed", async () => {
      const args = ", adopt: true, forceDestroy: true";
      await open(engine, zone("old", "alpha", args));
      const before = live();
      world.emulator.storageZones.change(Number(before[0]?.[1]), { FilesStored: 9, StorageUsed: 99 });
      failed(await up(zone("new", "alpha", args) + broken));
      const { text } = succeeded(await up(zone("new", "alpha", args)));
      assert.match(text, /Kept storage zone \d+: another resource of this stack manages it/);
      assert.deepEqual(live(), before);
      await isTrue();
    });

    // On the local engine, the test above holds what differs in these: which entries an object has.
    if (engine.name === "local") return;

    it("is deleted once by destroy --refresh, also with both entries", async () => {
      await open(engine, zone("old", "alpha"));
      failed(await up(zone("new", "alpha") + broken));
      succeeded(await world.stack.destroy({ refresh: true }));
      assert.deepEqual([live(), deletions()], [[], 1]);
    });

    it("is deleted once if both entries are taken out with up --refresh", async () => {
      await open(engine, zone("old", "alpha"));
      failed(await up(zone("new", "alpha") + broken));
      world.program("");
      succeeded(await world.stack.up({ refresh: true }));
      assert.deepEqual([live(), deletions()], [[], 1]);
    });

    it("is kept if names move to other resources while another fails", async () => {
      const shifted =
        zone("z0", "aaaa", undefined, replacedLater) +
        zone("z1", "alpha", undefined, replacedLater) +
        zone("z2", "beta", undefined, replacedLater);
      await open(engine, zone("z0", "alpha", undefined, replacedLater) + zone("z1", "beta", undefined, replacedLater));
      const before = live();
      failed(await up(shifted + broken));
      succeeded(await up(shifted));
      assert.deepEqual(live().slice(0, 2), before);
      assert.equal(deletions(), 0);
      await isTrue();
    });

    it("is kept, or is created again, if one resource takes the name that another gives up", async () => {
      const options = "{ deleteBeforeReplace: true }";
      for (const taker of [", adopt: true }, {}", ` }, { import: "ID" }`]) {
        await open(engine, zone("b", "beta", "", options), { latencyMs: 150 });
        const id = String(live()[0]?.[1]);
        const result = await up(
          zone("b", "gamma", "", options) +
            `new cdn.StorageZone("c", { name: "beta", region: "DE"${taker.replace("ID", id)});`,
        );
        if (result.exitCode !== 0) {
          // Deleted before the import, which names the id.
          assert.match(result.text, new RegExp(`no storage zone ${id} to import`));
          succeeded(await up(zone("b", "gamma", "", options) + zone("c", "beta", "")));
        }
        assert.deepEqual(liveNames(), ["beta", "gamma"]);
        await isTrue();
        if (taker.includes("adopt")) await world.close();
      }
    });
  });

  // Without the CLI, test/serve/servedKinds.test.ts holds the same.
  forEachKindOnTheCli((engine) => {
    it("is refused to a second resource of the program, whichever the engine asks for first", async () => {
      const rule = (resource: string, options = "{}"): string =>
        `new cdn.PullZoneEdgeRule("${resource}", { pullZoneId: web.pullZoneId, actionType: 0, triggers: [{ type: 0, patternMatches: ["*/a"] }] }, ${options});`;
      const web = `const web = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://origin.example" });`;
      const site = web + rule("rule") + zone("a", "alpha");
      await open(engine, site);
      const [before, id] = [live(), world.emulator.pullZones.list()[0]?.EdgeRules?.[0]?.Guid];
      const imported = `{ import: "${String(world.emulator.pullZones.list()[0]?.Id)}/${String(id)}" }`;
      for (const twice of [
        site + zone("b", "alpha"),
        zone("b", "alpha") + site,
        web + rule("rule") + zone("a", "alpha", ", adopt: true, rewrite404To200: true") + zone("b", "alpha"),
        site + rule("renamed", imported),
      ]) {
        const refused = await up(twice);
        failed(refused);
        assert.match(refused.text, /Another resource of this program has \S+\. An object/);
        assert.deepEqual([live(), deletions()], [before, 0]);
      }
      succeeded(await up(site));
      assert.deepEqual([live(), deletions()], [before, 0]);
      assert.deepEqual(
        world.emulator.pullZones.list()[0]?.EdgeRules?.map(({ Guid }) => Guid),
        [id],
      );
    });
  });

  forEachKindOnTheCli((engine) => {
    const urn = (resource: string): string => `urn:pulumi:e2e::e2e::${storageZoneType(engine)}::${resource}`;
    const replacedLater = "{ deleteBeforeReplace: false }";

    it("is kept if a resource was renamed with --target", async () => {
      await open(engine, zone("old", "alpha"));
      const before = live();
      world.program(zone("new", "alpha"));
      succeeded(await run("up", "--yes", "--skip-preview", "--target", "**new"));
      succeeded(await world.stack.up());
      assert.deepEqual(live(), before);
      await isTrue();
      succeeded(await world.stack.destroy());
      assert.deepEqual([live(), deletions()], [[], 1]);
    });

    it("is kept if a protected resource was renamed and the old entry is unprotected", async () => {
      await open(engine, zone("old", "alpha", undefined, "{ protect: true }"));
      const before = live();
      failed(await up(zone("new", "alpha", undefined, "{ protect: true }")));
      succeeded(await run("state", "unprotect", urn("old"), "--yes"));
      succeeded(await world.stack.up());
      assert.deepEqual(live(), before);
      await isTrue();
    });

    it("is kept if --replace adopts it again while another resource fails", async () => {
      await open(engine, zone("one", "alpha", undefined, replacedLater));
      const before = live();
      world.program(zone("one", "alpha", undefined, replacedLater) + broken);
      failed(await run("up", "--yes", "--skip-preview", "--replace", urn("one")));
      succeeded(await up(zone("one", "alpha", undefined, replacedLater)));
      assert.deepEqual(live(), before);
      await isTrue();
    });

    it("is kept if a property in replaceOnChanges changed while another resource failed", async () => {
      const options = `{ replaceOnChanges: ["rewrite404To200"], deleteBeforeReplace: false }`;
      const declared = zone("one", "alpha", ", adopt: true, rewrite404To200: true", options);
      await open(engine, zone("one", "alpha", undefined, options));
      const before = live();
      failed(await up(declared + broken));
      succeeded(await up(declared));
      assert.deepEqual(live(), before);
      await isTrue();
    });

    it("is kept with --continue-on-error", async () => {
      await open(engine, zone("old", "alpha"));
      const before = live();
      world.program(zone("new", "alpha") + broken);
      failed(await run("up", "--yes", "--skip-preview", "--continue-on-error"));
      succeeded(await up(zone("new", "alpha")));
      assert.deepEqual(live(), before);
      await isTrue();
    });

    it("is kept if an import replacement was cut off before it deleted the original", async () => {
      await open(engine, zone("one", "alpha", ""));
      const [[, id] = ["", 0]] = live();
      const { deployment, ...checkpoint } = await world.stack.exportState({ showSecrets: true });
      // As the engine leaves it: the imported entry, and the original pending deletion.
      const resources = (deployment.resources ?? []).flatMap((resource) =>
        resource.type === storageZoneType(engine)
          ? [
              { ...resource, outputs: { ...(resource.outputs as object), __mark: "0badcafe" } },
              { ...resource, delete: true },
            ]
          : [resource],
      );
      await world.stack.importState({ ...checkpoint, deployment: { ...deployment, resources } });
      assert.match(succeeded(await world.stack.up()).text, /Kept storage zone/);
      assert.deepEqual([live(), deletions()], [[["alpha", id]], 0]);
      await isTrue();
    });

    it("is deleted and created again by --replace if it was adopted", async () => {
      const options = "{ deleteBeforeReplace: true }";
      await open(engine, zone("one", "alpha", undefined, options), {
        seed: { storageZones: [{ Id: 7, Name: "alpha" }] },
      });
      succeeded(await run("up", "--yes", "--skip-preview", "--replace", urn("one")));
      assert.equal(deletions(), 1);
      assert.notDeepEqual(live(), [["alpha", 7]]);
      await isTrue();
    });

    it("is created again in the same run if its other entry, of an older version, is replaced before it", async () => {
      const options = "{ deleteBeforeReplace: true }";
      await open(engine, zone("b", "beta", "", options));
      const state = await world.stack.exportState();
      const resources = state.deployment.resources ?? [];
      const twin = resources.find(({ type }) => type.endsWith("StorageZone")) ?? assert.fail();
      resources.push({ ...twin, urn: twin.urn.replace(/::b$/, "::c") });
      const file = path.join(world.projectDir, "twice.json");
      writeFileSync(file, JSON.stringify(state));
      succeeded(await run("stack", "import", "--file", file));
      const c = `new cdn.StorageZone("c", { name: "beta", region: "DE" }, { dependsOn: b, deleteBeforeReplace: true });`;
      succeeded(await up(`const b = ${zone("b", "gamma", "", options)} ${c}`));
      assert.deepEqual(liveNames(), ["beta", "gamma"]);
      await isTrue();
    });

    it("is not imported by its name or another spelling of its id, and is kept", async () => {
      await open(engine, zone("one", "alpha", ""));
      const [[, id] = ["", 0]] = live();
      for (const text of ["alpha", `0${String(id)}`]) {
        const result = await up(zone("one", "alpha", "", `{ import: "${text}" }`));
        if (engine.resources === "native")
          assert.match(result.text, new RegExp(`The id of storage zone "alpha" is ${String(id)}`));
        assert.deepEqual([live(), deletions()], [[["alpha", id]], 0]);
      }
      succeeded(await up(zone("one", "alpha", "", `{ import: "${String(id)}" }`)));
      await isTrue();
    });

    it("is refused to a second resource that imports it, and is kept", async () => {
      await open(engine, zone("one", "alpha", ""));
      const before = live();
      const second = zone("two", "alpha", "", `{ import: "${String(before[0]?.[1])}" }`);
      const refused = await up(zone("one", "alpha", "") + second);
      failed(refused);
      assert.match(refused.text, /Another resource of this program has \d+\. An object/);
      succeeded(await up(zone("one", "alpha", "")));
      assert.deepEqual([live(), deletions()], [before, 0]);
      await isTrue();
    });
  });
});
