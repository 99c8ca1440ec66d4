import assert from "node:assert/strict";
import type { EmulatorOptions } from "../../emulator";
import { secondsApart } from "../logs/support";
import { forEachKindOnTheCli } from "./support/engines";
import { openWorld } from "./support/world";

/** Pull zone 7 has a busy log, whose first page over a day takes longer than a query may. */
const options: EmulatorOptions = {
  seed: { pullZones: [{ Id: 7, Name: "busy", EnableLogging: true }], accessLogs: secondsApart(3_000) },
  faults: [{ fault: { kind: "slowLogs", perHourMs: 500, perThousandMs: 100 } }],
};

const readsLogsOf = (id: number): string => `
  const { entries } = await cdn.getAccessLogs({ pullZoneId: ${String(id)}, limit: 2_000 });
  return { count: entries.length, first: entries[0].path, last: entries.at(-1).path };`;

describe("A program that reads the access log of a busy pull zone", () => {
  forEachKindOnTheCli((engine) => {
    it("gets the entries although a query of the whole window times out, and is told of an id that is not in the account", async () => {
      const world = await openWorld(engine, readsLogsOf(7), { ...options, env: { CDN_TIMEOUT_SECONDS: "1" } });
      try {
        const up = await world.stack.up();
        assert.equal(up.exitCode, 0, up.text);
        const outputs = await world.stack.outputs();
        const values = Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value]));
        assert.deepEqual(values, { count: 2_000, first: "/2999", last: "/1000" });
        const statuses = world.emulator.journal.map(({ status }) => status);
        assert.ok(statuses.includes(undefined), "a query ended without an answer");

        world.program(readsLogsOf(8));
        const preview = await world.stack.preview();
        assert.notEqual(preview.exitCode, 0);
        assert.match(preview.text, /failed with 403\. The access key is valid, but pull zone 8 is not in this account/);
      } finally {
        await world.close();
      }
    });
  });
});
