import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { get } from "node:http";
import path from "node:path";
import { text as textOf } from "node:stream/consumers";
import { matcherOf } from "../../emulator/edge/patterns";
import { forEachEngineAndKind, forEachKindOnTheCli, itOnTheCli } from "./support/engines";
import type { EngineUnderTest, RunResult } from "./support/engineUnderTest";
import { openWorld, succeeded, type World } from "./support/world";

const program = `
  const zone = new cdn.DnsZone("zone", { domain: "acme.example" });
  const site = new cdn.Website("site", {
    name: "acme-site",
    source: "./public",
    hostnames: ["www.acme.example", "acme.example"],
    dnsZoneId: zone.dnsZoneId,
    headers: { "X-Content-Type-Options": "nosniff" },
    redirects: [{ from: "/blog/*", to: "/news/", status: 301 }],
  });
  return { url: site.url, urls: site.urls, pullZoneId: site.pullZoneId, release: site.release };`;

/** Returns the first program of a page that declares the pull zone acme-web, as JavaScript without imports. */
/** Returns the page at an address on this machine. Not every system resolves names below localhost. */
async function pageAt(address: string): Promise<string> {
  const { host, port } = new URL(address);
  const [response] = (await once(get({ host: "127.0.0.1", port, headers: { host } }), "response")) as [IncomingMessage];
  return textOf(response);
}

function programOf(page: string): string {
  const text = readFileSync(path.join(__dirname, "..", "..", "docs", page), "utf8");
  const programs = [...text.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, found = ""]) => found);
  const program = programs.find((found) => found.includes("acme-web")) ?? "";
  return program.replace(/^import .*\n/gm, "").replace(/: Record<string, string>/, "");
}

let world: World | undefined;

const open = async (
  engine: EngineUnderTest,
  body: string,
  options: Parameters<typeof openWorld>[2] = {},
): Promise<World> => {
  world = await openWorld(engine, body, options);
  write("index.html", "home");
  write("404.html", "not found");
  return world;
};
const write = (file: string, text: string): void => {
  const whole = path.join(world?.projectDir ?? "", "public", file);
  mkdirSync(path.dirname(whole), { recursive: true });
  writeFileSync(whole, text);
};
/** The resources of a run that change, by their type and name. */
const changed = ({ steps }: RunResult): string[] =>
  steps
    .filter(({ op, type }) => op !== "same" && op !== "refresh" && type !== "pulumi:pulumi:Stack")
    .map(({ op, type, name }) => `${op} ${type.replace(/^.*:/, "")} ${name}`)
    .sort();

