import assert from "node:assert/strict";
import { withEmulator } from "../emulator/call";
import { pointedHostnames, site, storageZone } from "./support/declared";
import { LifeCycles } from "./support/lifeCycles";
import { assertSites, assertTurns } from "./support/sites";

const zones = Array.from({ length: 32 }, (_, index) => storageZone({ name: `outage-${String(index)}`, region: "DE" }));
const sites = [0, 1, 2].map((index) => site(index));

describe("A service that goes down for 20 s during a run", () => {
  it("gets each object created once", async function () {
    this.timeout(120_000);
    await withEmulator({ latencyMs: 300, pointedHostnames: pointedHostnames(3) }, async (emulator) => {
      const lifeCycles = new LifeCycles(emulator);
      const up = lifeCycles.up([...sites, ...zones], 8);
      while (emulator.storageZones.list().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      emulator.setFaults([{ nth: 1, fault: { kind: "refuse", ms: 20_000 } }]);
      await up;
      const live = emulator.storageZones.list({ includeDeleted: true }).map(({ Name }) => Name);
      assert.deepEqual(live.sort(), zones.map(({ name }) => name).sort());
      assertSites(emulator, lifeCycles.state, sites);
      assertTurns(emulator.journal);
      assert.deepEqual(lifeCycles.tally, { adopted: 0, incomplete: 0, repeated: 0 });
    });
  });
});
