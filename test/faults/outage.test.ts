import assert from "node:assert/strict";
import { withEmulator } from "../emulator/call";
import { LifeCycles } from "./support/lifeCycles";

const zones = Array.from({ length: 40 }, (_, index) => ({ name: `outage-${String(index)}`, region: "DE" }));

describe("A service that goes down for 20 s during a run", () => {
  it("gets each zone created once", async function () {
    this.timeout(120_000);
    await withEmulator({ latencyMs: 300 }, async (emulator) => {
      const lifeCycles = new LifeCycles(emulator);
      const up = lifeCycles.up(zones, 8);
      while (emulator.storageZones.list().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      emulator.setFaults([{ nth: 1, fault: { kind: "refuse", ms: 20_000 } }]);
      await up;
      const live = emulator.storageZones.list({ includeDeleted: true }).map(({ Name }) => Name);
      assert.deepEqual(live.sort(), zones.map(({ name }) => name).sort());
      assert.deepEqual(lifeCycles.tally, { adopted: 0, incomplete: 0, repeated: 0 });
    });
  });
});
