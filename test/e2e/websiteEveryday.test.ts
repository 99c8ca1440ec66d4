import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { forEachKindOnTheCli, onTheCli } from "./support/engines";
import type { EngineUnderTest, RunResult } from "./support/engineUnderTest";
import { addPlugin, byVariables, openWorld, succeeded, useDynamicResources, type World } from "./support/world";

let world: World;

function write(file: string, text: string): void {
  const whole = path.join(world.projectDir, "public", file);
  mkdirSync(path.dirname(whole), { recursive: true });
  writeFileSync(whole, text);
}

async function open(engine: EngineUnderTest, program: string): Promise<void> {
  const seed = { dnsZones: [{ Id: 5, Domain: "acme.example" }] };
  world = await openWorld(engine, program, { seed });
  write("index.html", "home 1");
  write("404.html", "none");
  succeeded(await world.stack.up());
}

/** A program with one website. @param more lines of its arguments @param options its resource options */
function site(more = "", options = "{}", name = "site"): string {
  return `
    const site = new cdn.Website("${name}", {
      name: "acme-site", source: "./public", dnsZoneId: 5,
      ${more}
    }, ${options});
    return { url: site.url, release: site.release };`;
}

const full = `
  hostnames: ["www.acme.example"],
  headers: { "X-Frame-Options": "DENY" },
  redirects: [{ from: "/blog/*", to: "/news/" }, { from: "/old", to: "/" }],`;

const webId = (): number => Number(world.emulator.pullZones.list()[0]?.Id);
const visit = (page: string): string => String(world.emulator.visit(webId(), page).body ?? "");
/** The edge rules in their order, by their descriptions. */
const rules = (): string[] =>
  [...(world.emulator.pullZones.get(webId())?.EdgeRules ?? [])]
    .sort((a, b) => a.OrderIndex - b.OrderIndex)
    .map(({ Description }) => String(Description));
const hostnames = (): string[] =>
  (world.emulator.pullZones.get(webId())?.Hostnames ?? [])
    .filter(({ IsSystemHostname }) => !IsSystemHostname)
    .map(({ Value }) => String(Value))
    .sort();
const records = (): string[] => (world.emulator.dnsZones.get(5)?.Records ?? []).map(({ Name }) => String(Name)).sort();

/** The requests of a run that change something, by their operations. */
async function changesOf(run: () => Promise<RunResult>): Promise<string[]> {
  const before = world.emulator.journal.length;
  succeeded(await run());
  const sent = world.emulator.journal.slice(before).filter(({ method }) => method !== "GET");
  return sent.map(({ operation }) => String(operation));
}

const isClean = async (): Promise<void> =>
  void succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));

async function isDestroyed(): Promise<void> {
  succeeded(await world.stack.destroy());
  const { emulator } = world;
  assert.deepEqual([emulator.pullZones.list(), emulator.storageZones.list(), records()], [[], [], []]);
}

