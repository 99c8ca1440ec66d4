import assert from "node:assert/strict";
import { once } from "node:events";
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import type { Emulator, EmulatorOptions } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call, stoppedClock } from "./call";

// Sites that pull zones serve, as a browser sees them: told from the API by the Host header.

const seed = {
  storageZones: [{ Id: 1, Name: "acme-files", Custom404FilePath: "/404.html" }],
  pullZones: [
    {
      Id: 7,
      Name: "acme-site",
      StorageZoneId: 1,
      Hostnames: [
        { Value: "acme-site.pull.cdn.example", IsSystemHostname: true },
        { Value: "www.acme.example", ForceSSL: true },
        { Value: "acme.example" },
      ],
    },
    { Id: 8, Name: "elsewhere", OriginUrl: "https://origin.example" },
  ],
} satisfies EmulatorOptions["seed"];

const [anyUrl, site] = [{ Type: 0, PatternMatches: ["*"] }, "acme-site.localhost"];

describe("A site on the emulator", () => {
  const clock = stoppedClock();
  let emulator: Emulator;
  before(async () => (emulator = await startEmulator({ seed, now: clock.now })));
  beforeEach(() => {
    emulator.reset();
    for (const [path, content] of [
      ["index.html", "home"],
      ["about/index.html", "about"],
      ["404.html", "none"],
      ["assets/site.css", "body {}"],
    ] as const) {
      emulator.files.write(1, path, content);
    }
  });
  after(() => emulator.close());

  /** Requests a URL without following redirects; `PORT` stands for the emulator's port. */
  async function open(host: string, path = "/", headers: OutgoingHttpHeaders = {}, method = "GET", of = emulator) {
    const named = { host: host.replace("PORT", String(of.port)), ...headers };
    const sent = request({ host: "127.0.0.1", port: of.port, path, method, headers: named }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }
  const seen = async (...asked: Parameters<typeof open>) => {
    const { status, body } = await open(...asked);
    return [status, body];
  };
  const rule = (ActionType: number, parameters: readonly string[], trigger: object = anyUrl, fields: object = {}) =>
    call(emulator, "POST", "/pullzone/7/edgerules/addOrUpdate", {
      ActionType,
      ...Object.fromEntries(parameters.map((value, index) => [`ActionParameter${String(index + 1)}`, value])),
      Triggers: [{ PatternMatchingType: 0, ...trigger }],
      TriggerMatchingType: 0,
      Enabled: true,
      ...fields,
    });
  const purge = () => call(emulator, "POST", "/pullzone/7/purgeCache", {});

  it("opens under the pull zone's name and its hostnames", async () => {
    for (const host of [
      "acme-site.localhost:PORT",
      "ACME-Site.localhost",
      "www.acme.example",
      "acme.example.localhost:PORT",
      "acme-site.pull.cdn.example:80",
    ]) {
      assert.deepEqual(await seen(host), [200, "home"], host);
    }
    assert.deepEqual(emulator.journal, []);
  });

  it("has index pages, types of files, a page for what is missing, and HEAD", async () => {
    assert.deepEqual(await seen(site, "/about/?from=home"), [200, "about"]);
    assert.equal((await open(site, "/assets/site.css")).headers["content-type"], "text/css");
    assert.deepEqual(await seen(site, "/nowhere"), [404, "none"]);
    const head = await open(site, "/about/", {}, "HEAD");
    assert.deepEqual([head.status, head.headers["content-length"], head.body], [200, "5", ""]);
    assert.equal((await open(site, "/", {}, "POST")).status, 405);
    assert.equal((await open(site, "/%E0")).status, 400);
  });

  it("has the service's own folder for what is missing, at the root of the storage zone only, after the zone's setting", async () => {
    emulator.files.write(1, "bunnycdn_errors/404.png", "image");
    emulator.files.write(1, "releases/1/bunnycdn_errors/404.html", "of the release");
    assert.deepEqual(await seen(site, "/a"), [404, "none"]);
    emulator.storageZones.change(1, { Custom404FilePath: null });
    const { status, headers, body } = await open(site, "/b");
    assert.deepEqual([status, headers["content-type"], body], [404, "image/png", "image"]);
    emulator.files.write(1, "bunnycdn_errors/404.html", "page");
    assert.deepEqual(await seen(site, "/c"), [404, "page"]);
    await rule(17, ["1", "acme-files", "/releases/1/"]);
    assert.deepEqual(await seen(site, "/d"), [404, "page"]);
    emulator.storageZones.change(1, { Custom404FilePath: "/gone.html" });
    assert.deepEqual(await seen(site, "/e"), [404, "page"]);
  });

  it("has no page of its own for what is missing once the setting is cleared with an empty text", async () => {
    assert.deepEqual(await seen(site, "/a"), [404, "none"]);
    assert.equal((await call(emulator, "POST", "/storagezone/1", { Custom404FilePath: "" })).status, 204);
    assert.deepEqual(await seen(site, "/a"), [404, ""]);
  });

  it("answers 200 for pages that are missing, not for files, with Rewrite404To200", async () => {
    emulator.storageZones.change(1, { Rewrite404To200: true, Custom404FilePath: "/index.html" });
    assert.deepEqual(await seen(site, "/app/route"), [200, "home"]);
    assert.deepEqual(await seen(site, "/app/missing.js"), [404, "home"]);
  });

  it("leaves the API and the control path alone", async () => {
    const key = { accesskey: emulator.accessKey };
    for (const host of ["localhost:PORT", "127.0.0.1:PORT", "api.localhost:PORT"]) {
      assert.equal((await open(host, "/storagezone/1", key)).status, 200, host);
      assert.equal((await open(host, "/__emulator__/health")).status, 200, host);
    }
    assert.equal((await open(site, "/storagezone/1", key)).status, 404);
    assert.equal((await open("evil.example", "/")).status, 421);
  });

  it("says which name is unknown", async () => {
    const { status, body } = await open("typo.localhost:80");
    assert.equal(status, 404);
    assert.match(body, /^There is no site typo\.localhost:80: no pull zone has the name/);
  });

  it("is not there with the contract alone", async () => {
    const own = await startEmulator({ seed, contract: true });
    assert.equal((await open(site, "/", {}, "GET", own)).status, 401);
    assert.equal((await open("www.acme.example", "/", {}, "GET", own)).status, 421);
    await own.close();
  });

  it("is fetched from a storage zone only", async () => {
    const [status, body] = await seen("elsewhere.localhost");
    assert.equal(status, 502);
    assert.match(String(body), /^The emulator fetches only from its own storage zones/);
  });

  describe("has a cache that", () => {
    const cached = async (path = "/") => {
      const { body, headers } = await open(site, path);
      return [headers["cdn-cache"], body];
    };

    it("keeps answers until a purge", async () => {
      assert.deepEqual(await cached(), ["MISS", "home"]);
      emulator.files.write(1, "index.html", "changed");
      assert.deepEqual(await cached("/?a"), ["HIT", "home"]);
      await purge();
      assert.deepEqual(await cached(), ["MISS", "changed"]);
    });

    it("has no errors, such as the answer for what is missing, unless the pull zone says so", async () => {
      assert.deepEqual(await cached("/new.html"), ["MISS", "none"]);
      emulator.files.write(1, "new.html", "new");
      assert.deepEqual(await cached("/new.html"), ["MISS", "new"]);
      await call(emulator, "POST", "/pullzone/7", { CacheErrorResponses: true });
      await cached("/newer.html");
      emulator.files.write(1, "newer.html", "newer");
      assert.deepEqual(await cached("/newer.html"), ["HIT", "none"]);
    });

    it("keeps answers for the time of the pull zone, or of a rule", async () => {
      await call(emulator, "POST", "/pullzone/7", { CacheControlMaxAgeOverride: 60 });
      await rule(3, ["0"], { Type: 3, PatternMatches: ["css"] });
      for (const path of ["/", "/assets/site.css"]) await cached(path);
      assert.deepEqual([(await cached())[0], (await cached("/assets/site.css"))[0]], ["HIT", "MISS"]);
      clock.advance(60_000);
      assert.equal((await cached())[0], "MISS");
    });

    it("has an answer for each query if the pull zone does not ignore them", async () => {
      await call(emulator, "POST", "/pullzone/7", { IgnoreQueryStrings: false });
      await cached("/?a");
      assert.deepEqual([(await cached("/?b"))[0], (await cached("/?a"))[0]], ["MISS", "HIT"]);
    });

    it("serves visits through the handle and the control path as well", async () => {
      await cached();
      assert.equal(emulator.visit(7, "/").headers?.["cdn-cache"], "HIT");
    });
  });

  it("redirects to where the same site, or another one here, can be opened", async () => {
    const redirected = async (host: string, path: string) => {
      const { status, headers } = await open(host, path);
      return [status, headers.location?.replace(String(emulator.port), "PORT")];
    };
    await rule(1, ["https://%{Url.Hostname}/about/", "301"], { Type: 0, PatternMatches: ["/old"] });
    await rule(1, ["https://acme.example%{Request.Path}"], { Type: 0, PatternMatches: ["*://www.*/apex*"] });
    await rule(1, ["https://shop.example/", "307"], {
      Type: 0,
      PatternMatches: ["pattern:^https?://[^/]+/my%-shop/?$"],
    });
    assert.deepEqual(await redirected("acme-site.localhost:PORT", "/old"), [
      301,
      "http://acme-site.localhost:PORT/about/",
    ]);
    assert.deepEqual(await redirected("acme.example:PORT", "/old"), [301, "http://acme.example:PORT/about/"]);
    assert.deepEqual(await redirected("acme-site.localhost:PORT", "/apex?a=1"), [
      302,
      "http://acme.example.localhost:PORT/apex?a=1",
    ]);
    assert.deepEqual(await redirected(site, "/my-shop/"), [307, "https://shop.example/"]);
    assert.deepEqual(await seen(site, "/x/my-shop"), [404, "none"]);
  });

  it("redirects to segments of the path, without a slash at the end", async () => {
    const lua = (path: string) => ({ Type: 0, PatternMatches: [`pattern:^https?://[^/]+/${path}$`] });
    await rule(1, ["https://shop.example/%{Path.1-}", "302"], lua("old/.*"));
    await rule(1, ["https://shop.example/%{Path.1}/%{Path.0}", "302"], lua("shop/.*"));
    const locationOf = async (path: string) => (await open(site, path)).headers.location;
    assert.equal(await locationOf("/old/a/b/?q=1"), "https://shop.example/a/b");
    assert.equal(await locationOf("/old/"), "https://shop.example/");
    assert.equal(await locationOf("/shop/two/three"), "https://shop.example/two/shop");
  });

  it("matches a star across slashes and across the host", async () => {
    const statusOf = async (host: string, path: string) => (await open(host, path)).status;
    await rule(4, [], { Type: 0, PatternMatches: ["https://*/team"] });
    assert.equal(await statusOf(site, "/a/b/team"), 403);
    assert.equal(await statusOf(site, "/a/b/teams"), 404);
    assert.equal(await statusOf("acme.example:PORT", "/"), 200);
    // The star is part of the name of a host here, and in the path above.
    await rule(4, [], { Type: 0, PatternMatches: ["*acme.example/*"] });
    assert.equal(await statusOf("acme.example:PORT", "/"), 403);
    assert.equal(await statusOf(site, "/about/"), 403);
  });

  it("matches patterns with any number of stars without a noticeable delay", async () => {
    const start = "pattern:^https?://[^/]+/";
    for (const pattern of ["*a".repeat(40) + "!", `${start}${".*".repeat(40)}!$`, `${start}${"%w-a+".repeat(40)}!$`]) {
      assert.equal((await rule(4, [], { Type: 0, PatternMatches: [pattern] })).status, 201);
    }
    const began = performance.now();
    assert.equal((await open(site, `/${"a".repeat(3_000)}`)).status, 404);
    assert.ok(performance.now() - began < 5_000);
  });

  it("matches Lua patterns as Lua does: classes, sets, repetitions and captures", async () => {
    const paths = ["/v1/x.js", "/v/x.js", "/V12/Y.CSS", "/a-b/]", "/%25"];
    const matched = async (pattern: string): Promise<string[]> => {
      emulator.reset();
      const whole = { Type: 0, PatternMatches: [`pattern:^https?://[^/]+/${pattern}$`] };
      assert.equal((await rule(4, [], whole)).status, 201);
      const statuses = await Promise.all(paths.map(async (path) => (await open(site, path)).status));
      return paths.filter((_, index) => statuses[index] === 403);
    };
    assert.deepEqual(await matched("v%d+/.*"), ["/v1/x.js"]);
    assert.deepEqual(await matched("v%d?/x%.js"), ["/v1/x.js", "/v/x.js"]);
    assert.deepEqual(await matched("%u%d-/.+"), ["/V12/Y.CSS"]);
    assert.deepEqual(await matched("([a-b]%-)[%-b]/[]]"), ["/a-b/]"]);
    assert.deepEqual(await matched("%D/x%.js"), ["/v/x.js"]);
    assert.deepEqual(await matched("%%25"), ["/%25"]);
    assert.deepEqual(await matched("[a"), []);
  });

  it("has the headers of the pull zone and its rules, of whose cache times the first counts", async () => {
    await call(emulator, "POST", "/pullzone/7", { CacheControlPublicMaxAgeOverride: 0 });
    await rule(5, ["X-One", "%{Url.Hostname}"], anyUrl, {
      ExtraActions: [{ ActionType: 5, ActionParameter1: "X-Two", ActionParameter2: "2" }],
    });
    await rule(16, ["3600"], { Type: 3, PatternMatches: ["css"] });
    await rule(16, ["1"]);
    await rule(5, ["X-Gone", "1"], { Type: 8, PatternMatches: ["404"] });
    await rule(4, [], { Type: 0, PatternMatches: ["*/releases/*"] });
    await rule(5, ["X-Off", "1"], anyUrl, { Enabled: false });
    const headersOf = async (path: string) => {
      const { headers } = await open(site, path);
      return ["x-one", "x-two", "x-gone", "x-off", "cache-control", "access-control-allow-origin"].map(
        (name) => headers[name],
      );
    };
    const common = ["www.acme.example", "2"];
    const none = undefined;
    assert.deepEqual(await headersOf("/"), [...common, none, none, "public, max-age=1", none]);
    assert.deepEqual(await headersOf("/assets/site.css"), [...common, none, none, "public, max-age=3600", "*"]);
    assert.deepEqual(await headersOf("/nowhere"), [...common, "1", none, "public, max-age=1", none]);
    assert.equal((await open(site, "/releases/1/index.html")).status, 403);
  });

  it("serves a folder of releases to every URL outside of it, as others configure it", async () => {
    for (const page of ["", "about/"]) emulator.files.write(1, `deploys/1/${page}index.html`, `release ${page}`);
    const outside = { Type: 0, PatternMatches: ["*/deploys/*"], PatternMatchingType: 2 };
    await rule(17, ["1", "acme-files", "/deploys/1/"], outside);
    assert.deepEqual(await seen(site, "/"), [200, "release "]);
    assert.deepEqual(await seen(site, "/about"), [200, "release about/"]);
    assert.deepEqual(await seen(site, "/deploys/1/about/"), [200, "release about/"]);
    await rule(4, [], { Type: 0, PatternMatches: ["*/deploys/*"] });
    assert.deepEqual(await seen(site, "/about/"), [200, "release about/"]);
    assert.equal((await open(site, "/deploys/1/about/")).status, 403);
  });

  it("follows the rule that points to a release, once the cache is purged", async () => {
    for (const id of ["one", "two"]) emulator.files.write(1, `web/releases/${id}/docs/index.html`, id);
    const point = async (id: string, fields?: object) =>
      (await rule(17, ["1", "acme-files", `/web/releases/${id}/`], anyUrl, fields)).json as { Guid: string };
    const { Guid } = await point("one");
    assert.deepEqual(await seen(site, "/docs/"), [200, "one"]);
    assert.deepEqual(await seen(site, "/docs"), [200, "one"]);
    assert.deepEqual(await seen(site, "/about/"), [404, "none"]);
    await point("two", { Guid });
    assert.deepEqual(await seen(site, "/docs/"), [200, "one"]);
    await purge();
    assert.deepEqual(await seen(site, "/docs/"), [200, "two"]);
  });
});
