import assert from "node:assert/strict";
import { ConflictError, InvalidInputError } from "../../provider/api/errors";
import { storageZoneLifeCycle } from "../../provider/lifecycle/storageZone";
import { failureOf } from "../api/support";
import { bench } from "./support";

const zone = { name: "assets", region: "DE" };

describe("Creating a storage zone with adopt: true", () => {
  const seed = { storageZones: [{ Id: 7, Name: "assets", Region: "DE", ZoneTier: 1, ReplicationRegions: ["NY"] }] };

  it("fails if immutable properties differ, naming each difference, and sends nothing", async () => {
    await bench({ seed }, async (on) => {
      const wanted = { name: "assets", region: "NY", zoneTier: 0, adopt: true };
      const { message } = await failureOf(on.create(wanted), ConflictError);
      assert.match(message, /region is "DE" instead of the declared "NY" and zoneTier is 1 instead of the declared 0/);
      assert.deepEqual(on.sent(), ["GET /storagezone"]);
    });
  });

  it("fails if an existing replica is not declared, and does not leave an incomplete resource", async () => {
    await bench({ seed }, async (on) => {
      const error = await failureOf(on.create({ ...zone, adopt: true, replicationRegions: ["LA"] }), InvalidInputError);
      assert.match(error.message, /must keep NY/);
      assert.deepEqual(on.emulator.storageZones.get(7)?.ReplicationRegions, ["NY"]);
    });
  });

  it("adopts a zone for one resource per run only", async () => {
    await bench({ seed }, async (on) => {
      await on.create({ ...zone, adopt: true });
      const { message } = await failureOf(on.create({ ...zone, adopt: true }), ConflictError);
      assert.match(message, /another resource of this program declares a storage zone named "assets"\. Names/);
    });
  });

  it("plans no replacement if the names differ in case only", async () => {
    await bench({ seed: { storageZones: [{ Id: 7, Name: "Assets", Region: "DE" }] } }, async (on) => {
      const inputs = { ...zone, adopt: true };
      const { id, state } = await on.create(inputs);
      const seen = await storageZoneLifeCycle.read(on.context, id, state);
      assert.deepEqual([seen?.state, seen?.inputs], [state, inputs]);
      assert.deepEqual(storageZoneLifeCycle.diff(state, inputs).replaces, []);
    });
  });
});
