import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator, type Emulator } from "../../emulator";
import { inProcess } from "./inProcess";

const seed = {
  dnsZones: [{ Id: 8, Domain: "acme.example" }],
  dnsRecords: [
    {
      ...{ Id: 12, DnsZoneId: 8, Type: 2, Name: "www", Value: "origin.acme.example" },
      ...{ Accelerated: true, AcceleratedPullZoneId: 5, AccelerationStatus: 3 },
    },
  ],
  pullZones: [
    {
      ...{ Id: 5, Name: "0b7e-made", OriginType: 1, OriginUrl: "http://origin.acme.example" },
      ...{ DnsZoneId: 8, DnsRecordId: 12, AddHostHeader: true },
    },
    { Id: 6, Name: "vz-1", OriginType: 2, StorageZoneId: 31, VideoLibraryId: 9 },
    { Id: 7, Name: "mc-1", OriginType: 5, ContainerAppId: "app-1", ContainerEndpointId: "end-1" },
    { Id: 10, Name: "web", OriginUrl: "https://o.example" },
  ],
  storageZones: [{ Id: 31, Name: "vz-1", Region: "DE" }],
};

describe("Zones that the service made", () => {
  let emulator: Emulator;
  let folder: string;
  before(async () => {
    emulator = await startEmulator({ seed });
    folder = mkdtempSync(path.join(tmpdir(), "import-existing-"));
  });
  after(async () => {
    await emulator.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("are imported with existingId, which refers to the record, and others with their names", async () => {
    for (const more of [[], ["--all-settings"]]) {
      const { code, stdout, stderr } = await inProcess(emulator, ["import", "--all", ...more]);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /existingId: \w+\.acceleratedPullZoneId,/);
      for (const id of [6, 7, 31]) assert.match(stderr, new RegExp(`existingId: ${String(id)}[, ]`));
      assert.match(stderr, /addHostHeader: true/);
      assert.match(stderr, /name: "web",\s+originUrl: "https:\/\/o\.example"/);
      assert.doesNotMatch(stderr, /name: "(0b7e-made|vz-1|mc-1)"|containerAppId: "app-1"|region:/);
      const { resources } = JSON.parse(stdout) as { resources: { id: string; type: string; outputs: object }[] };
      const kept = resources.filter(({ outputs }) => "__existing" in outputs).map(({ id }) => id);
      assert.deepEqual(kept.sort(), ["31", "5", "6", "7"]);
    }
  });

  it("are listed by drift --unmanaged as made by the service", async () => {
    const file = path.join(folder, "state.json");
    writeFileSync(file, JSON.stringify({ version: 3, deployment: { resources: [] } }));
    const { stdout } = await inProcess(emulator, ["drift", "--state", file, "--unmanaged"]);
    assert.match(stdout, /unmanaged PullZone 0b7e-made \(5\).*made by the service for DNS record 8\/12/);
    assert.match(stdout, /unmanaged PullZone vz-1 \(6\).*made by the service for video library 9/);
    assert.match(stdout, /unmanaged PullZone mc-1 \(7\).*made by the service for container app app-1/);
    assert.match(stdout, /or declare it: new PullZone\(…, \{ existingId: 5, … \}\)/);
    assert.doesNotMatch(stdout, /PullZone web \(10\).*made by the service/);
  });
});
