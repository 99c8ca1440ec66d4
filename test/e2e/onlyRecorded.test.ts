import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { account } from "../fixtures/account";
import { hasCli } from "./support/cliEngine";
import { forEachEngineAndKind, itOnTheCli } from "./support/engines";
import { requiring } from "./support/importedProgram";
import { runScript } from "./support/script";
import { byVariables, openWorld, succeeded, type World } from "./support/world";

const root = path.join(__dirname, "..", "..");
const command = `node ${JSON.stringify(path.join(root, "dist", "cli", "main.js"))}`;
const page = readFileSync(path.join(root, "docs/contract-and-assumptions.md"), "utf8");
const section = /\n## What the programs rely on\n([^]*?)\n## /.exec(page)?.[1] ?? "";

/** The rows that the programs below need although nobody recorded that the service accepts what they describe. */
const allowed = [...section.matchAll(/^\| (R\d+\.\d+) /gm)].map(([, id = ""]) => id);

const website = `
  const zone = new cdn.DnsZone("zone", { domain: "acme.example" });
  const site = new cdn.Website("site", {
    name: "acme-site",
    source: "./public",
    hostnames: ["www.acme.example", "acme.example"],
    canonicalHostname: "www.acme.example",
    dnsZoneId: zone.dnsZoneId,
    headers: { "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY" },
    redirects: [
      { from: "/blog/*", to: "/news/", status: 301 },
      { from: "/old", to: "https://www.other.example/new" },
    ],
    cache: { html: 60, assets: 3600 },
    transform: { storageZone: { replicationRegions: ["NY"] } },
  });
  new cdn.PullZoneEdgeRule("images", {
    pullZoneId: site.pullZoneId, actionType: 16, actionParameter1: "60", orderIndex: 90,
    triggers: [{ type: 0, patternMatches: ["/images/*"] }],
  });
  return { url: site.url };`;

const scripts = `
  const script = new cdn.EdgeScript("api", {
    name: "acme-api", type: "standalone", code: "first", variables: { GREETING: "hello" }, secrets: { TOKEN: pulumi.secret("t") },
  });
  const middleware = new cdn.EdgeScript("login", { name: "acme-login", type: "middleware", code: "two" });
  const files = new cdn.StorageZone("files", { name: "acme-files", region: "DE" });
  new cdn.PullZone("api", { name: "acme-api", edgeScriptId: script.edgeScriptId });
  new cdn.PullZone("app", {
    name: "acme-app", storageZoneId: files.storageZoneId, middlewareScriptId: middleware.edgeScriptId, cacheControlMaxAgeOverride: -1,
  });`;

const dns = `
  const zone = new cdn.DnsZone("zone", { domain: "acme.example" });
  const pullZone = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://origin.acme.example" });
  const dnsZoneId = zone.dnsZoneId;
  const record = (name, type, value, more = {}) => new cdn.DnsRecord(\`\${type}-\${name}\`, { dnsZoneId, name, type, value, ...more });
  const www = new cdn.DnsRecord("www", { dnsZoneId, name: "www", type: "PullZone", pullZoneId: pullZone.pullZoneId });
  record("", "A", "192.0.2.1", { ttl: 300 });
  record("", "MX", "mail.acme.example", { priority: 10 });
  record("", "TXT", "v=spf1 -all");
  record("", "CAA", "letsencrypt.org", { tag: "issue", flags: 0 });
  record("docs", "CNAME", "docs.other.example");
  record("_sip._tcp", "SRV", "sip.acme.example", { priority: 1, weight: 1, port: 5060 });
  new cdn.PullZoneHostname("www", {
    pullZoneId: pullZone.pullZoneId, hostname: "www.acme.example", managedCertificate: true, forceSSL: true,
  }, { dependsOn: [www] });`;

