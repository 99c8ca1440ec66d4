import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inProcess } from "../cli/inProcess";
import { forEachEngineAndKind, forEachKindOnTheCli, itOnTheCli } from "./support/engines";
import type { EngineUnderTest } from "./support/engineUnderTest";
import { openWorld, succeeded, type World } from "./support/world";

const folder = (options: string): string => `
  const zone = new cdn.StorageZone("site", { name: "acme-site", region: "DE" });
  const web = new cdn.PullZone("web", { name: "acme-web", storageZoneId: zone.storageZoneId });
  new cdn.StorageFolder("pages", { storageZoneId: zone.storageZoneId, source: "./public", ${options} });`;
const website = `new cdn.Website("site", { name: "acme-site", source: "./public" });`;
const page = "bunnycdn_errors/404.html";

let world: World;

async function open(engine: EngineUnderTest, program: string): Promise<void> {
  world = await openWorld(engine, program);
  write("index.html", "home");
  write(page, "not here");
}

function write(file: string, text: string): void {
  const whole = path.join(world.projectDir, "public", file);
  mkdirSync(path.dirname(whole), { recursive: true });
  writeFileSync(whole, text);
}

const zoneId = (): number => Number(world.emulator.storageZones.list()[0]?.Id);
/** The files outside of the releases. */
const atRoot = (): string[] =>
  world.emulator.files.list(zoneId()).flatMap((file) => (/^(docs\/)?releases\//.test(file.path) ? [] : [file.path]));
const visit = (at: string): unknown[] => {
  const { status, body } = world.emulator.visit(Number(world.emulator.pullZones.list()[0]?.Id), at);
  return [status, String(body ?? "")];
};

describe("The service's page for missing files", function () {
  this.timeout(300_000);
  afterEach(() => world.close());

  forEachEngineAndKind((engine) => {
    itOnTheCli("goes to the root of the zone with each release, and comes back with a rollback", async () => {
      await open(engine, website);
      write("docs/404.html", "a page of the docs");
      succeeded(await world.stack.up());
      assert.deepEqual(atRoot(), [page]);
      assert.deepEqual(visit("/nowhere"), [404, "not here"]);
      succeeded(await world.stack.up({ refresh: true, expectNoChanges: true }));

      write(page, "gone");
      succeeded(await world.stack.up());
      assert.deepEqual(visit("/nowhere"), [404, "gone"]);
      const { code, stderr } = await inProcess(world.emulator, ["rollback", "pull-zone:acme-site", "--yes"]);
      assert.equal(code, 0, stderr);
      assert.deepEqual(visit("/nowhere"), [404, "not here"]);

      // The source's own page comes first.
      write("404.html", "own page");
      succeeded(await world.stack.up());
      assert.deepEqual(atRoot(), ["404.html", page]);
      assert.deepEqual(
        [visit("/nowhere"), visit("/docs/404.html")],
        [
          [404, "own page"],
          [200, "a page of the docs"],
        ],
      );
      succeeded(await world.stack.destroy());
    });
  });

  // Without the CLI, test/lifecycle/storageFolderDelivery.test.ts holds what is delivered to the root.
  forEachKindOnTheCli((engine) => {
    it("is not found below a prefix, which the preview warns of until rootFiles names it", async () => {
      await open(engine, folder(`prefix: "docs", releases: { keep: 2 }`));
      const warning =
        /warning: The service does not find docs\/bunnycdn_errors\/404\.html by itself.*custom404FilePath to "\/docs\/bunnycdn_errors\/404\.html".*rootFiles/;
      assert.match(succeeded(await world.stack.preview()).text, warning);
      world.program(folder(`prefix: "docs", releases: { keep: 2 }, rootFiles: ["${page}"]`));
      assert.doesNotMatch(succeeded(await world.stack.up()).text, /warning: The service does not find/);
      assert.deepEqual(atRoot(), [`docs/${page}`]);
    });

    it("comes to a site of 0.4.0, whose copies of other folders' pages go with the next release", async () => {
      await open(engine, website);
      write("404.html", "own page");
      write("docs/404.html", "a page of the docs");
      succeeded(await world.stack.up());
      // 0.4.0 matched 404.html in any folder, and left the service's folder in the release.
      const state = await world.stack.exportState({ showSecrets: true });
      const pages = state.deployment.resources?.find(({ type }) => type.endsWith(":StorageFolder"));
      const outputs = pages?.outputs as Record<string, Record<string, string>>;
      const checksums = outputs["files"] ?? {};
      outputs["__filesAtPrefix"] = {
        "404.html": String(checksums["404.html"]),
        "docs/404.html": String(checksums["docs/404.html"]),
      };
      await world.stack.importState(state);
      world.emulator.files.write(zoneId(), "docs/404.html", "a page of the docs");
      world.emulator.files.delete(zoneId(), page);

      const { text, steps } = succeeded(await world.stack.preview());
      assert.match(
        text,
        /lacks files at the root of the storage zone: pulumi up delivers "bunnycdn_errors\/404\.html"/,
      );
      assert.doesNotMatch(text, /docs\/404\.html/);
      assert.deepEqual(
        steps.filter(({ op }) => op !== "same").map(({ op, name }) => `${op} ${name}`),
        ["update site"],
      );
      succeeded(await world.stack.up());
      assert.deepEqual(atRoot(), ["404.html", page, "docs/404.html"]);
      succeeded(await world.stack.preview({ expectNoChanges: true }));

      write("index.html", "home 2");
      const told =
        /pulumi up deletes these files at the root of the storage zone, .*: "docs\/404\.html"\. Releases keep them/;
      assert.match(succeeded(await world.stack.preview()).text, told);
      succeeded(await world.stack.up());
      assert.deepEqual(atRoot(), ["404.html", page]);
      assert.deepEqual(visit("/docs/404.html"), [200, "a page of the docs"]);
      succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
    });
  });
});
