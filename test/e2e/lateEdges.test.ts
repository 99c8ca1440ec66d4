import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inProcess } from "../cli/inProcess";
import { forEachKindOnTheCli } from "./support/engines";
import { openWorld, succeeded, type World } from "./support/world";

// Edges learn of a changed rule up to 20 s late. Here the late one takes a tenth of that, and so does the wait for it.
const lateMs = 2_000;
const waits = { CDN_EDGE_DELAY_SECONDS: "2.2" };
const program = (header: string): string => `
  const site = new cdn.Website("site", {
    name: "acme-site", source: "./public", headers: { "X-Version": "${header}", "X-Other": "${header}" },
  });
  return { release: site.release };`;

forEachKindOnTheCli((engine) => {
  describe("A site with an edge that is late", () => {
    let world: World;
    let visitor: NodeJS.Timeout;
    afterEach(async () => {
      clearInterval(visitor);
      await world.close();
    });

    function publish(version: string): void {
      mkdirSync(path.join(world.projectDir, "public"), { recursive: true });
      writeFileSync(path.join(world.projectDir, "public", "index.html"), `page ${version}`);
    }
    const webId = (): number => Number(world.emulator.pullZones.list()[0]?.Id);
    /** What a visitor of each edge gets: the page and the header of a rule. */
    const seen = (): string[] =>
      [0, 1].map((edge) => {
        const { body, headers } = world.emulator.visit(webId(), "/", edge);
        return `${String(body)}, ${String(headers?.["x-version"])}`;
      });

    async function open(env: Record<string, string>): Promise<void> {
      world = await openWorld(engine, program("1"), { edges: [{ delayMs: 0 }, { delayMs: lateMs }], env });
      publish("1");
      succeeded(await world.stack.up());
      visitor = setInterval(() => world.emulator.pullZones.list().length > 0 && seen(), 50);
    }

    it("shows nothing of the former release after an update, a deployment and a rollback", async function () {
      this.timeout(300_000);
      await open(waits);
      publish("2");
      world.program(program("2"));
      world.emulator.clearJournal();
      const { text } = succeeded(await world.stack.up());
      assert.deepEqual(seen(), ["page 2, 2", "page 2, 2"]);
      assert.match(
        text,
        /its cache was emptied twice.*If a page is still the former one a minute from now, run npx pulumi-cdn-zones purge acme-site/,
      );

      const { url, accessKey } = world.emulator;
      const env = { CDN_BASE_URL: url, CDN_ACCESS_KEY: accessKey, ...waits };
      const run = async (...argv: readonly string[]) => {
        const { code, stderr } = await inProcess(world.emulator, argv, { env });
        assert.equal(code, 0, stderr);
      };
      publish("3");
      await run("deploy", path.join(world.projectDir, "public"), "acme-site", "--release", "--purge", "acme-site");
      assert.deepEqual(seen(), ["page 3, 2", "page 3, 2"]);
      await run("rollback", "pull-zone:acme-site", "--yes", "--wait");
      assert.deepEqual(seen(), ["page 2, 2", "page 2, 2"]);
    });

    it("keeps the former release on the late edge if caches are emptied only once", async function () {
      this.timeout(300_000);
      await open({ CDN_EDGE_DELAY_SECONDS: "0" });
      publish("2");
      world.program(program("2"));
      succeeded(await world.stack.up());
      await new Promise((resolve) => setTimeout(resolve, lateMs));
      assert.equal(seen()[1], "page 1, 1");
    });
  });
});
