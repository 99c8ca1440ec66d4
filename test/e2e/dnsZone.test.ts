import assert from "node:assert/strict";
import { detectDrift } from "../../drift";
import { inProcess } from "../cli/inProcess";
import type { EngineUnderTest } from "./support/engineUnderTest";
import { forEachKindOnTheCli } from "./support/engines";
import { addPlugin, openWorld, succeeded, useDynamicResources, type World, type WorldOptions } from "./support/world";

const zone = (more = "", options = "{}", domain = "acme.example"): string =>
  `const zone = new cdn.DnsZone("zone", { domain: "${domain}"${more} }, ${options});\n`;
const outputs = "return { id: zone.dnsZoneId, nameservers: zone.nameservers, ds: zone.dsRecord };";
const storageZones = [{ Id: 1, Name: "assets", Region: "DE" }];
const existing = { dnsZones: [{ Id: 9, Domain: "acme.example", DnsSecEnabled: true, LoggingEnabled: true }] };

describe("A declared DNS zone", () => {
  let world: World;

  afterEach(() => world.close());

  const open = async (engine: EngineUnderTest, program: string, options: WorldOptions): Promise<void> => {
    world = await openWorld(engine, program, options);
    succeeded(await world.stack.up());
  };
  const live = () => world.emulator.dnsZones.list();
  const isClean = async (): Promise<void> => {
    succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));
  };
  const writes = (): string[] =>
    world.emulator.journal.flatMap(({ method, path }) => (method === "GET" ? [] : [`${method} ${path}`]));

  // test/lifecycle/dnsZone shows the same without an engine.
  forEachKindOnTheCli((engine) => {
    it("is created with its settings and DNSSEC, updated in place, put right after a change outside, and deleted", async () => {
      await open(engine, zone(`, dnsSecEnabled: true, soaEmail: "dns@acme.example"`) + outputs, {
        seed: { storageZones },
      });
      const [{ Id = 0, SoaEmail, DnsSecEnabled } = {}] = live();
      assert.deepEqual([live().length, SoaEmail, DnsSecEnabled], [1, "dns@acme.example", true]);
      const { id, nameservers, ds } = await world.stack.outputs();
      assert.deepEqual([id?.value, nameservers?.value], [Id, ["kiki.bunny.net", "coco.bunny.net"]]);
      assert.match(JSON.stringify(ds?.value), /^"acme\.example\. 3600 IN DS \d+ 13 2 [0-9A-F]{64}"$/);
      succeeded(await world.stack.preview({ expectNoChanges: true }));
      // Records and volatile values are none of its state.
      world.emulator.dnsRecords.add({ DnsZoneId: Id, Type: 3, Name: "a", Value: "CANARY-value" });
      world.emulator.dnsZones.change(Id, { NameserversDetected: false, NameserversNextCheck: "2027-01-01T00:00:00Z" });
      world.emulator.clearJournal();
      await isClean();
      const state = await world.stack.exportState();
      const { stacks } = await detectDrift({ states: [{ state }], env: { CDN_ACCESS_KEY: world.emulator.accessKey } });
      assert.deepEqual(
        stacks.flatMap(({ resources }) => resources.map(({ differences }) => differences)),
        [[]],
      );
      succeeded(await world.stack.refresh({ expectNoChanges: true }));
      assert.doesNotMatch(JSON.stringify(await world.stack.exportState()), /CANARY/);
      assert.deepEqual(writes(), []);

      world.emulator.dnsZones.change(Id, {
        SoaEmail: "other@acme.example",
        DnsSecEnabled: false,
        LoggingEnabled: true,
      });
      const changed = await world.stack.preview({ refresh: true, expectNoChanges: true });
      assert.notEqual(changed.exitCode, 0);
      assert.deepEqual(writes(), []);
      succeeded(await world.stack.up({ refresh: true }));
      assert.deepEqual(
        live().map((one) => [one.SoaEmail, one.DnsSecEnabled, one.LoggingEnabled]),
        [["dns@acme.example", true, true]],
      );
      world.program(zone(`, certificateKeyType: "rsa", forceDestroy: true`) + outputs);
      const { steps } = succeeded(await world.stack.up());
      assert.deepEqual(
        steps.filter(({ name }) => name === "zone").map(({ op }) => op),
        ["update"],
      );
      assert.deepEqual(
        live().map((one) => [one.Id, one.CertificateKeyType, one.SoaEmail]),
        [[Id, 1, "dns@acme.example"]],
      );
      await isClean();
      succeeded(await world.stack.destroy({ refresh: true }));
      assert.deepEqual([live(), world.emulator.dnsRecords.list()], [[], []]);
    });

    it("is not deleted with records of others, is replaced with another domain, and made anew after a deletion by hand", async () => {
      await open(engine, zone(), { seed: { storageZones } });
      const [{ Id: first = 0 } = {}] = live();
      const longAgo = "2020-01-01T00:00:00Z";
      const { Id: record } = world.emulator.dnsRecords.add({ DnsZoneId: first, Type: 3, Name: "a", Value: "b" });
      world.emulator.dnsZones.change(first, { DateModified: longAgo });
      const refused = await world.stack.destroy();
      assert.notEqual(refused.exitCode, 0);
      assert.match(refused.text, new RegExp(`was not deleted: it has 1 record .*: TXT a \\(${first}/${record}\\)`));
      world.emulator.dnsRecords.delete(record);

      world.program(zone("", "{}", "acme.test"));
      succeeded(await world.stack.up());
      const [{ Id: second = 0, Domain } = {}] = live();
      assert.deepEqual([live().length, Domain, second === first], [1, "acme.test", false]);
      assert.deepEqual(writes().slice(-2), ["POST /dnszone", `DELETE /dnszone/${String(first)}`]);

      world.emulator.dnsZones.change(second, { DateModified: longAgo });
      world.emulator.dnsZones.delete(second);
      succeeded(await world.stack.up({ refresh: true }));
      assert.deepEqual(
        live().map(({ Domain: one }) => one),
        ["acme.test"],
      );
      await isClean();
    });

    it("whose domain has a typo keeps its records while one of them is of no resource, in a replacement and with deletedWith", async () => {
      const record = (name: string, options = "{}"): string =>
        `new cdn.DnsRecord("${name}", { dnsZoneId: zone.dnsZoneId, name: "${name}", type: "A", value: "203.0.113.7" }, ${options});\n`;
      const program = (domain: string, more = "", options?: string): string =>
        zone(more, "{}", domain) + record("www", options) + record("mail", options);
      await open(engine, program("acme.example"), { seed: { storageZones } });
      const [{ Id: first = 0 } = {}] = live();
      const inFirst = (): string[] =>
        world.emulator.dnsRecords
          .list()
          .flatMap(({ DnsZoneId, Name }) => (DnsZoneId === first ? [Name ?? ""] : []))
          .sort();
      const { Id: foreign } = world.emulator.dnsRecords.add({ DnsZoneId: first, Type: 3, Name: "a", Value: "CANARY" });

      world.program(program("acme.test"));
      const preview = succeeded(await world.stack.preview());
      assert.match(
        preview.text,
        /DNS zone "acme\.example" \(id \d+\) is replaced by another one, which deletes its 3 records/,
      );
      const refused = await world.stack.up();
      assert.notEqual(refused.exitCode, 0);
      assert.match(
        refused.text,
        new RegExp(`no resource of this program has TXT a \\(${String(first)}/${String(foreign)}\\)`),
      );
      assert.doesNotMatch(refused.text, /CANARY/);
      assert.deepEqual(inFirst(), ["a", "mail", "www"]);
      assert.deepEqual(
        live()
          .map(({ Domain }) => Domain)
          .sort(),
        ["acme.example", "acme.test"],
      );

      // A second attempt, also after a refresh, knows the same.
      succeeded(await world.stack.refresh());
      const again = await world.stack.up();
      assert.match(
        again.text,
        new RegExp(`no resource of this program has TXT a \\(${String(first)}/${String(foreign)}\\)`),
      );
      assert.deepEqual(inFirst(), ["a", "mail", "www"]);

      // The typo is taken back.
      world.program(program("acme.example", ", adopt: true"));
      succeeded(await world.stack.up());
      assert.deepEqual([live().map(({ Id }) => Id), inFirst()], [[first], ["a", "mail", "www"]]);

      // Dynamic resources see the option, native ones don't.
      const leaving = program("acme.example", ", adopt: true", "{ deletedWith: zone }");
      world.program(leaving);
      const { text } = succeeded(await world.stack.preview());
      succeeded(await world.stack.up());
      assert.equal(
        /deletedWith leaves the deletion .* unless the DNS zone has forceDestroy: true/.test(text),
        engine.resources === "dynamic",
      );
      world.emulator.dnsZones.change(first, { DateModified: "2020-01-01T00:00:00Z" });
      const destroy = await world.stack.destroy();
      assert.match(destroy.text, /it has 3 records .* have the option deletedWith[^]* forceDestroy: true/);
      assert.deepEqual(inFirst(), ["a", "mail", "www"]);
      world.program(program("acme.example", ", adopt: true, forceDestroy: true", "{ deletedWith: zone }"));
      assert.doesNotMatch(succeeded(await world.stack.preview()).text, /leaves the deletion/);
      succeeded(await world.stack.up());
      succeeded(await world.stack.destroy());
      assert.deepEqual(world.emulator.dnsRecords.list(), []);
    });

    it("is created once, though its answer is lost, and what fails after it is made up for by the next run", async () => {
      world = await openWorld(engine, zone(`, dnsSecEnabled: true`) + outputs, {
        seed: { storageZones },
        faults: [
          { method: "POST", path: "/dnszone", times: 1, fault: { kind: "reset", when: "after" } },
          { path: "/dnszone/*/dnssec", times: 1, fault: { kind: "status", status: 400 } },
        ],
      });
      assert.notEqual((await world.stack.up()).exitCode, 0);
      assert.deepEqual([live().length, live()[0]?.DnsSecEnabled], [1, false]);
      succeeded(await world.stack.up());
      assert.deepEqual([live().length, live()[0]?.DnsSecEnabled], [1, true]);
      assert.match(JSON.stringify((await world.stack.outputs())["ds"]?.value), / IN DS /);
      await isClean();
    });

    it("is refused, adopted, imported by its id, read with get, and moved between both kinds of resources", async () => {
      world = await openWorld(engine, zone(), { seed: { ...existing, storageZones } });
      assert.match((await world.stack.up()).text, /a DNS zone named "acme\.example" exists in this account with id 9/);
      world.program(zone(", adopt: true, dnsSecEnabled: true, loggingEnabled: true") + outputs);
      assert.match((await world.stack.up()).text, /Adopted DNS zone "acme\.example" \(id: 9, records: 0\)/);
      const adopted = await world.stack.outputs();
      assert.match(JSON.stringify(adopted["ds"]?.value), / IN DS /);
      await isClean();
      world.program(`const zone = cdn.DnsZone.get("zone", "9");\n${outputs}`);
      succeeded(await world.stack.up());
      const { id, ds } = await world.stack.outputs();
      assert.deepEqual([id?.value, ds?.value ?? undefined, live().length], [9, undefined, 1]);
      world.program(zone(", dnsSecEnabled: true", `{ import: "9" }`) + outputs);
      succeeded(await world.stack.up());
      assert.deepEqual(await world.stack.outputs(), adopted);
      await isClean();
      const program = zone(", dnsSecEnabled: true") + outputs;
      world.emulator.clearJournal();
      if (engine.resources === "native") useDynamicResources(world, program);
      else addPlugin(world, program);
      succeeded(await world.stack.up());
      assert.deepEqual([await world.stack.outputs(), writes()], [adopted, []]);
      await isClean();
      assert.deepEqual(live().length, 1);
    });

    it("is taken over by the command import without a change, and a refresh adds what the registrar is told", async function () {
      if (!engine.isAtLeast(254)) return this.skip();
      world = await openWorld(engine, "", { seed: { ...existing, storageZones } });
      const plugin = engine.resources === "native" ? ["--plugin"] : [];
      const { stdout, stderr } = await inProcess(world.emulator, ["import", "DnsZone:acme.example", ...plugin]);
      succeeded(await world.stack.importResources(JSON.parse(stdout) as object));
      const [, declaration = ""] = stderr.split("declare:\n");
      world.program(`${declaration.replace("new cdn", "const zone = new cdn")}\n${outputs}`);
      succeeded(await world.stack.preview({ expectNoChanges: true }));
      succeeded(await world.stack.up({ refresh: true }));
      assert.match(JSON.stringify((await world.stack.outputs())["ds"]?.value), / IN DS /);
      assert.deepEqual(writes(), ["POST /dnszone/9/dnssec"]);
      await isClean();
      assert.match((await world.stack.destroy()).text, /protected/);
    });
  });
});
