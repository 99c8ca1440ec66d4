import assert from "node:assert/strict";
import fc from "fast-check";
import type { GetAccessLogsArgs } from "../../provider/types/functions";
import { InvalidInputError } from "../../provider/api/errors";
import { client, json, serve, type Service } from "../api/support";
import { size, soak } from "../faults/support/size";
import { hostileText, hostileValue } from "./hostile";

const names = [
  "from",
  "to",
  "status",
  "cacheStatus",
  "country",
  "edgeLocation",
  "remoteIp",
  "urlContains",
  "userAgentContains",
  "refererContains",
  "search",
  "requestId",
  "includeOriginShield",
  "limit",
  "offset",
  "order",
];
const plausible = fc.record(
  {
    from: fc.constantFrom("2h", "1d", "71h"),
    status: fc.constantFrom<unknown>(404, "5xx", [200, "3xx"]),
    country: fc.constantFrom<unknown>("DE", ["DE", "FR"]),
    remoteIp: fc.oneof(fc.ipV4(), fc.ipV6()),
    search: fc.string({ minLength: 1 }),
    limit: fc.integer({ min: 1, max: 10_000 }),
    offset: fc.nat(),
    order: fc.constantFrom("asc", "desc"),
  },
  { requiredKeys: [] },
);
const args = fc
  .tuple(
    fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1 }) }, hostileValue),
    plausible,
    fc.dictionary(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, hostileText), hostileValue, {
      maxKeys: 2,
    }),
  )
  .map(([pullZoneId, usual, hostile]) => ({ ...usual, ...hostile, pullZoneId }) as GetAccessLogsArgs);

describe("Access log arguments, fuzzed", () => {
  let service: Service;
  before(async () => {
    service = await serve(({ url }, response) => {
      const query = new URL(url, "http://localhost").searchParams;
      const [offset, limit] = ["offset", "limit"].map((name) => Number(query.get(name)));
      const echo = {
        pullZoneId: 1,
        from: query.get("from") ?? "2026-01-01T00:00:00Z",
        to: query.get("to") ?? "2026-01-02T00:00:00Z",
        order: "desc",
      };
      json(response, 200, { data: null, pagination: { offset, limit, returned: 0, hasMore: false }, query: echo });
    });
  });
  after(() => service.close());

  it("are sent, or refused with a typed error before a request", async function () {
    this.timeout(soak ? 900_000 : 120_000);
    const zones = client(service.url);
    let accepted = 0;
    const holds = async (given: GetAccessLogsArgs): Promise<void> => {
      const sent = service.received.length;
      try {
        await zones.getAccessLogs(given, { rate: { requests: 1_000_000, perSeconds: 1 } });
        accepted++;
      } catch (error) {
        const isInput = error instanceof InvalidInputError && error.evidence === undefined;
        assert.ok(isInput, error instanceof Error ? error.stack : String(error));
        assert.equal(service.received.length, sent, "a refused query was sent");
      }
    };
    await fc.assert(fc.asyncProperty(args, holds), { numRuns: size.fuzzCases });
    assert.ok(accepted > 0);
  });
});
