import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { forEachEngine } from "./support/engines";
import { openWorld, type World } from "./support/world";

/** A program that reads properties of missing zones, and writes its resource usage to `used.json`. */
const program = `
  process.on("exit", () => {
    const { maxRSS, userCPUTime } = process.resourceUsage();
    require("node:fs").writeFileSync(__dirname + "/used.json", JSON.stringify({ megabytes: maxRSS / 1024, cpuSeconds: userCPUTime / 1e6 }));
  });
  const zone = cdn.getStorageZoneOutput({ name: "nope" });
  const pullZone = cdn.getPullZoneOutput({ id: 99999 });
  new cdn.StorageZone("copy", { name: pulumi.interpolate\`\${zone.name}-copy\`, region: "DE", replicationRegions: zone.replicationRegions });
  return { zone, pullZone, hostname: zone.storageHostname, both: pulumi.all([zone.name, pullZone.name]), guid: pullZone.edgeRules[0].guid };
`;

describe("A failing function in its Output form", () => {
  forEachEngine((engine) => {
    let world: World;
    afterEach(() => world.close());

    it("ends a preview with its error, within 5 s of CPU time and 300 MB", async () => {
      // Without a limit, a program that fails this test would use all memory of the machine.
      world = await openWorld(engine, program, { env: { NODE_OPTIONS: "--max-old-space-size=1024" } });
      const preview = await world.stack.preview();
      assert.notEqual(preview.exitCode, 0);
      assert.match(preview.text, /There is no storage zone named "nope" in this account/);
      assert.match(preview.text, /Get pull zone \(GET \/pullzone\/99999\) failed with 404/);
      const used = JSON.parse(readFileSync(path.join(world.projectDir, "used.json"), "utf8")) as Record<string, number>;
      assert.ok(Number(used["megabytes"]) < 300, JSON.stringify(used));
      assert.ok(Number(used["cpuSeconds"]) < 5, JSON.stringify(used));
    });
  });
});
