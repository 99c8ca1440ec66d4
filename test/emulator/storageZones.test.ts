import assert from "node:assert/strict";
import type { Emulator, StorageZone } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call, stoppedClock, withEmulator } from "./call";

const seed = {
  storageZones: [
    { Id: 1, Name: "one", Region: "DE", ReplicationRegions: ["NY"], Custom404FilePath: "/404.html" },
    { Id: 2, Name: "two", Region: "BR", ReplicationRegions: null },
  ],
  pullZones: [{ Id: 10, StorageZoneId: 1 }, { Id: 11, StorageZoneId: 1 }, { Id: 12 }],
};

describe("a storage zone", () => {
  let emulator: Emulator;
  const clock = stoppedClock();
  before(async () => {
    emulator = await startEmulator({ seed, now: clock.now, replicationMs: 300 });
  });
  afterEach(() => emulator.reset());
  after(() => emulator.close());

  const update = (id: number, body: unknown) => call(emulator, "POST", `/storagezone/${String(id)}`, body);

  describe("got", () => {
    it("is answered with its pull zones", async () => {
      const { status, json } = await call(emulator, "GET", "/storagezone/1");
      assert.equal(status, 200);
      assert.deepEqual(
        (json as StorageZone).PullZones?.map(({ Id }) => Id),
        [10, 11],
      );
    });

    it("keeps what the contract would not add: another region, null for a list", async () => {
      const { json } = await call(emulator, "GET", "/storagezone/2");
      assert.equal((json as StorageZone).Region, "BR");
      assert.equal((json as StorageZone).ReplicationRegions, null);
    });

    it("is 404 with an empty body where there is none, and 400 where the id is no int64", async () => {
      for (const id of ["3", "-1", "9223372036854775807"]) {
        const { status, text } = await call(emulator, "GET", `/storagezone/${id}`);
        assert.deepEqual([status, text], [404, ""]);
      }
      for (const id of ["abc", "1.5", "9223372036854775808", "0x1", "%20"]) {
        assert.equal((await call(emulator, "GET", `/storagezone/${id}`)).status, 400, id);
      }
    });
  });

  describe("updated", () => {
    it("changes what is given, keeps the rest, and answers 204 with an empty body", async () => {
      clock.advance(1000);
      const { status, text } = await update(1, { Rewrite404To200: true });
      assert.deepEqual([status, text], [204, ""]);
      const zone = emulator.storageZones.get(1);
      assert.equal(zone?.Rewrite404To200, true);
      assert.equal(zone?.Custom404FilePath, "/404.html");
      assert.deepEqual(zone?.ReplicationRegions, ["NY"]);
      assert.equal(zone?.DateModified, new Date(clock.now()).toISOString());
    });

    it("clears the custom 404 file with an empty path; null leaves it", async () => {
      await update(1, { Custom404FilePath: null });
      assert.equal(emulator.storageZones.get(1)?.Custom404FilePath, "/404.html");
      await update(1, { Custom404FilePath: "" });
      assert.equal(emulator.storageZones.get(1)?.Custom404FilePath, null);
    });

    it("adds a replica, which is then in progress for a while", async () => {
      assert.equal((await update(1, { ReplicationZones: ["SYD", "NY"] })).status, 204);
      assert.deepEqual(emulator.storageZones.get(1)?.ReplicationRegions, ["NY", "SYD"]);
      assert.equal(emulator.storageZones.get(1)?.ReplicationChangeInProgress, true);
      clock.advance(300);
      assert.equal(emulator.storageZones.get(1)?.ReplicationChangeInProgress, false);
    });

    it("is not in progress when no replica was added", async () => {
      await update(1, { ReplicationZones: ["NY"] });
      assert.equal(emulator.storageZones.get(1)?.ReplicationChangeInProgress, false);
    });

    it("keeps a replica that is left out: none can be removed", async () => {
      for (const [replicas, after] of [
        [["LA"], ["NY", "LA"]],
        [[], ["NY", "LA"]],
      ]) {
        assert.equal((await update(1, { ReplicationZones: replicas })).status, 204);
        assert.deepEqual(emulator.storageZones.get(1)?.ReplicationRegions, after);
      }
    });

    it("ignores ReplicationRegions, which is not the name that an update knows", async () => {
      assert.equal((await update(1, { ReplicationRegions: ["NY", "LA"] })).status, 204);
      assert.deepEqual(emulator.storageZones.get(1)?.ReplicationRegions, ["NY"]);
    });

    for (const [what, replicas] of [
      ["the main region as replica", ["NY", "DE"]],
      ["an unknown replica", ["NY", "MARS"]],
      ["replicas of another type", "NY"],
    ] as const) {
      it(`refuses ${what} and changes nothing`, async () => {
        const before = emulator.storageZones.get(1);
        const { status, json } = await update(1, { ReplicationZones: replicas, Rewrite404To200: true });
        assert.equal(status, 400);
        assert.equal((json as { Field: string }).Field, "ReplicationZones");
        assert.deepEqual(emulator.storageZones.get(1), before);
      });
    }

    it("is 404 where there is none or it is deleted", async () => {
      assert.equal((await update(9, {})).status, 404);
      emulator.storageZones.delete(1);
      assert.equal((await update(1, {})).status, 404);
    });
  });

  describe("deleted", () => {
    const remove = (query = "") => call(emulator, "DELETE", `/storagezone/1${query}`);

    it("answers 204, then GET and DELETE answer 404", async () => {
      const { status, text } = await remove();
      assert.deepEqual([status, text], [204, ""]);
      assert.equal((await call(emulator, "GET", "/storagezone/1")).status, 404);
      assert.equal((await remove()).status, 404);
      assert.equal(emulator.storageZones.get(1)?.Deleted, true);
    });

    for (const query of ["", "?deleteLinkedPullZones=true", "?deleteLinkedPullZones=True"]) {
      it(`takes its pull zones along with the query '${query}'`, async () => {
        await remove(query);
        assert.deepEqual(
          emulator.pullZones.list().map(({ Id }) => Id),
          [12],
        );
      });
    }

    it("leaves them with deleteLinkedPullZones=false", async () => {
      await remove("?deleteLinkedPullZones=false");
      assert.deepEqual(
        emulator.pullZones.list().map(({ Id }) => Id),
        [10, 11, 12],
      );
    });

    it("refuses another value, and deletes nothing", async () => {
      assert.equal((await remove("?deleteLinkedPullZones=no")).status, 400);
      assert.equal(emulator.storageZones.get(1)?.Deleted, false);
    });

    it("gives its name back", async () => {
      await remove();
      assert.equal((await call(emulator, "POST", "/storagezone", { Name: "one", Region: "DE" })).status, 201);
    });

    it("stays in sight with softDelete", async () => {
      await withEmulator({ seed, softDelete: true }, async (own) => {
        await call(own, "DELETE", "/storagezone/1");
        const { status, json } = await call(own, "GET", "/storagezone/1");
        assert.equal(status, 200);
        assert.equal((json as StorageZone).Deleted, true);
      });
    });
  });

  it("lacks update and delete where they are not served", async () => {
    for (const [unservedStatus, allow] of [
      [405, "GET"],
      [404, null],
    ] as const) {
      const unserved = ["updateStorageZone", "deleteStorageZone"];
      await withEmulator({ seed, unserved, unservedStatus }, async (own) => {
        const updated = await call(own, "POST", "/storagezone/1", { Rewrite404To200: true });
        assert.equal(updated.status, unservedStatus);
        assert.equal(updated.headers.get("allow"), allow);
        assert.equal((await call(own, "DELETE", "/storagezone/1")).status, unservedStatus);
        assert.equal((await call(own, "GET", "/storagezone/1")).status, 200);
        assert.equal(own.storageZones.get(1)?.Rewrite404To200, false);
      });
    }
  });
});
