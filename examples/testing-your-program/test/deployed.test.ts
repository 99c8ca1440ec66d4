import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { LocalWorkspace, type Stack } from "@pulumi/pulumi/automation";
import { startEmulator, type Emulator } from "pulumi-cdn-zones/emulator";

const hasCli = spawnSync("pulumi", ["version"]).status === 0;

// These tests check what the program does to the service: the Pulumi CLI runs it against an emulator, with its own state, and they
// check the emulator's zones. They are skipped if no CLI is installed.
(hasCli ? describe : describe.skip)("The program, deployed to an emulator with the Pulumi CLI", () => {
  let emulator: Emulator;
  let stack: Stack;
  let folder: string;

  before(async () => {
    emulator = await startEmulator({ seed: { pullZones: [{ Id: 2, Name: "website", EnableGeoZoneASIA: false }] } });
    folder = await mkdtemp(path.join(tmpdir(), "testing-your-program-"));
    stack = await LocalWorkspace.createOrSelectStack(
      { stackName: "test", workDir: path.join(__dirname, "..") },
      {
        pulumiHome: path.join(folder, "home"),
        envVars: {
          PULUMI_BACKEND_URL: `file://${folder}`,
          PULUMI_CONFIG_PASSPHRASE: "only for tests",
          CDN_BASE_URL: emulator.url,
          CDN_ACCESS_KEY: emulator.accessKey,
        },
      },
    );
    await stack.setConfig("pullZoneId", { value: "2" });
  });

  after(async () => {
    await emulator?.close();
    await rm(folder, { recursive: true, force: true });
    await rm(path.join(__dirname, "..", "Pulumi.test.yaml"), { force: true });
  });

  it("makes one zone", async () => {
    await stack.up();
    const zones = emulator.storageZones.list();
    assert.deepEqual(
      zones.map(({ Name, ReplicationRegions }) => [Name, ReplicationRegions]),
      [["website-assets", ["NY"]]],
    );
  });

  it("adds a replica to it when the pull zone is served in Asia", async () => {
    const id = emulator.storageZones.named("website-assets")?.Id;
    emulator.pullZones.change(2, { EnableGeoZoneASIA: true });
    await stack.up();
    const zone = emulator.storageZones.named("website-assets");
    assert.deepEqual(zone?.ReplicationRegions, ["NY", "SG"]);
    assert.equal(zone?.Id, id);
  });

  it("deletes the zone with destroy", async () => {
    await stack.destroy();
    assert.deepEqual(emulator.storageZones.list(), []);
  });
});
