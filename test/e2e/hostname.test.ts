import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { forEachEngineAndKind, forEachKindOnTheCli } from "./support/engines";
import { openWorld, succeeded, type World } from "./support/world";

const key = "-----BEGIN PRIVATE KEY-----\\nCANARYKEY\\n-----END PRIVATE KEY-----";
const program = (own = false): string => `
  const web = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://origin.example" });
  const certificate = ${String(own)}
    ? { certificate: "-----BEGIN CERTIFICATE-----\\nAA\\n-----END CERTIFICATE-----", certificateKey: "${key}" }
    : { managedCertificate: true };
  new cdn.PullZoneHostname("www", { pullZoneId: web.pullZoneId, hostname: "www.acme.example", forceSSL: true, ...certificate });`;

describe("A hostname whose DNS record is still missing", () => {
  forEachEngineAndKind((engine) => {
    let world: World;

    afterEach(() => world.close());

    it("is in the state, gets its certificate in the next up, then one of its own, whose key is encrypted", async () => {
      world = await openWorld(engine, program());
      const { stack, emulator } = world;
      const failed = await stack.up();
      assert.notEqual(failed.exitCode, 0);
      assert.match(failed.text, /Set the DNS record www\.acme\.example CNAME acme-web\.pull\.cdn\.example/);
      emulator.setPointedHostnames(["www.acme.example"]);
      succeeded(await stack.up());
      const www = () => emulator.pullZones.list()[0]?.Hostnames?.find(({ Value }) => Value === "www.acme.example");
      assert.deepEqual([www()?.ForceSSL, www()?.HasCertificate], [true, true]);
      const added = emulator.journal.filter(({ operation }) => operation === "addHostname");
      assert.equal(added.length, 1);

      world.program(program().replace("{ name", "{ burstSize: 5, name"));
      const previewed = succeeded(await stack.preview()).steps.map(({ name, op }) => `${name} ${op}`);
      assert.deepEqual(previewed.filter((step) => /^w/.test(step)).sort(), ["web update", "www same"]);

      world.program(program(true));
      succeeded(await stack.up());
      succeeded(await stack.up({ refresh: true, expectNoChanges: true }));
      assert.ok(!JSON.stringify(await stack.exportState()).includes("CANARYKEY"));
    });
  });
});

describe("A hostname of a domain that is not delegated to its DNS zone", () => {
  forEachKindOnTheCli((engine) => {
    let world: World;

    afterEach(() => world.close());

    it("fails before a certificate is requested with the nameservers to name, which no preview asks for, and is completed by the next up", async () => {
      const site = `
        const zone = new cdn.DnsZone("zone", { domain: "acme.example" });
        const web = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://origin.example" });
        const record = new cdn.DnsRecord("www", { dnsZoneId: zone.dnsZoneId, name: "www", type: "PullZone", pullZoneId: web.pullZoneId });
        new cdn.PullZoneHostname("www", { pullZoneId: web.pullZoneId, hostname: "www.acme.example", managedCertificate: true },
          { dependsOn: [record] });`;
      const silent = createSocket("udp4");
      let queries = 0;
      silent.on("message", () => queries++);
      await new Promise<void>((resolve) => void silent.bind(0, "127.0.0.1", resolve));
      world = await openWorld(engine, site, {
        undelegatedDomains: ["acme.example"],
        env: { CDN_RESOLVER: `127.0.0.1:${String(silent.address().port)}` },
      });
      const { stack, emulator } = world;
      try {
        succeeded(await stack.preview());
        assert.equal(queries, 0);
        await stack.configure({ env: { CDN_RESOLVER: emulator.resolver } });
        const failed = await stack.up();
        assert.notEqual(failed.exitCode, 0);
        assert.match(
          failed.text,
          /DNS zone acme\.example \(id \d+\) of this account is not delegated yet: set the nameservers kiki\.bunny\.net and coco\.bunny\.net at the domain's registrar/,
        );
        const requests = () => emulator.journal.filter(({ operation }) => operation === "loadFreeCertificate").length;
        assert.deepEqual([requests(), emulator.dnsZones.list()[0]?.NameserversDetected], [0, true]);
        await stack.configure({ env: { CDN_RESOLVER: `127.0.0.1:${String(silent.address().port)}` } });
        succeeded(await stack.preview());
        assert.equal(queries, 0);
      } finally {
        silent.close();
      }
      emulator.setUndelegatedDomains([]);
      succeeded(await stack.up());
      succeeded(await stack.preview({ refresh: true, expectNoChanges: true }));
    });
  });
});

// Without the CLI, test/serve/servedKinds.test.ts holds that a hostname is kept when an old entry goes.
describe("A hostname that the program has replaced for a setting", () => {
  forEachKindOnTheCli((engine) => {
    let world: World;

    afterEach(() => world.close());

    it("is kept, also if the new entry comes before the old one goes", async () => {
      const site = (forceSSL: boolean): string => `
        const web = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://origin.example" });
        new cdn.PullZoneHostname("www", { pullZoneId: web.pullZoneId, hostname: "www.acme.example", managedCertificate: true, forceSSL: ${String(forceSSL)} },
          { replaceOnChanges: ["forceSSL"], deleteBeforeReplace: false });`;
      world = await openWorld(engine, site(false), { pointedHostnames: ["*"] });
      succeeded(await world.stack.up());
      world.program(site(true));
      succeeded(await world.stack.up());
      const www = world.emulator.pullZones.list()[0]?.Hostnames?.find(({ Value }) => Value === "www.acme.example");
      assert.equal(www?.ForceSSL, true);
      succeeded(await world.stack.up({ refresh: true, expectNoChanges: true }));
    });
  });
});

describe("A hostname that was removed by hand", () => {
  forEachKindOnTheCli((engine) => {
    let world: World;

    afterEach(() => world.close());

    const named = (resource: string): string => `
      const web = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://origin.example" });
      new cdn.PullZoneHostname("${resource}", { pullZoneId: web.pullZoneId, hostname: "www.acme.example" });`;
    const broken = `new cdn.StorageZone("broken", { name: "taken", region: "DE" });`;

    for (const [when, first] of [
      ["in one run", ""],
      ["in a run that fails, and the next one", broken],
    ] as const) {
      it(`is kept if its resource is renamed ${when}`, async () => {
        world = await openWorld(engine, named("old"), { takenNames: ["taken"] });
        succeeded(await world.stack.up());
        const { pullZones } = world.emulator;
        const hostnames = () => pullZones.list().flatMap(({ Hostnames }) => Hostnames?.map(({ Value }) => Value));
        const [system] = hostnames();
        const [web] = pullZones.list();
        pullZones.change(Number(web?.Id), { Hostnames: web?.Hostnames?.filter(({ Value }) => Value === system) ?? [] });
        if (first !== "") {
          world.program(named("new") + first);
          assert.notEqual((await world.stack.up()).exitCode, 0);
        }
        world.program(named("new"));
        assert.match(succeeded(await world.stack.up()).text, /Kept hostname/);
        assert.deepEqual(hostnames(), [system, "www.acme.example"]);
        succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
      });
    }
  });
});
