import assert from "node:assert/strict";
import * as fc from "fast-check";
import { dnsRecord } from "../../provider/kinds/dnsRecord";
import type { KindName } from "../../provider/kinds";
import { kinds } from "../../provider/kinds";
import { dnsRecordLifeCycle as records } from "../../provider/lifecycle/dnsRecord";
import { checkRecord } from "../../provider/lifecycle/dnsRecord/check";
import { DeclaredRecords } from "../../provider/lifecycle/dnsRecord/declaredRecords";
import { isSame } from "../../provider/lifecycle/dnsRecord/types";
import { sentValue } from "../../provider/lifecycle/dnsRecord/values";
import type { Properties } from "../../provider/declared/properties";
import { unknownValue } from "../../provider/declared/properties";
import { isSameValue } from "../../provider/declared/compare";
import { dnsRecordTypes } from "../../provider/wire/dnsRecord";
import type { Bench } from "./support";
import { bench, contextOf, newMemory } from "./support";
import { declaredKey } from "../../provider/wire/stateKeys";

const check = (record: Properties, olds: Properties = {}) => checkRecord(olds, { dnsZoneId: 8, ...record });
const failuresOf = (record: Properties): string[] =>
  check(record).failures.map(({ property, reason }) => `${property} ${reason}`);
const label64 = "a".repeat(64);

