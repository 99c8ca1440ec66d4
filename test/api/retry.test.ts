import assert from "node:assert/strict";
import fc from "fast-check";
import type { Emulator, FaultRule } from "../../emulator";
import { startEmulator } from "../../emulator";
import type { CdnClient } from "../../provider/api/client";
import {
  NotFoundError,
  RateLimitedError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedResponseError,
} from "../../provider/api/errors";
import { delayFor, rateLimitResetOf, retryAfterOf, retryDeadlineMs } from "../../provider/api/retry";
import { withEmulator } from "../emulator/call";
import { canaryKey, client, deadUrl, failureOf, timed } from "./support";

const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe("delayFor", () => {
  it("doubles from 250 ms to 8 s, minus up to a quarter of jitter", () => {
    const full = [0, 1, 2, 3, 4, 5, 6].map((attempt) => delayFor({ attempt, elapsed: 0 }, 100, 1));
    assert.deepEqual(full, [250, 500, 1000, 2000, 4000, 8000, 8000]);
    fc.assert(
      fc.property(fc.nat(20), unit, (attempt, random) => {
        const delay = delayFor({ attempt, elapsed: 0 }, 100, random) ?? assert.fail();
        const whole = Math.min(8000, 250 * 2 ** attempt);
        assert.ok(delay >= 0.75 * whole && delay <= whole);
      }),
    );
  });

  it("ends after maxRetries, and a minute after the first attempt", () => {
    assert.equal(delayFor({ attempt: 3, elapsed: 0 }, 3, 0.5), undefined);
    assert.equal(delayFor({ attempt: 0, elapsed: 60_000 }, 8, 0.5), undefined);
    assert.notEqual(delayFor({ attempt: 0, elapsed: 59_000 }, 8, 0.5), undefined);
  });

  it("uses a longer Retry-After unless it ends after that minute", () => {
    assert.equal(delayFor({ attempt: 5, elapsed: 0, retryAfter: 60_000 }, 8, 0.5), 60_000);
    assert.equal(delayFor({ attempt: 0, elapsed: 0, retryAfter: 60_001 }, 8, 0.5), undefined);
    assert.equal(delayFor({ attempt: 0, elapsed: 50_000, retryAfter: 11_000 }, 8, 0.5), undefined);
  });
});