describe("A website", () => {
  afterEach(async () => {
    await world?.close();
    world = undefined;
  });

  forEachEngineAndKind((engine) => {
    it("with two hostnames and their DNS zone comes up in one run, and goes again", async () => {
      const { stack, emulator } = await open(engine, program);
      assert.equal(succeeded(await stack.preview()).exitCode, 0);
      succeeded(await stack.up());
      const [pullZone] = emulator.pullZones.list();
      const [storageZone] = emulator.storageZones.list();
      assert.equal(storageZone?.Custom404FilePath, "/404.html");
      const zoneId = storageZone.Id;
      const files = emulator.files.list(zoneId).map((file) => file.path.replace(/[0-9a-f]{12}/, "ID"));
      for (const file of ["404.html", "releases/ID/404.html", "releases/ID/index.html"])
        assert.ok(files.includes(file));
      const own = pullZone?.Hostnames?.filter(({ IsSystemHostname }) => !IsSystemHostname) ?? [];
      assert.deepEqual(own.map(({ Value, ForceSSL, HasCertificate }) => [Value, ForceSSL, HasCertificate]).sort(), [
        ["acme.example", true, true],
        ["www.acme.example", true, true],
      ]);
      const { url, urls, pullZoneId, release } = await stack.outputs();
      const pageOf = (path: string): string => String(emulator.visit(Number(pullZone?.Id), path).body);
      assert.deepEqual([pageOf("/"), pageOf("/nope")], ["home", "not found"]);
      const names = ["www.acme.example", "acme.example", "acme-site"];
      const addresses = names.map((name) => `http://${name}.localhost:${String(emulator.port)}`);
      assert.deepEqual([url?.value, urls?.value], [addresses[0], addresses]);
      assert.equal(await pageAt(url?.value as string), "home");
      assert.equal(pullZoneId?.value, pullZone?.Id);
      const rules = [...(pullZone?.EdgeRules ?? [])].sort((a, b) => a.OrderIndex - b.OrderIndex);
      assert.deepEqual(
        rules.map((rule) => [rule.OrderIndex, rule.ActionType, rule.ActionParameter1, rule.ActionParameter2]),
        [
          [1, 1, "https://%{Url.Hostname}/news/", "301"],
          [2, 17, String(zoneId), "acme-site"],
          [3, 5, "X-Content-Type-Options", "nosniff"],
          [4, 16, "0", ""],
          [5, 16, "86400", ""],
        ],
      );
      assert.deepEqual(
        rules[4]?.Triggers?.map(({ Type, PatternMatches }) => [Type, PatternMatches?.length]),
        [5, 5, 5, 5, 4].map((patterns) => [3, patterns]),
      );
      assert.deepEqual(changed(succeeded(await stack.up({ refresh: true, expectNoChanges: true }))), []);

      write("index.html", "home again");
      assert.deepEqual(changed(succeeded(await stack.preview())), [
        "update PullZoneEdgeRule site-release",
        "update StorageFolder site",
      ]);
      succeeded(await stack.up());
      assert.equal(pageOf("/"), "home again");
      assert.notEqual((await stack.outputs())["release"]?.value, release?.value);

      // The former commit.
      write("index.html", "home");
      emulator.clearJournal();
      succeeded(await stack.up());
      assert.equal(pageOf("/"), "home");
      assert.equal((await stack.outputs())["release"]?.value, release?.value);
      const changes = emulator.journal.flatMap(({ method, operation }) => (method === "GET" ? [] : [operation]));
      assert.deepEqual(changes, ["addOrUpdateEdgeRule", "purgeCache", "purgeCache"]);

      succeeded(await stack.destroy());
      const { pullZones, storageZones, dnsZones } = emulator;
      assert.deepEqual([pullZones.list(), storageZones.list(), dnsZones.list()], [[], [], []]);
    });

    itOnTheCli("spends few edge rules on headers and redirects, and redirects exactly the declared paths", async () => {
      const headers = ["X-G", "X-a", "X-F", "X-B", "X-C", "X-D", "X-E"].map((name) => `"${name}": "${name} value"`);
      const moved = Array.from({ length: 13 }, (_, at) => `{ from: "/moved-${String(at)}", to: "/news/" }`);
      const body = (names: readonly string[], redirects: readonly string[]): string => `
        new cdn.Website("site", { name: "acme-site", source: "./public", headers: { ${names.join(", ")} },
          redirects: [${redirects.join(", ")}] });`;
      const others = [
        `{ from: "/old", to: "/old/", status: 301 }`,
        `{ from: "/a.b(c)/*/100%25", to: "/special/", status: 301 }`,
        `{ from: "/sub/*", to: "/special/", status: 301 }`,
        `{ from: "/sub/kept", to: "/never/" }`,
      ];
      const { stack, emulator } = await open(engine, body(headers, [...moved, ...others]));
      succeeded(await stack.up());
      const id = Number(emulator.pullZones.list()[0]?.Id);
      const rules = () =>
        [...(emulator.pullZones.get(id)?.EdgeRules ?? [])].sort((a, b) => a.OrderIndex - b.OrderIndex);
      assert.deepEqual(
        rules().map((rule) => [
          rule.Description,
          rule.ExtraActions?.length ?? 0,
          rule.Triggers?.map(({ PatternMatches }) => PatternMatches?.length),
        ]),
        [
          ["redirect /moved-0 and 11 more", 0, [5, 5, 5, 5, 4]],
          ["redirect /moved-12", 0, [2]],
          ["redirect /old", 0, [2]],
          ["redirect /a.b(c)/*/100%25 and 1 more", 0, [3]],
          ["redirect /sub/kept", 0, [2]],
          ["release", 0, [1]],
          ["headers X-a, X-B, X-C, X-D, X-E", 4, [1]],
          ["headers X-F, X-G", 1, [1]],
          ["browsers do not cache missing files", 0, [1]],
          ["how long browsers cache assets", 0, [5, 5, 5, 5, 4]],
        ],
      );
      const visit = (path: string) => {
        const { status, headers: sent = {} } = emulator.visit(id, path);
        return [status, sent["location"]?.replace(/^https:\/\/[^/]+/, "")];
      };
      for (const path of ["/moved-0", "/moved-11?x=1", "/moved-12"]) assert.deepEqual(visit(path), [302, "/news/"]);
      for (const path of ["/old", "/old?x=1"]) assert.deepEqual(visit(path), [301, "/old/"]);
      for (const path of ["/old/", "/old2", "/x/old", "/moved-1/", "/aXb(c)/x/100%25"])
        assert.equal(visit(path)[0], 404);
      for (const path of ["/a.b(c)/x/y/100%25", "/sub/", "/sub/kept"])
        assert.deepEqual(visit(path), [301, "/special/"]);
      const seen = emulator.visit(id, "/").headers ?? {};
      for (const name of ["X-a", "X-B", "X-C", "X-D", "X-E", "X-F", "X-G"]) {
        assert.equal(seen[name.toLowerCase()], `${name} value`);
      }

      // The service may compare a pattern with a URL that has the query string.
      const patterns = rules()[2]?.Triggers?.[0]?.PatternMatches ?? [];
      const matches = (path: string) => patterns.some((one) => matcherOf(one)(`https://www.acme.example${path}`));
      assert.deepEqual(["/old", "/old?x=1", "/old/", "/old2", "/x/old"].map(matches), [
        true,
        true,
        false,
        false,
        false,
      ]);

      // A header is removed, and a redirect comes before its group.
      world?.program(body(headers.slice(2), [`{ from: "/first", to: "/news/" }`, ...moved.slice(0, 3)]));
      const preview = changed(succeeded(await stack.preview()));
      assert.deepEqual(
        preview.filter((step) => /headers|redirect-\/(first|moved)/.test(step)),
        [
          "delete PullZoneEdgeRule site-headers-2",
          "delete PullZoneEdgeRule site-redirect-/moved-12",
          "update PullZoneEdgeRule site-headers",
          "update PullZoneEdgeRule site-redirect-/first",
        ],
      );
      succeeded(await stack.up());
      assert.equal(rules().length, 5);
      succeeded(await stack.preview({ refresh: true, expectNoChanges: true }));
    });

    it("warns of more edge rules and hostnames than the service usually allows, before anything is sent", async () => {
      const program = `
        new cdn.Website("site", { name: "acme-site", source: "./public",
          hostnames: Array.from({ length: 11 }, (_, at) => "n" + at + ".acme.example"),
          redirects: Array.from({ length: 48 }, (_, at) => ({ from: "/a" + at, to: "/b" + at })) });`;
      const { stack, emulator } = await open(engine, program);
      const { text } = succeeded(await stack.preview());
      assert.match(
        text,
        /warning: Website site declares 51 edge rules for its pull zone\. By default, the service allows 50/,
      );
      assert.match(
        text,
        /warning: Website site declares 11 hostnames for its pull zone\. By default, the service allows 10/,
      );
      assert.equal(emulator.journal.length, 0);
    });

    it("names all that is wrong with its arguments before anything is sent", async () => {
      const { stack, emulator } = await open(
        engine,
        `
        new cdn.Website("site", {
          name: "", source: "./public", hostname: "www.acme.example", notFoundPage: "/404.html",
          hostnames: ["https://acme.example/", "www.acme.example", "WWW.acme.example"],
          headers: { "X Frame": "DENY" },
          redirects: [{ from: "blog", to: "/news/" }, { from: "/a/*", to: "/a/b", status: 303 }],
          cache: { html: -1 }, releases: { keep: 1 }, transform: { zone: {}, pull_zone: {} },
        });`,
      );
      const { exitCode, text } = await stack.up();
      assert.notEqual(exitCode, 0);
      for (const fault of [
        /hostname is not one of the arguments name, source, .*, but got: "www\.acme\.example"\. Remove it/,
        /name must be the name of the zones, a string, but got: ""/,
        /notFoundPage must be a path below the source, such as "404\.html", or "" for none, but got: "\/404\.html"/,
        /hostnames\[0\] must be a hostname without scheme, port or slash.*, but got: "https:\/\/acme\.example\/"/,
        /hostnames\[2\] must be unique, but got: "WWW\.acme\.example"\. Remove the duplicate/,
        /headers\["X Frame"\] must be the name of a header/,
        /redirects\[0\]\.from must be a path such as "\/blog", without a query string, but got: "blog"/,
        /redirects\[1\]\.to must not redirect in circles: \/a\/\* → \/a\/b, but got: "\/a\/b"/,
        /redirects\[1\]\.status must be 301, 302, 307 or 308, but got: 303/,
        /cache\.html must be a number of seconds, an integer of at least 0, but got: -1/,
        /releases\.keep must be an integer of at least 2, but got: 1/,
        /transform\.zone is not one of the arguments storageZone, pullZone, folder, but got: \{\}\. Remove it/,
        /transform\.pull_zone is not one of the arguments storageZone, pullZone, folder, but got: \{\}\. Write pullZone/,
      ]) {
        assert.match(text, fault);
      }
      assert.deepEqual(emulator.journal, []);
    });

    it("refuses a hostname of another domain than its DNS zone's", async () => {
      const seed = { dnsZones: [{ Id: 5, Domain: "acme.example" }] };
      const { stack } = await open(
        engine,
        `new cdn.Website("site", { name: "acme-site", source: "./public", hostnames: ["www.other.example"], dnsZoneId: 5 });`,
        { seed },
      );
      const { exitCode, text } = await stack.preview();
      assert.notEqual(exitCode, 0);
      assert.match(
        text,
        /hostnames\[0\] must be in the DNS zone's domain acme\.example, but got: "www\.other\.example"/,
      );
    });

    it("names the argument of a DNS zone that does not exist, without a stack", async () => {
      const { stack } = await open(
        engine,
        `new cdn.Website("site", { name: "acme-site", source: "./public", hostnames: ["www.acme.example"], dnsZoneId: 77 });`,
      );
      const { exitCode, text } = await stack.preview();
      assert.notEqual(exitCode, 0);
      assert.match(text, engine.resources === "native" ? /dnsZoneId: .*\b77\b.*404/ : /\b77\b.*404/);
      assert.doesNotMatch(text, /pulumi-resource-cdn:\d+:\d+/);
    });

    it("passes its options and changes of arguments on to its parts", async () => {
      const functions = `{ storageZone: { replicationRegions: ["NY"] }, pullZone: (args) => ({ ...args, blockedIps: ["203.0.113.9"] }) }`;
      const objects = `{ storageZone: { replicationRegions: ["NY"] }, pullZone: { blockedIps: ["203.0.113.9"] } }`;
      const site = (more: string): string => `
        const account = new cdn.Provider("eu", { baseUrl: process.env.CDN_BASE_URL_OF_TEST, accessKey: "emulator-access-key" });
        const { url } = new cdn.Website("site", { name: "acme-site", source: "./public", singlePageApp: true, notFoundPage: "", ${more} });
        return { url };`;
      const transform = engine.resources === "native" ? objects : functions;
      const body = site(`transform: ${transform} }, { protect: true, providers: [account]`);
      const { stack, emulator } = await open(engine, body, {
        config: {},
        secretConfig: {},
        env: ({ url }) => ({ CDN_BASE_URL_OF_TEST: url }),
      });
      succeeded(await stack.up());
      const [storageZone] = emulator.storageZones.list();
      assert.deepEqual(storageZone?.ReplicationRegions, ["NY"]);
      assert.deepEqual([storageZone.Custom404FilePath, storageZone.Rewrite404To200], ["/index.html", true]);
      assert.deepEqual(emulator.pullZones.list()[0]?.BlockedIps, ["203.0.113.9"]);
      // The address of the API is that of the provider.
      const address = { value: `http://acme-site.localhost:${String(emulator.port)}`, secret: false };
      assert.deepEqual((await stack.outputs())["url"], address);
      const { deployment } = await stack.exportState();
      const parts = (deployment.resources ?? []).filter(({ type }) => /cdn:/.test(type));
      assert.equal(parts.length, 7);
      assert.ok(parts.every(({ protect }) => protect === true));
      assert.equal((await stack.destroy()).exitCode === 0, false);
    });

    itOnTheCli("shows a source that is not there as unknown, and fails in up before anything is created", async () => {
      const { stack, projectDir, emulator } = await open(
        engine,
        `new cdn.Website("site", { name: "acme-site", source: "./public" });`,
      );
      rmSync(path.join(projectDir, "public"), { recursive: true });
      assert.match(succeeded(await stack.preview()).text, /warning: The source \.\/public does not exist/);
      const missing = await stack.up();
      assert.notEqual(missing.exitCode, 0);
      assert.match(
        missing.text,
        /Website site: The source \.\/public does not exist\. Nothing of the website was changed/,
      );
      mkdirSync(path.join(projectDir, "public"));
      assert.match((await stack.up()).text, /The source \.\/public is empty\./);
      assert.deepEqual(emulator.storageZones.list(), []);
      write("index.html", "home");
      succeeded(await stack.up());
    });
  });
});

