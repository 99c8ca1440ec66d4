import assert from "node:assert/strict";
import { ConflictError, UnauthorizedError, UnavailableError, UnexpectedResponseError } from "../../provider/api/errors";
import type { Properties } from "../../provider/lifecycle/lifeCycle";
import { storageZoneLifeCycle } from "../../provider/lifecycle/storageZone";
import type { Bench } from "./support";
import { bench, failing } from "./support";

const old = { DateModified: "2026-01-01T00:00:00Z" };
const seed = { storageZones: [{ Id: 3, Name: "assets", ...old }] };
const linked = {
  ...seed,
  pullZones: [
    { Id: 8, Name: "website", StorageZoneId: 3 },
    { Id: 9, Name: "shop", StorageZoneId: 3 },
    { Id: 10, Name: "unrelated" },
  ],
};

const remove = (on: Bench, state: Properties = {}): Promise<void> =>
  storageZoneLifeCycle.delete(on.context, "3", { dateModified: old.DateModified, ...state });
const gone = ({ emulator }: Bench): boolean => emulator.storageZones.get(3)?.Deleted === true;
const deletions = ({ emulator }: Bench) => emulator.journal.filter(({ method }) => method === "DELETE");

describe("deleting a storage zone", () => {
  it("deletes it, and says each time that linked pull zones stay", async () => {
    await bench(
      { seed, faults: [{ method: "DELETE", nth: 1, fault: { kind: "status", status: 500 } }] },
      async (on) => {
        await remove(on);
        assert.ok(gone(on));
        assert.equal(deletions(on).length, 2);
        for (const { query } of deletions(on)) assert.deepEqual(query, { deleteLinkedPullZones: "false" });
      },
    );
  });

  it("is a success where it is gone already, in whatever way, and sends nothing then", async () => {
    for (const softDelete of [false, true]) {
      await bench({ seed, softDelete }, async (on) => {
        on.emulator.storageZones.delete(3);
        await remove(on);
        assert.equal(deletions(on).length, 0);
      });
    }
  });

  it("is refused where the key is of another account, which has the zone no more than it is gone", async () => {
    await bench({ seed: { storageZones: [{ Id: 5, UserId: "theirs" }] } }, async (on) => {
      const { message } = await failing(remove(on, { userId: "ours" }), UnauthorizedError);
      assert.match(
        message,
        /is not treated as deleted: it belongs to user ours, and the zones of this access key.s account to theirs\./,
      );
      await remove(on, { userId: "theirs" });
    });
  });

  it("is refused where the live zone is another one: the resource was moved to another account, where the id is taken too", async () => {
    for (const theirs of [{ Name: "theirs" }, { Name: "assets", UserId: "theirs" }]) {
      await bench({ seed: { storageZones: [{ Id: 3, ...theirs, ...old }] } }, async (on) => {
        const state = { name: "assets", userId: "ours", forceDestroy: true };
        const { message } = await failing(remove(on, state), ConflictError);
        assert.match(
          message,
          /Storage zone 3 was not deleted: its (name is "theirs", not "assets"|owner is user theirs, not ours)/,
        );
        assert.ok(!gone(on) && deletions(on).length === 0);
      });
    }
  });

  it("is refused where the service does not say whether the zone holds files", async () => {
    await bench(
      { seed, faults: [{ method: "GET", fault: { kind: "invalidJson", body: '{"Id":3,"Name":"assets"}' } }] },
      async (on) => {
        const { message } = await failing(remove(on), ConflictError);
        assert.match(message, /does not say whether it holds files/);
        assert.equal(deletions(on).length, 0);
      },
    );
  });

  it("is a success where the answer to it is lost and the next one says 404", async () => {
    for (const kind of ["reset", "hang"] as const) {
      const fault = kind === "reset" ? ({ kind, when: "after" } as const) : ({ kind, applied: true } as const);
      await bench({ seed, faults: [{ method: "DELETE", nth: 1, fault }] }, async (on) => {
        await remove(on);
        assert.ok(gone(on));
      });
    }
  });

  it("is a success whatever 2xx says so", async () => {
    for (const status of [200, 202, 204]) {
      const fault = { kind: "status" as const, status, applied: true };
      await bench({ seed, faults: [{ method: "DELETE", fault }] }, async (on) => {
        await remove(on);
        assert.ok(gone(on));
      });
    }
  });

  it("refuses one that is the origin of pull zones, naming each", async () => {
    await bench({ seed: linked }, async (on) => {
      const { message } = await failing(remove(on), ConflictError);
      assert.match(message, /"assets" \(id 3\) was not deleted/);
      assert.match(message, /the pull zones "website" \(id 8\) and "shop" \(id 9\)/);
      assert.match(message, /forceDestroy: true and run pulumi up before deleting it/);
      assert.ok(!gone(on) && deletions(on).length === 0);
    });
  });

  it("refuses one that holds files, saying how many", async () => {
    await bench({ seed }, async (on) => {
      on.emulator.storageZones.change(3, { FilesStored: 12, StorageUsed: 3456, ...old });
      assert.match((await failing(remove(on), ConflictError)).message, /holds 12 files \(3456 bytes\)/);
      assert.ok(!gone(on) && deletions(on).length === 0);
    });
  });

  it("does it all the same with forceDestroy, and still leaves every pull zone", async () => {
    await bench({ seed: linked }, async (on) => {
      on.emulator.storageZones.change(3, { FilesStored: 12, ...old });
      await remove(on, { forceDestroy: true });
      assert.ok(gone(on));
      assert.deepEqual(
        on.emulator.pullZones.list().map(({ Id }) => Id),
        [8, 9, 10],
      );
    });
  });

  it("takes forceDestroy for nothing else than true", async () => {
    await bench({ seed: linked }, async (on) => {
      for (const forceDestroy of [false, "true", 1, null]) await failing(remove(on, { forceDestroy }), ConflictError);
      assert.ok(!gone(on));
    });
  });

  it("by a service without that operation names retainOnDelete, and the zone stands", async () => {
    for (const unservedStatus of [404, 405] as const) {
      await bench({ seed, unserved: ["deleteStorageZone"], unservedStatus }, async (on) => {
        const { message } = await failing(remove(on), UnexpectedResponseError);
        assert.match(message, /was not deleted: this service has no operation.*retainOnDelete: true/);
        assert.ok(!gone(on));
      });
    }
  });

  it("fails where the key is refused or the service fails for good, and the zone stands", async () => {
    await bench({ seed, faults: [{ method: "DELETE", fault: { kind: "status", status: 403 } }] }, async (on) => {
      await failing(remove(on), UnauthorizedError);
      on.emulator.setFaults([{ method: "DELETE", fault: { kind: "status", status: 501 } }]);
      await failing(remove(on), UnexpectedResponseError);
      on.emulator.setFaults([{ method: "DELETE", fault: { kind: "reset", when: "before" } }]);
      await failing(remove(on), UnavailableError);
      assert.ok(!gone(on));
    });
  });
});