describe("A website in everyday use", function () {
  this.timeout(600_000);
  afterEach(() => world.close());

  onTheCli((engine) => {
    it("moves to native resources and back with reads alone", async () => {
      await open(engine, site(full));
      const isMoved = async (): Promise<void> => {
        assert.deepEqual(await changesOf(() => world.stack.up()), []);
        await isClean();
        write("index.html", `${visit("/")} and on`);
        const sent = await changesOf(() => world.stack.up());
        assert.deepEqual(sent.slice(-3), ["addOrUpdateEdgeRule", "purgeCache", "purgeCache"]);
      };
      addPlugin(world, site(full));
      await isMoved();
      useDynamicResources(world, site(full));
      await isMoved();
      assert.equal(visit("/"), "home 1 and on and on");
      await isDestroyed();
    });
  });

  forEachKindOnTheCli((engine) => {
    it("gets another name in the program by an alias, without a change", async function () {
      if (engine.resources === "native" && !engine.isAtLeast(217)) return this.skip();
      await open(engine, site(full));
      const renamed = site(full, `{ aliases: [{ name: "site" }] }`, "acme");
      world.program(renamed);
      assert.deepEqual(await changesOf(() => world.stack.up()), []);
      world.program(site(full, "{}", "acme"));
      assert.deepEqual(await changesOf(() => world.stack.up()), []);
      await isClean();
      await isDestroyed();
    });

    it("gains and loses hostnames, redirects and headers, beside a rule of somebody else", async () => {
      await open(engine, site(full));
      assert.deepEqual(rules(), [
        "redirect /blog/*",
        "redirect /old",
        "release",
        "headers X-Frame-Options",
        "browsers do not cache missing files",
        "how long browsers cache assets",
      ]);
      const own = world.emulator.pullZones.get(webId())?.EdgeRules?.find(({ ActionType }) => ActionType === 1);
      const foreign = { ...own, Guid: "9a1f6c0e-0000-4000-8000-000000000001", Description: "by hand", OrderIndex: 100 };
      const before = world.emulator.pullZones.get(webId())?.EdgeRules ?? [];
      world.emulator.pullZones.change(webId(), { EdgeRules: [...before, foreign] });

      world.program(site(`hostnames: ["www.acme.example", "acme.example"], redirects: [{ from: "/old", to: "/" }],`));
      succeeded(await world.stack.up());
      assert.deepEqual(rules(), [
        "redirect /old",
        "release",
        "browsers do not cache missing files",
        "how long browsers cache assets",
        "by hand",
      ]);
      assert.deepEqual(
        [hostnames(), records()],
        [
          ["acme.example", "www.acme.example"],
          ["", "www"],
        ],
      );
      await isClean();

      // A header is omitted if a condition in the program gives it no value.
      world.program(site(`hostnames: ["acme.example"], headers: { "X-Frame-Options": null },`));
      succeeded(await world.stack.up());
      assert.deepEqual(rules(), [
        "release",
        "browsers do not cache missing files",
        "how long browsers cache assets",
        "by hand",
      ]);
      assert.deepEqual([hostnames(), records()], [["acme.example"], [""]]);
      assert.equal(visit("/"), "home 1");
      await isClean();
      await isDestroyed();
    });

    for (const more of ["", "releases: false,"]) {
      it(`moves to zones of another name without a gap for visitors${more && ", also without releases"}`, async () => {
        await open(engine, site(full + more));
        const { emulator, stack } = world;
        const seen = new Set<string>();
        const watch = setInterval(() => {
          const isOfSite = ({ Value }: { readonly Value: string }): boolean => Value === "www.acme.example";
          const web = emulator.pullZones.list().find((zone) => zone.Hostnames?.some(isOfSite));
          if (web !== undefined) seen.add(String(emulator.visit(Number(web.Id), "/").body));
        }, 5);
        world.program(site(full + more).replace(`name: "acme-site"`, `name: "acme-new"`));
        try {
          succeeded(await stack.up());
        } finally {
          clearInterval(watch);
        }
        assert.deepEqual([...seen], ["home 1"]);
        const names = [...emulator.pullZones.list(), ...emulator.storageZones.list()].map(({ Name }) => Name);
        assert.deepEqual([names, hostnames(), records()], [["acme-new", "acme-new"], ["www.acme.example"], ["www"]]);
        await isClean();
        await isDestroyed();
      });
    }

    it("leads its hostname to other zones only once these have its files", async () => {
      await open(engine, site(full));
      const { emulator, stack } = world;
      const leadsTo = (): unknown => emulator.dnsZones.get(5)?.Records?.map(({ Value }) => Value);
      world.program(site(full).replace(`name: "acme-site"`, `name: "acme-new"`));
      emulator.setFaults([{ method: "PUT", path: "/acme-new/releases/**", fault: { kind: "status", status: 400 } }]);
      assert.notEqual((await stack.up()).exitCode, 0);
      assert.deepEqual([leadsTo(), hostnames()], [["acme-site"], ["www.acme.example"]]);
      emulator.setFaults([]);
      succeeded(await stack.up());
      assert.deepEqual([leadsTo(), hostnames()], [["acme-new"], ["www.acme.example"]]);
      await isClean();
      await isDestroyed();
    });

    it("shows visitors another cache time of assets at once", async () => {
      await open(engine, site("cache: { assets: 600 },"));
      write("site.css", "style");
      succeeded(await world.stack.up());
      const time = (): unknown => world.emulator.visit(webId(), "/site.css").headers?.["cache-control"];
      assert.equal(time(), "public, max-age=600");
      world.program(site("cache: { assets: 6 },"));
      succeeded(await world.stack.up());
      assert.equal(time(), "public, max-age=6");
    });

    it("is as declared after a run that failed halfway, also if the program goes back", async () => {
      await open(engine, site(full));
      const { stack, emulator } = world;
      write("index.html", "home 2");
      world.program(site(full.replace("DENY", "SAMEORIGIN")));
      emulator.setFaults([{ path: "/pullzone/*/edgerules/addOrUpdate", fault: { kind: "status", status: 400 } }]);
      assert.notEqual((await stack.up()).exitCode, 0);
      assert.equal(visit("/"), "home 1");
      emulator.setFaults([]);
      write("index.html", "home 1");
      world.program(site(full));
      succeeded(await stack.up());
      assert.equal(visit("/"), "home 1");
      await isClean();

      // A source that a build has emptied changes nothing.
      rmSync(path.join(world.projectDir, "public", "index.html"));
      rmSync(path.join(world.projectDir, "public", "404.html"));
      const emptied = await stack.up();
      assert.notEqual(emptied.exitCode, 0);
      assert.match(emptied.text, /The source \S* is empty\. Nothing of the website was changed/);
      assert.equal(visit("/"), "home 1");
      write("index.html", "home 3");
      write("404.html", "none");
      succeeded(await stack.up());
      assert.equal(visit("/"), "home 3");
      await isClean();
      await isDestroyed();
    });

    it("is a preview of its own for each of two pull requests, named by the stack", async () => {
      const preview = site(`headers: { "X-Robots-Tag": "noindex" },`).replace(
        `name: "acme-site", source: "./public", dnsZoneId: 5`,
        "name: `acme-site-${pulumi.getStack()}`, source: './public'",
      );
      world = await openWorld(engine, preview, { ...byVariables, stackName: "pr-41" });
      const { stack, emulator } = world;
      /** Runs commands on the stack of the other pull request. */
      const other = async (commands: string): Promise<void> => {
        const { exitCode, text } = await stack.script(`set -e\nunset PULUMI_STACK\n${commands}`);
        assert.equal(exitCode, 0, text);
      };
      const pages = (): Record<string, string> =>
        Object.fromEntries(
          emulator.pullZones.list().map(({ Id, Name }) => [String(Name), String(emulator.visit(Number(Id), "/").body)]),
        );
      write("index.html", "home of 41");
      succeeded(await stack.up());
      write("index.html", "home of 42");
      await other("pulumi stack init pr-42\npulumi up --yes --stack pr-42");
      assert.deepEqual(pages(), { "acme-site-pr-41": "home of 41", "acme-site-pr-42": "home of 42" });
      await other("pulumi preview --refresh --expect-no-changes --stack pr-42");

      write("index.html", "home of 41");
      await isClean();
      succeeded(await stack.destroy());
      assert.deepEqual(pages(), { "acme-site-pr-42": "home of 42" });
      await other("pulumi destroy --yes --stack pr-42");
      assert.deepEqual([pages(), emulator.storageZones.list()], [{}, []]);
    });

    it("takes --target for a part, and leaves the rest to the next run", async () => {
      await open(engine, site(full));
      const { stack } = world;
      write("index.html", "home 2");
      const target = (part: string): Promise<RunResult> =>
        stack.command("up", "--yes", "--skip-preview", "--target", `**StorageFolder::${part}`);
      const sent = await changesOf(() => target("site"));
      assert.ok(!sent.includes("addOrUpdateEdgeRule"), sent.join());
      assert.equal(visit("/"), "home 1");
      assert.deepEqual(await changesOf(() => stack.up()), ["addOrUpdateEdgeRule", "purgeCache", "purgeCache"]);
      assert.equal(visit("/"), "home 2");
      await isClean();
    });

    it("is protected as a whole, and leaves what a transform ignores as it is", async () => {
      const options = (protect: boolean): string => `{
        protect: ${String(protect)},
        transforms: [({ type, props, opts }) =>
          type.endsWith(":PullZone") ? { props, opts: pulumi.mergeOptions(opts, { ignoreChanges: ["blockedIps"] }) } : undefined],
      }`;
      await open(engine, site(full, options(true)));
      const { stack, emulator } = world;
      emulator.pullZones.change(webId(), { BlockedIps: ["203.0.113.9"] });
      write("index.html", "home 2");
      world.program(site(`${full} cache: { html: 60 },`, options(true)));
      succeeded(await stack.up());
      assert.deepEqual([visit("/"), emulator.pullZones.get(webId())?.BlockedIps], ["home 2", ["203.0.113.9"]]);
      assert.notEqual((await stack.destroy()).exitCode, 0);
      assert.equal(visit("/"), "home 2");
      world.program(site(`${full} cache: { html: 60 },`, options(false)));
      succeeded(await stack.up());
      await isDestroyed();
    });
  });
});
