import assert from "node:assert/strict";
import { IncompleteError } from "../../provider/declared/failures";
import { lifeCycleOf } from "../../provider/lifecycle";
import { failureOf } from "../api/support";
import { bench } from "./support";

describe("An object that could not be read after its creation", () => {
  for (const [kind, path, news] of [
    ["StorageZone", "/storagezone", { name: "assets", region: "DE" }],
    ["PullZone", "/pullzone", { name: "web", originUrl: "https://o.example" }],
    ["DnsZone", "/dnszone", { domain: "acme.example" }],
  ] as const) {
    it(`has the state that a refresh would give it after the next run: ${kind}`, () =>
      bench({}, async ({ context, emulator }) => {
        const lifeCycle = lifeCycleOf(kind);
        const { inputs } = lifeCycle.check({ extraRegions: [] }, {}, news);
        const unread = { kind: "status", status: 500 } as const;
        emulator.setFaults([
          { method: "GET", path: `${path}/*`, fault: unread },
          { method: "GET", path, skip: 1, fault: unread },
        ]);
        const { id, state } = await failureOf(lifeCycle.create(context, inputs), IncompleteError);
        emulator.setFaults([]);
        const updated = await lifeCycle.update(context, id, state, inputs);
        const refreshed = await lifeCycle.read(context, id, updated, inputs);
        assert.deepEqual(refreshed?.state, updated);
      }));
  }
});
