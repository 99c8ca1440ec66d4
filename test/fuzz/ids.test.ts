import assert from "node:assert/strict";
import fc from "fast-check";
import { InvalidInputError } from "../../provider/api/errors";
import { dynamicProvider } from "../../provider/serve/dynamic/dynamicProvider";
import { client, json, serve, type Service } from "../api/support";
import { size } from "../faults/support/size";
import { hostileText, hostileValue } from "./hostile";

/** An id by its rule, told apart from how the code tells it. */
function isId(value: unknown): boolean {
  const digits = typeof value === "number" || typeof value === "string" ? String(value) : "";
  return /^0*[1-9][0-9]*$/.test(digits) && digits.length <= 16 && BigInt(digits) <= 2n ** 53n - 1n;
}

const refused = fc
  .oneof(
    hostileValue,
    hostileText,
    fc.tuple(fc.nat(), hostileText).map(([number, text]) => `${String(number)}${text}`),
    fc.bigInt().map(String),
    fc.double(),
  )
  .filter((value) => !isId(value));

describe("ids, fuzzed", () => {
  let service: Service;
  before(async () => {
    service = await serve((_, response) => json(response, 500, {}));
  });
  after(() => service.close());

  it("are refused by a typed error before anything is sent, unless they are positive integers", async function () {
    this.timeout(120_000);
    const zones = client(service.url);
    const body = { replicationZones: [], rewrite404To200: false, custom404FilePath: "" };
    const calls: ((id: string) => Promise<unknown>)[] = [
      (id) => zones.getStorageZone(id),
      (id) => zones.updateStorageZone(id, body),
      (id) => zones.deleteStorageZone(id),
      (id) => zones.getPullZone(id),
      (id) => zones.getAccessLogs({ pullZoneId: id }),
    ];
    const holds = async (id: unknown): Promise<void> => {
      for (const call of calls) await assert.rejects(call(id as string), InvalidInputError);
    };
    await fc.assert(fc.asyncProperty(refused, holds), { numRuns: size.fuzzCases });
    assert.equal(service.received.length, 0);
  });

  it("of a state are refused likewise by every step of a life cycle", async function () {
    this.timeout(120_000);
    const config: Record<string, string> = { "cdn:baseUrl": service.url, "cdn:accessKey": "key" };
    const steps = (["StorageZone", "PullZone"] as const).flatMap((kind) => {
      const provider = dynamicProvider(kind);
      void provider.configure?.({ config: { get: (key) => config[key], require: (key) => config[key] ?? "" } });
      return [
        (id: string) => provider.read?.(id, { __declared: [], storageZoneId: 1 }),
        (id: string) => provider.delete?.(id, {}),
      ];
    });
    const holds = async (id: string): Promise<void> => {
      for (const step of steps) await assert.rejects(step(id) ?? Promise.resolve(), { name: "InvalidInputError" });
    };
    const texts = refused.filter((id): id is string => typeof id === "string");
    await fc.assert(fc.asyncProperty(texts, holds), { numRuns: size.fuzzCases });
    assert.equal(service.received.length, 0);
  });
});
