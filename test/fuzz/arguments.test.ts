import assert from "node:assert/strict";
import fc from "fast-check";
import { dynamicProvider } from "../../provider/serve/dynamic/dynamicProvider";
import { json, serve, type Service } from "../api/support";
import { size } from "../faults/support/size";
import { hostileText, hostileValue } from "./hostile";

const known = [
  "name",
  "region",
  "replicationRegions",
  "zoneTier",
  "storageZoneType",
  "rewrite404To200",
  "custom404FilePath",
  "forceDestroy",
  "adopt",
  "waitForReplication",
];
const plausible = fc.record(
  {
    name: fc.string({ minLength: 1 }),
    region: fc.constantFrom("DE", "ny", " LA", "SG"),
    replicationRegions: fc.array(fc.constantFrom("SYD", "de", "NY", "LA", "SG"), { maxLength: 5 }),
    zoneTier: fc.constantFrom(0, 1),
    storageZoneType: fc.constantFrom(0, 1),
    rewrite404To200: fc.boolean(),
    custom404FilePath: fc.string(),
    forceDestroy: fc.boolean(),
  },
  { requiredKeys: [] },
);
const properties = fc
  .tuple(plausible, fc.dictionary(fc.oneof(fc.constantFrom(...known), hostileText), hostileValue, { maxKeys: 3 }))
  .map(([usual, hostile]): Record<string, unknown> => ({ ...usual, ...hostile }));

describe("Arguments of a storage zone, fuzzed", () => {
  let service: Service;
  before(async () => {
    // An account without zones: a replacement also looks for the old one.
    service = await serve(({ url }, response) =>
      /^\/storagezone\/\d/.test(url) ? json(response, 404, {}) : json(response, 200, []),
    );
  });
  after(() => service.close());

  it("are normalized, or refused with a reason each, and nothing is changed", async function () {
    this.timeout(120_000);
    const config: Record<string, string> = { "cdn:baseUrl": service.url, "cdn:accessKey": "key" };
    const provider = dynamicProvider("StorageZone");
    await provider.configure?.({ config: { get: (key) => config[key], require: (key) => config[key] ?? "" } });
    const check = provider.check ?? assert.fail("no check");
    let accepted = 0;
    const holds = async (olds: Record<string, unknown>, news: Record<string, unknown>): Promise<void> => {
      const { inputs = {}, failures = [] } = await check(olds, news);
      for (const { property, reason } of failures) {
        assert.equal(typeof property, "string");
        assert.ok(reason.length > 0 && reason.length < 2_000, reason);
      }
      await provider.diff?.("1", olds, inputs);
      if (failures.length > 0) return;
      accepted++;
      const again = await check(inputs, inputs);
      assert.deepEqual(again, { inputs, failures: [] }, "normalizing twice changes nothing");
    };
    await fc.assert(fc.asyncProperty(properties, properties, holds), { numRuns: size.fuzzCases });
    assert.ok(accepted > 0);
    // A preview looks only whether the name of a replacement is free.
    assert.deepEqual(
      service.received.filter(({ method }) => method !== "GET"),
      [],
    );
  });
});
