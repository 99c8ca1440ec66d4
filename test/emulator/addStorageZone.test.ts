import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import type { Emulator, StorageZone } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call, stoppedClock, withEmulator } from "./call";

describe("POST /storagezone", () => {
  let emulator: Emulator;
  const clock = stoppedClock();
  before(async () => {
    emulator = await startEmulator({
      now: clock.now,
      replicationMs: 500,
      takenNames: ["Theirs"],
      seed: { takenNames: ["also-theirs"], storageZones: [{ Id: 41, Name: "ours" }] },
    });
  });
  after(() => emulator.close());

  const add = async (body: unknown) => call(emulator, "POST", "/storagezone", body);

  it("answers 201 with the zone, and the zone is there", async () => {
    const { status, json } = await add({ Name: "first", Region: "NY", ReplicationRegions: ["SYD"], ZoneTier: 1 });
    const zone = json as StorageZone;
    assert.equal(status, 201);
    assert.equal(zone.Id, 42);
    assert.equal(zone.Name, "first");
    assert.equal(zone.Region, "NY");
    assert.deepEqual(zone.ReplicationRegions, ["SYD"]);
    assert.equal(zone.ZoneTier, 1);
    assert.equal(zone.DateModified, "2026-03-01T12:00:00.000Z");
    assert.equal(zone.StorageHostname, "ny.storage.cdn.example");
    assert.match(String(zone.Password), /^[0-9a-f-]{41}$/);
    assert.notEqual(zone.Password, zone.ReadOnlyPassword);
    assert.deepEqual(emulator.storageZones.get(42), zone);
  });

  it("takes null for the replicas, and nothing at all for whatever is optional", async () => {
    assert.equal((await add({ Name: "nulls", Region: "DE", ReplicationRegions: null })).status, 201);
    assert.equal((await add({ Name: "nothing", Region: "DE" })).status, 201);
  });

  it("shows ReplicationChangeInProgress for as long as configured", async () => {
    const { json } = await add({ Name: "replicating", Region: "DE", ReplicationRegions: ["NY", "NY"] });
    const { Id, ReplicationChangeInProgress, ReplicationRegions } = json as StorageZone;
    assert.equal(ReplicationChangeInProgress, true);
    assert.deepEqual(ReplicationRegions, ["NY"]);
    clock.advance(499);
    assert.equal(emulator.storageZones.get(Id)?.ReplicationChangeInProgress, true);
    clock.advance(1);
    assert.equal(emulator.storageZones.get(Id)?.ReplicationChangeInProgress, false);
  });

  const refused: [string, unknown, string][] = [
    ["no name", { Region: "DE" }, "Name"],
    ["an empty name", { Name: "", Region: "DE" }, "Name"],
    ["a name of another type", { Name: 5, Region: "DE" }, "Name"],
    ["no region", { Name: "x" }, "Region"],
    ["an empty region", { Name: "x", Region: "" }, "Region"],
    ["null for a tier", { Name: "x", Region: "DE", ZoneTier: null }, "ZoneTier"],
    ["null for a type", { Name: "x", Region: "DE", StorageZoneType: null }, "StorageZoneType"],
    ["an unknown region", { Name: "x", Region: "MARS" }, "Region"],
    ["SYD, which is for replicas only", { Name: "x", Region: "SYD" }, "Region"],
    ["a region in lower case", { Name: "x", Region: "de" }, "Region"],
    ["an unknown replica", { Name: "x", Region: "DE", ReplicationRegions: ["NY", "MARS"] }, "ReplicationRegions"],
    ["the main region as replica", { Name: "x", Region: "DE", ReplicationRegions: ["DE"] }, "ReplicationRegions"],
    ["replicas that are no list", { Name: "x", Region: "DE", ReplicationRegions: "NY" }, "ReplicationRegions"],
    ["a number among the replicas", { Name: "x", Region: "DE", ReplicationRegions: [1] }, "ReplicationRegions"],
    ["a tier out of bounds", { Name: "x", Region: "DE", ZoneTier: 2 }, "ZoneTier"],
    ["a tier as text", { Name: "x", Region: "DE", ZoneTier: "1" }, "ZoneTier"],
    ["a type out of bounds", { Name: "x", Region: "DE", StorageZoneType: -1 }, "StorageZoneType"],
    ["a list as body", [], ""],
    ["null as body", null, ""],
  ];
  for (const [what, body, field] of refused) {
    it(`refuses ${what} with 400, naming the field`, async () => {
      const { status, json } = await add(body);
      assert.equal(status, 400);
      const { ErrorKey, Field, Message, ...rest } = json as Record<string, unknown>;
      assert.equal(ErrorKey, "validation_error");
      assert.equal(Field, field);
      assert.ok(typeof Message === "string" && Message.length > 5);
      assert.deepEqual(rest, {});
    });
  }

  for (const name of ["ours", "OURS", "theirs", "Also-Theirs"]) {
    it(`refuses the taken name ${name}`, async () => {
      const { status, json } = await add({ Name: name, Region: "DE" });
      assert.equal(status, 400);
      assert.deepEqual(json, {
        ErrorKey: "storagezone.name_taken",
        Field: "Name",
        Message: "The storage zone name is already taken.",
      });
    });
  }

  it("refuses a body that is no JSON with 400 and one of another type with 415", async () => {
    assert.equal((await call(emulator, "POST", "/storagezone", undefined, { raw: "{" })).status, 400);
    assert.equal((await call(emulator, "POST", "/storagezone", undefined, { raw: "" })).status, 400);
    const headers = { "content-type": "text/plain" };
    const body = { Name: "typed", Region: "DE" };
    assert.equal((await call(emulator, "POST", "/storagezone", body, { headers })).status, 415);
    const charset = { "content-type": "application/json; charset=utf-8" };
    assert.equal((await call(emulator, "POST", "/storagezone", body, { headers: charset })).status, 201);
  });

  it("unpacks a gzipped body, refuses one that is no gzip with 400 and one of more than 1 MiB with 413", async () => {
    const send = async (body: Buffer) => {
      const headers = { AccessKey: emulator.accessKey, "content-type": "application/json", "content-encoding": "gzip" };
      return (await fetch(`${emulator.url}/storagezone`, { method: "POST", headers, body: new Uint8Array(body) }))
        .status;
    };
    assert.equal(await send(gzipSync(JSON.stringify({ Name: "gzipped", Region: "DE" }))), 201);
    assert.equal(emulator.storageZones.named("gzipped")?.Region, "DE");
    assert.equal(await send(Buffer.from("no gzip")), 400);
    assert.equal(await send(gzipSync(JSON.stringify({ Name: "x".repeat(2 ** 20), Region: "DE" }))), 413);
  });

  it("refuses a body past 1 MiB with 413", async () => {
    assert.equal((await add({ Name: "x".repeat(2 ** 20), Region: "DE" })).status, 413);
  });

  it("takes exactly the contract's combinations of regions", async () => {
    const code = fc.constantFrom("DE", "NY", "LA", "SG", "SYD", "BR", "ny", "");
    let count = 0;
    await fc.assert(
      fc.asyncProperty(code, fc.uniqueArray(code, { maxLength: 4 }), async (region, replicas) => {
        count += 1;
        const { status } = await add({
          Name: `regions-${String(count)}`,
          Region: region,
          ReplicationRegions: replicas,
        });
        const main = ["DE", "NY", "LA", "SG"].includes(region);
        const all = replicas.every((replica) => ["DE", "NY", "LA", "SG", "SYD"].includes(replica));
        assert.equal(status, main && all && !replicas.includes(region) ? 201 : 400);
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  it("mints the same passwords for the same seed, and others for another", async () => {
    const minted = async (randomSeed: number) => {
      let password: unknown;
      await withEmulator({ randomSeed }, async (own) => {
        password = ((await call(own, "POST", "/storagezone", { Name: "x", Region: "DE" })).json as StorageZone)
          .Password;
      });
      return password;
    };
    assert.equal(await minted(5), await minted(5));
    assert.notEqual(await minted(5), await minted(6));
  });

  it("obeys the options extraRegions, publicRules, uniqueNames and serverDefaults", async () => {
    await withEmulator({ extraRegions: ["BR"], publicRules: true }, async (own) => {
      const status = async (body: unknown) => (await call(own, "POST", "/storagezone", body)).status;
      assert.equal(await status({ Name: "brazil", Region: "BR" }), 201);
      assert.equal(await status({ Name: "brazil-too", Region: "DE", ReplicationRegions: ["BR"] }), 201);
      assert.equal(await status({ Name: "abc", Region: "DE" }), 400);
      assert.equal(await status({ Name: "Capital", Region: "DE" }), 400);
      assert.equal(await status({ Name: "edge", Region: "NY", ZoneTier: 1 }), 400);
      assert.equal(await status({ Name: "edge", Region: "DE", ZoneTier: 1 }), 201);
    });
    const serverDefaults = { Custom404FilePath: "/errors/404.html", Discount: 5 };
    await withEmulator({ uniqueNames: false, serverDefaults }, async (own) => {
      await call(own, "POST", "/storagezone", { Name: "twin", Region: "DE" });
      const { status, json } = await call(own, "POST", "/storagezone", { Name: "twin", Region: "DE" });
      assert.equal(status, 201);
      assert.equal((json as StorageZone).Custom404FilePath, "/errors/404.html");
      assert.equal((json as StorageZone).Discount, 5);
    });
  });
});
