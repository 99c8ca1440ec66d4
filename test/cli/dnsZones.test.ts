import assert from "node:assert/strict";
import { startEmulator, type Emulator } from "../../emulator";
import { withEmulator } from "../emulator/call";
import { inProcess, type Ended } from "./inProcess";

const own = { Nameserver1: "ns1.acme.test", Nameserver2: "ns2.acme.test" };
const dnsZones = [
  { Id: 7, Domain: "acme.example", DnsSecEnabled: true, CertificateKeyType: 1, ...own },
  { Id: 8, Domain: "acme.test", CustomNameserversEnabled: true, ...own },
];

describe("The commands on DNS zones", () => {
  let emulator: Emulator;

  before(async () => {
    emulator = await startEmulator({ seed: { dnsZones } });
  });
  after(() => emulator.close());

  const importing = (...argv: string[]): Promise<Ended> => inProcess(emulator, ["import", ...argv]);
  const resourcesIn = ({ stdout }: Ended) =>
    (JSON.parse(stdout) as { resources: { type: string; name: string; id: string; outputs: object }[] }).resources;

  it("import one by its domain in any case, or by its id, with what differs from a new one", async () => {
    for (const word of ["DnsZone:ACME.example", "dns-zone:7"]) {
      const ended = await importing(word);
      assert.equal(ended.code, 0, ended.stderr);
      assert.deepEqual(
        resourcesIn(ended).map(({ id, name }) => [id, name]),
        [["7", "acme-example"]],
      );
      const declared = `{ domain: "acme.example", dnsSecEnabled: true, certificateKeyType: "Rsa" }`;
      assert.ok(ended.stderr.includes(declared), ended.stderr);
      assert.match(ended.stderr, /protect: true/);
    }
    const { stderr } = await importing("DnsZone:8");
    assert.match(stderr, /customNameserversEnabled: true,\n +nameserver1: "ns1\.acme\.test",\n +nameserver2: "ns2/);
    const missing = await importing("DnsZone:none.example");
    assert.match(missing.stderr, /There is no DNS zone named "none\.example" in this account/);
  });

  it("import one by its domain in Unicode", async () => {
    await withEmulator({ seed: { dnsZones: [{ Id: 9, Domain: "xn--bcher-kva.example" }] } }, async (own) => {
      const ended = await inProcess(own, ["import", "DnsZone:bücher.example"]);
      assert.deepEqual(
        resourcesIn(ended).map(({ id }) => id),
        ["9"],
      );
    });
  });

  it("import records that point to a pull zone with a reference to it", async () => {
    const value = "acme-web.cdn.example";
    const seed = {
      pullZones: [{ Id: 5, Name: "acme-web", Hostnames: [{ Id: 1, Value: value, IsSystemHostname: true }] }],
      dnsZones: [{ Id: 7, Domain: "acme.example" }],
      dnsRecords: [
        { Id: 1, DnsZoneId: 7, Type: 2, Name: "www", Value: value },
        { Id: 2, DnsZoneId: 7, Type: 2, Name: "other", Value: "other.cdn.example" },
      ],
    };
    await withEmulator({ seed }, async (own) => {
      const { stderr } = await inProcess(own, ["import", "--all"]);
      assert.match(stderr, /const acmeWeb\w* = new cdn\.PullZone\(/);
      assert.match(stderr, /type: "CNAME",\n +name: "www",\n +value: acmeWeb\w*\.systemHostname,\n/);
      assert.match(stderr, /value: "other\.cdn\.example"/);
    });
  });

  it("find those that are in no state, and nothing else in a state that an import has made", async () => {
    const [resource] = resourcesIn(await importing("DnsZone:7"));
    const inState = { ...resource, urn: `urn:pulumi:dev::acme::${resource?.type ?? ""}::zone`, custom: true };
    const stdin = JSON.stringify({ version: 3, deployment: { resources: [inState] } });
    emulator.clearJournal();
    const clean = await inProcess(emulator, ["drift", "--state", "-"], { stdin });
    assert.equal(clean.code, 0, clean.stdout);
    const { code, stdout } = await inProcess(emulator, ["drift", "--state", "-", "--unmanaged"], { stdin });
    assert.equal(code, 2, stdout);
    assert.match(stdout, /\n {2}unmanaged DnsZone acme\.test \(8\)\n.*\n.* import DnsZone:8 /);
    assert.match(stdout, /\b1 unmanaged\b/);
    assert.ok(emulator.journal.every(({ method }) => method === "GET"));
    emulator.dnsZones.change(7, { DnsSecEnabled: false });
    const drift = await inProcess(emulator, ["drift", "--state", "-"], { stdin });
    assert.equal(drift.code, 2);
    assert.match(drift.stdout, /dnsSecEnabled/);
  });
});
