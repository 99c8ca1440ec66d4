import assert from "node:assert/strict";
import { forEachEngine } from "./support/engines";
import { openWorld, succeeded, type World } from "./support/world";

const program = `
  const zone = new cdn.StorageZone("assets", {
    name: "acme-assets", region: "de", replicationRegions: ["syd", "NY"], rewrite404To200: true, custom404FilePath: "/404.html",
  });
  const web = cdn.PullZone.get("web", 77);
  return {
    storageZoneId: zone.storageZoneId, id: zone.id, hostname: zone.storageHostname, regions: zone.replicationRegions,
    password: zone.password, readOnly: zone.readOnlyPassword, rewrite: zone.rewrite404To200,
    origin: web.originUrl, pullZoneId: web.pullZoneId, token: web.zoneSecurityKey, hostnames: web.hostnames,
  };`;

describe("A declared storage zone and a pull zone that is read", () => {
  forEachEngine((engine) => {
    let world: World;

    before(async () => {
      world = await openWorld(engine, program, {
        seed: {
          pullZones: [
            {
              Id: 77,
              Name: "web",
              OriginUrl: "https://origin.example",
              ZoneSecurityKey: "CANARY-zone-security-key",
              Hostnames: [
                {
                  Id: 1,
                  Value: "www.example.com",
                  ForceSSL: true,
                },
              ],
            },
          ],
        },
      });
    });

    after(() => world.close());

    it("are previewed with nothing but reads", async () => {
      const preview = succeeded(await world.stack.preview());
      assert.deepEqual(
        preview.steps.filter(({ name }) => name === "assets").map(({ op }) => op),
        ["create"],
      );
      assert.deepEqual([...new Set(world.emulator.journal.map(({ method }) => method))], ["GET"]);
      assert.equal(world.emulator.storageZones.list().length, 0);
    });

    it("are created as declared", async () => {
      succeeded(await world.stack.up());
      const [zone, ...others] = world.emulator.storageZones.list();
      assert.deepEqual(others, []);
      assert.deepEqual([zone?.Name, zone?.Region, zone?.Rewrite404To200], ["acme-assets", "DE", true]);
      assert.deepEqual([zone?.ReplicationRegions?.sort(), zone?.Custom404FilePath], [["NY", "SYD"], "/404.html"]);
    });

    it("have typed outputs, of which the secret ones are secret", async () => {
      const outputs = await world.stack.outputs();
      const zone = world.emulator.storageZones.named("acme-assets");
      assert.deepEqual(outputs["storageZoneId"], { value: zone?.Id, secret: false });
      assert.deepEqual(outputs["id"], { value: String(zone?.Id), secret: false });
      assert.deepEqual(outputs["hostname"], { value: zone?.StorageHostname, secret: false });
      assert.deepEqual(outputs["password"], { value: zone?.Password, secret: true });
      assert.deepEqual(outputs["readOnly"], { value: zone?.ReadOnlyPassword, secret: true });
      assert.deepEqual(outputs["rewrite"], { value: true, secret: false });
      assert.deepEqual(outputs["origin"], { value: "https://origin.example", secret: false });
      assert.deepEqual(outputs["pullZoneId"], { value: 77, secret: false });
      assert.deepEqual(outputs["token"], { value: "CANARY-zone-security-key", secret: true });
      assert.equal(outputs["hostnames"]?.secret, false);
    });

    it("show no change afterwards", async () => {
      succeeded(await world.stack.refresh({ previewOnly: true, expectNoChanges: true }));
      succeeded(await world.stack.preview({ expectNoChanges: true }));
    });

    it("are deleted by destroy, except for the pull zone", async () => {
      succeeded(await world.stack.destroy());
      assert.equal(world.emulator.storageZones.list().length, 0);
      assert.equal(world.emulator.pullZones.list().length, 1);
    });
  });
});
