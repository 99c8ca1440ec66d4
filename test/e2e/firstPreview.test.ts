import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { kindNames } from "../../provider/kinds";
import { forEachEngineAndKind } from "./support/engines";
import type { RunResult } from "./support/engineUnderTest";
import { openWorld, succeeded, type World } from "./support/world";

const zones = `
  const files = new cdn.StorageZone("files", { name: "acme-files", region: "DE" });
  const web = new cdn.PullZone("web", { name: "acme-web", storageZoneId: files.storageZoneId });
  const dns = new cdn.DnsZone("dns", { domain: "acme.example" });`;

/** A shield, and a part of each kind in it. @param more what the shield declares besides */
const shield = (pullZoneId: string, more = ""): string => `
  const shield = new cdn.PullZoneShield("shield", { pullZoneId: ${pullZoneId}, wafEnabled: true ${more} });
  new cdn.ShieldRateLimit("login", {
    shieldZoneId: shield.shieldZoneId, name: "Login", requests: 20, timeframe: 10, blockTime: 60,
    conditions: [{ variable: "REQUEST_URI", operator: 0, value: "/login" }],
  });
  new cdn.ShieldAccessList("blocked", { shieldZoneId: shield.shieldZoneId, name: "Blocked", type: 0, entries: ["192.0.2.1"], action: 2 });`;

/** A part of each kind, in the zones with these ids. @param more what each part declares besides */
const parts = (storageZoneId: string, pullZoneId: string, dnsZoneId: string, more = ""): string => `
  ${shield(pullZoneId, more)}
  new cdn.StorageFolder("pages", { storageZoneId: ${storageZoneId}, source: "./public", prefix: "docs/", purgePullZoneIds: [${pullZoneId}] });
  new cdn.PullZoneHostname("www", { pullZoneId: ${pullZoneId}, hostname: "www.acme.example", managedCertificate: true });
  new cdn.PullZoneEdgeRule("old", {
    pullZoneId: ${pullZoneId}, actionType: 1, actionParameter1: "https://www.acme.example/new", actionParameter2: "301", orderIndex: 3,
    triggers: [{ type: 0, patternMatches: ["*/old"], patternMatchingType: 0 }], triggerMatchingType: 0, enabled: true, purgeOnChange: true ${more}
  });
  new cdn.CachePurge("purge", { pullZoneId: ${pullZoneId}, triggers: ["1"], purgeOnCreate: true });
  new cdn.DnsRecord("record", { dnsZoneId: ${dnsZoneId}, type: "PullZone", name: "www", pullZoneId: ${pullZoneId} ${more} });`;

const script = (more = ""): string => `
  new cdn.EdgeScript("hello", { name: "hello", type: "standalone", code: "export default 1", variables: { A: "1" }, secrets: { B: "2" } ${more} });`;

const site = `
  new cdn.Website("site", {
    name: "acme-site", source: "./public", hostnames: ["site.example"], redirects: [{ from: "/a", to: "/b" }],
    headers: { "X-Frame-Options": "DENY" },
  });`;

const adopted = ", adopt: true";
const existing = `
  new cdn.StorageZone("files", { name: "old-files", region: "DE", adopt: true });
  new cdn.PullZone("web", { name: "old-web", originUrl: "https://acme.example", adopt: true });
  new cdn.DnsZone("dns", { domain: "old.example", adopt: true });`;

describe("A preview", () => {
  forEachEngineAndKind((engine) => {
    let world: World;
    afterEach(() => world.close());

    const open = async (program: string): Promise<void> => {
      world = await openWorld(engine, program, {
        seed: {
          storageZones: [{ Id: 51, Name: "old-files" }],
          pullZones: [{ Id: 52, Name: "old-web", StorageZoneId: 51, OriginType: 2 }],
          dnsZones: [{ Id: 53, Domain: "old.example" }],
          edgeScripts: [{ Id: 54, Name: "hello" }],
        },
      });
      mkdirSync(path.join(world.projectDir, "public"));
      writeFileSync(path.join(world.projectDir, "public", "index.html"), "home");
    };
    const requests = (): string[] => world.emulator.journal.map(({ method, path: at }) => `${method} ${at}`);
    const created = ({ steps }: RunResult): string[] =>
      steps.filter(({ op, type }) => op === "create" && /cdn:/.test(type)).map(({ type }) => type.replace(/^.*:/, ""));

    it("of a new stack sends no request, of whatever kind its resources are", async () => {
      const own = parts("files.storageZoneId", "web.pullZoneId", "dns.dnsZoneId");
      await open(zones + own + script() + site);
      const shown = created(succeeded(await world.stack.preview()));
      assert.deepEqual([...new Set(shown)].sort(), [...kindNames, "Website"].sort());
      assert.deepEqual(requests(), []);
    });

    it("of a new stack sends no request for what it adopts, or declares in zones that exist", async () => {
      await open(existing + parts("51", "52", "53", adopted) + script(adopted));
      assert.deepEqual([...new Set(created(succeeded(await world.stack.preview())))].sort(), [...kindNames].sort());
      assert.deepEqual(requests(), []);
    });

    it("sends no request for what is new in zones that the state has", async () => {
      await open(zones);
      succeeded(await world.stack.up());
      world.emulator.clearJournal();
      world.program(zones + parts("files.storageZoneId", "web.pullZoneId", "dns.dnsZoneId") + script() + site);
      assert.ok(created(succeeded(await world.stack.preview())).length >= 6);
      assert.deepEqual(requests(), []);
    });
  });
});
