import assert from "node:assert/strict";
import type { Emulator, EmulatorOptions } from "../../emulator";
import { startEmulator } from "../../emulator";
import { CdnClient } from "../../provider/api/client";
import { InvalidInputError, NotFoundError, UnavailableError } from "../../provider/api/errors";
import { lookUpDnsZone, lookUpDnsZones } from "../../provider/api/lookUp";
import { canaryKey, failureOf, settings } from "./support";

const dnsZones = [
  { Id: 7, Domain: "Acme.example" },
  { Id: 8, Domain: "acme.test" },
];

describe("The client's operations on DNS", () => {
  let emulator: Emulator;
  let client: CdnClient;
  const start = async (options: EmulatorOptions = {}): Promise<void> => {
    emulator = await startEmulator({ accessKey: canaryKey, seed: { dnsZones }, ...options });
    client = new CdnClient(settings(emulator.url, { maxRetries: 2 }));
  };
  const sent = (): string[] => emulator.journal.map(({ method, path }) => `${method} ${path}`);

  beforeEach(() => start());
  afterEach(() => emulator.close());

  it("add, list, get, update and delete zones", async () => {
    const { id, records } = await client.addDnsZone({ domain: "new.example" });
    assert.deepEqual([emulator.dnsZones.get(id)?.Domain, records], ["new.example", []]);
    const [first] = await client.listDnsZones({ search: "acme" });
    assert.ok(first !== undefined && !("records" in first));
    const updated = await client.updateDnsZone(id, { certificateKeyType: "Rsa", soaEmail: "dns@new.example" });
    assert.equal(updated?.certificateKeyType, "Rsa");
    assert.equal(emulator.dnsZones.get(id)?.CertificateKeyType, 1);
    assert.deepEqual(emulator.journal.at(-1)?.bodyFields, ["SoaEmail", "CertificateKeyType"]);
    await client.deleteDnsZone(id);
    await failureOf(client.getDnsZone(id), NotFoundError);
  });

  it("switch DNSSEC on, as often as asked, and off", async () => {
    const info = await client.enableDnsSec(7);
    assert.deepEqual(await client.enableDnsSec(7), info);
    assert.deepEqual([info.enabled, info.algorithm, info.digestType], [true, 13, "SHA256 (2)"]);
    await client.disableDnsSec(7);
    assert.equal(emulator.dnsZones.get(7)?.DnsSecEnabled, false);
  });

  it("add, update and delete records, by the names of types", async () => {
    const added = await client.addDnsRecord(7, { type: "MX", name: "", value: "mail.acme.example", priority: 10 });
    assert.deepEqual([added?.type, added?.priority], ["MX", 10]);
    const id = added?.id ?? 0;
    await client.updateDnsRecord(7, id, { type: "MX", priority: 20, comment: "moved" });
    const [record] = (await client.getDnsZone(7)).records;
    assert.deepEqual([record?.priority, record?.comment, record?.value], [20, "moved", "mail.acme.example"]);
    await client.deleteDnsRecord(7, id);
    assert.deepEqual(emulator.dnsRecords.list(), []);
    assert.deepEqual(sent(), [
      "PUT /dnszone/7/records",
      `POST /dnszone/7/records/${String(id)}`,
      "GET /dnszone/7",
      `DELETE /dnszone/7/records/${String(id)}`,
    ]);
  });

  it("repeat what is idempotent, but never the request that adds a record", async () => {
    await emulator.close();
    const fault = { kind: "status", status: 503 } as const;
    await start({
      faults: [
        { path: "/dnszone/7/dnssec", times: 1, fault },
        { path: "/dnszone/7/records", times: 1, fault },
      ],
    });
    await client.enableDnsSec(7);
    const { mayHaveBeenApplied } = await failureOf(
      client.addDnsRecord(7, { type: "A", value: "192.0.2.1" }),
      UnavailableError,
    );
    assert.equal(mayHaveBeenApplied, true);
    assert.deepEqual(sent(), ["POST /dnszone/7/dnssec", "POST /dnszone/7/dnssec", "PUT /dnszone/7/records"]);
  });

  it("send nothing for what is no id, or of another type", async () => {
    for (const call of [
      client.getDnsZone("../7"),
      client.deleteDnsRecord(7, 0),
      client.addDnsRecord(7, { type: "NONE" }),
      client.updateDnsZone(7, { loggingEnabled: "yes" as never }),
    ]) {
      await failureOf(call, InvalidInputError);
    }
    assert.deepEqual(sent(), []);
  });

  it("understand a record whose address the service has looked up", async () => {
    const located = { CountryCode: 1, Country: "DE", ASN: 64500, OrganizationName: "Example", City: null };
    const [zone] = dnsZones;
    const record = { Id: 901, Type: 0, Name: "www", Value: "192.0.2.1", Ttl: 0, Weight: 0, IPGeoLocationInfo: located };
    emulator.setFaults([
      { path: "/dnszone/7", fault: { kind: "status", status: 200, body: { ...zone, Records: [record] } } },
    ]);
    const { records } = await client.getDnsZone(7);
    const { type, ttl, weight } = records[0] ?? assert.fail();
    assert.deepEqual([records.length, type, ttl, weight], [1, "A", 0, 0]);
  });

  it("serve the functions: one zone by id or domain in any case, with its records, and all without", async () => {
    emulator.dnsRecords.add({ DnsZoneId: 7, Type: 7, LinkName: "42" });
    for (const args of [{ id: 7 }, { id: "7" }, { domain: "ACME.example" }]) {
      const { domain, records, nameservers } = await lookUpDnsZone(client, args);
      assert.deepEqual([domain, records[0]?.type, records[0]?.pullZoneId], ["Acme.example", "PullZone", 42]);
      assert.deepEqual(nameservers, ["kiki.bunny.net", "coco.bunny.net"]);
    }
    const { ids, domains, zones } = await lookUpDnsZones(client, {});
    assert.deepEqual([ids, domains, zones.length], [[7, 8], ["Acme.example", "acme.test"], 2]);
    for (const Id of [20, 13, 11, 17]) emulator.dnsZones.add({ Id, Domain: `${String(Id)}.example` });
    assert.deepEqual((await lookUpDnsZones(client, {})).ids, [7, 8, 11, 13, 17, 20]);
    const missing = await failureOf(lookUpDnsZone(client, { domain: "none.example" }), NotFoundError);
    assert.match(missing.message, /There is no DNS zone named "none\.example" in this account/);
    const both = await failureOf(lookUpDnsZone(client, { id: 7, domain: "acme.test" }), InvalidInputError);
    assert.match(both.message, /getDnsZone takes either an id or a domain/);
  });
});
