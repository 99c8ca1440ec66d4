import assert from "node:assert/strict";
import { startEmulator, type Emulator } from "../../emulator";
import { inProcess } from "../cli/inProcess";
import { startProxy } from "../e2e/support/proxy";
import { importedState } from "./support/importedState";

/** Id, zone, type and name of each record. Type 0 is A, 2 CNAME and 12 NS. */
const records: readonly (readonly [id: number, zone: number, type: number, name: string])[] = [
  [901, 31, 0, ""],
  [902, 31, 0, "www"],
  [903, 31, 0, "myblog"],
  [904, 31, 12, "blog"],
  [905, 31, 0, "Blog"],
  [906, 31, 2, "*.blog"],
  [907, 31, 0, "a.b.blog"],
  [908, 31, 0, "eu"],
  [909, 31, 0, "shop.eu"],
  [910, 32, 0, ""],
  [911, 32, 0, "www"],
  [912, 33, 0, "cart"],
  [913, 31, 12, "ns.blog"],
];

describe("A record whose account has a DNS zone for its subdomain", () => {
  let emulator: Emulator;
  let state: string;

  before(async () => {
    const dnsZones = [
      { Id: 31, Domain: "acme.example" },
      { Id: 32, Domain: "blog.acme.example" },
      { Id: 33, Domain: "shop.eu.acme.example" },
    ];
    const dnsRecords = records.map(([Id, DnsZoneId, Type, Name]) => {
      const Value = Type === 0 ? "203.0.113.7" : "elsewhere.example";
      return { Id, DnsZoneId, Type, Name, Value };
    });
    emulator = await startEmulator({ seed: { dnsZones, dnsRecords } });
    state = await importedState(emulator);
  });
  after(() => emulator.close());

  const notes = async (stdin: string, url = emulator.url, ...argv: string[]): Promise<string[]> => {
    const account = { url, accessKey: emulator.accessKey };
    const { stdout } = await inProcess(account, ["drift", "--state", "-", "--format", "json", ...argv], { stdin });
    const { stacks } = JSON.parse(stdout) as { stacks: { notes: string[] }[] };
    return stacks.flatMap((stack) => stack.notes);
  };

  const expected = [
    /^DnsRecord \S+ \(31\/905, A of Blog\.acme\.example\), \S+ \(31\/907, A of a\.b\.blog\.acme\.example\), \S+ \(31\/906, CNAME of \*\.blog\.acme\.example\) and \S+ \(31\/913, NS of ns\.blog\.acme\.example\) are never served: the account has the DNS zone "blog\.acme\.example" \(32\), which answers all names in that domain\. Declare them in that zone, or delete the zone if nobody needs it$/,
    /^DnsRecord \S+ \(31\/909, A of shop\.eu\.acme\.example\) is never served: the account has the DNS zone "shop\.eu\.acme\.example" \(33\), /,
  ];

  const assertExpected = (found: readonly string[]): void => {
    const shown = found.join("\n");
    assert.equal(found.length, expected.length, shown);
    for (const text of expected)
      assert.ok(
        found.some((note) => text.test(note)),
        shown,
      );
  };

  it("is noted with --unmanaged, by any name in the subdomain except that of its delegation", async () => {
    assertExpected(await notes(state, emulator.url, "--unmanaged"));
    assertExpected(
      await notes(state.replaceAll("pulumi-nodejs:dynamic/cdn:", "cdn:index:"), emulator.url, "--unmanaged"),
    );
  });

  it("is noted although the list of DNS zones omits the records", async () => {
    const proxy = await startProxy(emulator.url);
    const change = (body: unknown): unknown => {
      const { Items } = body as { Items: object[] };
      return { ...(body as object), Items: Items.map((item) => ({ ...item, Records: undefined })) };
    };
    proxy.rules = [{ on: "GET /dnszone", change, times: Infinity }];
    const found = await notes(state, proxy.url, "--unmanaged");
    await proxy.close();
    assertExpected(found);
  });

  it("is no drift, and is noted neither without --unmanaged nor once the zone of the subdomain is gone", async () => {
    const { code, stdout } = await inProcess(emulator, ["drift", "--state", "-", "--unmanaged"], { stdin: state });
    assert.equal(code, 0, stdout);
    assert.deepEqual(await notes(state), []);
    for (const id of [32, 33]) emulator.dnsZones.delete(id);
    assert.deepEqual(await notes(await importedState(emulator), emulator.url, "--unmanaged"), []);
  });

  it("is named once for many records of a subdomain", async () => {
    emulator.reset();
    for (let id = 1000; id < 1008; id++) {
      emulator.dnsRecords.add({ Id: id, DnsZoneId: 31, Type: 0, Name: `n${String(id)}.blog`, Value: "203.0.113.7" });
    }
    const [first = ""] = await notes(await importedState(emulator), emulator.url, "--unmanaged");
    assert.match(first, /^DnsRecord (\S+ \([^()]+\)(, | and )){5}7 more are never served/);
  });
});
