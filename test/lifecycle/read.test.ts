import assert from "node:assert/strict";
import type { EmulatorOptions } from "../../emulator";
import { ConflictError, UnauthorizedError, UnexpectedResponseError } from "../../provider/api/errors";
import type { Properties } from "../../provider/declared/properties";
import type { ReadResult } from "../../provider/lifecycle/lifeCycle";
import { lookUpStorageZone, lookUpStorageZones } from "../../provider/api/lookUp";
import { storageZoneLifeCycle } from "../../provider/lifecycle/storageZone";
import type { Bench } from "./support";
import { failureOf } from "../api/support";
import { bench, checked } from "./support";

const settled = { DateModified: "2026-01-01T00:00:00Z" };

const read = (on: Bench, id: string, prior: Properties): Promise<ReadResult | undefined> =>
  storageZoneLifeCycle.read(on.context, id, prior);

async function found(on: Bench, id: string, prior: Properties): Promise<ReadResult> {
  return (await read(on, id, prior)) ?? assert.fail("it must be found");
}

describe("Reading a managed storage zone", () => {
  it("keeps declared replicas while the service does not show a new one yet", async () => {
    let time = Date.now();
    await bench({ now: () => time, replicationMs: 60_000, lateReplicas: true }, async (on) => {
      const declared = { name: "assets", region: "DE", replicationRegions: ["SYD", "NY"] };
      const { id, state } = await on.create(declared);
      assert.deepEqual(on.emulator.storageZones.get(Number(id))?.ReplicationRegions, []);
      const seen = await found(on, id, state);
      assert.deepEqual({ state: seen.state, inputs: seen.inputs }, { state, inputs: checked(declared) });
      time += 60_000;
      assert.deepEqual((await found(on, id, state)).inputs, checked(declared));
      on.emulator.storageZones.change(Number(id), { ReplicationRegions: ["NY"] });
      assert.deepEqual((await found(on, id, state)).inputs?.["replicationRegions"], ["NY"]);
    });
  });

  it("keeps volatile fields as they were", async () => {
    await bench({}, async (on) => {
      const { id, state } = await on.create({ name: "assets", region: "DE" });
      on.emulator.storageZones.change(Number(id), {
        StorageUsed: 99,
        FilesStored: 9,
        DateModified: "2027-01-01T00:00:00Z",
      });
      const again = await found(on, id, state);
      assert.deepEqual([again.state, again.inputs], [state, { name: "assets", region: "DE" }]);
    });
  });

  it("shows a declared replica that was removed, and remembers that replicas were declared", async () => {
    await bench({}, async (on) => {
      const { id, state } = await on.create({ name: "assets", region: "DE", replicationRegions: ["NY"] });
      on.emulator.storageZones.change(Number(id), { ReplicationRegions: null });
      const removed = await found(on, id, state);
      assert.deepEqual(removed.inputs, { name: "assets", region: "DE" });
      on.emulator.storageZones.change(Number(id), { ReplicationRegions: ["NY"] });
      assert.deepEqual((await found(on, id, removed.state)).inputs?.["replicationRegions"], ["NY"]);
    });
  });

  it("treats a missing or soft-deleted zone as deleted", async () => {
    for (const softDelete of [false, true]) {
      await bench({ softDelete, seed: { storageZones: [{ Id: 3, Name: "assets" }] } }, async (on) => {
        const { id, state } = await on.create({ name: "assets", region: "DE", adopt: true });
        on.emulator.storageZones.delete(3);
        assert.equal(await read(on, id, { ...state, dateModified: "2026-01-01T00:00:00Z" }), undefined);
      });
    }
  });

  it("retries for 8 s before treating a new zone as deleted, as does a deletion", async () => {
    const hidden = { method: "GET", path: "/storagezone/*", times: 5, fault: { kind: "status", status: 404 } } as const;
    const late = async (act: (on: Bench, id: string, state: Properties) => Promise<unknown>): Promise<void> =>
      bench({}, async (on) => {
        const { id, state } = await on.create({ name: "assets", region: "DE" });
        on.emulator.setFaults([hidden]);
        const began = performance.now();
        await act(on, id, state);
        const seconds = (performance.now() - began) / 1000;
        assert.ok(seconds > 7.5, `its looks end after ${String(seconds)} s`);
      });
    const remove = async (on: Bench, id: string, state: Properties): Promise<void> => {
      await storageZoneLifeCycle.delete(on.context, id, state);
      assert.equal(on.emulator.storageZones.get(Number(id))?.Deleted, true);
    };
    await Promise.all([late(found), late(remove)]);
  });

  it("does not treat a zone as deleted if the key is refused", async () => {
    await bench({}, async (on) => {
      const { id, state } = await on.create({ name: "assets", region: "DE" });
      on.emulator.setAccessKey("rotated");
      await failureOf(read(on, id, state), UnauthorizedError);
    });
  });

  it("treats fields that the service omits as unchanged, and plans no replacement", async () => {
    await bench({}, async (on) => {
      const inputs = { name: "assets", region: "DE", zoneTier: 1, storageZoneType: 0, rewrite404To200: true };
      const { id, state } = await on.create(inputs);
      const shown: Record<string, unknown> = { ...on.emulator.storageZones.get(Number(id)) };
      for (const field of ["Name", "Region", "ZoneTier", "StorageZoneType", "Rewrite404To200"]) shown[field] = null;
      const fault = { kind: "contentType", contentType: "application/json", body: JSON.stringify(shown) } as const;
      on.emulator.setFaults([{ method: "GET", fault }]);
      const seen = await found(on, id, state);
      assert.deepEqual([seen?.state, seen?.inputs], [state, inputs]);
      assert.deepEqual(storageZoneLifeCycle.diff(seen.state, inputs).replaces, []);
    });
  });

  it("fails if the id belongs to another account's zone", async () => {
    await bench({}, async (on) => {
      const { id, state } = await on.create({ name: "assets", region: "DE" });
      on.emulator.storageZones.change(Number(id), { Name: "theirs", UserId: "theirs" });
      await failureOf(read(on, id, state), ConflictError);
      assert.equal(await storageZoneLifeCycle.isSameObject(on.context, id, state), false);
    });
  });

  it("shows another name, but refuses to update, replace or delete that zone", async () => {
    await bench({}, async (on) => {
      const inputs = { name: "assets", region: "DE" };
      const { id, state } = await on.create(inputs);
      on.emulator.storageZones.change(Number(id), { Name: "theirs" });
      const first = await found(on, id, state);
      assert.equal(first.inputs?.["name"], "theirs");
      const seen = await found(on, id, first.state);
      await failureOf(storageZoneLifeCycle.delete(on.context, id, seen.state), ConflictError);
      await failureOf(storageZoneLifeCycle.update(on.context, id, seen.state, inputs), ConflictError);
      on.emulator.clearJournal();
      const replacement = storageZoneLifeCycle.checkReplacement?.(on.context, id, seen.state, inputs);
      const { message } = await failureOf(replacement ?? Promise.resolve(), ConflictError);
      assert.match(
        message,
        /^Storage zone 1 was not replaced: its name became "theirs" outside of Pulumi\. [^]*declare its new name/,
      );
      assert.deepEqual(on.emulator.journal, []);
      on.emulator.storageZones.change(Number(id), { Name: "assets" });
      assert.deepEqual((await found(on, id, seen.state)).state, state);
    });
  });

  it("fails if the response is another zone", async () => {
    await bench({}, async (on) => {
      const { id, state } = await on.create({ name: "assets", region: "DE" });
      const other = on.emulator.storageZones.add({ Name: "other" });
      const body = JSON.stringify(other);
      on.emulator.setFaults([{ method: "GET", fault: { kind: "contentType", contentType: "application/json", body } }]);
      const { message } = await failureOf(read(on, id, state), UnexpectedResponseError);
      assert.match(message, /it holds storage zone 2 instead of 1/);
    });
  });
});

