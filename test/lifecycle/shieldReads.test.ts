import assert from "node:assert/strict";
import { CdnClient } from "../../provider/api/client";
import { Reads } from "../../provider/api/reads";
import type { KindName } from "../../provider/kinds";
import { lifeCycleOf } from "../../provider/lifecycle";
import { settings } from "../api/support";
import { least } from "./least";
import { bench } from "./support";

describe("A refresh of shields", () => {
  it("of 20 pull zones with 2 rate limits each takes at most 22 requests", async () => {
    const ids = Array.from({ length: 20 }, (_, index) => index + 1);
    const seed = {
      pullZones: ids.map((Id) => ({ Id, Name: `web-${String(Id)}`, UserId: "alice" })),
      pullZoneShields: ids.map((Id) => ({ Id: 100 + Id, pullZoneId: Id })),
    };
    await bench(
      { seed },
      async ({ context, emulator }) => {
        const objects = ids.flatMap((id): [KindName, object][] => [
          ["PullZone", { name: `web-${String(id)}`, originUrl: "https://www.acme.example", adopt: true }],
          ["PullZoneShield", { pullZoneId: id, adopt: true }],
          ["ShieldRateLimit", { ...least.ShieldRateLimit, shieldZoneId: 100 + id, name: "One" }],
          ["ShieldRateLimit", { ...least.ShieldRateLimit, shieldZoneId: 100 + id, name: "Two" }],
        ]);
        const made = await Promise.all(
          objects.map(async ([kind, news]) => {
            const lifeCycle = lifeCycleOf(kind);
            const { inputs, failures } = lifeCycle.check({ extraRegions: [] }, {}, { ...news });
            assert.deepEqual(failures, []);
            return { lifeCycle, ...(await lifeCycle.create(context, inputs)) };
          }),
        );
        emulator.clearJournal();
        // A refresh is another run, which has written nothing.
        const reader = new Reads(new CdnClient(settings(emulator.url)).objects, { lists: true });
        const read = await Promise.all(made.map(({ lifeCycle, id, state }) => lifeCycle.read({ reader }, id, state)));
        assert.equal(read.filter((one) => one !== undefined).length, 80);
        const requests = emulator.journal.map(({ method, path }) => `${method} ${path}`);
        assert.ok(requests.length <= 22, requests.join("\n"));
      },
      30,
    );
  });
});
