import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inProcess } from "../cli/inProcess";
import { forEachKindOnTheCli } from "./support/engines";
import type { EngineUnderTest, RunResult } from "./support/engineUnderTest";
import { openWorld, succeeded, type World, type WorldOptions } from "./support/world";

const zones = `
  const site = new cdn.StorageZone("site", { name: "acme-site", region: "DE", custom404FilePath: "/404.html" });
  const web = new cdn.PullZone("web", { name: "acme-web", storageZoneId: site.storageZoneId });`;
const folder = (options: string): string => `
  const pages = new cdn.StorageFolder("pages", {
    storageZoneId: site.storageZoneId, source: "./public", ${options}
  });`;
const pointer = `
  new cdn.PullZoneEdgeRule("pointer", {
    pullZoneId: web.pullZoneId,
    actionType: 17,
    actionParameter1: pulumi.interpolate\`\${site.storageZoneId}\`,
    actionParameter2: site.name,
    actionParameter3: pages.releasePath,
    triggers: [{ type: 0, patternMatches: ["*"] }],
    purgeOnChange: true,
  });
  return { release: pages.release };`;
const withReleases = zones + folder(`releases: { keep: 2 }, rootFiles: ["404.html"]`) + pointer;

let world: World;

async function open(engine: EngineUnderTest, program: string, options: WorldOptions = {}): Promise<void> {
  world = await openWorld(engine, program, options);
  publish("1");
}

function write(file: string, text: string): void {
  const whole = path.join(world.projectDir, "public", file);
  mkdirSync(path.dirname(whole), { recursive: true });
  writeFileSync(whole, text);
}

/** The source of a version: a page and its parts, which only go together. */
function publish(version: string): void {
  write("index.html", `page ${version}`);
  write("assets/site.css", `style ${version}`);
  write("about/index.html", `about ${version}`);
  write("404.html", "none");
}

const storageId = (): number => Number(world.emulator.storageZones.list()[0]?.Id);
const webId = (): number => Number(world.emulator.pullZones.list()[0]?.Id);
const there = (): string[] => world.emulator.files.list(storageId()).map((file) => file.path);
const releases = (): string[] => there().flatMap((file) => /^releases\/([0-9a-f]{12})\.json$/.exec(file)?.[1] ?? []);
const visit = (page: string): string => String(world.emulator.visit(webId(), page).body ?? "");
const release = async (): Promise<string> => (await world.stack.outputs())["release"]?.value as string;

