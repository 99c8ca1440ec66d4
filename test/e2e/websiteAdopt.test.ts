import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { forEachKindOnTheCli } from "./support/engines";
import type { EngineUnderTest } from "./support/engineUnderTest";
import { openWorld, succeeded, type World } from "./support/world";

let world: World;

async function open(engine: EngineUnderTest, program: string): Promise<void> {
  world = await openWorld(engine, program);
  publish("home");
}

function publish(text: string): void {
  const folder = path.join(world.projectDir, "public");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "index.html"), text);
}

const webNamed = (name: string) => world.emulator.pullZones.list().find(({ Name }) => Name === name);
const records = () => world.emulator.dnsZones.list()[0]?.Records ?? [];
const hostnamesOf = (name: string): unknown[] =>
  (webNamed(name)?.Hostnames ?? []).filter(({ IsSystemHostname }) => !IsSystemHostname).map(({ Value }) => Value);

describe("A website whose state is lost", function () {
  this.timeout(600_000);
  afterEach(() => world.close());

  forEachKindOnTheCli((engine) => {
    it("is adopted with adopt: true: nothing is doubled, and the rest stays and is told", async () => {
      const site = (more: string): string => `
        const zone = new cdn.DnsZone("zone", { domain: "acme.example", adopt: true });
        new cdn.Website("site", {
          name: "acme-site", source: "./public", dnsZoneId: zone.dnsZoneId, hostnames: ["www.acme.example"],
          headers: { "X-A": "1" }, redirects: [{ from: "/old", to: "/new" }], ${more}
        });`;
      await open(engine, site(""));
      const { stack, emulator } = world;
      succeeded(await stack.up());
      const [id, before] = [Number(webNamed("acme-site")?.Id), webNamed("acme-site")?.EdgeRules ?? []];
      const guids = before.map(({ Guid }) => Guid).sort();
      const redirect = before.find(({ Description }) => Description === "redirect /old");
      const byHand = { ...redirect, Guid: "byhand", OrderIndex: 99, Description: "by hand" };
      emulator.pullZones.change(id, { EdgeRules: [...before, byHand] as typeof before });
      await stack.script(`echo '{"version":3,"deployment":{}}' | pulumi stack import`);

      publish("home again");
      const { exitCode, text } = await stack.up();
      assert.notEqual(exitCode, 0);
      assert.match(text, /adopt: true on the Website/);
      world.program(site("adopt: true, cache: { assets: 60 }"));
      const adopted = succeeded(await stack.up()).text;
      assert.match(adopted, /Adopted edge rule .* Updated: .*actionParameter3/);
      assert.match(adopted, /Adopted edge rule .* Updated: actionParameter1/);
      assert.match(adopted, /also has what matches nothing in the program: edge rule byhand \("by hand"\)\. /);
      const after = webNamed("acme-site")?.EdgeRules ?? [];
      assert.deepEqual(after.map(({ Guid }) => Guid).sort(), [...guids, "byhand"].sort());
      assert.equal(records().length, 1);
      assert.equal(emulator.visit(id, "/").body?.toString(), "home again");

      assert.doesNotMatch(succeeded(await stack.preview({ expectNoChanges: true, refresh: true })).text, /byhand/);
      publish("later");
      assert.doesNotMatch(succeeded(await stack.up()).text, /byhand/);
      world.program(site("cache: { assets: 60 }"));
      succeeded(await stack.up());
      succeeded(await stack.destroy());
      assert.deepEqual([emulator.pullZones.list(), emulator.storageZones.list()], [[], []]);
    });
  });
});

describe("A hostname that moves from one website to another in one run", function () {
  this.timeout(600_000);
  afterEach(() => world.close());

  forEachKindOnTheCli((engine) => {
    it("is refused before its record is made, and moves with its record with takeOverHostnames", async () => {
      const program = (name: string, more: string): string => `
        const zone = new cdn.DnsZone("zone", { domain: "acme.example" });
        new cdn.Website("${name}", {
          name: "acme-${name}", source: "./public", dnsZoneId: zone.dnsZoneId, hostnames: ["www.acme.example"], ${more}
        });`;
      await open(engine, program("old", ""));
      const { stack } = world;
      succeeded(await stack.up());
      const [record] = records();
      world.program(program("new", ""));
      const { exitCode, text } = await stack.up();
      assert.notEqual(exitCode, 0);
      assert.match(text, /No record was added: pull zone acme-old \(id \d+\).*on a Website: takeOverHostnames: true/s);
      assert.deepEqual([records().length, hostnamesOf("acme-old")], [1, ["www.acme.example"]]);

      world.program(program("new", "takeOverHostnames: true,"));
      const moved = succeeded(await stack.up({ refresh: true })).text;
      assert.match(moved, /Hostname www\.acme\.example was removed from pull zone acme-old/);
      assert.deepEqual(
        records().map(({ Id }) => Id),
        [record?.Id],
      );
      assert.deepEqual(hostnamesOf("acme-new"), ["www.acme.example"]);
      assert.equal(webNamed("acme-old"), undefined);
      assert.equal(
        webNamed("acme-new")?.Hostnames?.find(({ IsSystemHostname }) => !IsSystemHostname)?.HasCertificate,
        true,
      );
      succeeded(await stack.preview({ expectNoChanges: true, refresh: true }));
      succeeded(await stack.destroy());
    });
  });
});
