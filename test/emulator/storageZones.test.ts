import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import type { Emulator, StorageZone } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call, stoppedClock, withEmulator } from "./call";

const seed = {
  storageZones: [
    { Id: 1, Name: "one", Region: "DE", ReplicationRegions: ["NY"], Custom404FilePath: "/404.html" },
    { Id: 2, Name: "two", Region: "BR", ReplicationRegions: null },
  ],
  pullZones: [{ Id: 10, StorageZoneId: 1 }, { Id: 11, StorageZoneId: 1 }, { Id: 12 }],
  takenNames: ["theirs"],
};
const ids = (zones: readonly { readonly Id: number }[]) => zones.map(({ Id }) => Id);

describe("Storage zones of the emulator", () => {
  let emulator: Emulator;
  const clock = stoppedClock();
  before(async () => {
    emulator = await startEmulator({
      contract: true,
      seed,
      now: clock.now,
      replicationMs: 300,
      takenNames: ["Others"],
    });
  });
  afterEach(() => emulator.reset());
  after(() => emulator.close());

  const add = (body: unknown) => call(emulator, "POST", "/storagezone", body);
  const update = (id: number, body: unknown) => call(emulator, "POST", `/storagezone/${String(id)}`, body);
  const zone = (id: number) => emulator.storageZones.get(id);

  describe("GET /storagezone/{id}", () => {
    it("answers a zone with its pull zones", async () => {
      const { status, json } = await call(emulator, "GET", "/storagezone/1");
      assert.deepEqual([status, ids((json as StorageZone).PullZones ?? [])], [200, [10, 11]]);
      const other = (await call(emulator, "GET", "/storagezone/2")).json as StorageZone;
      assert.deepEqual([other.Region, other.ReplicationRegions], ["BR", null]);
    });

    it("answers 404 for an unknown id, and 400 for anything but an int64", async () => {
      for (const id of ["3", "-1", "9223372036854775807"]) {
        const { status, text } = await call(emulator, "GET", `/storagezone/${id}`);
        assert.deepEqual([status, text], [404, ""]);
      }
      for (const id of ["abc", "1.5", "9223372036854775808", "0x1", "%20"]) {
        assert.equal((await call(emulator, "GET", `/storagezone/${id}`)).status, 400, id);
      }
    });
  });

  describe("GET /storagezone", () => {
    interface Page {
      Items: StorageZone[];
      CurrentPage: number;
      TotalItems: number;
      HasMoreItems: boolean;
    }
    const names = ["alpha", "Beta", "alphabet", "gamma", "delta", "epsilon", "zeta"];
    const storageZones = names.map((Name, index) => ({ Id: 100 - index, Name, Deleted: Name === "gamma" }));
    let own: Emulator;
    before(async () => {
      own = await startEmulator({ contract: true, seed: { storageZones } });
    });
    after(() => own.close());
    const list = async (query = "") => {
      const { status, json } = await call(own, "GET", `/storagezone${query}`);
      assert.equal(status, 200, query);
      return json as StorageZone[] & Page;
    };

    it("answers an array without a page, sorted by id, without deleted zones", async () => {
      const all = [94, 95, 96, 98, 99, 100];
      for (const query of [
        "",
        "?page=0&perPage=5",
        "?page=&perPage=&includeDeleted=&search=",
        "?includeDeleted=false",
      ]) {
        assert.deepEqual(ids(await list(query)), all, query);
      }
      assert.deepEqual(ids(await list("?includeDeleted=true")), [94, 95, 96, 97, 98, 99, 100]);
    });

    it("answers an envelope from page 1, and raises a page size below 5", async () => {
      const { Items, ...rest } = await list("?page=1&perPage=5");
      assert.deepEqual(ids(Items), [94, 95, 96, 98, 99]);
      assert.deepEqual(rest, { CurrentPage: 1, TotalItems: 6, HasMoreItems: true });
      const last = await list("?page=2&perPage=-3");
      assert.deepEqual([ids(last.Items), last.HasMoreItems, last.CurrentPage], [[100], false, 2]);
      const beyond = await list("?page=2147483647&perPage=5");
      assert.deepEqual([beyond.Items, beyond.HasMoreItems, beyond.TotalItems], [[], false, 6]);
      assert.equal((await list("?page=1&perPage=")).Items.length, 6);
    });

    it("refuses an invalid parameter with 400, naming it", async () => {
      const bounds = ["page=-1", "page=x", "page=1.5", "page=2147483648", "perPage=1001", "perPage=many"];
      for (const query of [...bounds, "includeDeleted=1", "page=1&page=2"]) {
        const { status, json } = await call(own, "GET", `/storagezone?${query}`);
        assert.deepEqual([status, (json as { Field: string }).Field], [400, query.split("=")[0]], query);
      }
    });
  });

  describe("POST /storagezone", () => {
    it("answers 201 with the whole zone", async () => {
      const body = { Name: "first", Region: "NY", ReplicationRegions: ["SYD", "SYD"], ZoneTier: 1 };
      const { status, json } = await add(body);
      const added = json as StorageZone;
      assert.deepEqual([status, added.Id, added.Name, added.Region, added.ZoneTier], [201, 3, "first", "NY", 1]);
      assert.deepEqual([added.ReplicationRegions, added.ReplicationChangeInProgress], [["SYD"], true]);
      assert.equal(added.DateModified, new Date(clock.now()).toISOString());
      assert.match(String(added.Password), /^[0-9a-f-]{41}$/);
      assert.notEqual(added.Password, added.ReadOnlyPassword);
      assert.deepEqual(zone(3), added);
    });

    it("accepts null replicas, omitted and unknown fields, and a gzipped body", async () => {
      assert.equal((await add({ Name: "nulls", Region: "DE", ReplicationRegions: null })).status, 201);
      assert.equal((await add({ Name: "bare", Region: "DE", OriginUrl: "http://origin.example" })).status, 201);
      const send = async (body: Buffer) => {
        const headers = {
          AccessKey: emulator.accessKey,
          "content-type": "application/json",
          "content-encoding": "gzip",
        };
        const init = { method: "POST", headers, body: new Uint8Array(body) };
        return (await fetch(`${emulator.url}/storagezone`, init)).status;
      };
      assert.equal(await send(gzipSync(JSON.stringify({ Name: "gzipped", Region: "DE" }))), 201);
      assert.equal(emulator.storageZones.named("gzipped")?.Region, "DE");
      assert.equal(await send(Buffer.from("no gzip")), 400);
      assert.equal(await send(gzipSync(JSON.stringify({ Name: "x".repeat(2 ** 20), Region: "DE" }))), 413);
    });

    for (const [what, body, field] of [
      ["no name", { Region: "DE" }, "Name"],
      ["an empty name", { Name: "", Region: "DE" }, "Name"],
      ["a name of another type", { Name: 5, Region: "DE" }, "Name"],
      ["an empty region", { Name: "x", Region: "" }, "Region"],
      ["null for a tier", { Name: "x", Region: "DE", ZoneTier: null }, "ZoneTier"],
      ["a tier out of bounds", { Name: "x", Region: "DE", ZoneTier: 2 }, "ZoneTier"],
      ["a type out of bounds", { Name: "x", Region: "DE", StorageZoneType: -1 }, "StorageZoneType"],
      ["an unknown region", { Name: "x", Region: "MARS" }, "Region"],
      ["SYD, which is for replicas only", { Name: "x", Region: "SYD" }, "Region"],
      ["a region in lower case", { Name: "x", Region: "de" }, "Region"],
      ["an unknown replica", { Name: "x", Region: "DE", ReplicationRegions: ["NY", "MARS"] }, "ReplicationRegions"],
      ["the main region as replica", { Name: "x", Region: "DE", ReplicationRegions: ["DE"] }, "ReplicationRegions"],
      ["replicas that are no list", { Name: "x", Region: "DE", ReplicationRegions: "NY" }, "ReplicationRegions"],
      ["a list as body", [], ""],
    ] as const) {
      it(`refuses ${what} with 400, naming the field`, async () => {
        const { status, json } = await add(body);
        const { Message, ...rest } = json as Record<string, unknown>;
        assert.deepEqual([status, rest], [400, { ErrorKey: "validation_error", Field: field }]);
        assert.ok(String(Message).length > 5);
      });
    }

    it("refuses a taken name in any case, also of other accounts", async () => {
      emulator.storageZones.change(2, { Name: "renamed" });
      for (const Name of ["ONE", "Theirs", "others", "renamed"]) {
        const { status, json } = await add({ Name, Region: "DE" });
        const Message = "The storage zone name is already taken.";
        assert.deepEqual([status, json], [400, { ErrorKey: "storagezone.name_taken", Field: "Name", Message }]);
      }
      assert.equal((await add({ Name: "two", Region: "DE" })).status, 201);
    });

    it("refuses invalid JSON with 400, another type with 415, and more than 1 MiB with 413", async () => {
      for (const raw of ["{", ""]) {
        assert.equal((await call(emulator, "POST", "/storagezone", undefined, { raw })).status, 400);
      }
      const body = { Name: "typed", Region: "DE" };
      const as = async (type: string) =>
        (await call(emulator, "POST", "/storagezone", body, { headers: { "content-type": type } })).status;
      assert.deepEqual([await as("text/plain"), await as("application/json; charset=utf-8")], [415, 201]);
      assert.equal((await add({ Name: "x".repeat(2 ** 20), Region: "DE" })).status, 413);
    });

    it("generates reproducible passwords for a random seed", async () => {
      const password = async (randomSeed: number) => {
        const own = await startEmulator({ randomSeed, seed: { storageZones: [{}] } });
        await own.close();
        return own.storageZones.get(1)?.Password;
      };
      assert.equal(await password(5), await password(5));
      assert.notEqual(await password(5), await password(6));
    });

    it("follows the options extraRegions, publicRules, uniqueNames and serverDefaults", async () => {
      await withEmulator({ extraRegions: ["BR"], publicRules: true }, async (own) => {
        const status = async (body: object) => (await call(own, "POST", "/storagezone", body)).status;
        assert.equal(await status({ Name: "brazil", Region: "BR" }), 201);
        assert.equal(await status({ Name: "brazil-too", Region: "DE", ReplicationRegions: ["BR"] }), 201);
        assert.equal(await status({ Name: "abc", Region: "DE" }), 400);
        assert.equal(await status({ Name: "Capital", Region: "DE" }), 400);
        assert.equal(await status({ Name: "edge", Region: "NY", ZoneTier: 1 }), 400);
        assert.equal(await status({ Name: "edge", Region: "DE", ZoneTier: 1 }), 201);
      });
      await withEmulator({ contract: false }, async (own) => {
        for (const Name of ["abc", "feature/Foo_Bar"])
          assert.equal((await call(own, "POST", "/storagezone", { Name, Region: "DE" })).status, 400);
      });
      const serverDefaults = { Custom404FilePath: "/errors/404.html", Discount: 5, ZoneTier: 1 };
      await withEmulator({ uniqueNames: false, serverDefaults }, async (own) => {
        for (const [tier, expected] of [
          [{}, 1],
          [{ ZoneTier: 0 }, 0],
        ] as const) {
          const { status, json } = await call(own, "POST", "/storagezone", { Name: "twin", Region: "DE", ...tier });
          const { Custom404FilePath, Discount, ZoneTier } = json as StorageZone;
          assert.deepEqual([status, Custom404FilePath, Discount, ZoneTier], [201, "/errors/404.html", 5, expected]);
        }
      });
    });
  });

  describe("POST /storagezone/{id}", () => {
    it("refuses invalid replicas without changing anything", async () => {
      const before = zone(1);
      for (const ReplicationZones of [["NY", "DE"], ["NY", "MARS"], "NY"]) {
        const { status, json } = await update(1, { ReplicationZones, Rewrite404To200: true });
        assert.deepEqual([status, (json as { Field: string }).Field], [400, "ReplicationZones"]);
      }
      assert.deepEqual(zone(1), before);
    });
  });

  describe("DELETE /storagezone/{id}", () => {
    const remove = (query = "") => call(emulator, "DELETE", `/storagezone/1${query}`);

    it("answers 204, also to a request with a content type; then GET and DELETE answer 404, and the name is free", async () => {
      const headers = { "content-type": "application/json" };
      const { status, text } = await call(emulator, "DELETE", "/storagezone/1", undefined, { headers });
      assert.deepEqual([status, text], [204, ""]);
      assert.equal((await call(emulator, "GET", "/storagezone/1")).status, 404);
      assert.equal((await remove()).status, 404);
      assert.equal(zone(1)?.Deleted, true);
      assert.equal((await add({ Name: "one", Region: "DE" })).status, 201);
    });

    it("deletes linked pull zones unless deleteLinkedPullZones is false", async () => {
      for (const [query, left] of [
        ["", [12]],
        ["?deleteLinkedPullZones=", [12]],
        ["?deleteLinkedPullZones=True", [12]],
        ["?deleteLinkedPullZones=false", [10, 11, 12]],
      ] as const) {
        emulator.reset();
        await remove(query);
        assert.deepEqual(ids(emulator.pullZones.list()), left, query);
      }
      emulator.reset();
      assert.equal((await remove("?deleteLinkedPullZones=no")).status, 400);
      assert.equal(zone(1)?.Deleted, false);
    });
  });
});