describe("retryAfterOf", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");

  it("parses seconds and dates", () => {
    assert.equal(retryAfterOf("0", now), 0);
    assert.equal(retryAfterOf(" 7 ", now), 7000);
    assert.equal(retryAfterOf("1.5", now), 1500);
    assert.equal(retryAfterOf("Sun, 01 Mar 2026 12:00:03 GMT", now), 3000);
    assert.equal(retryAfterOf("Sun, 01 Mar 2026 11:00:00 GMT", now), 0);
  });

  it("ignores anything else, and is never negative or NaN", () => {
    for (const header of [undefined, "", "soon", "NaN", "-1", " -5 ", "-0.5"])
      assert.equal(retryAfterOf(header, now), undefined);
    fc.assert(
      fc.property(fc.string(), (header) => {
        const wait = retryAfterOf(header, now);
        assert.ok(wait === undefined || wait >= 0);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("rateLimitResetOf", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");
  const epochSeconds = String(now / 1000 + 5);

  it("parses seconds, epoch times and dates", () => {
    assert.equal(rateLimitResetOf({ "ratelimit-reset": "7" }, now), 7000);
    assert.equal(rateLimitResetOf({ "x-ratelimit-reset": epochSeconds }, now), 5000);
    assert.equal(rateLimitResetOf({ "x-ratelimit-reset": "1767225600" }, now), 0, "a time in the past");
    assert.equal(rateLimitResetOf({ "x-rate-limit-reset": "Sun, 01 Mar 2026 12:00:03 GMT" }, now), 3000);
  });

  it("takes the first of several headers, and ignores others", () => {
    const headers = { "x-rate-limit-reset": "4", "x-ratelimit-reset": "3", "x-ratelimit-retry-after": "2" };
    assert.equal(rateLimitResetOf(headers, now), 2000);
    assert.equal(rateLimitResetOf({ ...headers, "ratelimit-reset": "1" }, now), 1000);
    assert.equal(rateLimitResetOf({ "x-ratelimit-reset": "soon", "ratelimit-limit": "9" }, now), undefined);
  });
});

describe("Retries", () => {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ accessKey: canaryKey, seed: { storageZones: [{ Id: 1, Name: "one" }] } });
  });
  beforeEach(() => emulator.reset());
  after(() => emulator.close());

  const create = (zones: CdnClient): Promise<unknown> =>
    zones.addStorageZone({ name: "newer", region: "DE", replicationRegions: [] });
  const update = (zones: CdnClient): Promise<unknown> =>
    zones.updateStorageZone(1, { replicationZones: [], rewrite404To200: true, custom404FilePath: "" });
  const operations: Readonly<Record<string, (zones: CdnClient) => Promise<unknown>>> = {
    "a read of one": (zones) => zones.getStorageZone(1),
    "a list": (zones) => zones.listStorageZones(),
    "an update": update,
    "a deletion": (zones) => zones.deleteStorageZone(1),
  };
  const once = (fault: FaultRule["fault"]): FaultRule => ({ nth: 1, fault });
  const oneZone = { accessKey: canaryKey, seed: { storageZones: [{ Id: 1 }] } };
  const short = { timeoutSeconds: 1, maxRetries: 2 };

  const failures: Readonly<Record<string, FaultRule["fault"]>> = {
    "a 500": { kind: "status", status: 500 },
    "a 502 of a gateway": { kind: "status", status: 502, body: "<html>" },
    "a 503": { kind: "status", status: 503, headers: { "retry-after": "0" } },
    "a reset before it was applied": { kind: "reset", when: "before" },
    "a hang": { kind: "hang" },
    "a 429": { kind: "tooManyRequests", retryAfterSeconds: 0 },
    "a body that is no JSON": { kind: "contentType", body: "<html>" },
  };
  it("repeat a read, a list, an update and a deletion after any transient failure", async () => {
    const cases = Object.entries(operations).flatMap(([operation, act]) =>
      Object.entries(failures).map(([failure, fault]) => ({ name: `${operation} after ${failure}`, act, fault })),
    );
    // A fault of the response body comes after the deletion, so a second deletion finds nothing.
    const passing = cases.filter(({ name }) => name !== "a deletion after a body that is no JSON");
    await Promise.all(
      passing.map(async ({ name, act, fault }) => {
        await withEmulator({ ...oneZone, faults: [once(fault)] }, async (own) => {
          const zones = client(own.url, short);
          await act(zones).catch((error: unknown) => assert.fail(`${name}: ${String(error)}`));
          assert.equal(own.journal.length, 2, name);
          assert.deepEqual(zones.counters, { requests: 2, retries: 1 }, name);
        });
      }),
    );
  });

  it("never repeat a creation that may have been applied", async () => {
    const faults: FaultRule["fault"][] = [
      { kind: "status", status: 500, applied: true },
      { kind: "status", status: 502 },
      { kind: "status", status: 503, headers: { "retry-after": "0" } },
      { kind: "reset", when: "before" },
      { kind: "reset", when: "after" },
      { kind: "hang", applied: true },
      { kind: "cutShort" },
      { kind: "invalidJson" },
      { kind: "contentType", body: "<html>" },
    ];
    for (const fault of faults) {
      emulator.reset();
      emulator.setFaults([once(fault)]);
      await assert.rejects(create(client(emulator.url, short)), JSON.stringify(fault));
      assert.equal(emulator.journal.length, 1, JSON.stringify(fault));
    }
  });

  it("repeat a creation that was not applied: after a 429 or a refused connection", async () => {
    emulator.setFaults([once({ kind: "tooManyRequests", retryAfterSeconds: 0 })]);
    await create(client(emulator.url, short));
    assert.equal(emulator.storageZones.list().filter((zone) => zone.Name === "newer").length, 1);
    const zones = client(await deadUrl(), short);
    const error = await failureOf(create(zones), UnavailableError);
    assert.match(error.message, /got no response to the last of 3 attempts/);
    assert.deepEqual(zones.counters, { requests: 3, retries: 2 });
  });

  it("end within 5 s if nothing listens at an address of this machine", async () => {
    const { ms, value } = await timed(async () => {
      const error = await failureOf(client(await deadUrl(), { maxRetries: 8 }).getStorageZone(1), UnavailableError);
      return error.message;
    });
    assert.ok(ms > 1_000 && ms < 5_000, String(ms));
    assert.match(value, /ECONNREFUSED.*\. Is the emulator running\? Check cdn:baseUrl$/);
  });

  it("never follow a definite error response", async () => {
    for (const [status, expected] of [
      [401, UnauthorizedError],
      [403, UnauthorizedError],
      [404, NotFoundError],
      [501, UnavailableError],
      [418, UnexpectedResponseError],
    ] as const) {
      emulator.reset();
      emulator.setFaults([{ path: "/storagezone/1", fault: { kind: "status", status } }]);
      await failureOf<Error>(client(emulator.url, short).getStorageZone(1), expected);
      assert.equal(emulator.journal.filter(({ path }) => path === "/storagezone/1").length, 1, String(status));
    }
  });

  it("wait for Retry-After of any 5xx response", async () => {
    const statuses = [500, 502, 503, 504];
    await Promise.all(
      statuses.map(async (status) => {
        const fault = { kind: "status", status, headers: { "retry-after": "1" } } as const;
        await withEmulator({ ...oneZone, faults: [once(fault)] }, async (own) => {
          const { ms } = await timed(() => client(own.url, { maxRetries: 1 }).getStorageZone(1));
          assert.equal(own.journal.length, 2);
          assert.ok(ms > 950, `${String(status)}: ${String(ms)} ms`);
        });
      }),
    );
  });

  it("never wait less than the backoff, whatever Retry-After says", async () => {
    const headers = ["0", "-1", "Thu, 01 Jan 1970 00:00:00 GMT"];
    await Promise.all(
      headers.map(async (retryAfter) => {
        const fault = { kind: "status", status: 503, headers: { "retry-after": retryAfter } } as const;
        await withEmulator({ ...oneZone, faults: [{ fault }] }, async (own) => {
          const { ms } = await timed(() => assert.rejects(client(own.url, { maxRetries: 2 }).getStorageZone(1)));
          // At least 0.75 of 250 and 500 ms.
          assert.ok(ms > 550, `${retryAfter}: ${String(ms)} ms`);
        });
      }),
    );
  });

  it("wait for RateLimit-Reset of a 429 without Retry-After, and of no other response", async () => {
    const headers = { "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + 90) };
    for (const [status, more, requests] of [
      [429, {}, 1],
      [429, { "retry-after": "0" }, 2],
      [503, {}, 2],
    ] as const) {
      const fault = { kind: "status", status, headers: { ...headers, ...more } } as const;
      await withEmulator({ ...oneZone, faults: [once(fault)] }, async (own) => {
        const read = client(own.url, { maxRetries: 1 }).getStorageZone(1);
        // Longer than a minute, so the read fails at once.
        await (requests === 1 ? failureOf(read, RateLimitedError) : read);
        assert.equal(own.journal.length, requests, `${String(status)} ${JSON.stringify(more)}`);
      });
    }
  });

  it("wait as long as the body of a 429 says, beyond the usual minute only for a caller that hears of each wait", async () => {
    const limited = (retryAfterSeconds: number) => once({ kind: "tooManyRequests", retryAfterSeconds, as: "body" });
    await withEmulator({ ...oneZone, faults: [limited(2)] }, async (own) => {
      const { ms } = await timed(() => client(own.url, { maxRetries: 1 }).getStorageZone(1));
      assert.ok(ms > 1_900, `${String(ms)} ms`);
    });
    for (const [seconds, hears, waits] of [
      [61, false, []],
      [61, true, [61]],
      [601, true, []],
    ] as const) {
      const stop = new AbortController();
      const heard: number[] = [];
      const onWait = (wait: number): void => {
        heard.push(wait);
        stop.abort(new Error("it waits"));
      };
      await withEmulator({ ...oneZone, faults: [limited(seconds)] }, async (own) => {
        const options = { signal: stop.signal, ...(hears && { onWait }) };
        const purge = client(own.url, { maxRetries: 1 }).purgePullZone(1, undefined, options);
        if (waits.length > 0) await assert.rejects(purge, /it waits/);
        else await failureOf(purge, RateLimitedError);
        assert.deepEqual(heard, waits);
      });
    }
  });

  it("add the waits that the service asks for to the time in which a call is repeated", () => {
    const deadline = retryDeadlineMs + 90_000;
    const failed = { attempt: 1, elapsed: 10_000, retryAfter: 90_000 };
    assert.equal(delayFor(failed, 8, 0), undefined);
    assert.equal(delayFor({ ...failed, deadline }, 8, 0), 90_000);
    assert.equal(delayFor({ ...failed, deadline, elapsed: 61_000 }, 8, 0), undefined);
  });

  it("take a date in Retry-After by the service's clock", async () => {
    const later = (ms: number): string => new Date(Date.now() + 3_600_000 + ms).toUTCString();
    const headers = { date: later(0), "retry-after": later(2_000) };
    const fault = { kind: "status", status: 503, headers } as const;
    await withEmulator({ ...oneZone, faults: [once(fault)] }, async (own) => {
      await client(own.url, { maxRetries: 1 }).getStorageZone(1);
      assert.equal(own.journal.length, 2);
    });
  });

  it("end when the caller's signal aborts, even during a wait", async () => {
    emulator.setFaults([{ fault: { kind: "tooManyRequests", retryAfterSeconds: 30 } }]);
    const reason = new Error("the user left");
    const stop = new AbortController();
    setTimeout(() => stop.abort(reason), 100);
    const { ms } = await timed(() =>
      assert.rejects(client(emulator.url, { maxRetries: 5 }).getStorageZone(1, { signal: stop.signal }), reason),
    );
    assert.ok(ms < 5000, `${String(ms)} ms`);
  });
});
