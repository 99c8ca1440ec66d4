import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { asVisitor } from "./support/asVisitor";
import { forEachEngineAndKind, itOnTheCli } from "./support/engines";
import type { EngineUnderTest } from "./support/engineUnderTest";
import { openWorld, succeeded, type World } from "./support/world";

let world: World;

async function open(engine: EngineUnderTest, program: string): Promise<void> {
  world = await openWorld(engine, program);
  const folder = path.join(world.projectDir, "public");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "index.html"), "home");
  writeFileSync(path.join(folder, "site.css"), "body {}");
}

/** Requests a path of a hostname, as a browser does, without following redirects. */
async function get(host: string, at: string): Promise<IncomingMessage> {
  return (await asVisitor(world.emulator, host, at)).response;
}

describe("The edge rules of a website", function () {
  this.timeout(600_000);
  afterEach(() => world.close());

  forEachEngineAndKind((engine) => {
    itOnTheCli(
      "redirect to the canonical hostname with path and query, once all hostnames have certificates",
      async () => {
        await open(
          engine,
          `
        const zone = new cdn.DnsZone("zone", { domain: "acme.example" });
        const site = new cdn.Website("site", {
          name: "acme-site", source: "./public", dnsZoneId: zone.dnsZoneId, cache: { assets: 31536000 },
          hostnames: ["acme.example", "www.acme.example"], canonicalHostname: "www.acme.example",
          redirects: [{ from: "/old", to: "/new" }],
        });
        return { url: site.url };`,
        );
        const { stack, emulator } = world;
        succeeded(await stack.up());
        assert.equal(
          (await stack.outputs())["url"]?.value,
          `http://www.acme.example.localhost:${String(emulator.port)}`,
        );
        const redirected = await get("acme.example", "/old?a=1");
        assert.deepEqual(
          [redirected.statusCode, redirected.headers.location],
          [301, "http://www.acme.example/old?a=1"],
        );
        assert.equal((await get("www.acme.example", "/")).statusCode, 200);
        const system = emulator.pullZones.list()[0]?.Hostnames?.find(({ IsSystemHostname }) => IsSystemHostname);
        assert.equal((await get(String(system?.Value), "/")).statusCode, 200);
        assert.match(String((await get("www.acme.example", "/old")).headers.location), /\/new$/);

        const operations = emulator.journal.map(({ operation }) => operation);
        const certificates = operations.flatMap((operation, at) => (operation === "loadFreeCertificate" ? [at] : []));
        assert.equal(certificates.length, 2);
        assert.equal(
          operations.indexOf("addOrUpdateEdgeRule", certificates[1]),
          operations.lastIndexOf("addOrUpdateEdgeRule"),
        );
        const [rule] = [...(emulator.pullZones.list()[0]?.EdgeRules ?? [])].sort((a, b) => a.OrderIndex - b.OrderIndex);
        assert.deepEqual(
          rule?.Triggers?.map(({ PatternMatches }) => PatternMatches),
          [["*://acme.example/*"]],
        );

        // Browsers keep an asset, but not that it is missing.
        const cacheOf = async (at: string): Promise<unknown> =>
          (await get("www.acme.example", at)).headers["cache-control"];
        assert.equal(await cacheOf("/site.css"), "public, max-age=31536000");
        assert.equal(await cacheOf("/gone.css"), "public, max-age=0");
        succeeded(await stack.up({ refresh: true, expectNoChanges: true }));
        succeeded(await stack.destroy());
      },
    );

    itOnTheCli(
      "empty the cache after a change of the page for missing files, singlePageApp and the cache time of HTML",
      async () => {
        const site = (args: string): string =>
          `new cdn.Website("site", { name: "acme-site", source: "./public", ${args} });`;
        await open(engine, site("singlePageApp: true"));
        const { stack, emulator } = world;
        succeeded(await stack.up());
        for (const args of ["singlePageApp: false", 'notFoundPage: "index.html"', "cache: { html: 60 }"]) {
          world.program(site(args));
          emulator.clearJournal();
          succeeded(await stack.up());
          const operations = emulator.journal.map(({ method, path: at }) => `${method} ${at}`);
          const last = operations.findLastIndex((operation) => /^POST \/(pullzone|storagezone)\/\d+$/.test(operation));
          const purges = operations.filter((operation, at) => at > last && operation.endsWith("/purgeCache"));
          assert.ok(purges.length >= 2, `${args}: ${operations.join(", ")}`);
        }
        succeeded(await stack.up({ refresh: true, expectNoChanges: true }));
      },
    );

    it("leave room for the release: with too many, the site is there without the last of them", async () => {
      await open(
        engine,
        `
        const redirects = Array.from({ length: 60 }, (_, index) => ({ from: "/a" + index, to: "/b" + index }));
        new cdn.Website("site", { name: "acme-site", source: "./public", redirects });`,
      );
      const { stack, emulator } = world;
      assert.notEqual((await stack.up()).exitCode, 0);
      const [pullZone] = emulator.pullZones.list();
      assert.equal(pullZone?.EdgeRules?.length, 50);
      assert.equal(String(emulator.visit(Number(pullZone.Id), "/").body), "home");
    });
  });
});
