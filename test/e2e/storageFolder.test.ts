import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { forEachEngineAndKind } from "./support/engines";
import type { RunResult } from "./support/engineUnderTest";
import { openWorld, succeeded, type World } from "./support/world";

const zones = `
  const site = new cdn.StorageZone("site", { name: "acme-site", region: "DE" });
  const web = new cdn.PullZone("web", { name: "acme-web", storageZoneId: site.storageZoneId });`;
const program = `${zones}
  const pages = new cdn.StorageFolder("pages", {
    storageZoneId: site.storageZoneId, source: "./public", exclude: ["*.map"], purgePullZoneIds: [web.pullZoneId],
  });
  return { count: pages.fileCount };`;

describe("A storage folder", () => {
  forEachEngineAndKind((engine) => {
    let world: World;

    afterEach(() => world.close());

    const write = (file: string, text: string): void => {
      const whole = path.join(world.projectDir, "public", file);
      mkdirSync(path.dirname(whole), { recursive: true });
      writeFileSync(whole, text);
    };
    const remove = (file: string): void => rmSync(path.join(world.projectDir, "public", file));
    const zoneId = (): number => Number(world.emulator.storageZones.list()[0]?.Id);
    const there = (): string[] => world.emulator.files.list(zoneId()).map((file) => file.path);
    /** The requests of a run that change something. */
    const writesOf = async (run: () => Promise<RunResult>): Promise<string[]> => {
      const before = world.emulator.journal.length;
      succeeded(await run());
      const sent = world.emulator.journal.slice(before).filter(({ method }) => method !== "GET");
      return sent.map(({ method, path: at }) => `${method} ${decodeURIComponent(at).replace(/\d+/, "ID")}`).sort();
    };
    const purge = "POST /pullzone/ID/purgeCache";
    const changed = ({ steps }: RunResult): string[] =>
      steps
        .filter(({ name }) => name === "pages")
        .flatMap(({ detailedDiff }) => Object.keys(detailedDiff ?? {}).sort());

    it("sends what differs, deletes what it sent, and leaves other files alone", async () => {
      world = await openWorld(engine, program);
      const { stack } = world;
      const early = await stack.up();
      assert.notEqual(early.exitCode, 0);
      assert.match(early.text, /The source \S*\/public does not exist/);
      if (engine.resources === "dynamic") assert.doesNotMatch(early.text, /unknown/);

      for (const file of ["index.html", "a b.js", "docs/c#1%.css", "a.js.map"]) write(file, file);
      succeeded(await stack.up());
      assert.deepEqual(there(), ["a b.js", "docs/c#1%.css", "index.html"]);
      assert.deepEqual((await stack.outputs())["count"]?.value, 3);
      assert.deepEqual(await writesOf(() => stack.up({ expectNoChanges: true })), []);

      world.emulator.files.write(zoneId(), "foreign.txt", "somebody's");
      write("index.html", "changed");
      remove("docs/c#1%.css");
      assert.deepEqual(changed(succeeded(await stack.preview())), ['files["docs/c#1%.css"]', 'files["index.html"]']);
      assert.deepEqual(await writesOf(() => stack.up()), [
        "DELETE /acme-site/docs/c#ID%.css",
        purge,
        purge,
        "PUT /acme-site/index.html",
      ]);
      assert.deepEqual(there(), ["a b.js", "foreign.txt", "index.html"]);

      // Changed and deleted outside.
      world.emulator.files.write(zoneId(), "index.html", "by hand");
      world.emulator.files.delete(zoneId(), "a b.js");
      assert.deepEqual(await writesOf(() => stack.up({ refresh: true })), [
        purge,
        "PUT /acme-site/a b.js",
        "PUT /acme-site/index.html",
      ]);

      // Moved into a folder of itself, which has a file of the same name already.
      write("docs/index.html", "changed");
      succeeded(await stack.up());
      world.program(program.replace("source:", `prefix: "docs", source:`));
      assert.deepEqual(await writesOf(() => stack.up()), [
        "DELETE /acme-site/a b.js",
        "DELETE /acme-site/index.html",
        purge,
        purge,
        "PUT /acme-site/docs/a b.js",
        "PUT /acme-site/docs/docs/index.html",
      ]);
      assert.deepEqual(there(), ["docs/a b.js", "docs/docs/index.html", "docs/index.html", "foreign.txt"]);

      world.program(zones);
      succeeded(await stack.up());
      assert.deepEqual(there(), ["foreign.txt"]);
    });

    // Native resources save the state of a failure as those of other kinds do.
    if (engine.name !== "local" && engine.resources === "dynamic") {
      it("that fails halfway keeps what was sent, and the next up sends the rest", async () => {
        world = await openWorld(engine, program);
        const { stack, emulator } = world;
        const names = Array.from({ length: 30 }, (_, index) => `f${String(index)}.txt`);
        for (const file of names) write(file, file);
        emulator.setFaults([{ method: "PUT", path: "/acme-site/f25.txt", fault: { kind: "status", status: 400 } }]);
        const failed = await stack.up();
        assert.notEqual(failed.exitCode, 0);
        assert.match(failed.text, /the next pulumi up uploads the rest/);
        const sent = there();
        const { resources = [] } = (await stack.exportState()).deployment;
        const state = resources.find(({ urn }) => urn.endsWith("::pages"));
        assert.deepEqual(Object.keys((state?.outputs as { files: object }).files).sort(), sent);
        emulator.setFaults([]);
        const rest = names.filter((name) => !sent.includes(name));
        assert.deepEqual(
          await writesOf(() => stack.up()),
          [purge, ...rest.map((name) => `PUT /acme-site/${name.replace(/\d+/, "ID")}`)].sort(),
        );
        succeeded(await stack.preview({ refresh: true, expectNoChanges: true }));
        succeeded(await stack.destroy());
        assert.deepEqual(emulator.storageZones.list(), []);
      });
    }

    // Without the CLI, test/lifecycle/storageFolder.test.ts and test/files/source.test.ts hold what is sent and refused.
    if (engine.name === "local") return;

    it("leaves out what is private, refuses the project's own folder, and takes a path only", async () => {
      world = await openWorld(engine, program.replace('exclude: ["*.map"]', 'include: [".env"], exclude: ["*.mpa"]'));
      const { stack } = world;
      for (const file of ["index.html", ".env", "tls.pem", "node_modules/a.js"]) write(file, file);
      const first = succeeded(await stack.up());
      assert.deepEqual(there(), [".env", "index.html"]);
      assert.match(
        first.text,
        /warning: Left out of \S+\/public, .*: node_modules, tls\.pem\. To send one, name it in include/,
      );
      assert.match(first.text, /warning: Nothing in \S+ matches: exclude "\*\.mpa"/);

      // As if a version that sent everything had sent it.
      world.program(program);
      const shown = changed(succeeded(await stack.preview()));
      assert.deepEqual(
        shown.filter((change) => change.startsWith("files")),
        ['files[".env"]'],
      );
      assert.deepEqual(await writesOf(() => stack.up()), ["DELETE /acme-site/.env", purge]);

      for (const [source, message] of [
        ['"."', /source\W.*is the folder of a Pulumi project, because it has Pulumi\.yaml/],
        [
          'new pulumi.asset.FileArchive("./public")',
          /source\W.*must be the path of a folder, but got: an archive.*Give the path as text, such as "\.\/public"/,
        ],
        ['new pulumi.asset.StringAsset("./public")', /source\W.*must be the path of a folder/],
      ] as const) {
        world.program(program.replace('"./public"', source));
        const refused = await stack.preview();
        assert.notEqual(refused.exitCode, 0);
        assert.match(refused.text, message);
      }
    });
  });
});
