import assert from "node:assert/strict";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { forEachKindOnTheCli } from "./support/engines";
import type { EngineUnderTest, RunResult } from "./support/engineUnderTest";
import { openWorld, succeeded, type World } from "./support/world";

const zones = `
  const site = new cdn.StorageZone("site", { name: "acme-site", region: "DE" });
  const web = new cdn.PullZone("web", { name: "acme-web", storageZoneId: site.storageZoneId });`;
const folder = (name: string, source: string, prefix = "", options = "{}"): string => `
  new cdn.StorageFolder("${name}", {
    storageZoneId: site.storageZoneId, source: "${source}", prefix: "${prefix}", purgePullZoneIds: [web.pullZoneId],
  }, ${options});`;

describe("The files of a storage folder", () => {
  let world: World;

  afterEach(() => world.close());

  const open = async (engine: EngineUnderTest, files: Readonly<Record<string, string>>, body: string) => {
    world = await openWorld(engine, zones + body);
    write(files);
    succeeded(await world.stack.up());
  };
  const write = (files: Readonly<Record<string, string>>): void => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(world.projectDir, file)), { recursive: true });
      writeFileSync(path.join(world.projectDir, file), text);
    }
  };
  const remove = (file: string): void => rmSync(path.join(world.projectDir, file), { recursive: true });
  const zoneId = (): number => Number(world.emulator.storageZones.list()[0]?.Id);
  const there = (): string[] => world.emulator.files.list(zoneId()).map((file) => file.path);
  const content = (file: string): string | undefined => world.emulator.files.read(zoneId(), file)?.toString();
  const up = async (body: string): Promise<RunResult> => {
    world.program(zones + body);
    return succeeded(await world.stack.up());
  };
  const isTrue = async (): Promise<void> => {
    succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
  };

  forEachKindOnTheCli((engine) => {
    it("that keep their path cause a warning with the purge command if replicas lag for 30 s", async () => {
      let passedMs = 0;
      const fileReplicationMs = 3_600_000;
      world = await openWorld(
        engine,
        `
        const site = new cdn.StorageZone("site", { name: "acme-site", region: "DE", replicationRegions: ["NY"] });
        const web = new cdn.PullZone("web", { name: "acme-web", storageZoneId: site.storageZoneId });` +
          folder("one", "./one", "v1") +
          folder("two", "./two", "v2"),
        { fileReplicationMs, now: () => Date.now() + passedMs },
      );
      write({ "one/index.html": "old", "two/index.html": "old" });
      succeeded(await world.stack.up());
      passedMs += fileReplicationMs;
      write({ "one/index.html": "changed", "one/more.html": "new", "two/index.html": "changed" });
      world.emulator.clearJournal();
      const begin = performance.now();
      const { text } = succeeded(await world.stack.up());
      assert.ok(performance.now() - begin >= 30_000);
      assert.equal(world.emulator.journal.filter(({ operation }) => operation === "putFile").length, 3);
      const warned =
        text.match(/warning: .*: After 30 s, the replicas don't show all files\. .* old content .*/g) ?? [];
      assert.ok(warned.length >= 2, text);
      assert.match(String(warned), /run: npx pulumi-cdn-zones purge acme-web/);
      assert.equal(content("v1/index.html"), "changed");
      await isTrue();
    }).timeout(400_000);

    it("go with their entry, unless another folder of the program has them, wherever it is", async () => {
      const first = { "one/index.html": "1", "one/one.txt": "1", "two/index.html": "2", "two/two.txt": "2" };
      await open(engine, first, folder("one", "./one", "v1") + folder("two", "./two", "v2"));
      await up(folder("one", "./one", "v2") + folder("two", "./two", "v1"));
      assert.deepEqual(there(), ["v1/index.html", "v1/two.txt", "v2/index.html", "v2/one.txt"]);
      await isTrue();

      // Renamed without an alias.
      remove("one/one.txt");
      write({ "one/more.txt": "1" });
      await up(folder("renamed", "./one", "v2") + folder("two", "./two", "v1"));
      assert.deepEqual(there(), ["v1/index.html", "v1/two.txt", "v2/index.html", "v2/more.txt"]);
      await isTrue();

      remove("two/two.txt");
      const urn = (await world.stack.exportState()).deployment.resources?.find((one) => one.urn.endsWith("::two"))?.urn;
      succeeded(await world.stack.command("up", "--yes", "--skip-preview", "--replace", String(urn)));
      assert.deepEqual(there(), ["v1/index.html", "v2/index.html", "v2/more.txt"]);

      // The storage host takes a file for gone, twice.
      const wrong = { kind: "status", status: 404 } as const;
      world.emulator.setFaults([
        { method: "DELETE", path: "/acme-site/v1/index.html", times: 1, fault: wrong },
        { method: "GET", path: "/acme-site/v1/", times: 1, fault: wrong },
      ]);
      await up(folder("renamed", "./one", "v2"));
      assert.deepEqual(there(), ["v2/index.html", "v2/more.txt"]);
    });

    it("are sent as the preview says: what was changed outside stays, and equal files elsewhere are no difference", async () => {
      await open(engine, { "site/a.txt": "a", "site/b.txt": "b", "site/__proto__": "p" }, folder("pages", "./site"));
      assert.deepEqual(there(), ["__proto__", "a.txt", "b.txt"]);
      const { emulator, stack } = world;

      emulator.files.write(zoneId(), "a.txt", "by hand");
      write({ "site/b.txt": "changed" });
      const { text } = await up(folder("pages", "./site"));
      assert.match(
        text,
        /files that were changed or deleted outside stay as they are: "a\.txt"\. pulumi up --refresh restores/,
      );
      assert.deepEqual([content("a.txt"), content("b.txt")], ["by hand", "changed"]);
      succeeded(await stack.up({ refresh: true }));
      assert.equal(content("a.txt"), "a");

      // Another machine has the same files elsewhere.
      const elsewhere = path.join(world.projectDir, "elsewhere");
      cpSync(path.join(world.projectDir, "site"), elsewhere, { recursive: true });
      remove("site");
      world.program(zones + folder("pages", elsewhere));
      await isTrue();
      write({ "elsewhere/c.txt": "c" });
      await up(folder("pages", elsewhere));
      assert.equal(content("c.txt"), "c");
      await isTrue();
    });

    it("leave a purge due until it is done, also after a refresh", async () => {
      await open(engine, { "site/a.txt": "a" }, folder("pages", "./site"));
      const { emulator, stack } = world;
      const purges = (): number => emulator.purges.length;
      const failPurge = async (text: string): Promise<void> => {
        write({ "site/a.txt": text });
        emulator.setFaults([{ path: "/pullzone/*/purgeCache", times: 1, fault: { kind: "status", status: 403 } }]);
        assert.notEqual((await stack.up()).exitCode, 0);
      };
      const before = purges();
      await failPurge("changed");
      succeeded(await stack.refresh());
      const preview = await stack.preview({ expectNoChanges: true });
      assert.notEqual(preview.exitCode, 0);
      assert.match(preview.text, /has changed since the caches were emptied: pulumi up empties them/);
      assert.equal(purges(), before);
      succeeded(await stack.up());
      assert.equal(purges(), before + 1);

      await failPurge("changed again");
      succeeded(await stack.up({ refresh: true }));
      assert.equal(purges(), before + 2);
      succeeded(await stack.up({ expectNoChanges: true }));
      assert.equal(purges(), before + 2);
    });

    it("take the place of a folder that has no other files, and otherwise the rest is sent", async () => {
      await open(engine, { "site/about/index.html": "about", "site/a.html": "a" }, folder("pages", "./site"));
      remove("site/about");
      write({ "site/about": "about", "site/a.html": "changed" });
      const { emulator, stack } = world;
      emulator.files.write(zoneId(), "about/foreign.txt", "somebody's");
      const refusal = /Not sent: "about" because of "about\/foreign\.txt".*Delete it there, or rename the file/;
      assert.match((await stack.preview()).text, refusal);
      const failed = await stack.up();
      assert.notEqual(failed.exitCode, 0);
      assert.match(failed.text, refusal);
      assert.deepEqual(there(), ["a.html", "about/foreign.txt", "about/index.html"]);
      assert.equal(content("a.html"), "changed");

      emulator.files.delete(zoneId(), "about/foreign.txt");
      succeeded(await stack.up());
      assert.deepEqual(there(), ["a.html", "about"]);
      await isTrue();
    });
  });
});
