import assert from "node:assert/strict";
import { settingSpecs, readSettings } from "../../provider/api/settings";
import {
  InvalidInputError,
  LoggingDisabledError,
  NotFoundError,
  RateLimitedError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedResponseError,
} from "../../provider/client";
import { startEmulator } from "../../emulator";
import { clientFor, withLogs } from "./support";

const get = (client: ReturnType<typeof clientFor>, pullZoneId = 7) => client.getAccessLogs({ pullZoneId });

describe("the errors of access logs", () => {
  it("tell a zone without logging from a zone that does not exist", async () => {
    const seed = { pullZones: [{ Id: 7 }] };
    await withLogs({ seed }, async (_, client) => {
      await assert.rejects(get(client), (error: Error) => {
        assert.ok(error instanceof LoggingDisabledError && !(error instanceof NotFoundError));
        assert.equal(error.evidence.said?.errorKey, "logging_disabled");
        assert.match(
          error.message,
          /Logging is disabled on this pull zone: set its EnableLogging to true .*\. The zone itself exists$/,
        );
        return true;
      });
      await assert.rejects(get(client, 8), (error: Error) => {
        assert.ok(error instanceof NotFoundError);
        assert.match(error.message, /no such pull zone \(not_found\)\. Check the id.*cdn:logsBaseUrl/);
        return true;
      });
    });
  });

  it("are read from the body of each status", async () => {
    for (const [status, kind] of [
      [400, InvalidInputError],
      [401, UnauthorizedError],
      [403, UnauthorizedError],
      [404, NotFoundError],
      [429, RateLimitedError],
      [500, UnavailableError],
      [302, UnexpectedResponseError],
    ] as const) {
      const body = { error: { code: "some_code", message: "What went wrong.", details: [] } };
      const faults = [{ fault: { kind: "status" as const, status, body } }];
      await withLogs({ faults }, async (emulator) => {
        await assert.rejects(get(clientFor(emulator, { maxRetries: 0 })), (error: Error) => {
          assert.ok(error instanceof kind, `${String(status)}: ${error.name}`);
          assert.deepEqual(error.evidence?.said, { errorKey: "some_code", message: "What went wrong." });
          assert.match(
            error.message,
            /^Query access logs \(GET \/v2\/pullzones\/7\/logs\?.*What went wrong \(some_code\)/,
          );
          return true;
        });
      });
    }
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
    it(`name the place where an answer breaks the contract: ${what}`, async () => {
      const faults = [{ fault: { kind: "status" as const, status: 200, body } }];
      await withLogs({ faults }, async (_, client) => {
        await assert.rejects(get(client), { name: "UnexpectedResponseError", message });
      });
    });
  }

  it("name the setting of the logs' address", async () => {
    const gone = await startEmulator();
    await gone.close();
    const client = clientFor({ url: "http://127.0.0.1:9", accessKey: "k" }, { logsBaseUrl: gone.url, maxRetries: 0 });
    await assert.rejects(get(client), { name: "UnavailableError", message: /Check cdn:logsBaseUrl and the network/ });
  });
});

describe("the base URL of the logs", () => {
  const read = (env: Record<string, string>) =>
    readSettings({ config: () => undefined, env: { CDN_ACCESS_KEY: "k", CDN_BASE_URL: "https://a.example", ...env } });

  it("is the base URL unless it is set", () => {
    assert.equal(read({}).logsBaseUrl, "https://a.example");
    assert.equal(read({ CDN_LOGS_BASE_URL: "https://logs.example/" }).logsBaseUrl, "https://logs.example");
    assert.equal(settingSpecs.logsBaseUrl.configKey, "cdn:logsBaseUrl");
  });

  it("is where logs are queried, and nothing else", async () => {
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
