import assert from "node:assert/strict";
import http from "node:http";
import { CdnClient } from "../../provider/api/client";
import type { KindName } from "../../provider/kinds";
import { lifeCycleOf } from "../../provider/lifecycle";
import type { Properties } from "../../provider/declared/properties";
import { settings } from "../api/support";
import { eachOf } from "../faults/support/lifeCycles";
import type { Bench } from "../lifecycle/support";
import { bench, contextOf } from "../lifecycle/support";

/** Creates objects as an engine does, 8 at a time. */
async function createAll(on: Bench, declarations: readonly (readonly [KindName, Properties])[]): Promise<void> {
  const context = contextOf(new CdnClient(settings(on.emulator.url, { timeoutSeconds: 30 })));
  await eachOf([...declarations], 8, async ([kind, news]) => {
    const lifeCycle = lifeCycleOf(kind);
    const { inputs, failures } = lifeCycle.check({ extraRegions: [], ...context }, {}, news);
    assert.deepEqual(failures, []);
    await lifeCycle.create(context, inputs);
  });
}

/** Returns the bytes of all bodies with which a server of this process responds. */
async function bytesDuring(act: () => Promise<void>): Promise<number> {
  const end = Reflect.get(http.ServerResponse.prototype, "end") as (this: void, ...args: unknown[]) => unknown;
  let bytes = 0;
  http.ServerResponse.prototype.end = function (this: http.ServerResponse, ...body: unknown[]) {
    if (typeof body[0] === "string" || Buffer.isBuffer(body[0])) bytes += Buffer.byteLength(body[0]);
    return Reflect.apply(end, this, body) as http.ServerResponse;
  } as typeof http.ServerResponse.prototype.end;
  try {
    await act();
  } finally {
    http.ServerResponse.prototype.end = end as typeof http.ServerResponse.prototype.end;
  }
  return bytes;
}

const reads = ({ emulator }: Bench): number => emulator.journal.filter(({ method }) => method === "GET").length;

describe("The creation", () => {
  it("of 300 records of a zone receives less than 600 kB, with few reads: the larger the zone, the longer its read is shared", async () => {
    await bench({ seed: { dnsZones: [{ Id: 8, Domain: "acme.example" }] } }, async (on) => {
      const record = { dnsZoneId: 8, type: "A", value: "203.0.113.7" };
      const names = Array.from({ length: 300 }, (_, index) => `host-${String(index)}`);
      const bytes = await bytesDuring(() =>
        createAll(
          on,
          names.map((name) => ["DnsRecord", { ...record, name }]),
        ),
      );
      assert.equal(on.emulator.dnsRecords.list().length, 300);
      assert.ok(bytes > 50_000, `${String(bytes)} bytes`);
      assert.ok(bytes < 600_000, `${String(bytes)} bytes`);
      assert.ok(reads(on) <= 12, `${String(reads(on))} reads`);
    });
  });

  it("of hostnames and edge rules reads their pull zone once for each, and twice more", async () => {
    const zones = [1, 2, 3].map((id) => ({ Id: id, Name: `web-${String(id)}` }));
    await bench({ seed: { pullZones: zones } }, async (on) => {
      const triggers = [{ type: 0, patternMatches: ["*"] }];
      const parts = zones.flatMap(({ Id: pullZoneId }): [KindName, Properties][] => [
        ...["a", "b"].map((name): [KindName, Properties] => [
          "PullZoneHostname",
          { pullZoneId, hostname: `${name}.zone-${String(pullZoneId)}.example` },
        ]),
        ...[1, 2, 3, 4].map((orderIndex): [KindName, Properties] => [
          "PullZoneEdgeRule",
          { pullZoneId, actionType: 5, actionParameter1: `X-${String(orderIndex)}`, triggers, orderIndex },
        ]),
      ]);
      await createAll(on, parts);
      const rules = on.emulator.pullZones.list().flatMap(({ EdgeRules }) => EdgeRules ?? []);
      assert.equal(rules.length, 12);
      assert.ok(reads(on) <= parts.length + 2 * zones.length, `${String(reads(on))} reads`);
    });
  });
});
