import assert from "node:assert/strict";
import { startEmulator, type Emulator } from "../../emulator";
import type { WholeKind } from "../../provider/kinds";
import { kinds, listedKinds } from "../../provider/kinds";
import { inProcess } from "./inProcess";

const noneOf = (names: readonly WholeKind[]): string =>
  names.map((name) => `This account has no ${kinds[name].noun}s.\n`).join("");
const seeded: readonly WholeKind[] = ["StorageZone", "PullZone", "DnsZone", "EdgeScript"];
/** What the command says of kinds without a seed below. */
const noneOfOthers = noneOf(listedKinds.filter((name) => !seeded.includes(name)));

describe("the command zones", () => {
  let emulator: Emulator;
  const storageZones = [
    {
      Id: 42,
      Name: "acme-assets",
      Region: "NY",
      ReplicationRegions: ["SG"],
      FilesStored: 1234,
      StorageUsed: 5_600_000,
    },
    { Id: 7, Name: "a\u001b[2J", Region: "DE", Password: "a-password" },
    { Id: 44, Name: "gone", Region: "DE", Deleted: true },
  ];
  const pullZones = [
    { Id: 5, Name: "b\u001b[2J", OriginUrl: "https://origin.example", CloudSigningKey: "a-key" },
    {
      ...{
        Id: 1,
        Name: "web",
        OriginType: 2,
        StorageZoneId: 42,
        EdgeRules: [{ Guid: "g", ActionParameter1: "a-key" }],
      },
      Hostnames: ["web.cdn.example", "www.acme.example"].map((Value, index) => ({ Id: index + 1, Value })),
    },
  ];
  beforeEach(
    async () =>
      (emulator = await startEmulator({
        seed: {
          ...{ storageZones, pullZones, dnsZones: [{ Id: 3, Domain: "acme.example", DnsSecEnabled: true }] },
          edgeScripts: [{ Id: 6, Name: "hello", ScriptType: 1, EdgeScriptVariables: [{ Name: "GREETING" }] }],
        },
      })),
  );
  afterEach(() => emulator.close());

  it("lists the zones of the account in a table, without what a terminal would obey", async () => {
    const { code, stdout, stderr } = await inProcess(emulator, ["zones"]);
    assert.deepEqual([code, stderr], [0, noneOfOthers]);
    assert.deepEqual(stdout.split("\n"), [
      "ID  STORAGE ZONE  REGION  REPLICAS  FILES    SIZE  PULL ZONES",
      " 7  a\\u001b[2J    DE                    0     0 B",
      "42  acme-assets   NY      SG        1,234  5.6 MB  web",
      "",
      "ID  PULL ZONE   ORIGIN                  HOSTNAMES                         RULES",
      " 1  web         storage zone 42         web.cdn.example,www.acme.example      1",
      " 5  b\\u001b[2J  https://origin.example                                        0",
      "",
      "ID  DNS ZONE      NAMESERVERS                    DETECTED  DNSSEC",
      " 3  acme.example  kiki.bunny.net,coco.bunny.net  yes       on",
      "",
      "ID  EDGE SCRIPT  TYPE        PUBLISHED  VARIABLES",
      " 6  hello        standalone  no         GREETING",
      "",
    ]);
    // The list of pull zones also names those of the storage zones.
    const requests = emulator.journal.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(requests.sort(), listedKinds.map((kind) => `GET ${kinds[kind].path}`).sort());
  });

  it("shortens a very long name, which would make every row as long", async () => {
    const name = "x".repeat(3_000_000);
    const many = Array.from({ length: 300 }, (_, index) => ({ Id: 100 + index, Name: `zone-${String(index)}` }));
    for (const zone of [...many, { Id: 99, Name: name }]) emulator.storageZones.add(zone);
    const { code, stdout } = await inProcess(emulator, ["zones"]);
    assert.deepEqual([code, stdout.length < 200_000], [0, true]);
    assert.match(stdout, /^ 99 {2}x{399}… /m);
    const { stdout: whole } = await inProcess(emulator, ["zones", "--format", "json"]);
    assert.ok((JSON.parse(whole) as { name: string }[]).some((zone) => zone.name === name));
  });

  it("lists the zones of one kind", async () => {
    for (const [word, kind, ids] of [
      ["StorageZone", "StorageZone", [7, 42]],
      ["storage-zones", "StorageZone", [7, 42]],
      ["pullzone", "PullZone", [1, 5]],
      ["dns-zones", "DnsZone", [3]],
      ["edge-script", "EdgeScript", [6]],
    ] as const) {
      const { stdout } = await inProcess(emulator, ["zones", "--kind", word, "--format", "json"]);
      const zones = JSON.parse(stdout) as { id: number; type: string }[];
      assert.deepEqual(
        zones.map(({ id, type }) => [id, type]),
        ids.map((id) => [id, kind]),
      );
    }
    const unknown = await inProcess(emulator, ["zones", "--kind", "Zone"]);
    assert.deepEqual([unknown.code, unknown.stdout], [64, ""]);
  });

  it("lists the storage zones of a service without a list of pull zones, and says so", async () => {
    emulator.setFaults([{ path: "/pullzone", fault: { kind: "status", status: 405 } }]);
    const { code, stdout, stderr } = await inProcess(emulator, ["zones"]);
    assert.deepEqual([code, stdout.split("\n").length], [0, 10]);
    assert.equal(
      stderr,
      `warning: This service has no operation that lists pull zones, so these are omitted\n${noneOfOthers}`,
    );
  });

  it("lists a zone without the numbers that a service omits", async () => {
    const body = [{ Id: 7, Name: "assets", Region: "DE", Deleted: false }];
    emulator.setFaults([{ path: "/storagezone", fault: { kind: "status", status: 200, body } }]);
    const { code, stdout } = await inProcess(emulator, ["zones"]);
    assert.equal(code, 0);
    assert.match(stdout, /\n 7 {2}assets +DE +- +-\n/);
  });

  it("lists them as JSON, without secrets", async () => {
    const { code, stdout } = await inProcess(emulator, ["zones", "--format", "json"]);
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, /a-password|a-key|deploymentKey/);
    const [, zone, web] = JSON.parse(stdout) as Record<string, unknown>[];
    const { type, id, pullZones: links } = zone ?? {};
    assert.deepEqual([type, id, links], ["StorageZone", 42, [{ id: 1, name: "web" }]]);
    assert.deepEqual([web?.["type"], web?.["id"], web?.["storageZoneId"], web?.["edgeRules"]], ["PullZone", 1, 42, 1]);
  });

  it("says while it waits that the service fails, once", async () => {
    emulator.setFaults([
      { path: "/storagezone", fault: { kind: "latency", ms: 600 } },
      { path: "/storagezone", times: 4, fault: { kind: "status", status: 503 } },
    ]);
    const { code, stdout, stderr } = await inProcess(emulator, ["zones"]);
    assert.deepEqual([code, stdout.split("\n").length], [0, 14]);
    const failing =
      "warning: The service is failing or limiting requests. Each request is retried for up to a minute …\n";
    assert.equal(stderr, failing + noneOfOthers);
  });

  it("reports an account without zones, and a refused key", async () => {
    for (const { Id } of storageZones) emulator.storageZones.delete(Id);
    for (const { Id } of pullZones) emulator.pullZones.delete(Id);
    emulator.dnsZones.delete(3);
    emulator.edgeScripts.delete(6);
    const empty = await inProcess(emulator, ["zones"]);
    assert.deepEqual([empty.code, empty.stdout, empty.stderr], [0, "", noneOf(listedKinds)]);
    const refused = await inProcess({ url: emulator.url, accessKey: "another-key" }, ["zones"]);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /401/);
  });

  it("lists shields beside the names of their pull zones, also alone", async () => {
    const shields = await startEmulator({
      seed: { pullZones: [{ Id: 7, Name: "acme-web" }], pullZoneShields: [{ Id: 70, pullZoneId: 7, planType: 1 }] },
    });
    try {
      for (const args of [["zones"], ["zones", "--kind", "pull-zone-shield"]]) {
        const { stdout } = await inProcess(shields, args);
        assert.match(
          stdout,
          /^SHIELD {2}PULL ZONE {2}PLAN {6}FIREWALL {2}NAME\n {4}70 {10}7 {2}Advanced {2}on {8}acme-web\n/m,
        );
      }
      const { stdout } = await inProcess(shields, ["zones", "--kind", "pull-zone-shield", "--format", "json"]);
      const shield = { type: "PullZoneShield", id: 70, pullZoneId: 7, plan: "Advanced", wafEnabled: true };
      assert.deepEqual(JSON.parse(stdout), [shield]);
    } finally {
      await shields.close();
    }
  });
});