describe("What nobody recorded", function () {
  this.timeout(600_000);
  /** The allowed rows that a program needed. */
  const needed = new Set<string>();
  let world: World;

  /** Fails if the emulator refused a request, and notes the rows that it allowed. */
  function check({ emulator }: World): void {
    const refused = emulator.journal.filter(({ status }) => status === 501);
    assert.deepEqual(
      refused.map(({ method, path: at, sources }) => `${method} ${at}: ${sources.join(", ")}`),
      [],
    );
    for (const { sources } of emulator.journal)
      for (const source of sources) if (allowed.includes(source)) needed.add(source);
  }
  const write = (file: string, text: string): void => {
    const whole = path.join(world.projectDir, "public", file);
    mkdirSync(path.dirname(whole), { recursive: true });
    writeFileSync(whole, text);
  };

  const script = (words: string) =>
    runScript(`${command} ${words}`, world.projectDir, {
      ...{ ...process.env, ...byVariables.env(world.emulator) },
      CDN_EDGE_DELAY_SECONDS: "0",
    });

  forEachEngineAndKind((engine) => {
    afterEach(() => world.close());

    itOnTheCli(
      "is not needed by a Website with everything, its releases, deploy --release and rollback, but for the rows of the page",
      async () => {
        world = await openWorld(engine, website, { ...byVariables, onlyRecorded: allowed });
        const { stack } = world;
        write("index.html", "1");
        write("404.html", "none");
        write("bunnycdn_errors/404.html", "none");
        write("assets/site.css", "p { margin: 0 }");
        write("images/my photo.png", "photo");
        const { text, exitCode } = await stack.up();
        check(world);
        assert.equal(exitCode, 0, text);
        write("index.html", "2");
        succeeded(await stack.up());
        write("index.html", "3");
        for (const one of [
          "deploy public acme-site --release --purge acme-site",
          "rollback acme-site --yes",
          "releases acme-site",
          "purge acme-site",
        ]) {
          const { exitCode: code, text: said } = await script(one);
          check(world);
          assert.equal(code, 0, said);
        }
        succeeded(await stack.up({ refresh: true }));
        succeeded(await stack.destroy());
        check(world);
      },
    );

    itOnTheCli("is not needed by edge scripts and DNS with certificates, but for the rows of the page", async () => {
      world = await openWorld(engine, scripts, { ...byVariables, onlyRecorded: allowed });
      const { stack } = world;
      const { exitCode, text } = await stack.up();
      check(world);
      assert.equal(exitCode, 0, text);
      world.program(scripts.replace("first", "second").replace("hello", "good day"));
      succeeded(await stack.up());
      check(world);
      world.program(dns);
      const second = await stack.up();
      check(world);
      assert.equal(second.exitCode, 0, second.text);
      succeeded(await stack.up({ refresh: true, expectNoChanges: true }));
      succeeded(await stack.destroy());
      check(world);
    });

    it("is not needed by the takeover of an account", async () => {
      world = await openWorld(engine, "", { ...byVariables, seed: account, onlyRecorded: allowed });
      const isNative = engine.resources === "native";
      const { exitCode, text } = await script(`import --all --out imported.js${isNative ? " --plugin" : ""}`);
      check(world);
      assert.equal(exitCode, 0, text);
      if (hasCli() && engine.isAtLeast(254)) {
        const { stack, projectDir } = world;
        const importing = /^\d\. (pulumi import .*)$/m.exec(text)?.[1] ?? "";
        const imported = await stack.script(importing);
        assert.equal(imported.exitCode, 0, text + imported.text);
        world.program(requiring(path.join(projectDir, "imported.js")));
        succeeded(await stack.preview({ expectNoChanges: true }));
        succeeded(await stack.up({ expectNoChanges: true }));
        check(world);
      }
      const zones = await script("zones");
      check(world);
      assert.equal(zones.exitCode, 0, zones.text);
    });
  });

  // In a describe of its own, because it needs the runs above.
  describe("is on the page", () => {
    itOnTheCli("only if a program needs it", () => {
      assert.deepEqual([...needed].sort(), [...allowed].sort());
    });
  });
});
