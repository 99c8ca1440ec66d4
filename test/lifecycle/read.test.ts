import assert from "node:assert/strict";
import {
  CdnError,
  ConflictError,
  NotFoundError,
  UnauthorizedError,
  UnexpectedResponseError,
} from "../../provider/api/errors";
import type { Properties, ReadResult } from "../../provider/lifecycle/lifeCycle";
import { storageZoneLifeCycle } from "../../provider/lifecycle/storageZone";
import { storageZoneVolatile } from "../fixtures/contract/secrets";
import { typedName } from "../../provider/wire/name";
import type { Bench } from "./support";
import { bench, checked, failing, holdsUndefined } from "./support";

const volatile = storageZoneVolatile.map((name) => typedName(name));
const settled = { DateModified: "2026-01-01T00:00:00Z" };

const read = (on: Bench, id: string, prior: Properties): Promise<ReadResult | undefined> =>
  storageZoneLifeCycle.read(on.context, id, prior);

async function found(on: Bench, id: string, prior: Properties): Promise<ReadResult> {
  return (await read(on, id, prior)) ?? assert.fail("it must be found");
}

describe("reading a declared storage zone", () => {
  it("finds no difference where nobody changed anything, whatever order and null the service answers", async () => {
    await bench({}, async (on) => {
      const inputs = { name: "assets", region: "DE", replicationRegions: ["LA", "NY"], custom404FilePath: "" };
      const { id, state } = await on.create(inputs);
      on.emulator.storageZones.change(Number(id), { ReplicationRegions: ["NY", "LA"], Custom404FilePath: null });
      const seen = await found(on, id, state);
      assert.deepEqual(seen.inputs, checked(inputs));
      assert.deepEqual(seen.state, state);
      on.emulator.storageZones.change(Number(id), { Region: "de", ReplicationRegions: ["la", "ny", "NY"] });
      assert.deepEqual((await found(on, id, state)).inputs, checked(inputs));
      assert.ok(!holdsUndefined(seen));
    });
  });

  it("has its declared replicas while one is being enabled that the service does not show yet", async () => {
    let time = Date.now();
    await bench({ now: () => time, replicationMs: 60_000, lateReplicas: true }, async (on) => {
      const declared = { name: "assets", region: "DE", replicationRegions: ["SYD", "NY"] };
      const { id, state } = await on.create(declared);
      assert.deepEqual(on.emulator.storageZones.get(Number(id))?.ReplicationRegions, []);
      const seen = await found(on, id, state);
      assert.deepEqual(seen, { state, inputs: checked(declared) });
      time += 60_000;
      assert.deepEqual((await found(on, id, state)).inputs, checked(declared));
      on.emulator.storageZones.change(Number(id), { ReplicationRegions: ["NY"] });
      assert.deepEqual((await found(on, id, state)).inputs?.["replicationRegions"], ["NY"]);
    });
  });

  it("keeps what moves by itself as it was", async () => {
    await bench({}, async (on) => {
      const { id, state } = await on.create({ name: "assets", region: "DE" });
      on.emulator.storageZones.change(Number(id), {
        StorageUsed: 99,
        FilesStored: 9,
        DateModified: "2027-01-01T00:00:00Z",
      });
      assert.deepEqual(await found(on, id, state), { state, inputs: { name: "assets", region: "DE" } });
    });
  });

  it("shows a change of a declared property in inputs and state, and nothing else", async () => {
    await bench({}, async (on) => {
      const { id, state } = await on.create({
        name: "assets",
        region: "DE",
        replicationRegions: ["SYD"],
        rewrite404To200: true,
      });
      on.emulator.storageZones.change(Number(id), { Rewrite404To200: false, ReplicationRegions: ["LA", "SYD"] });
      const seen = await found(on, id, state);
      assert.deepEqual(seen.inputs, {
        name: "assets",
        region: "DE",
        replicationRegions: ["SYD", "LA"],
        rewrite404To200: false,
      });
      assert.deepEqual(seen.state, { ...state, rewrite404To200: false, replicationRegions: ["SYD", "LA"] });
    });
  });

  it("never shows an undeclared property as an input, but tells of it in the state", async () => {
    await bench({}, async (on) => {
      const { id, state } = await on.create({ name: "assets", region: "DE" });
      const changes = { Rewrite404To200: true, Custom404FilePath: "/x", ReplicationRegions: ["NY"], ZoneTier: 5 };
      on.emulator.storageZones.change(Number(id), changes);
      const seen = await found(on, id, state);
      assert.deepEqual(seen.inputs, { name: "assets", region: "DE" });
      assert.equal(seen.state["rewrite404To200"], true);
      assert.equal(seen.state["zoneTier"], 5);
    });
  });

  it("shows a declared replica that went, and remembers that replicas were declared", async () => {
    await bench({}, async (on) => {
      const { id, state } = await on.create({ name: "assets", region: "DE", replicationRegions: ["NY"] });
      on.emulator.storageZones.change(Number(id), { ReplicationRegions: null });
      const gone = await found(on, id, state);
      assert.deepEqual(gone.inputs, { name: "assets", region: "DE" });
      on.emulator.storageZones.change(Number(id), { ReplicationRegions: ["NY"] });
      assert.deepEqual((await found(on, id, gone.state)).inputs?.["replicationRegions"], ["NY"]);
    });
  });

  it("keeps the options that stand nowhere in the service", async () => {
    await bench({}, async (on) => {
      const inputs = { name: "assets", region: "DE", forceDestroy: true, adopt: false, waitForReplication: true };
      const { id, state } = await on.create(inputs);
      assert.deepEqual((await found(on, id, state)).inputs, inputs);
    });
  });

  it("takes a zone for gone that is not there, or there only as deleted", async () => {
    for (const softDelete of [false, true]) {
      await bench({ softDelete, seed: { storageZones: [{ Id: 3, Name: "assets" }] } }, async (on) => {
        const { id, state } = await on.create({ name: "assets", region: "DE", adopt: true });
        on.emulator.storageZones.delete(3);
        assert.equal(await read(on, id, { ...state, dateModified: "2026-01-01T00:00:00Z" }), undefined);
      });
    }
  });

  it("does not take a zone for gone that was made a moment ago and is shown eight seconds late, nor does a deletion", async () => {
    const hidden = { method: "GET", path: "/storagezone/*", times: 5, fault: { kind: "status", status: 404 } } as const;
    const late = async (act: (on: Bench, id: string, state: Properties) => Promise<unknown>): Promise<void> =>
      bench({ faults: [hidden] }, async (on) => {
        const { id, state } = await on.create({ name: "assets", region: "DE" });
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

  it("does not take a zone for gone because the key is wrong or the service fails", async () => {
    await bench({}, async (on) => {
      const { id, state } = await on.create({ name: "assets", region: "DE" });
      on.emulator.setAccessKey("rotated");
      await failing(read(on, id, state), UnauthorizedError);
    });
  });

  it("takes what the service does not show for unchanged, and plans no replacement for it", async () => {
    await bench({}, async (on) => {
      const inputs = { name: "assets", region: "DE", zoneTier: 1, storageZoneType: 0, rewrite404To200: true };
      const { id, state } = await on.create(inputs);
      const shown: Record<string, unknown> = { ...on.emulator.storageZones.get(Number(id)) };
      for (const field of ["Name", "Region", "ZoneTier", "StorageZoneType", "Rewrite404To200"]) shown[field] = null;
      const fault = { kind: "contentType", contentType: "application/json", body: JSON.stringify(shown) } as const;
      on.emulator.setFaults([{ method: "GET", fault }]);
      const seen = await found(on, id, state);
      assert.deepEqual(seen, { state, inputs });
      assert.deepEqual(storageZoneLifeCycle.diff(seen.state, inputs).replaces, []);
    });
  });

  it("is refused where another account's zone has the id", async () => {
    await bench({}, async (on) => {
      const { id, state } = await on.create({ name: "assets", region: "DE" });
      on.emulator.storageZones.change(Number(id), { Name: "theirs", UserId: "theirs" });
      await failing(read(on, id, state), ConflictError);
      assert.equal(await storageZoneLifeCycle.isSameObject(on.context, id, state), false);
    });
  });

  it("shows another name, and yet the zone of that name is neither updated nor deleted", async () => {
    await bench({}, async (on) => {
      const inputs = { name: "assets", region: "DE" };
      const { id, state } = await on.create(inputs);
      on.emulator.storageZones.change(Number(id), { Name: "theirs" });
      const first = await found(on, id, state);
      assert.equal(first.inputs?.["name"], "theirs");
      const seen = await found(on, id, first.state);
      await failing(storageZoneLifeCycle.delete(on.context, id, seen.state), ConflictError);
      await failing(storageZoneLifeCycle.update(on.context, id, seen.state, inputs), ConflictError);
      on.emulator.storageZones.change(Number(id), { Name: "assets" });
      assert.deepEqual((await found(on, id, seen.state)).state, state);
    });
  });

  it("does not take another zone for it", async () => {
    await bench({}, async (on) => {
      const { id, state } = await on.create({ name: "assets", region: "DE" });
      const other = on.emulator.storageZones.add({ Name: "other" });
      const body = JSON.stringify(other);
      on.emulator.setFaults([{ method: "GET", fault: { kind: "contentType", contentType: "application/json", body } }]);
      const { message } = await failing(read(on, id, state), UnexpectedResponseError);
      assert.match(message, /it holds storage zone 2 instead of 1/);
    });
  });
});

describe("reading a storage zone that another stack manages", () => {
  const seed = {
    storageZones: [{ Id: 3, Name: "assets", StorageUsed: 7, ...settled }],
    pullZones: [{ Id: 8, StorageZoneId: 3 }],
  };

  it("shows nothing that moves by itself, and no inputs", async () => {
    await bench({ seed }, async (on) => {
      const first = await found(on, "3", {});
      assert.equal(first.inputs, undefined);
      assert.equal(first.state["storageZoneId"], 3);
      for (const name of volatile) assert.ok(!(name in first.state), `${name} must be absent`);
      on.emulator.storageZones.change(3, { StorageUsed: 8, FilesStored: 1, ReplicationChangeInProgress: true });
      assert.deepEqual(await found(on, "3", first.state), first);
    });
  });

  it("shows its pull zones by id and name, without their settings and secrets", async () => {
    await bench({ seed }, async (on) => {
      on.emulator.pullZones.change(8, { ZoneSecurityKey: "canary", MonthlyBandwidthUsed: 4 });
      const { state } = await found(on, "3", {});
      assert.deepEqual(state["pullZones"], [{ id: 8, name: "pull-zone-8" }]);
    });
  });

  it("fails where it is read for the first time and is not there, and is gone where it was known", async () => {
    for (const softDelete of [false, true]) {
      await bench({ seed, softDelete }, async (on) => {
        const { state } = await found(on, "3", {});
        on.emulator.storageZones.delete(3);
        const { message } = await failing(read(on, "3", {}), NotFoundError);
        assert.match(message, /There is no storage zone 3 in this account. Check the id/);
        assert.equal(await read(on, "3", state), undefined);
      });
    }
  });

  it("refuses an id that is none before anything is sent", async () => {
    await bench({ seed }, async (on) => {
      for (const id of ["1/../3", "3?x=1", "", "0", "-3", "3.0", "assets", "9007199254740993", "3\n", "٣"]) {
        await failing(read(on, id, {}), CdnError as never);
      }
      assert.deepEqual(on.sent(), []);
    });
  });

  it("is not taken for gone where the key is of another account, unless that has no zones", async () => {
    const prior = { storageZoneId: 3, userId: "ours", dateModified: "2026-01-01T00:00:00Z" };
    await bench({ seed: { storageZones: [{ Id: 5, UserId: "theirs" }] } }, async (on) => {
      await failing(read(on, "3", prior), UnauthorizedError);
    });
    await bench({}, async (on) => assert.equal(await read(on, "3", prior), undefined));
  });

  it("is taken for gone where any zone of the account has the same owner, however many others are before it", async () => {
    const prior = { storageZoneId: 3, userId: "ours", dateModified: "2026-01-01T00:00:00Z" };
    const theirs = Array.from({ length: 1001 }, (_, index) => ({ Id: 10 + index, UserId: "theirs" }));
    const storageZones = [...theirs, { Id: 5000, UserId: "ours" }];
    await bench({ seed: { storageZones } }, async (on) => {
      assert.equal(await read(on, "3", prior), undefined);
      const lists = (): number => on.sent().filter((request) => request === "GET /storagezone").length;
      const before = lists();
      assert.ok(before >= 2);
      assert.equal(await read(on, "4", { ...prior, storageZoneId: 4 }), undefined);
      assert.equal(lists(), before);
    });
  });
});
