import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { forEachKindOnTheCli } from "./support/engines";
import { byVariables, openWorld, succeeded, type World } from "./support/world";

const root = path.join(__dirname, "..", "..");
const command = `node ${JSON.stringify(path.join(root, "dist", "cli", "main.js"))} import --all`;
const storageZones = [{ Id: 1, Name: "assets", Region: "DE" }];

/** What our own check refuses in a new record or zone. */
const odd = {
  storageZones,
  dnsZones: [
    { Id: 8, Domain: "xn--bcher-kva.example", CustomNameserversEnabled: true, Nameserver1: "ns1.acme.example." },
    { Id: 9, Domain: "0/25.2.0.192.in-addr.arpa" },
  ],
  dnsRecords: [
    { Id: 80, DnsZoneId: 8, Type: 9, Tag: "issuewild", Flags: 0, Value: "" },
    { Id: 81, DnsZoneId: 8, Type: 1, Name: "local", Value: "fe80::1%1" },
    { Id: 82, DnsZoneId: 8, Type: 3, Name: "text", Value: '"in quotes" "and split"' },
    { Id: 83, DnsZoneId: 8, Type: 14, Name: "www", Priority: 1, Value: ". alpn=h2" },
    { Id: 84, DnsZoneId: 8, Type: 2, Name: "beside", Value: "host.example" },
    { Id: 85, DnsZoneId: 8, Type: 3, Name: "beside", Value: "text" },
    { Id: 90, DnsZoneId: 9, Type: 10, Name: "5", Value: "host.acme.example" },
  ],
};

