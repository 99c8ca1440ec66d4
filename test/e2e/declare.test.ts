import assert from "node:assert/strict";
import { forEachEngine, forEachProfile } from "./support/engines";
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
  forEachEngine((engine) =>
    forEachProfile((profile) => {
      let world: World;

      afterEach(() => world.close());

      it("are previewed, created, refreshed and deleted, with typed and secret outputs", async () => {
        const pullZone = {
          Id: 77,
          Name: "web",
          OriginUrl: "https://origin.example",
          ZoneSecurityKey: "CANARY-zone-security-key",
          Hostnames: [{ Id: 1, Value: "www.example.com", ForceSSL: true }],
        };
        world = await openWorld(engine, program, { ...profile, seed: { pullZones: [pullZone] } });

        // The preview sends nothing but reads.
        const preview = succeeded(await world.stack.preview());
        assert.deepEqual(
          preview.steps.filter(({ name }) => name === "assets").map(({ op }) => op),
          ["create"],
        );
        assert.deepEqual([...new Set(world.emulator.journal.map(({ method }) => method))], ["GET"]);
        assert.equal(world.emulator.storageZones.list().length, 0);

        // The zone is created as declared.
        succeeded(await world.stack.up());
        const [zone, ...others] = world.emulator.storageZones.list();
        assert.deepEqual(others, []);
        assert.deepEqual([zone?.Name, zone?.Region, zone?.Rewrite404To200], ["acme-assets", "DE", true]);
        assert.deepEqual([zone?.ReplicationRegions?.sort(), zone?.Custom404FilePath], [["NY", "SYD"], "/404.html"]);

        const { hostnames, ...outputs } = await world.stack.outputs();
        assert.equal(hostnames?.secret, false);
        for (const [name, value, secret] of [
          ["storageZoneId", zone?.Id, false],
          ["id", String(zone?.Id), false],
          ["hostname", zone?.StorageHostname, false],
          ["password", zone?.Password, true],
          ["readOnly", zone?.ReadOnlyPassword, true],
          ["rewrite", true, false],
          ["origin", "https://origin.example", false],
          ["pullZoneId", 77, false],
          ["token", "CANARY-zone-security-key", true],
        ] as const) {
          assert.deepEqual(outputs[name], { value, secret }, name);
        }

        // Nothing differs afterwards.
        succeeded(await world.stack.preview({ refresh: true, expectNoChanges: true }));

        // Only the storage zone is deleted.
        succeeded(await world.stack.destroy());
        assert.equal(world.emulator.storageZones.list().length, 0);
        assert.equal(world.emulator.pullZones.list().length, 1);
      });
    }),
  );
});
