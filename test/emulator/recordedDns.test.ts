import assert from "node:assert/strict";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { accelerationRefused, newRecord, noDnsSec, recordGone, stored, textRefused } from "../fixtures/recorded/dns";
import { nameTaken, newDnsZone, nextCheckAfterMs } from "../fixtures/recorded/zones";
import { call } from "./call";

type Facts = Readonly<Record<string, unknown>>;

describe("DNS of the emulator, as it was recorded", () => {
  let emulator: Emulator;

  before(async () => {
    emulator = await startEmulator();
  });
  after(() => emulator.close());
  beforeEach(() => {
    emulator.reset();
    emulator.dnsZones.add({ Id: 8, Domain: "acme.example" });
  });

  const put = async (record: object, on = emulator) => {
    const { status, json } = await call(on, "PUT", "/dnszone/8/records", record);
    return { status, answer: json as Facts };
  };
  const shown = (answer: Facts, of: Facts): Facts =>
    Object.fromEntries(Object.keys(of).map((name) => [name, answer[name]]));
  const types = async (): Promise<unknown[]> => {
    const { json } = await call(emulator, "GET", "/dnszone/8");
    return (json as { Records: Facts[] }).Records.map(({ Type }) => Type);
  };

  it("has the nameservers of a new zone detected, whoever has registered its domain, and checks them 5 minutes later", async () => {
    const { status, json } = await call(emulator, "POST", "/dnszone", { Domain: "acme.internal" });
    const zone = json as Facts;
    assert.deepEqual([status, shown(zone, newDnsZone)], [201, newDnsZone]);
    const [created, nextCheck] = [zone["DateCreated"], zone["NameserversNextCheck"]].map((date) =>
      Date.parse(String(date)),
    );
    assert.equal(Number(nextCheck) - Number(created), nextCheckAfterMs);
  });

  it("has the recorded defaults of a new record", async () => {
    const { answer } = await put({ Type: 0, Value: "192.0.2.1" });
    assert.deepEqual(shown(answer, newRecord), newRecord);
  });

  it("stores records as they were sent, or as the service has them", async () => {
    for (const [sent, fields] of stored) {
      const { status, answer } = await put(sent);
      assert.deepEqual([status, shown(answer, fields)], [201, fields], JSON.stringify(sent));
    }
  });

  it("refuses texts that are too long, empty or beyond ASCII", async () => {
    for (const Value of ["x".repeat(4001), "grün", ""]) {
      const { status, answer } = await put({ Type: 3, Value });
      assert.deepEqual([status, answer], [400, textRefused]);
    }
    assert.equal((await put({ Type: 3, Value: "x".repeat(4000) })).status, 201);
  });

  it("accelerates no AAAA, and refuses one beside an accelerated A", async () => {
    const refusal = async (record: object) => shown((await put(record)).answer, accelerationRefused);
    const aaaa = { Type: 1, Name: "www", Value: "2001:db8::1" };
    assert.deepEqual(await refusal({ ...aaaa, Accelerated: true }), accelerationRefused);
    await put({ Type: 0, Name: "www", Value: "192.0.2.1", Accelerated: true });
    assert.deepEqual(await refusal(aaaa), accelerationRefused);
    assert.equal((await put({ ...aaaa, Name: "other" })).status, 201);
  });

  it("sorts records by type, and zones not at all, in pages of at least 5", async () => {
    for (const record of [
      { Type: 3, Value: "text" },
      { Type: 0, Value: "192.0.2.1" },
      { Type: 14, Priority: 1, Value: ". alpn=h2" },
      { Type: 0, Value: "192.0.2.2" },
    ]) {
      await put(record);
    }
    assert.deepEqual(await types(), [0, 0, 3, 14]);
    for (let count = 0; count < 9; count++) emulator.dnsZones.add({ Domain: `${String(count)}.example` });
    const { json } = await call(emulator, "GET", "/dnszone?page=1&perPage=1");
    const ids = (json as { Items: { Id: number; Records: unknown[] }[] }).Items.map(({ Id }) => Id);
    assert.equal(ids.length, 5);
    const { json: all } = await call(emulator, "GET", "/dnszone");
    const every = (all as { Items: { Id: number }[] }).Items.map(({ Id }) => Id);
    assert.notDeepEqual(
      every,
      [...every].sort((a, b) => a - b),
    );
  });

  it("answers for a record that is gone, for availability beyond the account, and for DNSSEC that was disabled", async () => {
    const gone = await call(emulator, "DELETE", "/dnszone/8/records/4711");
    assert.deepEqual([gone.status, shown(gone.json as Facts, recordGone)], [404, recordGone]);
    const { json } = await call(emulator, "POST", "/dnszone/checkavailability", { Name: "amazon.com" });
    assert.deepEqual(json, { Available: false });
    await call(emulator, "POST", "/dnszone/8/dnssec");
    assert.deepEqual(shown((await call(emulator, "DELETE", "/dnszone/8/dnssec")).json as Facts, noDnsSec), noDnsSec);
  });

  it("refuses a domain that another account has", async () => {
    const own = await startEmulator({ takenNames: ["taken.example"] });
    try {
      const { status, json } = await call(own, "POST", "/dnszone", { Domain: "taken.example" });
      assert.deepEqual({ status, body: shown(json as Facts, nameTaken.dnsZone.body) }, nameTaken.dnsZone);
    } finally {
      await own.close();
    }
  });

  it("keeps the dot of a nameserver, several CNAMEs of one name, and zones of RFC 2317, subdomains and private domains", async () => {
    const { json } = await call(emulator, "POST", "/dnszone/8", { Nameserver1: "ns1.acme.example." });
    assert.equal((json as Facts)["Nameserver1"], "ns1.acme.example.");
    for (const Value of ["a.example", "b.example"]) {
      assert.equal((await put({ Type: 2, Name: "www", Value })).status, 201);
    }
    for (const Domain of ["0/25.2.0.192.in-addr.arpa", "sub.acme.example", "acme.internal"]) {
      assert.equal((await call(emulator, "POST", "/dnszone", { Domain })).status, 201, Domain);
    }
  });

  it("is as before with the option contract", async () => {
    const contract = await startEmulator({ contract: true });
    try {
      contract.dnsZones.add({ Id: 8, Domain: "acme.example" });
      const { answer } = await put({ Type: 2, Name: "www", Value: "host.example", Weight: 29 }, contract);
      assert.deepEqual([answer["Weight"], answer["AutoSslIssuance"]], [100, false]);
      assert.equal((await put({ Type: 3, Value: "grün" }, contract)).status, 201);
      assert.equal((await put({ Type: 8, Name: "_sip._tcp", Value: "sip.example", Port: 1 }, contract)).status, 201);
      assert.match((await call(contract, "GET", "/dnszone/8/export")).text, /\tSRV\t/);
    } finally {
      await contract.close();
    }
  });
});