describe("Reading a storage zone of another stack", () => {
  const seed = {
    storageZones: [{ Id: 3, Name: "assets", StorageUsed: 7, ...settled }],
    pullZones: [{ Id: 8, StorageZoneId: 3 }],
  };

  it("returns pull zones by id and name, without settings and secrets", async () => {
    await bench({ seed }, async (on) => {
      on.emulator.pullZones.change(8, { ZoneSecurityKey: "canary", MonthlyBandwidthUsed: 4 });
      const { state } = await found(on, "3", {});
      assert.deepEqual(state["pullZones"], [{ id: 8, name: "pull-zone-8" }]);
    });
  });

  it("is not treated as deleted if the key belongs to another account with zones", async () => {
    const prior = { storageZoneId: 3, userId: "ours", dateModified: "2026-01-01T00:00:00Z" };
    await bench({ seed: { storageZones: [{ Id: 5, UserId: "theirs" }] } }, async (on) => {
      await failureOf(read(on, "3", prior), UnauthorizedError);
    });
    await bench({}, async (on) => assert.equal(await read(on, "3", prior), undefined));
  });

  it("is treated as deleted if any zone of the account has the same owner", async () => {
    const prior = { storageZoneId: 3, userId: "ours", dateModified: "2026-01-01T00:00:00Z" };
    const theirs = Array.from({ length: 1001 }, (_, index) => ({ Id: 10 + index, UserId: "theirs" }));
    const storageZones = [...theirs, { Id: 5000, UserId: "ours" }];
    await bench({ contract: true, seed: { storageZones } }, async (on) => {
      assert.equal(await read(on, "3", prior), undefined);
      const lists = (): number => on.sent().filter((request) => request === "GET /storagezone").length;
      const before = lists();
      assert.ok(before >= 2);
      assert.equal(await read(on, "4", { ...prior, storageZoneId: 4 }), undefined);
      assert.equal(lists(), before);
    });
  });
});

