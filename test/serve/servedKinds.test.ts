import assert from "node:assert/strict";
import type { KindName } from "../../provider/kinds";
import type { Properties } from "../../provider/declared/properties";
import { unknownValue } from "../../provider/declared/properties";
import { ConfiguredContext } from "../../provider/serve/context";
import { withEmulator } from "../emulator/call";
import { ServedKinds } from "../../provider/serve/servedKinds";

function servedKinds(baseUrl = "http://127.0.0.1:1"): ServedKinds {
  const context = new ConfiguredContext({ importCommandOf: () => "", tell: () => undefined, status: () => undefined });
  const served = new ServedKinds(context);
  served.configure((key) => ({ "cdn:accessKey": "key", "cdn:baseUrl": baseUrl })[key], undefined);
  return served;
}

/** What check reports with these inputs in the state, by property. */
async function failures(kind: KindName, olds: Properties, news: Properties, baseUrl?: string): Promise<string[]> {
  const result = await servedKinds(baseUrl).of(kind).check(olds, news);
  return result.failures.map(({ property }) => property);
}

describe("What the service has already", () => {
  const caa = { dnsZoneId: 8, type: "CAA", tag: "issuewild" };
  const kinds: [kind: KindName, odd: Properties, property: string][] = [
    ["DnsRecord", caa, "value"],
    ["DnsRecord", { dnsZoneId: 8, type: "TXT", value: '"a" "b"' }, "value"],
    ["DnsRecord", { dnsZoneId: 8, type: "AAAA", value: "::1", accelerated: true }, "accelerated"],
    ["DnsZone", { domain: "acme.example", nameserver1: "ns1.acme.example" }, "nameserver1"],
    ["PullZoneHostname", { pullZoneId: 8, hostname: `${"a".repeat(64)}.example` }, "hostname"],
    ["PullZone", { name: "web", originUrl: "https://a.example", storageZoneId: 5 }, "storageZoneId"],
    ["StorageZone", { name: "assets", region: "XX" }, "region"],
    [
      "PullZoneEdgeRule",
      {
        pullZoneId: 8,
        actionType: 1,
        actionParameter1: "/about",
        triggers: [{ type: 0, patternMatches: ["*"], patternMatchingType: 0 }],
        triggerMatchingType: 0,
        enabled: true,
      },
      "actionParameter1",
    ],
  ];
  for (const [kind, odd, property] of kinds) {
    it(`is no failure of a ${kind} while ${property} stays, and is one in a new resource`, async () => {
      assert.deepEqual(await failures(kind, {}, odd), [property]);
      assert.deepEqual(await failures(kind, odd, odd), []);
    });
  }

  it("is no difference of an imported edge script without code", async () => {
    const imported = { name: "empty", type: "standalone", publish: false };
    assert.deepEqual(await failures("EdgeScript", {}, imported), ["code"]);
    const { inputs, failures: found } = await servedKinds().of("EdgeScript").check(imported, imported);
    assert.deepEqual([inputs, found], [imported, []]);
  });

  it("is no failure while something else changes, and one as soon as what belongs together does", async () => {
    assert.deepEqual(await failures("DnsRecord", caa, { ...caa, ttl: 60, comment: "x" }), []);
    assert.deepEqual(await failures("DnsRecord", caa, { ...caa, tag: "issue" }), ["value"]);
    assert.deepEqual(await failures("DnsRecord", caa, { ...caa, tag: "isue" }), ["tag", "value"]);
    assert.deepEqual(await failures("DnsRecord", caa, { ...caa, ttl: -1 }), ["ttl"]);
    const txt = { dnsZoneId: 8, type: "TXT", value: '"a"' };
    assert.deepEqual(await failures("DnsRecord", txt, { ...txt, value: '"b"' }), ["value"]);
    assert.deepEqual(await failures("DnsRecord", txt, { ...txt, value: unknownValue }), []);
    assert.deepEqual(await failures("DnsRecord", { ...txt, value: "a" }, txt), ["value"]);
  });
});