describe("A site whose source is not there", () => {
  afterEach(async () => {
    await world?.close();
    world = undefined;
  });

  forEachKindOnTheCli((engine) => {
    it("is refreshed and destroyed with its program, and lets a run with another target pass", async () => {
      const program = (comment: string): string => `
        new cdn.Website("site", { name: "acme-site", source: "./public" });
        const zone = new cdn.DnsZone("zone", { domain: "acme.example" });
        new cdn.DnsRecord("www", { dnsZoneId: zone.dnsZoneId, name: "www", type: "A", value: "192.0.2.1", comment: "${comment}" });`;
      const { stack, projectDir, emulator } = await open(engine, program("one"));
      succeeded(await stack.up());
      rmSync(path.join(projectDir, "public"), { recursive: true });
      world?.program(program("two"));
      const yes = ["--yes", "--skip-preview"];
      // With native resources, the engine refuses a target whose provider a component of the same program uses.
      if (engine.resources === "dynamic") {
        succeeded(await stack.command("up", ...yes, "--target", "**DnsRecord::www"));
        assert.equal(emulator.dnsRecords.list()[0]?.Comment, "two");
      }
      succeeded(await stack.command("refresh", ...yes, "--run-program"));
      const before = emulator.storageZones.list();
      assert.match((await stack.up()).text, /public does not exist/);
      assert.deepEqual(emulator.storageZones.list(), before);
      succeeded(await stack.command("destroy", ...yes, "--run-program"));
      assert.deepEqual([emulator.pullZones.list(), emulator.dnsZones.list()], [[], []]);
    });

    it("is not changed, also with transformed arguments of its folder", async () => {
      const transform =
        engine.resources === "native" ? `{ include: [".x"] }` : `(args) => ({ ...args, include: [".x"] })`;
      const program = `new cdn.Website("site", { name: "acme-site", source: "./public", transform: { folder: ${transform} } });`;
      const { stack, projectDir, emulator } = await open(engine, program);
      succeeded(await stack.up());
      const [before] = emulator.storageZones.list();
      assert.equal(before?.Custom404FilePath, "/404.html");
      rmSync(path.join(projectDir, "public"), { recursive: true });
      mkdirSync(path.join(projectDir, "public"));
      assert.match((await stack.up()).text, /The source \.\/public is empty\. Nothing of the website was changed/);
      assert.deepEqual(emulator.storageZones.list(), [before]);
    });
  });
});

describe("A site that was declared by hand", () => {
  afterEach(async () => {
    await world?.close();
    world = undefined;
  });

  forEachKindOnTheCli((engine) => {
    it("is adopted by a Website as its page shows", async () => {
      const { stack, emulator } = await open(engine, programOf("managing-pull-zones.md"), { pointedHostnames: ["*"] });
      succeeded(await stack.up());
      const after = programOf("resources/website.md");
      world?.program(after);
      const preview = changed(succeeded(await stack.preview()));
      assert.deepEqual(preview, [
        "create PullZoneEdgeRule site-cache-assets",
        "create PullZoneEdgeRule site-cache-missing",
        "create Website site",
        "update PullZone site",
        "update PullZoneEdgeRule site-headers",
        "update PullZoneEdgeRule site-redirect-/blog/*",
        "update StorageZone site",
      ]);
      succeeded(await stack.up());
      assert.equal(emulator.pullZones.list().length + emulator.storageZones.list().length, 2);
      assert.match(after, /transforms/);
      world?.program(after.replace(/transforms: \[[^]*?\n {4}\],\n/, ""));
      succeeded(await stack.preview({ expectNoChanges: true }));
    });
  });
});
