import assert from "node:assert/strict";
import { InvalidInputError, LoggingDisabledError, NotFoundError } from "../../provider/client";
import { startEmulator } from "../../emulator";
import { clientFor, withLogs } from "./support";

const get = (client: ReturnType<typeof clientFor>, pullZoneId = 7) => client.getAccessLogs({ pullZoneId });

describe("Errors of access log queries", () => {
  it("distinguish a zone without logging from a missing zone", async () => {
    const seed = { pullZones: [{ Id: 7, EnableLogging: false }] };
    await withLogs({ seed, contract: false }, async (_, client) => {
      await assert.rejects(get(client), (error: Error) => {
        assert.ok(error instanceof LoggingDisabledError && !(error instanceof NotFoundError));
        assert.equal(error.evidence.said?.errorKey, "logging_disabled");
        assert.match(
          error.message,
          /Logging is disabled on this pull zone: set enableLogging: true .*\. The zone itself exists$/,
        );
        return true;
      });
      await assert.rejects(get(client, 8), (error: Error) => {
        assert.ok(error instanceof NotFoundError);
        assert.match(
          error.message,
          /failed with 403\. The access key is valid, but pull zone 8 is not in this account/,
        );
        return true;
      });
    });
  });

  it("show the reason from the body, which differs in shape from that of other operations", async () => {
    const body = { error: { code: "some_code", message: "What went wrong.", details: [] } };
    await withLogs({ faults: [{ fault: { kind: "status", status: 400, body } }] }, async (_, client) => {
      await assert.rejects(get(client), (error: Error) => {
        assert.ok(error instanceof InvalidInputError);
        assert.deepEqual(error.evidence?.said, { errorKey: "some_code", message: "What went wrong." });
        assert.match(
          error.message,
          /^Query access logs \(GET http:.*\/v2\/pullzones\/7\/logs\?.*What went wrong \(some_code\)/,
        );
        return true;
      });
    });
  });

  for (const [what, body, message] of [
    ["no object", [], /must be an object, but got: an array of 0/],
    ["no pagination", { data: [], query: {} }, /pagination\.offset must be present, but got: nothing/],
    [
      "no hasMore",
      { data: [], pagination: { offset: 0, limit: 1, returned: 0 } },
      /pagination\.hasMore must be present/,
    ],
  ] as const) {
    it(`name the part of a response that breaks the contract: ${what}`, async () => {
      const faults = [{ fault: { kind: "status" as const, status: 200, body } }];
      await withLogs({ faults }, async (_, client) => {
        await assert.rejects(get(client), { name: "UnexpectedResponseError", message });
      });
    });
  }

  for (const status of [400, 401, 403, 404, 409, 429, 500, 302, 418]) {
    it(`name the host that was asked, and its setting: ${String(status)}`, async () => {
      await withLogs({ faults: [{ fault: { kind: "status", status } }] }, async (emulator) => {
        const client = clientFor(emulator, { maxRetries: 0 });
        await assert.rejects(get(client), ({ message }: Error) => {
          const host = `\\(GET ${emulator.url}/v2/pullzones/7/logs\\?.*; cdn:logsBaseUrl sets this host\\)`;
          assert.match(message, new RegExp(host));
          return true;
        });
      });
    });
  }

  it("name the setting of the logs' base URL", async () => {
    const gone = await startEmulator();
    await gone.close();
    const client = clientFor({ url: "http://127.0.0.1:9", accessKey: "k" }, { logsBaseUrl: gone.url, maxRetries: 0 });
    await assert.rejects(get(client), {
      name: "UnavailableError",
      message: /Is the emulator running\? Check cdn:logsBaseUrl$/,
    });
  });
});

describe("logsBaseUrl", () => {
  it("is used for access logs and nothing else", async () => {
    await withLogs({}, async (logs) => {
      await withLogs({}, async (zones) => {
        const client = clientFor(zones, { logsBaseUrl: logs.url });
        await client.getPullZone(7);
        await get(client);
        assert.deepEqual(
          [zones, logs].map(({ journal }) => journal.map(({ operation }) => operation)),
          [["getPullZone"], ["queryAccessLogs"]],
        );
        assert.deepEqual(client.counters, { requests: 2, retries: 0 });
      });
    });
  });
});