describe("The value of a DNS record", () => {
  const refused: [what: string, record: Properties, reason: RegExp][] = [
    [
      "TXT in quotes",
      { type: "TXT", value: '"v=spf1 -all"' },
      /^value of the type TXT .*Declare value: "v=spf1 -all"$/,
    ],
    ["TXT in several strings", { type: "TXT", value: '"k=rsa; p=MII" "BIjA"' }, /Declare value: "k=rsa; p=MIIBIjA"$/],
    ["TXT split without outer quotes", { type: "TXT", value: 'p=MII" "BIjA' }, /Declare value: "p=MIIBIjA"$/],
    ["TXT with escapes", { type: "TXT", value: "v=DKIM1\\; p=x" }, /Declare value: "v=DKIM1; p=x"$/],
    ["TXT with escapes in quotes", { type: "TXT", value: '"a\\;b\\"c\\"\\065"' }, /Declare value: "a;b\\"c\\"A"$/],
    ["TXT of 4,001 characters", { type: "TXT", value: "x".repeat(4001) }, /at most 4000 characters, but got: 4001$/],
    ["TXT beyond ASCII", { type: "TXT", value: "grün" }, /must be ASCII, but got: a text with "ü"$/],
    ["CAA in quotes", { type: "CAA", tag: "issue", value: '"ca.example"' }, /Declare value: "ca\.example"$/],
    [
      "CAA with flags and tag in its value",
      { type: "CAA", tag: "issue", value: '0 issue "ca.example"' },
      /Declare flags: 0, tag: "issue", value: "ca\.example"$/,
    ],
    [
      "CAA with a misspelt tag",
      { type: "CAA", tag: "isue", value: "ca.example" },
      /^tag must be one of issue, .*"isue"/,
    ],
    ["AAAA with a zone", { type: "AAAA", value: "fe80::1%1" }, /must be an IPv6 address without a zone \(%\)/],
    ["NS with an address", { type: "NS", name: "sub", value: "203.0.113.7" }, /must be a host.*value of an A or AAAA/],
    ["MX with an address", { type: "MX", priority: 1, value: "2001:db8::1" }, /of the type MX must be a host/],
    ["CNAME with an address", { type: "CNAME", name: "a", value: "203.0.113.7." }, /of the type CNAME must be a host/],
    ["CNAME with a long label", { type: "CNAME", name: "a", value: `${label64}.example` }, /at most 63 .* but has 64/],
    ["HTTPS without priority", { type: "HTTPS", value: ". alpn=h2" }, /^priority is required for the type HTTPS/],
    ["SVCB without priority", { type: "SVCB", value: "svc.acme.example alpn=h2" }, /^priority is required/],
    ["HTTPS with its priority twice", { type: "HTTPS", priority: 1, value: "1 . alpn=h2" }, /without its priority/],
    ["HTTPS of a priority alone", { type: "HTTPS", priority: 1, value: "1" }, /must be a target.*without its priority/],
    [
      "HTTPS with an odd parameter",
      { type: "HTTPS", priority: 1, value: ". =h2" },
      /must be a target and its parameters, if any/,
    ],
    ["TLSA without hexadecimal data", { type: "TLSA", name: "_443._tcp", value: "3 1 1 xyz" }, /hexadecimal/],
    ["TLSA with half a byte", { type: "TLSA", name: "_443._tcp", value: "3 1 1 abc" }, /hexadecimal/],
    ["name with a long label", { type: "A", name: label64, value: "203.0.113.7" }, /^name must have at most 63/],
    ["name that is too long as ASCII", { type: "A", name: "ü".repeat(60), value: "203.0.113.7" }, /in its ASCII form/],
    ["name with a slash", { type: "A", name: "a/b", value: "203.0.113.7" }, /^name must be relative/],
    [
      "accelerated AAAA",
      { type: "AAAA", value: "2001:db8::1", accelerated: true },
      /^accelerated of the type AAAA must/,
    ],
  ];
  for (const [what, record, reason] of refused) {
    it(`is refused: ${what}`, () => {
      const failures = failuresOf(record);
      assert.equal(failures.length, 1, failures.join("\n"));
      assert.match(failures[0] ?? "", reason);
    });
  }

  it("is taken as it is otherwise", () => {
    for (const record of [
      { type: "TXT", value: 'say "hi"; key="a" other="b"' },
      { type: "TXT", value: "x".repeat(4000) },
      { type: "CAA", tag: "issuewild", value: ";" },
      { type: "CAA", tag: "iodef", value: "mailto:a@acme.example" },
      { type: "CAA", tag: "ISSUE", value: "ca.example; accounturi=https://ca.example/1" },
      { type: "NS", name: "0/25", value: "ns1.acme.example." },
      { type: "CNAME", name: "5", value: "5.0/25.2.0.192.in-addr.arpa" },
      { type: "PTR", name: "5.0/25", value: "host.acme.example" },
      { type: "A", name: "*.bücher", value: "203.0.113.7" },
      { type: "HTTPS", priority: 0, value: "svc.acme.example" },
      { type: "HTTPS", priority: 1, value: "." },
      { type: "SVCB", priority: 1, value: "svc.acme.example. " },
      { type: "HTTPS", value: "1 ." },
      { type: "TLSA", name: "_443._tcp", value: "3 1 1 AB CD" },
      { type: "AAAA", value: "2001:db8::1", accelerated: false },
    ]) {
      assert.deepEqual(failuresOf(record), [], JSON.stringify(record));
    }
  });

  it("is sent in ASCII, with parameters as they are, and kept as declared", () => {
    const sent = (type: string, value: string): string => sentValue(type, value);
    assert.equal(sent("CNAME", "www.bücher.example."), "www.xn--bcher-kva.example");
    assert.equal(sent("CNAME", "_dmarc.0/25.example"), "_dmarc.0/25.example");
    assert.equal(sent("MX", "."), ".");
    assert.equal(
      sent("SVCB", "Svc.bücher.example. ech=AEr+ dohpath=/Q{?dns}"),
      "Svc.xn--bcher-kva.example ech=AEr+ dohpath=/Q{?dns}",
    );
    assert.equal(sent("Redirect", "https://bücher.example/ü"), "https://xn--bcher-kva.example/ü");
    assert.equal(check({ type: "CNAME", name: "a", value: "bücher.example." }).inputs["value"], "bücher.example");
  });

  const value = dnsRecord.settings.find(({ name }) => name === "value");
  const compares = (type: string, a: string, b: string): boolean => value !== undefined && isSame(type, value, a, b);

  it("is the same however it is spelt", () => {
    for (const [type, a, b] of [
      ["CNAME", "bücher.example", "XN--bcher-kva.example."],
      ["TLSA", "3 1 1 ABCD", "3  1 1 ab cd"],
      ["HTTPS", '. alpn="h2,h3"  port=443', ". PORT=443 alpn=h2,h3"],
      ["HTTPS", ".", ". "],
      ["SVCB", "svc.acme.example", "SVC.acme.example. "],
      ["Redirect", "https://acme.example", "https://ACME.example/"],
      ["Redirect", "https://bücher.example/a", "https://xn--bcher-kva.example/a"],
      ["AAAA", "2001:DB8:0::7", "2001:db8::7"],
    ] as const) {
      assert.ok(compares(type, a, b), `${type} ${a}`);
    }
    for (const [type, a, b] of [
      ["HTTPS", ". ech=AAb=", ". ech=aab="],
      ["SVCB", ". dohpath=/Q", ". dohpath=/q"],
      ["TXT", "A", "a"],
      ["Redirect", "https://acme.example/A", "https://acme.example/a"],
      ["TLSA", "3 1 1 abcd", "3 1 2 abcd"],
    ] as const) {
      assert.ok(!compares(type, a, b), `${type} ${a}`);
    }
  });

  it("of a service with its priority in front is understood, with a line that says the new form", () => {
    const { inputs, failures, notices } = check({ type: "HTTPS", value: "1 . alpn=h2" });
    assert.deepEqual([failures, inputs["priority"], inputs["value"]], [[], 1, ". alpn=h2"]);
    assert.deepEqual(notices, [
      'DNS record of the type HTTPS: the value "1 . alpn=h2" begins with the priority. Declare priority: 1, value: ". alpn=h2"',
    ]);
    // Neither form is a difference to the other, and a state of 0.3.0 keeps its own.
    assert.deepEqual(check({ type: "HTTPS", priority: 1, value: ". alpn=h2" }, inputs).inputs, inputs);
    assert.deepEqual(check({ type: "HTTPS", value: "1 . alpn=h2" }, inputs).inputs, inputs);
    const old = { dnsZoneId: 8, type: "HTTPS", value: "1 . alpn=h2" };
    assert.deepEqual(check(old, old).inputs, old);
    assert.equal(check({ ...old, value: "2 . alpn=h2" }, old).inputs["priority"], 2);
  });
});