describe("Region codes", () => {
  const news = { name: "assets", region: "uk", replicationRegions: ["SE"] };
  for (const [baseUrl, refused] of [
    ["https://api.bunny.net", []],
    ["https://API.bunny.net/", []],
    ["https://api.bunny.net.acme.example", ["region", "replicationRegions"]],
    ["https://cdn.acme.example", ["region", "replicationRegions"]],
  ] as const) {
    it(`that are recorded for the public service are ${refused.length === 0 ? "accepted" : "refused"} at ${baseUrl}`, async () => {
      assert.deepEqual(await failures("StorageZone", {}, news, baseUrl), refused);
    });
  }

  it("of replicas only, or of nobody, are no main regions of the public service", async () => {
    for (const region of ["JP", "XX"]) {
      assert.deepEqual(await failures("StorageZone", {}, { ...news, region }, "https://api.bunny.net"), ["region"]);
    }
  });
});

describe("Names of storage zones", () => {
  const zone = (name: string, more: Properties = {}): Properties => ({ name, region: "DE", ...more });
  for (const name of ["feature/Foo_Bar", "ab", "Assets", "a".repeat(65)]) {
    it(`such as ${name.slice(0, 20)} are refused at the public service only, and only for new zones`, async () => {
      assert.deepEqual(await failures("StorageZone", {}, zone(name), "https://api.bunny.net/"), ["name"]);
      assert.deepEqual(await failures("StorageZone", {}, zone(name), "https://cdn.acme.example"), []);
      assert.deepEqual(await failures("StorageZone", {}, zone(name, { adopt: true }), "https://api.bunny.net"), []);
      const known = await failures(
        "StorageZone",
        zone(name),
        zone(name, { rewrite404To200: true }),
        "https://api.bunny.net",
      );
      assert.deepEqual(known, []);
    });
  }

  it("of 4 to 64 characters, and unknown ones, are accepted", async () => {
    for (const name of ["acme", "a-9".padEnd(64, "x"), unknownValue]) {
      assert.deepEqual(await failures("StorageZone", {}, zone(name), "https://api.bunny.net"), []);
    }
  });
});

describe("A zone that one resource of the program has", () => {
  const inputs = { name: "assets", region: "DE", adopt: true };

  it("is refused to a second one, whether the engine asks for the first one before it or after it", async () => {
    await withEmulator({ accessKey: "key", seed: { storageZones: [{ Id: 7, Name: "assets" }] } }, async ({ url }) => {
      const { id, state } = await servedKinds(url).of("StorageZone").create(inputs);
      for (const isFirst of [true, false]) {
        const zones = servedKinds(url).of("StorageZone");
        await zones.check(inputs, inputs);
        const steps = [() => zones.diff(id, state, inputs), () => zones.create(inputs)];
        const [first, second] = isFirst ? steps : steps.reverse();
        await first?.();
        await assert.rejects(second?.() ?? Promise.resolve(), /Another resource of this program has 7\. An object/);
      }
    });
  });
});

describe("A hostname whose resource gets another name", () => {
  const inputs = { pullZoneId: 8, hostname: "www.acme.example" };

  for (const when of ["", ", also if it was removed by hand before"]) {
    it(`is kept when the old entry goes${when}`, async () => {
      await withEmulator({ accessKey: "key", seed: { pullZones: [{ Id: 8 }] } }, async ({ url, pullZones }) => {
        const { id, state } = await servedKinds(url).of("PullZoneHostname").create(inputs);
        if (when !== "") pullZones.change(8, { Hostnames: [] });
        const nextRun = servedKinds(url).of("PullZoneHostname");
        await nextRun.create(inputs);
        await nextRun.delete(id, state);
        assert.ok(pullZones.get(8)?.Hostnames?.some(({ Value }) => Value === inputs.hostname));
      });
    });
  }
});

describe("A fault of a component", () => {
  const zone = { name: "acme-site", region: "DE" };
  const __fault = "The source ./public does not exist";

  it("fails the check of a part that would be created or changed, and lets an unchanged one pass", async () => {
    for (const kind of ["StorageZone", "PullZone"] as const) {
      const inputs = kind === "StorageZone" ? zone : { name: "acme-site", storageZoneId: 7 };
      for (const olds of [{}, { ...inputs, name: "other" }]) {
        const { failures: found } = await servedKinds()
          .of(kind)
          .check(olds, { ...inputs, __fault });
        assert.deepEqual(
          found.map(({ property, reason }) => [property, reason]),
          [["", __fault]],
        );
      }
      const same = await servedKinds()
        .of(kind)
        .check(inputs, { ...inputs, __fault });
      assert.deepEqual([same.failures, Object.keys(same.inputs)], [[], Object.keys(inputs)]);
    }
  });
});