describe("DNS names and values", () => {
  let world: World;
  afterEach(() => world.close());

  forEachKindOnTheCli((engine) => {
    it("that the service has are no failure while they stay, and are refused in what is new", async function () {
      const plugin = engine.resources === "native" ? " --plugin" : "";
      world = await openWorld(engine, "", { ...byVariables, seed: odd });
      if (!engine.isAtLeast(254)) return this.skip();
      const { stack, emulator } = world;
      const wrote = await stack.script(`${command} --no-protect --out imported.js${plugin}`);
      assert.equal(wrote.exitCode, 0, wrote.text);
      const file = path.join(world.projectDir, "imported.js");
      const sdk = path.join(root, "test", "e2e", "support", "nativeSdk.cjs");
      const text = readFileSync(file, "utf8").replace("pulumi-cdn-sdk", sdk);
      assert.match(text, /nameserver1: "ns1\.acme\.example",/);
      const write = (program: string): void => writeFileSync(file, program);
      write(text);
      const importing = /^\d\. (pulumi import .*)$/m.exec(wrote.text)?.[1] ?? "";
      const imported = await stack.script(`${importing} --skip-preview`);
      assert.equal(imported.exitCode, 0, imported.text);
      world.program('require("./imported");');
      succeeded(await stack.preview({ expectNoChanges: true, refresh: true }));

      // Another spelling is no difference; another setting of an odd record is one, and is sent.
      const respelt = text
        .replace('"xn--bcher-kva.example"', '"Bücher.example"')
        .replace('"ns1.acme.example"', '"NS1.acme.example."')
        .replace(/priority: 1,(\s+)/, "$1")
        .replace('". alpn=h2"', '"1 . alpn=\\"h2\\""');
      const odds = await stack.preview({ expectNoChanges: true, refresh: true });
      succeeded(odds);
      write(respelt);
      const same = succeeded(await stack.preview({ expectNoChanges: true, refresh: true }));
      assert.match(same.text, /begins with the priority. Declare priority: 1, value: "\. alpn=\\"h2\\""/);
      const slower = respelt.replace('name: "text",', 'name: "text", comment: "odd",');
      write(slower);
      succeeded(await stack.up());
      assert.equal(emulator.dnsRecords.get(82)?.Comment, "odd");

      // A changed value is checked as that of a new record, and a new AAAA is made beside the odd one.
      const added = (more: string): string => `${slower}\n${more}`;
      write(added("").replace("and split", "and changed"));
      assert.match((await stack.preview()).text, /Declare value: "in quotesand changed"/);
      const record = (name: string, rest: string): string =>
        `new cdn.DnsRecord("${name}", { dnsZoneId: 8, name: "${name}", ${rest} });\n`;
      write(added(record("new", 'type: "AAAA", value: "2001:db8::1"')));
      succeeded(await stack.up());
      for (const [rest, refusal] of [
        ['type: "AAAA", value: "fe80::1%2"', /without a zone \(%\)/],
        ['type: "CAA", tag: "issuewild"', /is required for the type CAA with the tag issuewild/],
        ['type: "MX", priority: 1, value: "203.0.113.7"', /An address is the value of an A or AAAA record/],
      ] as const) {
        write(added(record("new", rest)));
        const refused = await stack.preview();
        assert.notEqual(refused.exitCode, 0);
        assert.match(refused.text.replace(/\s+/g, " "), refusal);
      }
      assert.deepEqual(
        emulator.journal.flatMap(({ method, path: at }) => (method === "GET" ? [] : [`${method} ${at}`])),
        ["POST /dnszone/8/records/82", "PUT /dnszone/8/records"],
      );
      write(added(""));
      succeeded(await stack.up());
    });

    it("are sent in ASCII, respelt without a difference, and checked against each other", async () => {
      const program = (domain: string, records: string): string => `
        const web = new cdn.PullZone("web", { name: "acme-web", originUrl: "https://origin.acme.example" });
        const zone = new cdn.DnsZone("zone", { domain: "${domain}" });
        new cdn.PullZoneHostname("www", { pullZoneId: web.pullZoneId, hostname: "www.${domain}" });
        const record = (resource, args) => new cdn.DnsRecord(resource, { dnsZoneId: zone.dnsZoneId, name: "www", ...args });
        ${records}`;
      const cname = (resource: string, more = ""): string =>
        `record("${resource}", { type: "CNAME", value: "grün.example"${more} });`;
      const a = `record("old", { type: "A", value: "203.0.113.7" });`;
      world = await openWorld(engine, program("bücher.example", cname("www") + a), { seed: { storageZones } });
      const { stack, emulator } = world;
      const beside = await stack.up();
      assert.match(
        beside.text.replace(/\s+/g, " "),
        /can't both be declared for the name "www": CNAME records and other records can't share/,
      );
      world.program(
        program(
          "bücher.example",
          a + `record("grün", { name: "grün", type: "CNAME", value: "grün.example", accelerated: true });`,
        ),
      );
      succeeded(await stack.up());
      const live = (): unknown[] => [
        emulator.dnsZones.list().map(({ Domain }) => Domain),
        emulator.dnsRecords
          .list()
          .map(({ Name, Value }) => `${String(Name)} ${String(Value)}`)
          .sort(),
        emulator.pullZones
          .list()
          .flatMap(({ Name, Hostnames }) => (Name === "acme-web" ? (Hostnames ?? []) : []))
          .map(({ Value }) => Value)
          .slice(1),
      ];
      const inAscii = [
        ["xn--bcher-kva.example"],
        ["www 203.0.113.7", "xn--grn-ioa xn--grn-ioa.example"],
        ["www.xn--bcher-kva.example"],
      ];
      assert.deepEqual(live(), inAscii);
      succeeded(await stack.preview({ expectNoChanges: true, refresh: true }));
      const respelt = `record("grün", { name: "xn--grn-ioa", type: "CNAME", value: "XN--grn-ioa.example.", accelerated: true });`;
      world.program(program("xn--bcher-kva.example", a + respelt));
      succeeded(await stack.up({ refresh: true, expectNoChanges: true }));
      assert.deepEqual(live(), inAscii);

      const ended = respelt.replace(", accelerated: true", "");
      world.program(program("xn--bcher-kva.example", a + ended));
      assert.match(
        (await stack.preview()).text,
        /is no longer accelerated: pull zone \d+, .* stays but becomes inactive/,
      );
      succeeded(await stack.up());

      // The engine creates the CNAME before it deletes the A: where the service refuses that, the error says what to do.
      emulator.setFaults([
        { method: "PUT", path: "/dnszone/*/records", times: 1, fault: { kind: "status", status: 400 } },
      ]);
      world.program(program("xn--bcher-kva.example", cname("new") + ended));
      const refused = await stack.up();
      assert.notEqual(refused.exitCode, 0);
      assert.match(
        refused.text.replace(/\s+/g, " "),
        /has the A record \d+\/\d+ of the same name, [^]* give it the (resource )?option aliases[^]* use two runs/,
      );
      const aliased = cname("new")
        .replace("record(", `new cdn.DnsRecord(`)
        .replace("{ type", `{ dnsZoneId: zone.dnsZoneId, name: "www", type`);
      world.program(
        program("xn--bcher-kva.example", `${aliased.replace(" });", ` }, { aliases: [{ name: "old" }] });`)}${ended}`),
      );
      succeeded(await stack.up());
      assert.deepEqual(live()[1], ["www xn--grn-ioa.example", "xn--grn-ioa xn--grn-ioa.example"]);
      succeeded(await stack.destroy());
    });
  });
});