/** The requests of a run that change something, without ids. */
async function writesOf(run: () => Promise<RunResult>): Promise<string[]> {
  const before = world.emulator.journal.length;
  succeeded(await run());
  const sent = world.emulator.journal.slice(before).filter(({ method }) => method !== "GET");
  return sent.map(({ method, path: at }) =>
    `${method} ${decodeURIComponent(at)}`.replace(/[0-9a-f]{12}/g, "RELEASE").replace(/\/\d+\//, "/ID/"),
  );
}

const moveAndPurge = [
  "POST /pullzone/ID/edgerules/addOrUpdate",
  "POST /pullzone/ID/purgeCache",
  "POST /pullzone/ID/purgeCache",
];

/** Asks for a page, its parts and the page again, until it is stopped. @returns the versions that were seen, each once in a row */
function visitor(): { readonly versions: readonly string[]; readonly stop: () => Promise<void> } {
  const versions: string[] = [];
  let isOver = false;
  const parts = { "/assets/site.css": "style", "/about/": "about" };
  const run = async (): Promise<void> => {
    while (!isOver) {
      const before = visit("/");
      const version = /^page (.*)$/.exec(before)?.[1] ?? before;
      const got: string[] = [];
      for (const part of Object.keys(parts)) {
        await sleep(1);
        got.push(visit(part));
      }
      // A page that changed in between was asked for its parts too late.
      if (visit("/") === before)
        assert.deepEqual(
          got,
          Object.values(parts).map((word) => `${word} ${version}`),
        );
      if (versions.at(-1) !== version) versions.push(version);
      await sleep(1);
    }
  };
  const running = run();
  running.catch(() => undefined);
  return {
    versions,
    stop: async () => {
      isOver = true;
      await running;
    },
  };
}

describe("Releases of a site", () => {
  afterEach(() => world.close());

  // Without the CLI, website.test.ts holds the same for the parts of a website.
  forEachKindOnTheCli((engine) => {
    it("switch with one request and the purges, and back without a file", async () => {
      await open(engine, withReleases);
      const { stack, emulator } = world;
      succeeded(await stack.up());
      assert.equal(visit("/"), "page 1");
      assert.deepEqual(await writesOf(() => stack.up({ expectNoChanges: true })), []);
      const first = await release();

      write("index.html", "page 2");
      const { steps } = succeeded(await stack.preview());
      const changed = steps.flatMap(({ name, detailedDiff }) =>
        Object.keys(detailedDiff ?? {}).map((property) => `${name} ${property}`),
      );
      assert.deepEqual(changed.sort(), [
        'pages files["index.html"]',
        "pages release",
        "pages releasePath",
        "pointer actionParameter3",
      ]);
      assert.equal(visit("/"), "page 1");
      const requests = await writesOf(() => stack.up());
      assert.deepEqual(requests.slice(-4), [
        "PUT /acme-site/releases/RELEASE.after.RELEASE.complete.json",
        ...moveAndPurge,
      ]);
      assert.equal(requests[0], "PUT /acme-site/releases/RELEASE.json");
      assert.equal(visit("/"), "page 2");

      write("index.html", "page 1");
      assert.deepEqual(await writesOf(() => stack.up()), moveAndPurge);
      assert.deepEqual([visit("/"), await release()], ["page 1", first]);

      emulator.files.write(storageId(), `releases/${first}/index.html`, "by hand");
      emulator.files.delete(storageId(), "404.html");
      assert.deepEqual(await writesOf(() => stack.up({ refresh: true })), [
        "PUT /acme-site/releases/RELEASE/index.html",
        "PUT /acme-site/404.html",
      ]);
      succeeded(await stack.preview({ refresh: true, expectNoChanges: true }));

      succeeded(await stack.destroy());
      assert.deepEqual([emulator.storageZones.list(), emulator.pullZones.list()], [[], []]);
    });

    it("are what visitors get, byte for byte, until all of the next one is there", async function () {
      this.timeout(240_000);
      await open(engine, withReleases, { latencyMs: 20 });
      const { stack, emulator } = world;
      succeeded(await stack.up());
      const seen = visitor();

      // An upload that fails in the middle.
      publish("2");
      for (let part = 0; part < 60; part++) write(`assets/${String(part)}.txt`, `${String(part)} 2`);
      emulator.setFaults([{ method: "PUT", path: "**/index.html", fault: { kind: "status", status: 400 } }]);
      const failed = await stack.up();
      assert.notEqual(failed.exitCode, 0);
      assert.match(failed.text, /visitors still get the previous release; the next pulumi up uploads the rest/);
      assert.deepEqual(seen.versions, ["1"]);
      emulator.setFaults([]);
      succeeded(await stack.up());
      await sleep(50);
      assert.deepEqual(seen.versions, ["1", "2"]);

      // A kill while uploading.
      publish("3");
      for (let part = 0; part < 60; part++) write(`assets/${String(part)}.txt`, `${String(part)} 3`);
      const before = there().length;
      const running = stack.start("up", "--yes", "--skip-preview");
      const ended = once(running, "exit");
      while (there().length < before + 10) await sleep(5);
      process.kill(-Number(running.pid), "SIGKILL");
      await ended;
      await stack.command("cancel", "--yes");
      await stack.script(
        `f="\${PULUMI_BACKEND_URL#file://}/.pulumi/stacks/e2e/e2e.json"; test -s "$f" || cp "$f.bak" "$f"`,
      );
      assert.deepEqual(seen.versions, ["1", "2"]);
      const rest = await writesOf(() => stack.up());
      assert.ok(rest.length < 64, "what was sent is not sent again");
      await sleep(50);
      await seen.stop();
      assert.deepEqual(seen.versions, ["1", "2", "3"]);
      succeeded(await stack.destroy());
      assert.deepEqual(emulator.storageZones.list(), []);
    });

    it("stay in the number that is declared, and go with a delivery without them", async function () {
      this.timeout(240_000);
      await open(engine, zones + folder("") + "return { release: pages.release };");
      const { stack, emulator } = world;
      succeeded(await stack.up());
      assert.equal(visit("/"), "page 1");

      // On: what was delivered before stays until the next release.
      world.program(withReleases);
      succeeded(await stack.up());
      assert.ok(there().includes("index.html"));
      const ids = [await release()];
      for (const version of ["2", "3", "4", "5"]) {
        publish(version);
        succeeded(await stack.up());
        assert.equal(visit("/"), `page ${version}`);
        ids.push(await release());
      }
      assert.deepEqual(
        there().filter((file) => !file.startsWith("releases/")),
        ["404.html"],
      );
      // The rule named the fourth when the fifth was sent, so the third was the one before.
      assert.deepEqual(releases().sort(), ids.slice(2).sort());

      // Off, with a change at the same time.
      publish("6");
      world.program(zones + folder(""));
      succeeded(await stack.up());
      assert.deepEqual([visit("/"), visit("/assets/site.css")], ["page 6", "style 6"]);
      assert.equal(releases().length, 3);
      publish("7");
      succeeded(await stack.up());
      assert.deepEqual(there(), ["404.html", "about/index.html", "assets/site.css", "index.html"]);
      rmSync(path.join(world.projectDir, "public", "about"), { recursive: true });
      succeeded(await stack.destroy());
      assert.deepEqual(emulator.storageZones.list(), []);
    });

    it("show how many of their files are sent while that goes on", async function () {
      this.timeout(120_000);
      await open(engine, withReleases);
      for (let part = 4; part < 41; part++) write(`assets/${String(part)}.txt`, String(part));
      world.emulator.setFaults([{ method: "PUT", fault: { kind: "latency", ms: 1500 } }]);
      const { statuses = [] } = succeeded(await world.stack.up());
      const counts = statuses.filter((status) => / of 41 files$/.test(status.text));
      assert.ok(counts.length >= 2, JSON.stringify(statuses));
      assert.match(String(counts[0]?.text), /^Storage folder \d+\/: \d+ of 41 files$/);
      if (engine.resources === "native") assert.match(String(counts[0]?.urn), /::pages$/);
    });

    it("that a rollback went back to show in a refresh only, and pulumi up --refresh undoes it", async function () {
      this.timeout(400_000);
      await open(engine, withReleases);
      const { stack, emulator } = world;
      succeeded(await stack.up());
      const first = await release();
      publish("2");
      write("404.html", "none 2");
      succeeded(await stack.up());
      assert.deepEqual([visit("/"), visit("/nowhere")], ["page 2", "none 2"]);
      const { code, stderr } = await inProcess(emulator, ["rollback", "pull-zone:acme-web", "--yes"]);
      assert.equal(code, 0, stderr);
      assert.deepEqual([visit("/"), visit("/about/"), visit("/nowhere")], ["page 1", "about 1", "none"]);

      succeeded(await stack.preview({ expectNoChanges: true }));
      const shown = await stack.preview({ refresh: true, expectNoChanges: true });
      assert.notEqual(shown.exitCode, 0);
      const changed = shown.steps.filter(({ op }) => op === "update").map(({ name }) => name);
      assert.deepEqual([...new Set(changed)].sort(), ["pages", "pointer"]);
      assert.deepEqual(await writesOf(() => stack.up({ refresh: true })), ["PUT /acme-site/404.html", ...moveAndPurge]);
      assert.deepEqual([visit("/"), visit("/nowhere")], ["page 2", "none 2"]);
      succeeded(await stack.preview({ refresh: true, expectNoChanges: true }));

      // A new release without a refresh, whose page for what is missing is that of the last one.
      assert.equal((await inProcess(emulator, ["rollback", "pull-zone:acme-web", "--yes"])).code, 0);
      assert.equal(visit("/nowhere"), "none");
      publish("3");
      write("404.html", "none 2");
      succeeded(await stack.up());
      assert.deepEqual([visit("/"), visit("/nowhere")], ["page 3", "none 2"]);
      succeeded(await stack.preview({ refresh: true, expectNoChanges: true }));

      // Back to the release that visitors got before, which is not the one with the last date, and then by its commit.
      assert.equal((await inProcess(emulator, ["rollback", "pull-zone:acme-web", "--yes"])).code, 0);
      publish("1");
      succeeded(await stack.up());
      assert.deepEqual([visit("/"), visit("/nowhere"), await release()], ["page 1", "none", first]);
      succeeded(await stack.preview({ refresh: true, expectNoChanges: true }));
      publish("4");
      succeeded(await stack.up());
      assert.equal(visit("/"), "page 4");
      assert.equal((await inProcess(emulator, ["rollback", "pull-zone:acme-web", "--yes"])).code, 0);
      assert.equal(visit("/"), "page 1");
    });

    it("leave a purge due until it is done", async function () {
      this.timeout(120_000);
      await open(engine, withReleases);
      const { stack, emulator } = world;
      succeeded(await stack.up());
      assert.equal(visit("/"), "page 1");
      publish("2");
      emulator.setFaults([{ path: "/pullzone/*/purgeCache", fault: { kind: "status", status: 403 } }]);
      const failed = await stack.up();
      assert.notEqual(failed.exitCode, 0);
      assert.match(failed.text, /the cache of its pull zone was not emptied/);
      assert.equal(visit("/"), "page 1");
      emulator.setFaults([]);
      const preview = await stack.preview({ expectNoChanges: true });
      assert.notEqual(preview.exitCode, 0);
      assert.match(preview.text, /has changed since the cache was emptied: pulumi up empties the cache/);
      assert.deepEqual(await writesOf(() => stack.up()), moveAndPurge.slice(1));
      assert.equal(visit("/"), "page 2");
      succeeded(await stack.preview({ refresh: true, expectNoChanges: true }));
    });
  });
});
