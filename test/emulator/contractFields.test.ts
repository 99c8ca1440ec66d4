import assert from "node:assert/strict";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call } from "./call";
import { hostnameFields, pullZoneFields, storageZoneFields } from "./contractFields";

const fits: Record<string, (value: unknown) => boolean> = {
  int64: Number.isSafeInteger,
  int32: Number.isSafeInteger,
  enum: Number.isSafeInteger,
  decimal: Number.isFinite,
  double: Number.isFinite,
  boolean: (value) => typeof value === "boolean",
  string: (value) => typeof value === "string",
  "date-time": (value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value),
};

function fitsType(type: string, value: unknown): boolean {
  if (type.endsWith("[]?")) return value === null || Array.isArray(value);
  if (type.endsWith("?")) return value === null || fitsType(type.slice(0, -1), value);
  return fits[type]?.(value) ?? false;
}

function assertHolds(value: unknown, fields: Readonly<Record<string, string>>): void {
  const object = value as Record<string, unknown>;
  assert.deepEqual(Object.keys(object).sort(), Object.keys(fields).sort());
  for (const [name, type] of Object.entries(fields)) {
    assert.ok(fitsType(type, object[name]), `${name} must be ${type}, but got: ${JSON.stringify(object[name])}`);
  }
}

describe("the fields of an answer", () => {
  let emulator: Emulator;
  before(async () => {
    const seed = { storageZones: [{ Id: 1 }], pullZones: [{ Id: 2, StorageZoneId: 1, Hostnames: [{ Value: "a.b" }] }] };
    emulator = await startEmulator({ seed });
  });
  after(() => emulator.close());

  it("are the contract's 20 and 165, by count", () => {
    assert.equal(Object.keys(storageZoneFields).length, 20);
    assert.equal(Object.keys(pullZoneFields).length, 165);
  });

  it("are the contract's for a storage zone, seeded or added", async () => {
    assertHolds((await call(emulator, "GET", "/storagezone/1")).json, storageZoneFields);
    assertHolds((await call(emulator, "POST", "/storagezone", { Name: "new", Region: "DE" })).json, storageZoneFields);
    for (const zone of (await call(emulator, "GET", "/storagezone")).json as unknown[]) {
      assertHolds(zone, storageZoneFields);
    }
  });

  it("are the contract's for a pull zone, alone and inside its storage zone", async () => {
    assertHolds((await call(emulator, "GET", "/pullzone/2")).json, pullZoneFields);
    const zone = (await call(emulator, "GET", "/storagezone/1")).json as { PullZones: unknown[] };
    assert.equal(zone.PullZones.length, 1);
    assertHolds(zone.PullZones[0], pullZoneFields);
  });

  it("are the contract's for a hostname, whose certificate is null until asked for", async () => {
    const zone = (await call(emulator, "GET", "/pullzone/2")).json as { Hostnames: unknown[] };
    const { Certificate, CertificateKey, ...others } = zone.Hostnames[0] as Record<string, unknown>;
    assert.equal(Certificate, null);
    assert.equal(CertificateKey, null);
    assertHolds({ ...others, Certificate: "", CertificateKey: "" }, hostnameFields);
  });
});
