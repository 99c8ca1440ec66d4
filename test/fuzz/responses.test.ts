import assert from "node:assert/strict";
import fc from "fast-check";
import type { CdnClient } from "../../provider/api/client";
import { CdnError } from "../../provider/api/errors";
import { assertHidden, awkwardKeys, client, everything, serve, type Service } from "../api/support";
import { pullZoneFields } from "../fixtures/contract/pullZone";
import { storageZoneFields } from "../fixtures/contract/storageZone";
import { size } from "../faults/support/size";
import { anyObject } from "../wire/arbitrary";
import { assertUnpolluted, hostileJson, hostileText, planted, mutated } from "./hostile";

const storageZone = anyObject(storageZoneFields);
const logs = fc.record({
  data: fc.option(
    fc.array(fc.dictionary(fc.constantFrom("timestamp", "statusCode", "host", "requestId"), fc.jsonValue())),
  ),
  pagination: fc.constant({ offset: 0, limit: 100, returned: 0, hasMore: false }),
  query: fc.constant({ pullZoneId: 1, from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z", order: "desc" }),
});
const list = fc.record({
  Items: fc.array(storageZone, { maxLength: 2 }),
  CurrentPage: fc.nat(),
  TotalItems: fc.nat(),
  HasMoreItems: fc.boolean(),
});

interface Operation {
  readonly name: string;
  readonly body: fc.Arbitrary<unknown>;
  readonly call: (zones: CdnClient) => Promise<unknown>;
}

const settings = { replicationZones: [], rewrite404To200: false, custom404FilePath: "" };
const operations: readonly Operation[] = [
  { name: "get storage zone", body: storageZone, call: (zones) => zones.getStorageZone(1) },
  { name: "list storage zones", body: list, call: (zones) => zones.listStorageZones() },
  {
    name: "add storage zone",
    body: storageZone,
    call: (zones) => zones.addStorageZone({ name: "a", region: "DE", replicationRegions: [] }),
  },
  { name: "update storage zone", body: fc.constant({}), call: (zones) => zones.updateStorageZone(1, settings) },
  { name: "delete storage zone", body: fc.constant({}), call: (zones) => zones.deleteStorageZone(1) },
  { name: "get pull zone", body: anyObject(pullZoneFields), call: (zones) => zones.getPullZone(1) },
  {
    name: "query access logs",
    body: logs,
    call: (zones) => zones.getAccessLogs({ pullZoneId: 1 }, { rate: { requests: 1_000_000, perSeconds: 1 } }),
  },
];

/** Without 1xx, which another response would follow. */
const status = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(200, 201, 204) },
  { weight: 2, arbitrary: fc.constantFrom(400, 401, 403, 404, 409, 500, 501, 503, 302) },
  { weight: 1, arbitrary: fc.constant(429) },
  { weight: 1, arbitrary: fc.integer({ min: 200, max: 599 }) },
);
/** The access key, which a service may echo. */
const [, key] = awkwardKeys;
const error = mutated(fc.constant({ ErrorKey: "k", Field: "Name", Message: key, error: { code: "c", message: "m" } }));
const type = fc.constantFrom("application/json", "text/html", "application/json; charset=utf-16", "", key);

const past = "Thu, 01 Jan 1970 00:00:00 GMT";
const retryAfter = fc.constantFrom(undefined, "", "0", "1", "-1", "1e9", "9".repeat(400), "soon", past, key);

describe("Responses, fuzzed", () => {
  let service: Service;
  let answer: { status: number; type: string; retryAfter: string | undefined; body: string };
  before(async () => {
    service = await serve((_, response) => {
      response
        .writeHead(answer.status, {
          "content-type": answer.type,
          ...(answer.retryAfter === undefined ? {} : { "retry-after": answer.retryAfter }),
          location: `http://127.0.0.1:9/?key=${encodeURIComponent(key)}`,
        })
        .end(answer.body);
    });
  });
  after(() => service.close());

  for (const { name, body, call } of operations) {
    it(`to ${name} are read, or refused with a typed error that shows no key`, async function () {
      this.timeout(300_000);
      const shared = client(service.url, { accessKey: key });
      const text = fc.oneof(
        { weight: 6, arbitrary: mutated(body).map((value) => JSON.stringify(value) ?? "") },
        { weight: 1, arbitrary: planted(body, key).map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: fc.oneof(error, hostileJson).map((value) => JSON.stringify(value) ?? "") },
        { weight: 1, arbitrary: hostileText },
      );
      let refused = 0;
      let limited = 0;
      const holds = async (given: typeof answer): Promise<void> => {
        service.received.length = 0;
        answer = given;
        // After a 429, the shared client would delay the following cases.
        const zones = given.status === 429 ? client(service.url, { accessKey: key }) : shared;
        if (given.status === 429) limited++;
        try {
          await call(zones);
        } catch (failure) {
          refused++;
          assert.ok(failure instanceof CdnError, failure instanceof Error ? failure.stack : String(failure));
          assertHidden(everything(failure), key);
          assert.ok(failure.message.length < 3_000, "a message that is too long");
        }
        assertUnpolluted();
      };
      await fc.assert(fc.asyncProperty(fc.record({ status, type, retryAfter, body: text }), holds), {
        numRuns: size.requestCases,
      });
      assert.ok(refused > 0);
      assert.ok(limited > 0, "no answer was 429");
    });
  }
});