describe("Comparing", () => {
  const strings = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "fe80::1%1",
      '"',
      "\\",
      "https://",
      "https://[",
      "http://%",
      "1 . alpn=",
      ". =",
      "xn--",
      "．",
      "::%",
      "@",
    ),
  );
  const values = fc.oneof(strings, fc.anything(), fc.array(fc.anything(), { maxLength: 3 }));

  it("records of every type never throws, whatever the service has", () => {
    const types = fc.oneof(fc.constantFrom(...Object.keys(dnsRecordTypes)), fc.string());
    fc.assert(
      fc.property(types, fc.constantFrom(...dnsRecord.settings), values, values, (type, field, a, b) => {
        assert.equal(typeof isSame(type, field, a, b), "boolean");
        assert.equal(isSame(type, field, a, a), true);
      }),
      { numRuns: 3000 },
    );
  });

  it("settings of every other kind never throws", () => {
    for (const name of Object.keys(kinds) as KindName[]) {
      for (const field of kinds[name].settings) {
        fc.assert(
          fc.property(values, values, (a, b) => typeof isSameValue(field, a, b) === "boolean"),
          { numRuns: 30 },
        );
      }
    }
  });
});

describe("Records of one name", () => {
  const failures = (records: readonly Properties[], olds: readonly Properties[] = []) => {
    const context = { extraRegions: [], memory: newMemory() };
    return records.flatMap((record, index) => {
      const news = { dnsZoneId: 8, name: "www", ...record };
      const declared = DeclaredRecords.of(context);
      return checkRecord(olds[index] ?? {}, news, declared).failures.map(({ reason }) => reason);
    });
  };
  const a = { type: "A", value: "203.0.113.7" };
  const aaaa = { type: "AAAA", value: "2001:db8::7" };
  const cname = { type: "CNAME", value: "web.b-cdn.net" };

  it("are refused in the preview if one is a CNAME and another is not, in either order and spelling", () => {
    const [reason, ...others] = failures([a, { ...cname, name: "WWW" }]);
    assert.equal(others.length, 0);
    assert.match(
      reason ?? "",
      /^CNAME and A can't both be declared for the name "WWW": CNAME records and other records can't share/,
    );
    assert.equal(failures([cname, { type: "TXT", value: "x" }]).length, 1);
    assert.equal(
      failures([
        { ...cname, name: "bücher" },
        { ...a, name: "xn--bcher-kva" },
      ]).length,
      1,
    );
  });

  it("are taken where the service answers for both", () => {
    assert.deepEqual(failures([cname, { ...cname, value: "other.example" }]), []);
    assert.deepEqual(
      failures([
        { ...cname, name: "" },
        { type: "TXT", name: "@", value: "x" },
      ]),
      [],
    );
    assert.deepEqual(failures([cname, { ...a, name: "web" }, { ...a, dnsZoneId: 9 }]), []);
    assert.deepEqual(failures([{ ...cname, smartRoutingType: "Latency" }, a]), []);
    assert.deepEqual(failures([cname, { ...a, disabled: true }]), []);
    assert.deepEqual(failures([cname, { type: "PullZone", pullZoneId: 7 }]), []);
  });

  it("stay as they are if both were so before", () => {
    const both = [cname, a].map((record) => ({ dnsZoneId: 8, name: "www", ...record }));
    assert.deepEqual(failures(both, both), []);
    assert.equal(failures(both, both.slice(0, 1)).length, 1);
  });

  it("of a zone without an id yet are not compared: it may be one of several", () => {
    const records = [cname, a].map((record) => ({ ...record, dnsZoneId: unknownValue }));
    assert.deepEqual(failures(records), []);
  });

  it("are refused if an AAAA record exists beside an accelerated one", () => {
    assert.match(
      failures([{ ...a, accelerated: true }, aaaa])[0] ?? "",
      /refuses an AAAA record with the same name as an accelerated/,
    );
    assert.deepEqual(failures([a, aaaa]), []);
  });
});

