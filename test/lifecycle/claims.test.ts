import assert from "node:assert/strict";
import { ConflictError } from "../../provider/api/errors";
import { storageZoneLifeCycle } from "../../provider/lifecycle/storageZone";
import { bench, failing } from "./support";

const zone = { name: "assets", region: "DE" };
const adopting = { ...zone, adopt: true };
const seed = { storageZones: [{ Id: 7, Name: "assets", Region: "DE", DateModified: "2026-01-01T00:00:00Z" }] };

describe("one zone and two resources of a run", () => {
  it("never come together by adopt: not two that adopt it, nor one that made it and one that adopts it", async () => {
    await bench({ seed }, async (on) => {
      assert.equal((await on.create(adopting)).id, "7");
      const { message } = await failing(on.create(adopting), ConflictError);
      assert.match(
        message,
        /^Storage zone "assets" \(id 7\) was not taken over: another resource of this program has it/,
      );
      await on.create({ ...zone, name: "made" });
      await failing(on.create({ ...adopting, name: "made" }), ConflictError);
    });
  });

  it("never come together by adopt where one has had it since an earlier run", async () => {
    await bench({ seed }, async (on) => {
      on.context.claims.keep("7");
      await failing(on.create(adopting), ConflictError);
      assert.deepEqual(on.sent(), ["GET /storagezone"]);
    });
  });

  it("leave the zone to the one that adopted it when the other one is deleted: a rename", async () => {
    await bench({ seed }, async (on) => {
      const { id, state } = await on.create(adopting);
      await storageZoneLifeCycle.delete(on.context, id, { ...state, forceDestroy: true });
      assert.equal(on.emulator.storageZones.list().length, 1);
      assert.ok(!on.sent().some((request) => request.startsWith("DELETE")));
    });
  });

  it("leave it, with an error that says what to do, where the adoption was an earlier run's", async () => {
    await bench({ seed }, async (on) => {
      on.context.claims.keep("7");
      const { message } = await failing(storageZoneLifeCycle.delete(on.context, "7", {}), ConflictError);
      assert.match(
        message,
        /^Storage zone 7 was not deleted: a resource that this program declares has it.*pulumi state delete/,
      );
      assert.deepEqual(on.sent(), []);
    });
  });

  it("are no matter of a zone that could not be adopted, nor of one that this run made", async () => {
    await bench({ seed }, async (on) => {
      on.emulator.setFaults([
        { method: "POST", path: "/storagezone/7", nth: 1, fault: { kind: "status", status: 403 } },
      ]);
      await assert.rejects(on.create({ ...adopting, rewrite404To200: true }));
      assert.equal((await on.create({ ...adopting, rewrite404To200: true })).id, "7");
      const { id, state } = await on.create({ ...zone, name: "made" });
      on.context.claims.keep(id);
      await storageZoneLifeCycle.delete(on.context, id, state);
      assert.equal(on.emulator.storageZones.named("made"), undefined);
    });
  });
});
