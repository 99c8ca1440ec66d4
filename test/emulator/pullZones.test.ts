import assert from "node:assert/strict";
import type { Emulator, PullZone, StorageZone } from "../../emulator";
import { startEmulator } from "../../emulator";
import { hostnameFields, pullZoneFields } from "../fixtures/contract/pullZone";
import { publicNames } from "../fixtures/contract/secrets";
import { storageZoneFields } from "../fixtures/contract/storageZone";
import { call, withEmulator } from "./call";

const hostname = { Id: 5, Value: "cdn.example.com", HasCertificate: true, Certificate: "PEM", CertificateKey: "KEY" };
const seed = {
  storageZones: [{ Id: 1 }],
  pullZones: [{ Id: 7, Name: "seven", StorageZoneId: 1, Hostnames: [hostname], DisableCertIssuer: true, Unheard: [1] }],
};

describe("Pull zones of the emulator", () => {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ seed });
  });
  afterEach(() => emulator.reset());
  after(() => emulator.close());

  const get = async (path: string) => (await call(emulator, "GET", path)).json as PullZone;

  it("have the contract's fields and the seed's, alone and inside their storage zone", async () => {
    const zone = await get("/pullzone/7");
    const inside = (await call(emulator, "GET", "/storagezone/1")).json as StorageZone;
    assert.deepEqual([zone.Name, zone.Enabled, zone.OptimizerImageQuality, zone["Unheard"]], ["seven", true, 85, [1]]);
    for (const [object, fields, others] of [
      [inside, storageZoneFields, []],
      [zone, pullZoneFields, ["Unheard"]],
      [inside.PullZones?.[0], pullZoneFields, ["Unheard"]],
      [zone.Hostnames?.[0], hostnameFields, []],
    ] as const) {
      assert.deepEqual(Object.keys(object ?? {}).sort(), [...fields.map(([name]) => name), ...others].sort());
    }
  });

  it("answer 404 for an unknown id, and 400 for an invalid id or flag", async () => {
    const { status, text } = await call(emulator, "GET", "/pullzone/8");
    assert.deepEqual([status, text], [404, ""]);
    assert.equal((await call(emulator, "GET", "/pullzone/seven")).status, 400);
    assert.equal((await call(emulator, "GET", "/pullzone/7?includeCertificate=yes")).status, 400);
  });

  it("use the public names with publicNames, in both places", async () => {
    await withEmulator({ seed, publicNames: true }, async (own) => {
      const alone = (await call(own, "GET", "/pullzone/7")).json as Record<string, unknown>;
      const inside = ((await call(own, "GET", "/storagezone/1")).json as StorageZone).PullZones?.[0] ?? {};
      for (const zone of [alone, inside]) {
        for (const [name, publicName] of publicNames) assert.ok(publicName in zone && !(name in zone), name);
        assert.equal(Object.keys(zone).length, 166);
      }
      assert.equal(alone["DisableLetsEncrypt"], true);
      assert.equal(own.pullZones.get(7)?.DisableCertIssuer, true);
    });
  });

  it("write decimals with a decimal point with decimalPoint or publicNames", async () => {
    const zone = { ...seed.pullZones[0], PriceOverride: 3, LimitRatePerSecond: 1.5, Name: '"MonthlyCharges":5,' };
    const priced = { ...seed, pullZones: [zone] };
    for (const options of [{ publicNames: true }, { decimalPoint: true }]) {
      await withEmulator({ seed: priced, ...options }, async (own) => {
        for (const path of ["/pullzone/7", "/storagezone/1", "/storagezone"]) {
          const { text, json } = await call(own, "GET", path);
          assert.match(text, /"MonthlyCharges":0\.0,.*"LimitRatePerSecond":1\.5,.*"PriceOverride":3\.0,/, path);
          assert.match(text, /"StorageZoneId":1,/);
          assert.ok(json !== undefined && text.includes('\\"MonthlyCharges\\":5,'));
        }
      });
    }
    await withEmulator({ seed: priced, publicNames: true, decimalPoint: false }, async (own) => {
      assert.match((await call(own, "GET", "/pullzone/7")).text, /"MonthlyCharges":0,/);
    });
  });
});
