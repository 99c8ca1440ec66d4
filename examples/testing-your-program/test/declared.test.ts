import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { startEmulator, type Emulator } from "pulumi-cdn-zones/emulator";

// What the program declares, without an engine: Pulumi's mocks replace the resources, the emulator replaces the service that
// the functions read.
describe("The program", () => {
  let emulator: Emulator;

  before(async () => {
    emulator = await startEmulator({
      seed: {
        pullZones: [
          { Id: 1, Name: "local", EnableGeoZoneASIA: false },
          { Id: 2, Name: "global", EnableGeoZoneASIA: true },
        ],
      },
    });
  });

  after(() => emulator.close());

  async function declared(pullZoneId: number): Promise<Record<string, unknown>> {
    const resources: pulumi.runtime.MockResourceArgs[] = [];
    await pulumi.runtime.setMocks({
      newResource: (args) => {
        resources.push(args);
        return { id: "1", state: args.inputs as Record<string, unknown> };
      },
      call: () => ({}),
    });
    pulumi.runtime.setAllConfig({
      "project:pullZoneId": String(pullZoneId),
      "cdn:baseUrl": emulator.url,
      "cdn:accessKey": emulator.accessKey,
    });
    // A program declares its resources when it is loaded, so each test loads it again.
    const program = require.resolve("../index");
    delete require.cache[program];
    const { assets } = require(program) as typeof import("../index");
    await new Promise((resolve) => assets.urn.apply(resolve));
    const zone = resources.find(({ name }) => name === "assets");
    return (zone?.inputs as Record<string, unknown> | undefined) ?? {};
  }

  it("names the storage zone after the pull zone", async () => {
    assert.equal((await declared(1))["name"], "local-assets");
  });

  it("copies the files to Asia where the pull zone is served there, and else not", async () => {
    assert.deepEqual((await declared(1))["replicationRegions"], ["NY"]);
    assert.deepEqual((await declared(2))["replicationRegions"], ["NY", "SG"]);
  });
});
