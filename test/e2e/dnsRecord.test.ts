import assert from "node:assert/strict";
import { forEachKindOnTheCli, onTheCli } from "./support/engines";
import { addPlugin, openWorld, succeeded, useDynamicResources, type World } from "./support/world";

const program = (more: string): string => `
  const web = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://origin.acme.example" });
  const zone = new cdn.DnsZone("zone", { domain: "acme.example" });
  new cdn.DnsRecord("apex", { dnsZoneId: zone.dnsZoneId, type: "PullZone", pullZoneId: web.pullZoneId });
  const www = new cdn.DnsRecord("www", { dnsZoneId: zone.dnsZoneId, name: "www", type: "CNAME", value: web.systemHostname });
  new cdn.PullZoneHostname("www", { pullZoneId: web.pullZoneId, hostname: "www.acme.example", managedCertificate: true, forceSSL: true },
    { dependsOn: [www] });
  ${more}`;
const mail = (ttl: number): string =>
  `new cdn.DnsRecord("mail", { dnsZoneId: zone.dnsZoneId, type: "MX", value: "mail.acme.example.", priority: 10, ttl: ${String(ttl)} });`;

describe("A DNS record", () => {
  let world: World | undefined;
  afterEach(async () => {
    await world?.close();
    world = undefined;
  });

  forEachKindOnTheCli((engine) => {
    it("is made with its zone, a hostname and its certificate in one up, changed by hand and mended", async () => {
      world = await openWorld(engine, program(mail(3600)), { seed: {} });
      const { stack, emulator } = world;
      const isAsDeclared = async (): Promise<boolean> =>
        (await stack.preview({ refresh: true, expectNoChanges: true })).exitCode === 0;
      const records = (): unknown[][] =>
        emulator.dnsRecords.list().map(({ Name, Type, Ttl, Disabled }) => [Name, Type, Ttl, Disabled]);
      const targeted = ["up", "--yes", "--skip-preview", "--target", "**:DnsRecord::mail"];
      const untargeted = await stack.command(...targeted);
      assert.match(
        untargeted.text,
        /dnsZoneId.*a new DNS zone has an id only if it is targeted: add --target "\*\*:DnsZone::NAME"/,
      );
      succeeded(await stack.command(...targeted, "--target", "**:DnsZone::zone"));
      assert.deepEqual(records(), [["", 4, 3600, false]]);
      succeeded(await stack.up());
      const [hostname] =
        emulator.pullZones.list()[0]?.Hostnames?.filter(({ IsSystemHostname }) => !IsSystemHostname) ?? [];
      assert.deepEqual([hostname?.Value, hostname?.HasCertificate], ["www.acme.example", true]);
      assert.equal(await isAsDeclared(), true);

      const { Id = 0 } = emulator.dnsRecords.list().find(({ Type }) => Type === 4) ?? {};
      emulator.dnsRecords.change(Id, { Disabled: true });
      world.program(program(mail(60)));
      succeeded(await stack.up({ refresh: true }));
      assert.deepEqual(
        records().filter(([, type]) => type === 4),
        [["", 4, 60, false]],
      );

      world.program(program(mail(60).replace('type: "MX"', 'name: "www.acme.example", type: "MX"')));
      const refused = await stack.up();
      assert.notEqual(refused.exitCode, 0);
      assert.match(refused.text, /relative to the zone's domain acme\.example: declare "www"/);
    });
  });

  forEachKindOnTheCli((engine) => {
    it("is imported by the option, in whatever spelling the program declares it, and adopted after a run that was killed", async () => {
      const record = (name: string, args: string, options = ""): string =>
        `new cdn.DnsRecord("${name}", { dnsZoneId: zone.dnsZoneId, ${args} }, { ${options} });`;
      const declared = (name: string): string =>
        `const zone = new cdn.DnsZone("zone", { domain: "acme.example", adopt: true });` +
        record("mx", `name: "@", type: "MX", value: "mail.acme.example.", priority: 10`, `import: "8/1"`) +
        record("spf", `name: "", type: "txt", value: "v=spf1 -all"`, `import: "8/2"`) +
        record("key", `name: "key", type: 3, value: "k=1"`, `import: "8/3"`) +
        record(name, `name: "www", type: "CNAME", value: "web.b-cdn.net.", adopt: true`) +
        `new cdn.PullZoneEdgeRule("${name}", { pullZoneId: 77, actionType: 7, adopt: true,
           triggers: [{ type: 0, patternMatches: ["*/download/*"] }] });`;
      const rule = { Guid: "6d2c1c4e-0000-4000-8000-000000000001", ActionType: 7, Enabled: true, OrderIndex: 0 };
      const trigger = { Type: 0, PatternMatches: ["*/download/*"], PatternMatchingType: 0 };
      const seed = {
        dnsZones: [{ Id: 8, Domain: "acme.example" }],
        dnsRecords: [
          { Id: 1, DnsZoneId: 8, Name: "", Type: 4, Value: "mail.acme.example", Priority: 10 },
          { Id: 2, DnsZoneId: 8, Name: "", Type: 3, Value: "v=spf1 -all" },
          { Id: 3, DnsZoneId: 8, Name: "key", Type: 3, Value: "k=1" },
          { Id: 4, DnsZoneId: 8, Name: "WWW", Type: 2, Value: "web.b-cdn.net" },
        ],
        pullZones: [{ Id: 77, Name: "acme-web", EdgeRules: [{ ...rule, Triggers: [trigger] }] }],
      };
      world = await openWorld(engine, declared("www"), { seed });
      const { stack, emulator } = world;
      const live = (): unknown => [emulator.dnsRecords.list(), emulator.pullZones.list()[0]?.EdgeRules];
      const before = live();
      // The second run has the resource under another name, without an alias.
      for (const name of ["www", "renamed"]) {
        world.program(declared(name));
        succeeded(await stack.up());
        assert.deepEqual(live(), before);
        const { deployment } = await stack.exportState();
        const parts = (deployment.resources ?? []).filter(({ type }) => /DnsRecord|PullZoneEdgeRule/.test(type));
        assert.deepEqual(parts.map(({ id }) => id).sort(), ["77/" + rule.Guid, "8/1", "8/2", "8/3", "8/4"]);
        succeeded(await stack.preview({ refresh: true, expectNoChanges: true }));
      }
      assert.ok(emulator.journal.every(({ method }) => method === "GET"));
      succeeded(await stack.destroy());
      assert.deepEqual([emulator.dnsZones.list(), emulator.dnsRecords.list()], [[], []]);
    });
  });

  onTheCli((engine) => {
    it("moves to native resources and back, with its zone and nothing but reads", async () => {
      const text = program(mail(3600));
      world = await openWorld(engine, text, { seed: {} });
      const { stack, emulator } = world;
      succeeded(await stack.up());
      const live = (): object[] => [...emulator.dnsZones.list(), ...emulator.dnsRecords.list()];
      const before = live();
      emulator.clearJournal();
      addPlugin(world, text);
      succeeded(await stack.up());
      succeeded(await stack.preview({ refresh: true, expectNoChanges: true }));
      const { deployment } = await stack.exportState();
      const types = (deployment.resources ?? []).map(({ type }) => type).filter((type) => /:Dns/.test(type));
      assert.deepEqual([...new Set(types)].sort(), ["cdn:index:DnsRecord", "cdn:index:DnsZone"]);

      useDynamicResources(world, text);
      succeeded(await stack.up());
      succeeded(await stack.preview({ refresh: true, expectNoChanges: true }));
      assert.deepEqual([...new Set(emulator.journal.map(({ method }) => method))], ["GET"]);
      assert.deepEqual(live(), before);
    });
  });
});
