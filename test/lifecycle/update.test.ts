import assert from "node:assert/strict";
import { ConflictError, InvalidInputError, NotFoundError, UnexpectedResponseError } from "../../provider/api/errors";
import type { Properties } from "../../provider/declared/properties";
import { IncompleteError } from "../../provider/declared/failures";
import { storageZoneLifeCycle } from "../../provider/lifecycle/storageZone";
import type { Bench } from "./support";
import { failureOf } from "../api/support";
import { without } from "../fixtures/objects";
import { bench, checked, holdsUndefined } from "./support";

const old = { DateModified: "2026-01-01T00:00:00Z" };
const seed = { storageZones: [{ Id: 3, Name: "assets", Region: "DE", ReplicationRegions: ["NY"], ...old }] };
const declared = { name: "assets", region: "DE", replicationRegions: ["NY"] };
const state = { dateModified: old.DateModified, storageZoneId: 3 };

const update = (on: Bench, news: Properties): Promise<Properties> =>
  storageZoneLifeCycle.update(on.context, "3", state, checked(news));

describe("Updating a storage zone", () => {
  it("sends nothing if the live zone is as declared", async () => {
    await bench({ seed }, async (on) => {
      const after = await update(on, { ...declared, forceDestroy: true });
      assert.deepEqual(on.sent(), ["GET /storagezone/3"]);
      assert.equal(after["forceDestroy"], true);
    });
  });

  it("fails if the service accepts the update without applying it, naming the properties", async () => {
    await bench({ seed, faults: [{ method: "POST", fault: { kind: "status", status: 204 } }] }, async (on) => {
      const news = { ...declared, replicationRegions: ["NY", "SYD"], rewrite404To200: true };
      const { message, state: reached } = await failureOf(update(on, news), IncompleteError);
      // So the next update sends them, whatever the program then declares.
      assert.deepEqual(reached["__declared"], ["name", "region"]);
      assert.match(
        message,
        /was updated, but does not show its new settings.*: replicationRegions, rewrite404To200\. Run/,
      );
    });
  });

  it("fails if only a response says that settings were changed, and the next update sends them", async () => {
    await bench(
      { seed, faults: [{ method: "POST", times: 1, fault: { kind: "status", status: 204 } }] },
      async (on) => {
        const news = { ...declared, rewrite404To200: true };
        const { message, state: reached } = await failureOf(update(on, news), IncompleteError);
        assert.match(message, /was updated, but does not show its new settings: rewrite404To200\./);
        await storageZoneLifeCycle.update(on.context, "3", reached, checked(news));
        assert.equal(on.emulator.storageZones.get(3)?.Rewrite404To200, true);
      },
    );
  });

  it("asks to declare rewrite404To200 where the service does not return it, since an update sets it", async () => {
    await bench({ seed }, async (on) => {
      const body = without(on.emulator.storageZones.get(3) ?? assert.fail("no zone"), "Rewrite404To200");
      on.emulator.setFaults([{ method: "GET", fault: { kind: "status", status: 200, body } }]);
      const { message } = await failureOf(
        update(on, { ...declared, replicationRegions: ["NY", "SYD"] }),
        InvalidInputError,
      );
      assert.match(message, /^rewrite404To200 must be declared, because the service does not return it/);
      assert.ok(!on.sent().some((request) => request.startsWith("POST")));
    });
  });

  it("adds the outputs that an import or an earlier version left out of the state", async () => {
    const s3 = { StorageZoneType: 1, S3Hostname: "de-s3.storage.bunnycdn.com" };
    await bench({ seed: { storageZones: [{ ...seed.storageZones[0], ...s3 }] } }, async (on) => {
      const [imported] = storageZoneLifeCycle.importable(await on.context.client.getStorageZone(3));
      const { s3Endpoint, s3Hostname, ...earlier } = imported?.state ?? assert.fail();
      assert.ok(s3Endpoint !== undefined && s3Hostname !== undefined);
      const news = checked({ ...imported?.inputs, rewrite404To200: true });
      const updated = await storageZoneLifeCycle.update(on.context, "3", earlier, news);
      const refreshed = await storageZoneLifeCycle.read(on.context, "3", updated, news);
      assert.ok(typeof updated["password"] === "string" && typeof updated["s3Endpoint"] === "string");
      assert.deepEqual(updated, { ...refreshed?.state, dateModified: updated["dateModified"] });
    });
  });

  it("sets declared properties and keeps the others", async () => {
    await bench({ seed }, async (on) => {
      on.emulator.storageZones.change(3, { Custom404FilePath: "/kept.html" });
      const after = await update(on, { ...declared, replicationRegions: ["NY", "SYD"], rewrite404To200: true });
      const live = on.emulator.storageZones.get(3);
      assert.deepEqual(
        [live?.ReplicationRegions, live?.Rewrite404To200, live?.Custom404FilePath],
        [["NY", "SYD"], true, "/kept.html"],
      );
      assert.deepEqual(after["replicationRegions"], ["NY", "SYD"]);
      assert.ok(!holdsUndefined(after));
      const sent = on.emulator.journal.find(({ method }) => method === "POST");
      assert.deepEqual(sent?.bodyFields, ["ReplicationZones", "Rewrite404To200", "Custom404FilePath"]);
    });
  });

  it("clears custom404FilePath with an empty string", async () => {
    await bench({ seed }, async (on) => {
      on.emulator.storageZones.change(3, { Custom404FilePath: "/x" });
      await update(on, { ...declared, custom404FilePath: "" });
      assert.equal(on.emulator.storageZones.get(3)?.Custom404FilePath, null);
    });
  });

  it("succeeds after any transient failure", async () => {
    for (const fault of [
      { kind: "status", status: 500, applied: true },
      { kind: "reset", when: "after" },
      { kind: "reset", when: "before" },
      { kind: "duplicate" },
    ] as const) {
      await bench({ seed, faults: [{ method: "POST", nth: 1, fault }] }, async (on) => {
        await update(on, { ...declared, rewrite404To200: true, replicationRegions: ["NY", "LA"] });
        const live = on.emulator.storageZones.get(3);
        assert.deepEqual([live?.Rewrite404To200, live?.ReplicationRegions?.sort()], [true, ["LA", "NY"]]);
      });
    }
  });

  it("keeps a replica that was added outside Pulumi, beside the declared ones, and says so", async () => {
    await bench({ seed }, async (on) => {
      on.emulator.storageZones.change(3, { ReplicationRegions: ["NY", "LA"] });
      const told: string[] = [];
      const inputs = checked({ ...declared, replicationRegions: ["NY", "SYD"] });
      const context = { ...on.context, tell: (text: string) => void told.push(text) };
      const after = await storageZoneLifeCycle.update(context, "3", state, inputs);
      assert.deepEqual(after["replicationRegions"], ["NY", "SYD", "LA"]);
      assert.deepEqual(on.emulator.storageZones.get(3)?.ReplicationRegions?.sort(), ["LA", "NY", "SYD"]);
      assert.match(told.join(), /^warning: Storage zone 3 keeps LA: /);
    });
  });

  it("keeps replicas that are not declared", async () => {
    await bench({ seed }, async (on) => {
      await update(on, { name: "assets", region: "DE", rewrite404To200: true });
      assert.deepEqual(on.emulator.storageZones.get(3)?.ReplicationRegions, ["NY"]);
    });
  });

  it("fails for another account's zone with the same id", async () => {
    await bench({ seed }, async (on) => {
      on.emulator.storageZones.change(3, { Name: "theirs" });
      const step = storageZoneLifeCycle.update(on.context, "3", { ...state, name: "assets" }, checked(declared));
      assert.match(
        (await failureOf(step, ConflictError)).message,
        /was not updated: its name is "theirs", not "assets"/,
      );
      assert.deepEqual(on.sent(), ["GET /storagezone/3"]);
    });
  });

  it("fails for a deleted zone, and says what to do", async () => {
    await bench({ seed }, async (on) => {
      on.emulator.storageZones.delete(3);
      const { message } = await failureOf(update(on, declared), NotFoundError);
      assert.match(message, /Storage zone 3 no longer exists.*pulumi refresh/);
    });
  });

  it("fails if the zone is deleted while it waits, also if the service still returns deleted zones", async () => {
    const storageZones = [{ ...seed.storageZones[0], ReplicationChangeInProgress: true }];
    await bench({ seed: { storageZones }, softDelete: true }, async (on) => {
      const waiting = failureOf(update(on, { ...declared, waitForReplication: true }), NotFoundError);
      setTimeout(() => on.emulator.storageZones.delete(3), 100);
      assert.match((await waiting).message, /was deleted while it was being updated.*Run pulumi refresh/);
    });
  });

  it("says if the service has no such operation", async () => {
    for (const unservedStatus of [404, 405] as const) {
      await bench({ seed, unserved: ["updateStorageZone"], unservedStatus }, async (on) => {
        const { message } = await failureOf(
          update(on, { ...declared, rewrite404To200: true }),
          UnexpectedResponseError,
        );
        assert.match(message, /this service has no operation that updates one/);
      });
    }
  });
});
