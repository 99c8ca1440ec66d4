import assert from "node:assert/strict";
import { startEmulator, type Emulator } from "../../emulator";
import { inProcess } from "./inProcess";

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
  beforeEach(
    async () =>
      (emulator = await startEmulator({
        seed: { storageZones, pullZones: [{ Id: 1, Name: "web", StorageZoneId: 42 }] },
      })),
  );
  afterEach(() => emulator.close());

  it("lists the zones of the account in a table, without what a terminal would obey", async () => {
    const { code, stdout, stderr } = await inProcess(emulator, ["zones"]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.deepEqual(stdout.split("\n"), [
      "ID  NAME         REGION  REPLICAS  FILES    SIZE  PULL ZONES",
      " 7  a\\u001b[2J   DE                    0     0 B",
      "42  acme-assets  NY      SG        1,234  5.6 MB  web",
      "",
    ]);
  });

  it("lists a zone without the numbers that a service omits", async () => {
    const body = [{ Id: 7, Name: "assets", Region: "DE", Deleted: false }];
    emulator.setFaults([{ path: "/storagezone", fault: { kind: "status", status: 200, body } }]);
    const { code, stdout } = await inProcess(emulator, ["zones"]);
    assert.equal(code, 0);
    assert.match(stdout, /\n 7 {2}assets {2}DE +- +-\n/);
  });

  it("lists them as JSON, without secrets", async () => {
    const { code, stdout } = await inProcess(emulator, ["zones", "--format", "json"]);
    assert.equal(code, 0);
    assert.ok(!stdout.includes("a-password"));
    const [, zone] = JSON.parse(stdout) as Record<string, unknown>[];
    assert.deepEqual([zone?.["id"], zone?.["pullZones"]], [42, [{ id: 1, name: "web" }]]);
  });

  it("says while it waits that the service fails, once", async () => {
    emulator.setFaults([
      { path: "/storagezone", fault: { kind: "latency", ms: 600 } },
      { path: "/storagezone", times: 4, fault: { kind: "status", status: 503 } },
    ]);
    const { code, stdout, stderr } = await inProcess(emulator, ["zones"]);
    assert.deepEqual([code, stdout.split("\n").length], [0, 4]);
    assert.equal(stderr, "The service fails or limits requests. Each is repeated for up to a minute …\n");
  });

  it("reports an account without zones, and a refused key", async () => {
    for (const { Id } of storageZones) emulator.storageZones.delete(Id);
    const empty = await inProcess(emulator, ["zones"]);
    assert.deepEqual([empty.code, empty.stdout, empty.stderr], [0, "", "This account has no storage zones.\n"]);
    const refused = await inProcess({ url: emulator.url, accessKey: "another-key" }, ["zones"]);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /401/);
  });
});