describe("A list without the pull zones of storage zones", () => {
  const ids = [3, 4, 5, 6, 7, 8, 9];
  const storageZones = ids.map((Id) => ({ Id, Name: `z-${String(Id)}`, Region: "DE", ...settled }));
  const pullZones = [
    { Id: 20, Name: "web", StorageZoneId: 3, OriginType: 2 },
    { Id: 21, Name: "moved", StorageZoneId: 4, OriginType: 0, OriginUrl: "https://o.example" },
  ];
  const scenario = (test: (on: Bench) => Promise<void>, more: EmulatorOptions = {}): Promise<void> =>
    bench({ seed: { storageZones, pullZones }, ...more }, async (on) => {
      const Items = on.emulator.storageZones.list().map((zone) => ({ ...zone, PullZones: null }));
      const body = { Items, CurrentPage: 1, TotalItems: ids.length, HasMoreItems: false };
      on.emulator.setFaults([{ method: "GET", path: "/storagezone", fault: { kind: "status", status: 200, body } }]);
      await test(on);
    });

  it("leaves the known ones in the state of a managed zone, with no request more, and reads one that is only read", async () => {
    await scenario(async (on) => {
      const links = [{ id: 20, name: "web" }];
      const prior = { __declared: ["name", "region"], name: "z-3", region: "DE", storageZoneId: 3, pullZones: links };
      const others = ids.slice(1).map((id) => on.context.reader.read("StorageZone", id));
      const { state } = await found(on, "3", prior);
      await Promise.all(others);
      assert.deepEqual(state["pullZones"], links);
      assert.deepEqual(on.sent(), ["GET /storagezone"]);
      const external = await found(on, "3", { storageZoneId: 3, pullZones: [] });
      assert.deepEqual(external.state["pullZones"], links);
      assert.deepEqual(on.sent(), ["GET /storagezone", "GET /storagezone/3"]);
    });
  });

  for (const unserved of [[], ["listPullZones"]]) {
    it(`is completed for a program${unserved.length === 0 ? "" : ", also where pull zones have no list"}`, async () => {
      await scenario(
        async ({ context: { client } }) => {
          const linksOf = (zone: { readonly pullZones: readonly { readonly id: number }[] } | undefined) =>
            zone?.pullZones.map(({ id }) => id);
          assert.deepEqual(linksOf(await lookUpStorageZone(client, { name: "z-3" })), [20]);
          const { zones } = await lookUpStorageZones(client, {});
          assert.deepEqual(linksOf(zones.find(({ id }) => id === 3)), [20]);
          assert.deepEqual(linksOf(zones.find(({ id }) => id === 5)), []);
        },
        { unserved },
      );
    });
  }

  it("is read by id only for zones that exist and whose linked zones the list omits, where pull zones have no list", async () => {
    const body = [
      { Id: 1, Name: "z-1", PullZones: [] },
      { Id: 3, Name: "z-3", PullZones: null },
      { Id: 99, Name: "gone", PullZones: null, Deleted: true },
    ];
    await bench({ seed: { storageZones, pullZones }, unserved: ["listPullZones"] }, async (on) => {
      on.emulator.setFaults([{ method: "GET", path: "/storagezone", fault: { kind: "status", status: 200, body } }]);
      const { zones } = await lookUpStorageZones(on.context.client, { includeDeleted: true });
      assert.deepEqual(
        zones.map((zone) => [zone.id, zone.deleted, zone.pullZones.map(({ id }) => id)]),
        [
          [1, undefined, []],
          [3, false, [20]],
          [99, true, []],
        ],
      );
      assert.deepEqual(on.sent(), ["GET /storagezone", "GET /pullzone", "GET /storagezone/3"]);
    });
  });
});

describe("The endpoint for S3 of a storage zone", () => {
  const ofZone = { Region: "NY", StorageHostname: "ny.storage.bunnycdn.com" };
  for (const [what, zone, endpoint] of [
    [
      "follows from the region at the public service",
      { ...ofZone, StorageZoneType: 1 },
      "https://ny-s3.storage.bunnycdn.com",
    ],
    [
      "is the hostname that a service shows",
      { ...ofZone, StorageZoneType: 1, S3Hostname: "s3.x.example" },
      "https://s3.x.example",
    ],
    ["is absent without S3", { ...ofZone, StorageZoneType: 0 }, undefined],
    ["is absent at another service", { ...ofZone, StorageZoneType: 1, StorageHostname: "files.x.example" }, undefined],
  ] as const) {
    it(what, () =>
      bench({ seed: { storageZones: [{ Id: 8, Name: "files", ...zone }] } }, async (on) => {
        const { state } = await found(on, "8", {});
        assert.equal(state["s3Endpoint"], endpoint);
        // A state of an earlier version does not have it. That is no change.
        const { s3Endpoint, ...before } = state;
        assert.equal(s3Endpoint, endpoint);
        assert.deepEqual((await found(on, "8", before)).state, before);
      }),
    );
  }
});
