import assert from "node:assert/strict";
import type { Emulator } from "../../emulator";
import { parseSeed, startEmulator } from "../../emulator";
import { call, failure } from "./call";

type Facts = Readonly<Record<string, unknown>>;

describe("DNS in the emulator", () => {
  let emulator: Emulator;
  let zone = "";

  before(async () => {
    emulator = await startEmulator();
  });
  after(() => emulator.close());

  beforeEach(async () => {
    emulator.reset();
    const [, added] = await send("POST", "/dnszone", { Domain: "Acme.example" });
    zone = `/dnszone/${String((added as Facts)["Id"])}`;
  });

  const send = async (method: string, path: string, body?: unknown): Promise<[number, unknown]> => {
    const { status, json } = await call(emulator, method, path, body);
    return [status, json];
  };
  const read = async (path = zone): Promise<Facts> => (await send("GET", path))[1] as Facts;
  const records = async (): Promise<Facts[]> => (await read())["Records"] as Facts[];
  const put = async (record: object): Promise<Facts & { readonly Id: number }> => {
    const [status, added] = await send("PUT", `${zone}/records`, record);
    assert.equal(status, 201, JSON.stringify(added));
    return added as Facts & { readonly Id: number };
  };
  const refusal = async (method: string, path: string, body?: unknown): Promise<readonly unknown[]> => {
    const [status, answer] = await send(method, path, body);
    const { ErrorKey, Field, Message } = (answer ?? {}) as Facts;
    return [status, ErrorKey, Field, Message];
  };
  const refusedRecord = (record: object) => refusal("PUT", `${zone}/records`, record);

  it("adds, reads, updates and deletes zones, whose dates are as recorded", async () => {
    const [status, added] = await send("POST", "/dnszone", {
      Domain: "other.example",
      Records: [{ Value: "192.0.2.1" }],
    });
    const { Id, DateCreated, Records } = added as Facts;
    assert.deepEqual([status, (Records as Facts[]).length], [201, 1]);
    assert.match(String(DateCreated), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z$/);
    const { DateModified, ...zone } = await read(`/dnszone/${String(Id)}`);
    assert.match(String(DateModified), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    assert.deepEqual(
      [zone["Nameserver1"], zone["Nameserver2"], zone["SoaEmail"], zone["LoggingIPAnonymizationEnabled"]],
      ["kiki.bunny.net", "coco.bunny.net", "hostmaster@bunny.net", true],
    );
    const body = { Domain: "new.example", LoggingEnabled: true, Nameserver1: null, DnsSecEnabled: true };
    const [updated, changed] = await send("POST", `/dnszone/${String(Id)}`, body);
    const { Domain, DnsSecEnabled, LoggingEnabled, Nameserver1 } = changed as Facts;
    assert.deepEqual(
      [updated, Domain, DnsSecEnabled, LoggingEnabled, Nameserver1],
      [200, "other.example", false, true, "kiki.bunny.net"],
    );
    assert.deepEqual(await send("DELETE", `/dnszone/${String(Id)}`), [204, undefined]);
    const gone = [404, "dnsZone.not_found", "DnsZone", "The requested DNS zone was not found\r"];
    assert.deepEqual(await refusal("GET", `/dnszone/${String(Id)}`), gone);
    assert.deepEqual(await refusal("PUT", `/dnszone/${String(Id)}/records`, {}), gone);
    assert.equal(emulator.dnsRecords.list().length, 0);
  });

  it("lists zones in an envelope, with their records unless the view is 1", async () => {
    await put({ Value: "192.0.2.1" });
    await send("POST", "/dnszone", { Domain: "other.example" });
    const page = await read("/dnszone");
    assert.deepEqual([page["CurrentPage"], page["TotalItems"], page["HasMoreItems"]], [1, 2, false]);
    const first = (page["Items"] as Facts[]).find(({ Domain }) => Domain === "Acme.example");
    assert.deepEqual([first?.["Domain"], (first?.["Records"] as unknown[]).length], ["Acme.example", 1]);
    const [lite] = (await read("/dnszone?search=ACME&view=1&page=1&perPage=5"))["Items"] as Facts[];
    assert.deepEqual([lite?.["Domain"], lite?.["Records"]], ["Acme.example", null]);
    assert.equal((await read(`${zone}?view=1`))["Records"], null);
    assert.deepEqual((await read("/dnszone?page=2"))["Items"], []);
    assert.equal((await send("GET", "/dnszone?perPage=1001"))[0], 400);
  });

  it("keeps a domain as given and compares it without case, and refuses subdomains of _acme-challenge", async () => {
    assert.equal((await read())["Domain"], "Acme.example");
    for (const Domain of ["acme.EXAMPLE", "_acme-challenge.acme.example", "acme", "acme.example."]) {
      const [status, , field] = await refusal("POST", "/dnszone", { Domain });
      assert.deepEqual([status, field], [400, "Domain"], Domain);
    }
  });

  it("adds a record by PUT, updates it by POST without an answer, and reads none alone", async () => {
    const { Id, DnsZoneId, Ttl } = await put({ Name: "www", Value: "192.0.2.1", Comment: "first" });
    assert.deepEqual([DnsZoneId, Ttl], [undefined, 300]);
    const path = `${zone}/records/${String(Id)}`;
    assert.deepEqual(await send("POST", path, { Id, Name: "web", Comment: null, Type: 3 }), [204, undefined]);
    const [record] = await records();
    assert.deepEqual(
      [record?.["Name"], record?.["Value"], record?.["Comment"], record?.["Type"]],
      ["web", "192.0.2.1", "first", 0],
    );
    assert.equal((await send("GET", path))[0], 405);
    assert.deepEqual(await send("DELETE", path), [204, undefined]);
    assert.deepEqual(await records(), []);
    assert.deepEqual((await refusal("DELETE", path)).slice(0, 3), [404, "dnszone.record_not_found", "RecordId"]);
  });

  it("lists the records of a zone by page, type and search", async () => {
    for (const Name of ["a", "b", "c", "d", "e", "f"]) await put({ Name, Value: "192.0.2.1" });
    await put({ Type: 3, Name: "text", Value: "A part" });
    const names = async (query: string) => {
      const { Items, TotalItems } = await read(`${zone}/records?${query}`);
      return [(Items as Facts[]).map(({ Name }) => Name), TotalItems];
    };
    assert.deepEqual(await names("page=2&perPage=5"), [["f", "text"], 7]);
    assert.deepEqual(await names("type=3"), [["text"], 1]);
    assert.deepEqual(await names("search=PART"), [["text"], 1]);
  });

  it("allows equal records", async () => {
    const ids = [await put({ Value: "192.0.2.1" }), await put({ Value: "192.0.2.1" })].map(({ Id }) => Id);
    assert.equal(new Set(ids).size, 2);
  });

  it("strips a dot at the end of a host, except that of the null MX", async () => {
    const values = [];
    for (const Type of [2, 4, 6, 8, 10]) values.push((await put({ Type, Name: "a", Value: "host.example." }))["Value"]);
    assert.deepEqual([...new Set(values)], ["host.example"]);
    assert.equal((await put({ Type: 4, Value: "." }))["Value"], ".");
    assert.equal((await put({ Type: 3, Value: "A sentence." }))["Value"], "A sentence.");
  });

  it("refuses what a type does not allow, with a message that ends in a carriage return", async () => {
    for (const [record, field] of [
      [{ Type: 12, Value: "ns.example" }, "Value"],
      [{ Type: 3, Value: "" }, "Value"],
      [{ Type: 0, Value: "::1" }, "Value"],
      [{ Type: 1, Value: "192.0.2.1" }, "Value"],
      [{ Type: 99, Value: "x" }, "Type"],
    ] as const) {
      const [status, key, at, message] = await refusedRecord(record);
      assert.deepEqual([status, key, at], [400, "validation_error", field]);
      assert.match(String(message), /\.\r$/);
    }
    await put({ Type: 12, Name: "sub", Value: "ns.example" });
  });

  it("links PullZone and Script records by id, and shows it as LinkName", async () => {
    const { Id, Name } = emulator.pullZones.add({ Name: "web" });
    const record = await put({ Type: 7, Name: "www", Value: "web", PullZoneId: Id });
    assert.deepEqual([record["LinkName"], record["Value"], record["PullZoneId"]], [String(Id), Name, undefined]);
    await send("POST", `${zone}/records/${String(record.Id)}`, { Type: 7, LinkName: "9", Ttl: 60 });
    const script = await put({ Type: 11, Name: "run", Value: "12", ScriptId: 12, Weight: 0 });
    assert.deepEqual(
      (await records()).map(({ LinkName, Ttl, Weight }) => [LinkName, Ttl, Weight]),
      [
        [String(Id), 60, 100],
        ["12", 300, 100],
      ],
    );
    assert.equal(script["ScriptId"], undefined);
    for (const body of [{ Value: String(Id) }, { LinkName: String(Id) }, { PullZoneId: 99 }]) {
      assert.match(String((await refusedRecord({ Type: 7, ...body }))[3]), /^The pull zone ID is not valid\./);
    }
    assert.match(String((await refusedRecord({ Type: 11, Value: "12" }))[3]), /^The script ID is not valid\./);
  });

  it("keeps the TTL of a Redirect", async () => {
    const { Id, Ttl } = await put({ Type: 5, Value: "https://www.example", Ttl: 60 });
    await send("POST", `${zone}/records/${String(Id)}`, { Ttl: 90 });
    assert.deepEqual([Ttl, (await records())[0]?.["Ttl"]], [60, 90]);
  });

  it("makes a pull zone for an accelerated record, shows it late, leaves it inactive, and deletes it with the record", async () => {
    const added = await put({ Name: "www", Value: "192.0.2.1", Accelerated: true });
    const pullZoneIds = async () => (await records()).map(({ AcceleratedPullZoneId }) => AcceleratedPullZoneId);
    const [made] = emulator.pullZones.list();
    assert.equal(added["AcceleratedPullZoneId"], 0);
    assert.deepEqual([await pullZoneIds(), await pullZoneIds()], [[0], [made?.Id]]);
    await send("POST", `${zone}/records/${String(added.Id)}`, { Value: "192.0.2.2" });
    const follows = emulator.pullZones.get(made?.Id ?? 0);
    assert.deepEqual([follows?.DnsRecordValue, follows?.OriginUrl], ["192.0.2.2", "http://192.0.2.2"]);
    await send("POST", `${zone}/records/${String(added.Id)}`, { Accelerated: false });
    const isEnabled = () => emulator.pullZones.list().map(({ Enabled }) => Enabled);
    assert.deepEqual([await pullZoneIds(), isEnabled()], [[0], [false]]);
    await send("POST", `${zone}/records/${String(added.Id)}`, { Accelerated: true });
    assert.deepEqual(isEnabled(), [false, true]);
    await send("DELETE", zone);
    assert.deepEqual(isEnabled(), [false]);
  });

  it("makes no pull zone for a hostname that a pull zone has, or of a domain that is not delegated", async () => {
    const { Id } = emulator.pullZones.add({ Hostnames: [{ Value: "WWW.acme.example" }] });
    await put({ Type: 2, Name: "www", Value: "host.example", Accelerated: true });
    emulator.setUndelegatedDomains(["acme.EXAMPLE"]);
    await put({ Type: 2, Name: "other", Value: "host.example", Accelerated: true });
    assert.deepEqual(
      (await records()).map(({ AccelerationStatus, AcceleratedPullZoneId }) => [
        AccelerationStatus,
        AcceleratedPullZoneId,
      ]),
      [
        [4, 0],
        [4, 0],
      ],
    );
    assert.deepEqual(
      emulator.pullZones.list().map((pullZone) => pullZone.Id),
      [Id],
    );
  });

  it("issues certificates for hostnames that its records lead to a pull zone", async () => {
    const [, web] = await send("POST", "/pullzone", { Name: "web", OriginUrl: "https://origin.example" });
    const { Id, Hostnames } = web as { Id: number; Hostnames: { Value: string }[] };
    const system = Hostnames[0]?.Value ?? "";
    const issue = async (Hostname: string, record: object) => {
      await send("POST", `/pullzone/${String(Id)}/addHostname`, { Hostname });
      const path = `/pullzone/loadFreeCertificate?hostname=${Hostname}`;
      const [before] = await send("GET", path);
      await put(record);
      return [before, (await send("GET", path))[0]];
    };
    assert.deepEqual(await issue("acme.example", { Type: 7, PullZoneId: Id }), [400, 200]);
    assert.deepEqual(await issue("www.acme.example", { Type: 2, Name: "WWW", Value: `${system}.` }), [400, 200]);
    assert.deepEqual(await issue("a.b.acme.example", { Type: 6, Name: "*.b", Value: system }), [400, 200]);
    assert.deepEqual(await issue("c.acme.example", { Type: 2, Name: "c", Value: "other.example" }), [400, 400]);
    assert.deepEqual(await issue("d.acme.example", { Type: 2, Name: "d", Value: system, Disabled: true }), [400, 400]);
    emulator.setUndelegatedDomains(["*"]);
    assert.equal((await send("GET", "/pullzone/loadFreeCertificate?hostname=acme.example"))[0], 400);
  });

  it("signs a zone, says so again when asked again, and stops", async () => {
    const [status, on] = await send("POST", `${zone}/dnssec`);
    const { DsRecord, Digest, PublicKey, KeyTag, ...rest } = on as Facts;
    assert.deepEqual(
      [status, rest],
      [200, { Enabled: true, DigestType: "SHA256 (2)", Algorithm: 13, Flags: 257, DsConfigured: false }],
    );
    assert.equal(DsRecord, `Acme.example. 3600 IN DS ${String(KeyTag)} 13 2 ${String(Digest)}`);
    assert.equal(Buffer.from(String(PublicKey), "base64").length, 64);
    assert.deepEqual(await send("POST", `${zone}/dnssec`), [200, on]);
    assert.equal((await read())["DnsSecEnabled"], true);
    const [off, none] = await send("DELETE", `${zone}/dnssec`);
    assert.deepEqual([off, (none as Facts)["Enabled"], (await read())["DnsSecEnabled"]], [200, false, false]);
    assert.equal((await send("POST", "/dnszone/999/dnssec"))[0], 404);
  });

  it("exports the types that BIND has but SRV, by type with durations, and imports what it exported", async () => {
    const { Id } = emulator.pullZones.add({});
    const given = [
      { Type: 0, Name: "", Value: "192.0.2.1" },
      { Type: 1, Name: "www", Value: "2001:db8::1", Ttl: 60 },
      { Type: 2, Name: "ftp", Value: "www.acme.example" },
      { Type: 3, Name: "", Value: `v=1; "quoted" ${"x".repeat(300)}` },
      { Type: 4, Name: "", Value: ".", Priority: 0 },
      { Type: 8, Name: "_sip._tcp", Value: "sip.acme.example", Priority: 1, Weight: 2, Port: 5060 },
      { Type: 9, Name: "", Value: "ca.example", Flags: 128, Tag: "issue" },
      { Type: 10, Name: "1", Value: "host.example" },
    ];
    for (const record of [...given, { Type: 7, PullZoneId: Id }, { Type: 12, Name: "sub", Value: "ns.example" }])
      await put(record);
    const { status, headers, text } = await call(emulator, "GET", `${zone}/export`);
    assert.deepEqual([status, headers.get("content-type")], [200, "application/octet-stream"]);
    for (const record of await records()) emulator.dnsRecords.delete(Number(record["Id"]));
    const { json } = await call(emulator, "POST", `${zone}/import`, undefined, { raw: text });
    assert.deepEqual(json, { RecordsSuccessful: 7, RecordsFailed: 0, RecordsSkipped: 0 });
    const exported = given.filter(({ Type }) => Type !== 8);
    const back = (await records()).map((record, index) =>
      Object.fromEntries(Object.keys(exported[index] ?? {}).map((name) => [name, record[name]])),
    );
    assert.deepEqual(back, exported);
    assert.match(text, /\n;A records\n@\t5m\tIN\tA\t192\.0\.2\.1\n\n;AAAA records\nwww\t1m\tIN\tAAAA\t/);
  });

  it("imports a BIND file record by record, and counts what fails and what it does not know", async () => {
    const raw = `
$TTL 1h
@ IN SOA ns.example. admin.example. (
  1 ; serial
  7200 )
  IN NS ns.example.
www 60 IN A 192.0.2.1
    IN AAAA 2001:db8::1 ; the same name
bad IN A nonsense
mail.acme.example. IN MX 10 mx
elsewhere.example. IN A 192.0.2.2
$ORIGIN sub.acme.example.
deep CNAME @`;
    const { json } = await call(emulator, "POST", `${zone}/import`, undefined, { raw });
    assert.deepEqual(json, { RecordsSuccessful: 4, RecordsFailed: 2, RecordsSkipped: 2 });
    assert.deepEqual(
      (await records()).map(({ Name, Type, Value, Ttl, Priority }) => [Name, Type, Value, Ttl, Priority]),
      [
        ["www", 0, "192.0.2.1", 60, 0],
        ["www", 1, "2001:db8::1", 3600, 0],
        ["deep.sub", 2, "sub.acme.example", 3600, 0],
        ["mail", 4, "mx.Acme.example", 3600, 10],
      ],
    );
    assert.equal((await call(emulator, "POST", `${zone}/import`, undefined, { raw: " " })).status, 400);
  });

  it("answers for availability, statistics, scans and wildcard certificates", async () => {
    const available = async (Name: string) => (await send("POST", "/dnszone/checkavailability", { Name }))[1];
    assert.deepEqual(
      [await available("ACME.example"), await available("free.example")],
      [{ Available: false }, { Available: true }],
    );
    assert.equal((await read(`${zone}/statistics?dateFrom=2026-01-01`))["TotalQueriesServed"], 0);
    const [, job] = await send("POST", "/dnszone/records/scan", { Domain: "new.example" });
    assert.deepEqual([(job as Facts)["Status"], (await read(`${zone}/records/scan`))["Records"]], [2, []]);
    assert.equal((await send("POST", "/dnszone/records/scan", {}))[0], 400);
    const { Id } = emulator.pullZones.add({ Hostnames: [{ Value: "*.acme.example" }] });
    assert.equal((await send("POST", `${zone}/certificate/issue`, { Domain: "*.other.example" }))[0], 400);
    assert.equal((await send("POST", `${zone}/certificate/issue`, { Domain: "*.acme.example" }))[0], 200);
    assert.equal(emulator.pullZones.get(Id)?.Hostnames?.[0]?.HasCertificate, true);
  });

  it("has 500 zones at most, with 5,000 records each", async () => {
    const DnsZoneId = Number(zone.split("/")[2]);
    for (let count = 1; count < 500; count += 1) emulator.dnsZones.add({ Domain: `${String(count)}.example` });
    for (let count = 0; count < 5000; count += 1) emulator.dnsRecords.add({ DnsZoneId, Value: "192.0.2.1" });
    assert.equal((await records()).length, 5000);
    assert.match(String((await refusal("POST", "/dnszone", { Domain: "one-more.example" }))[3]), /limit of DNS zones/);
    assert.match(String((await refusedRecord({ Value: "192.0.2.1" }))[3]), /limit of DNS records/);
  });

  it("is changed by hand through the control path", async () => {
    const control = (method: string, path: string, body?: unknown) =>
      call(emulator, method, `/__emulator__/${path}`, body, {
        headers: { "Emulator-Control": emulator.controlToken },
      });
    const id = zone.split("/")[2] ?? "";
    assert.equal((await control("PATCH", `dnszone/${id}`, { NameserversDetected: false })).status, 200);
    assert.equal((await read())["NameserversDetected"], false);
    const { Id } = (await control("POST", "dnsrecord", { DnsZoneId: Number(id), Value: "192.0.2.1" })).json as Facts;
    await control("PATCH", `dnsrecord/${String(Id)}`, { Value: "192.0.2.2" });
    assert.deepEqual([(await records())[0]?.["Id"], (await records())[0]?.["Value"]], [Id, "192.0.2.2"]);
    assert.equal((await control("PUT", "undelegated-domains", ["Acme.example"])).status, 204);
    assert.deepEqual((await control("GET", "undelegated-domains")).json, ["acme.example"]);
    assert.equal(
      (await control("PUT", "dns-answers", { "Other.example": ["ns1.other.example"], b: null })).status,
      204,
    );
    assert.deepEqual((await control("GET", "dns-answers")).json, { "other.example": ["ns1.other.example"], b: null });
    assert.equal((await control("PUT", "dns-answers", { a: "b" })).status, 400);
    assert.equal((await control("DELETE", `dnsrecord/${String(Id)}`)).status, 204);
    assert.equal((await control("DELETE", `dnszone/${id}`)).status, 204);
    assert.equal((await send("GET", zone))[0], 404);
  });

  it("starts with a seed and with domains that are not delegated, answers without a body, and fails by rule", async () => {
    const another = await startEmulator({
      contract: true,
      emptyAnswers: ["addDnsZone"],
      undelegatedDomains: ["Waiting.example"],
      seed: {
        dnsZones: [{ Id: 7, Domain: "acme.example" }],
        dnsRecords: [{ Id: 70, DnsZoneId: 7, Type: 3, Value: "text" }],
      },
      faults: [
        { method: "PUT", path: "/dnszone/*/records", nth: 1, fault: { kind: "reset", when: "after" } },
        { method: "PUT", path: "/dnszone/*/records", nth: 2, fault: { kind: "lag", getRequests: 1 } },
      ],
    });
    try {
      const recordIds = async () => {
        const { json } = await call(another, "GET", "/dnszone/7");
        return (json as { Records: { Id: number }[] }).Records.map(({ Id }) => Id);
      };
      const added = await call(another, "POST", "/dnszone", { Domain: "waiting.example" });
      assert.deepEqual([added.status, added.text], [201, ""]);
      // It is so of every new zone.
      assert.equal(another.dnsZones.named("waiting.example")?.NameserversDetected, true);
      const body = { Type: 0, Value: "192.0.2.1" };
      assert.equal(await failure(another, "PUT", "/dnszone/7/records", body), "ECONNRESET");
      assert.deepEqual(await recordIds(), [70, 71]);
      assert.equal((await call(another, "PUT", "/dnszone/7/records", body)).status, 201);
      assert.deepEqual(
        [await recordIds(), await recordIds()],
        [
          [70, 71],
          [70, 71, 72],
        ],
      );
      const { operation, applied } = another.journal.find(({ method }) => method === "PUT") ?? {};
      assert.deepEqual([operation, applied], ["addDnsRecord", 1]);
      assert.equal((await call(another, "GET", "/dnszone/8888")).text, "");
      assert.throws(() => parseSeed({ dnsZones: [{ Records: [] }] }), /dnsZones\[0\]\.Records/);
    } finally {
      await another.close();
    }
  });
});