describe("A record of a service that 0.3.0 has made", () => {
  const inputs = { dnsZoneId: 8, type: "HTTPS", value: "1 . alpn=h2" };
  const state = { ...inputs, [declaredKey]: Object.keys(inputs) };
  const withLive = (live: object, test: (on: Bench) => Promise<void>): Promise<void> =>
    bench(
      {
        seed: {
          dnsZones: [{ Id: 8, Domain: "acme.example" }],
          dnsRecords: [{ Id: 80, DnsZoneId: 8, Type: 14, ...live }],
        },
      },
      test,
    );
  const read = async ({ context }: Bench): Promise<Properties | undefined> =>
    (await records.read(contextOf(context.client), "8/80", state))?.inputs;

  it("is no difference, whether it was mended since or not, and is mended by the new form", async () => {
    await withLive({ Priority: 0, Value: "1 . alpn=h2" }, async (on) => {
      assert.deepEqual(await read(on), inputs);
      await records.update(on.context, "8/80", state, { ...inputs, comment: "x" });
      assert.deepEqual([on.emulator.dnsRecords.get(80)?.Priority, on.emulator.dnsRecords.get(80)?.Comment], [0, "x"]);
      const news = { ...inputs, priority: 1, value: ". alpn=h2" };
      assert.deepEqual(checkRecord(inputs, news).inputs, news);
      await records.update(on.context, "8/80", state, news);
      const { Priority, Value } = on.emulator.dnsRecords.get(80) ?? {};
      assert.deepEqual([Priority, Value], [1, ". alpn=h2"]);
    });
    await withLive({ Priority: 1, Value: '. alpn="h2"' }, async (on) => assert.deepEqual(await read(on), inputs));
  });

  it("is a difference if its priority or its parameters changed", async () => {
    await withLive({ Priority: 2, Value: ". alpn=h2" }, async (on) =>
      assert.deepEqual(await read(on), { ...inputs, priority: 2, value: ". alpn=h2" }),
    );
  });
});

describe("A record of a service without parameters", () => {
  it("is sent as its target alone, and is the same with a space behind it", async () => {
    await bench({ seed: { dnsZones: [{ Id: 8, Domain: "acme.example" }] } }, async (on) => {
      const inputs = checkRecord({}, { dnsZoneId: 8, type: "HTTPS", priority: 1, value: "." }).inputs;
      const { id, state } = await records.create(on.context, inputs);
      const [{ Id, Value } = assert.fail()] = on.emulator.dnsRecords.list();
      assert.equal(Value, ".");
      on.emulator.dnsRecords.change(Id, { Value: ". " });
      assert.deepEqual((await records.read(contextOf(on.context.client), id, state))?.inputs, inputs);
    });
  });
});

describe("An accelerated record", () => {
  it("has a minute for its request, which takes longer than others may", async () => {
    const slow = { method: "PUT", path: "/dnszone/8/records", fault: { kind: "latency", ms: 900 } } as const;
    await bench({ seed: { dnsZones: [{ Id: 8, Domain: "acme.example" }] }, faults: [slow] }, async (on) => {
      const record = { dnsZoneId: 8, name: "www", type: "A", value: "203.0.113.7" };
      await records.create(on.context, { ...record, accelerated: true });
      assert.equal(on.emulator.dnsRecords.list().length, 1);
    });
  });
});
