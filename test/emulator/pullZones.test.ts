import assert from "node:assert/strict";
import type { Emulator, PullZone, StorageZone } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call, withEmulator } from "./call";

const hostname = { Id: 5, Value: "cdn.example.com", HasCertificate: true, Certificate: "PEM", CertificateKey: "KEY" };
const seed = {
  storageZones: [{ Id: 1 }],
  pullZones: [{ Id: 7, Name: "seven", StorageZoneId: 1, Hostnames: [hostname], DisableCertIssuer: true, Unheard: [1] }],
};

describe("GET /pullzone/{id}", () => {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ seed });
  });
  afterEach(() => emulator.reset());
  after(() => emulator.close());

  const get = async (path: string) => (await call(emulator, "GET", path)).json as PullZone;

  it("answers the zone, with the fields that no contract knows", async () => {
    const zone = await get("/pullzone/7");
    assert.equal(zone.Name, "seven");
    assert.deepEqual(zone["Unheard"], [1]);
    assert.equal(zone.Enabled, true);
    assert.ok(zone.OptimizerImageQuality >= 1);
  });

  it("carries certificates only where includeCertificate is true", async () => {
    for (const query of ["", "?includeCertificate=false"]) {
      const shown = (await get(`/pullzone/7${query}`)).Hostnames?.[0];
      assert.deepEqual([shown?.Certificate, shown?.CertificateKey, shown?.HasCertificate], [null, null, true]);
    }
    const shown = (await get("/pullzone/7?includeCertificate=true")).Hostnames?.[0];
    assert.deepEqual([shown?.Certificate, shown?.CertificateKey], ["PEM", "KEY"]);
    const inside = (await call(emulator, "GET", "/storagezone/1")).json as StorageZone;
    assert.equal(inside.PullZones?.[0]?.Hostnames?.[0]?.CertificateKey, null);
  });

  it("is 404 without a zone, 400 for no int64, 400 for a flag that is none", async () => {
    const { status, text } = await call(emulator, "GET", "/pullzone/8");
    assert.deepEqual([status, text], [404, ""]);
    assert.equal((await call(emulator, "GET", "/pullzone/seven")).status, 400);
    assert.equal((await call(emulator, "GET", "/pullzone/7?includeCertificate=yes")).status, 400);
  });

  it("shows what was changed behind the client's back, also inside the storage zone", async () => {
    emulator.pullZones.change(7, { BlockedIps: ["192.0.2.1"], Suspended: true });
    const zone = await get("/pullzone/7");
    assert.deepEqual([zone.BlockedIps, zone.Suspended, zone.Name], [["192.0.2.1"], true, "seven"]);
    const inside = (await call(emulator, "GET", "/storagezone/1")).json as StorageZone;
    assert.deepEqual(inside.PullZones?.[0]?.BlockedIps, ["192.0.2.1"]);
    emulator.pullZones.change(7, { StorageZoneId: 0 });
    assert.deepEqual(((await call(emulator, "GET", "/storagezone/1")).json as StorageZone).PullZones, []);
  });

  it("answers under the public names where asked to, in both places", async () => {
    const publicNames = [
      "DisableLetsEncrypt",
      "AWSSigningEnabled",
      "AWSSigningKey",
      "AWSSigningSecret",
      "AWSSigningRegionName",
      "EnableBunnyImageAi",
      "BunnyAiImageBlueprints",
      "ErrorPageEnableStatuspageWidget",
      "ErrorPageStatuspageCode",
      "MagicContainersAppId",
      "MagicContainersEndpointId",
      "OptimizerStaticHtmlWordPressPath",
      "OptimizerStaticHtmlWordPressBypassCookie",
    ];
    await withEmulator({ seed, publicNames: true }, async (own) => {
      const alone = (await call(own, "GET", "/pullzone/7")).json as Record<string, unknown>;
      const inside = ((await call(own, "GET", "/storagezone/1")).json as StorageZone).PullZones?.[0] ?? {};
      for (const zone of [alone, inside]) {
        assert.deepEqual(
          publicNames.filter((name) => !(name in zone)),
          [],
        );
        assert.equal("DisableCertIssuer" in zone, false);
        assert.equal(Object.keys(zone).length, 166);
      }
      assert.equal(alone["DisableLetsEncrypt"], true);
      assert.equal(own.pullZones.get(7)?.DisableCertIssuer, true);
    });
  });
});
