import assert from "node:assert/strict";
import { startEmulator } from "../../emulator";
import { forEachEngine } from "../e2e/support/engines";
import type { EngineUnderTest } from "../e2e/support/engineUnderTest";
import { openExample, type RunningExample } from "./support";

describe("Each example, from its first up to its destruction", () => {
  forEachEngine((engine) => {
    it("storage-zone: declares a zone and reads a pull zone", () =>
      run(engine, "storage-zone", async ({ emulator, stack }) => {
        emulator.pullZones.add({ Id: 77, Name: "website", OriginUrl: "https://www.example.com" });
        await stack.configure({ config: { pullZoneId: "77" } });
        await up(stack);
        assert.equal(emulator.storageZones.named("acme-assets")?.Rewrite404To200, false);
        const { origin, password } = await stack.outputs();
        assert.equal(origin?.value, "https://www.example.com");
        assert.equal(password?.secret, true);
      }));

    it("read-pull-zone: feeds a storage zone from a pull zone, and follows it", () =>
      run(engine, "read-pull-zone", async ({ emulator, stack }) => {
        emulator.pullZones.add({ Id: 7, Name: "website", EnableGeoZoneUS: false });
        await stack.configure({ config: { pullZoneId: "7" } });
        await up(stack);
        assert.deepEqual(emulator.storageZones.named("website-archive")?.ReplicationRegions, []);
        emulator.pullZones.change(7, { EnableGeoZoneUS: true });
        await up(stack);
        assert.deepEqual(emulator.storageZones.named("website-archive")?.ReplicationRegions, ["NY"]);
      }));

    it("multiple-accounts: makes each zone in its own account, and reads from the one it names", async () => {
      const eu = await startEmulator({ accessKey: "key-of-eu" });
      const us = await startEmulator({ accessKey: "key-of-us", seed: { storageZones: [{ Name: "older-zone" }] } });
      try {
        await run(
          engine,
          "multiple-accounts",
          async ({ emulator, stack }) => {
            await up(stack);
            assert.deepEqual(namesIn(eu), ["acme-assets-eu"]);
            assert.deepEqual(namesIn(us), ["acme-assets-us", "older-zone"]);
            assert.deepEqual(namesIn(emulator), []);
            const { zonesInTheUsAccount } = await stack.outputs();
            assert.deepEqual([...(zonesInTheUsAccount?.value as string[])].sort(), ["acme-assets-us", "older-zone"]);
          },
          {
            secretConfig: { euKey: "key-of-eu", usKey: "key-of-us" },
            env: { CDN_BASE_URL_EU: eu.url, CDN_BASE_URL_US: us.url },
          },
        );
        assert.deepEqual([namesIn(eu), namesIn(us)], [[], ["older-zone"]]);
      } finally {
        await eu.close();
        await us.close();
      }
    });

    it("adopt-existing: takes over the zone that stands, with its files", () =>
      run(engine, "adopt-existing", async ({ emulator, stack }) => {
        const seeded = { Id: 4711, Name: "acme-media", Region: "NY", ReplicationRegions: ["LA"], FilesStored: 3 };
        emulator.storageZones.add(seeded);
        await up(stack);
        const { storageZoneId, filesStored } = await stack.outputs();
        assert.deepEqual([storageZoneId?.value, filesStored?.value], [4711, 3]);
        assert.equal(emulator.storageZones.list().length, 1);
        emulator.storageZones.change(4711, { FilesStored: 0 });
      }));

    it("component: makes the zones of each environment under their component", () =>
      run(engine, "component", async ({ emulator, stack }) => {
        const { steps } = await up(stack);
        const names = [
          "acme-production-assets",
          "acme-production-uploads",
          "acme-staging-assets",
          "acme-staging-uploads",
        ];
        assert.deepEqual(namesIn(emulator), names);
        assert.deepEqual(emulator.storageZones.named("acme-production-assets")?.ReplicationRegions, ["NY", "SG"]);
        const zones = steps.filter(({ type }) => type.endsWith("cdn:StorageZone"));
        assert.ok(zones.every(({ urn }) => urn.includes("acme:cdn:EnvironmentZones$")));
      }));

    it("policy: lets a zone with two replicas pass, and sends nothing for one with fewer", () =>
      run(engine, "policy", async ({ emulator, stack }) => {
        await stack.configure({ config: { replicas: '["NY"]' } });
        for (const refused of [await stack.preview(), await stack.up()]) {
          assert.notEqual(refused.exitCode, 0);
          assert.match(refused.text, /assets has 1 replication regions, but needs 2\. Policy two-replicas/);
        }
        assert.deepEqual(emulator.journal, []);
        await stack.configure({ config: { replicas: '["NY","SG"]' } });
        await up(stack);
        assert.deepEqual(namesIn(emulator), ["acme-assets"]);
      }));

    it("testing-your-program: makes a zone after a pull zone that a data source read", () =>
      run(
        engine,
        "testing-your-program",
        async ({ emulator, stack }) => {
          emulator.pullZones.add({ Id: 2, Name: "website", EnableGeoZoneASIA: true });
          await up(stack);
          assert.deepEqual(emulator.storageZones.named("website-assets")?.ReplicationRegions, ["NY", "SG"]);
        },
        { config: { pullZoneId: "2" } },
      ));
  });
});

/** Opens an example, runs a story on it, sees that nothing would change now, and destroys it. */
async function run(
  engine: EngineUnderTest,
  example: string,
  story: (running: RunningExample) => Promise<void>,
  options: Parameters<typeof openExample>[3] = {},
): Promise<void> {
  const running = await openExample(engine, example, {}, options);
  try {
    await story(running);
    const again = await running.stack.preview({ refresh: true, expectNoChanges: true });
    assert.equal(again.exitCode, 0, again.text);
    const destroyed = await running.stack.destroy();
    assert.equal(destroyed.exitCode, 0, destroyed.text);
    assert.deepEqual(namesIn(running.emulator), []);
  } finally {
    await running.close();
  }
}

async function up(stack: RunningExample["stack"]): ReturnType<RunningExample["stack"]["up"]> {
  const result = await stack.up();
  assert.equal(result.exitCode, 0, result.text);
  return result;
}

function namesIn({ storageZones }: RunningExample["emulator"]): string[] {
  return storageZones
    .list()
    .map(({ Name }) => Name ?? "")
    .sort();
}
