import assert from "node:assert/strict";
import { startEmulator } from "../../emulator";
import type { EmulatorOptions } from "../../emulator";
import type { CdnClient } from "../../provider/api/client";
import { RateLimitedError } from "../../provider/api/errors";
import { Pace } from "../../provider/api/pace";
import { canaryKey, client, failureOf, timed } from "./support";

/** So many reads, so many at a time, against a service with these limits; what it then says of the requests. */
async function reads(count: number, parallel: number, options: EmulatorOptions) {
  const emulator = await startEmulator({ accessKey: canaryKey, seed: { storageZones: [{ Id: 1 }] }, ...options });
  const zones = client(emulator.url, { maxRetries: 8 });
  let left = count;
  const worker = async (zones: CdnClient): Promise<void> => {
    while (left-- > 0) await zones.getStorageZone(1);
  };
  try {
    const { ms } = await timed(() => Promise.all(Array.from({ length: parallel }, () => worker(zones))));
    return { ms, requests: emulator.journal.length, inFlight: Math.max(...emulator.journal.map((e) => e.inFlight)) };
  } finally {
    await emulator.close();
  }
}

describe("a service that limits requests", function () {
  // It goes by the real clock, which a busy machine makes others late on.
  this.retries(2);

  it("to 20 a second is not stormed: 200 reads cost at most 1.2 times the requests", async () => {
    const rateLimit = { requests: 20, perSeconds: 1 };
    const runs = await Promise.all([reads(200, 16, { rateLimit }), reads(200, 200, { rateLimit })]);
    for (const { requests } of runs) assert.ok(requests <= 240, `${String(requests)} requests`);
  });

  it("by chance once, at the very start, does not slow down all that follows", async () => {
    const faults = [{ nth: 1, fault: { kind: "tooManyRequests" as const, retryAfterSeconds: 0 } }];
    const { requests, ms } = await reads(40, 4, { faults });
    assert.ok(requests <= 41 + 3, `${String(requests)} requests`);
    assert.ok(ms < 10_000, `${String(ms)} ms`);
  });

  it("not at all gets them side by side as they come", async () => {
    const { ms, inFlight } = await reads(300, 64, { latencyMs: 20 });
    assert.ok(inFlight > 32, `${String(inFlight)} at a time`);
    assert.ok(ms < 2000, `${String(ms)} ms`);
  });
});

describe("a service that asks for a wait", function () {
  // It goes by the real clock, which a busy machine makes others late on.
  this.retries(2);

  it("that nobody would sit out fails that request at once and holds up no other", async () => {
    for (const seconds of [86_400, 99_999_999_999]) {
      const faults = [{ nth: 1, fault: { kind: "tooManyRequests" as const, retryAfterSeconds: seconds } }];
      const emulator = await startEmulator({ accessKey: canaryKey, faults, seed: { storageZones: [{ Id: 1 }] } });
      try {
        const zones = client(emulator.url, { maxRetries: 3 });
        const { ms } = await timed(async () => {
          await failureOf(zones.getStorageZone(1), RateLimitedError);
          await zones.getStorageZone(1);
        });
        assert.ok(ms < 1500, `${String(ms)} ms`);
      } finally {
        await emulator.close();
      }
    }
  });

  it("is waited for by all requests, not only by the one that was refused", async () => {
    const faults = [{ nth: 1, fault: { kind: "tooManyRequests" as const, retryAfterSeconds: 1 } }];
    const emulator = await startEmulator({ accessKey: canaryKey, faults, seed: { storageZones: [{ Id: 1 }] } });
    try {
      const zones = client(emulator.url, { maxRetries: 3 });
      const refused = zones.getStorageZone(1);
      while (zones.counters.retries === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      const { ms } = await timed(() => zones.getStorageZone(1));
      await refused;
      assert.ok(ms > 850 && ms < 3000, `${String(ms)} ms`);
    } finally {
      await emulator.close();
    }
  });
});

describe("a pace", () => {
  /** A clock that moves only by waiting. */
  function clock() {
    let at = 0;
    return { now: () => at, sleep: async (ms: number) => void (at += ms) };
  }

  it("that is given lets no more go in any stretch of its length", async () => {
    const { now, sleep } = clock();
    const pace = new Pace({ requests: 3, perMs: 100 }, now, sleep);
    const times: number[] = [];
    for (let n = 0; n < 10; n++) times.push((await pace.next()).at);
    for (let n = 3; n < times.length; n++) assert.ok((times[n] ?? 0) - (times[n - 3] ?? 0) >= 100, times.join(" "));
    assert.equal(times.at(-1), 300);
  });

  it("lets first go who came first", async () => {
    const { now, sleep } = clock();
    const pace = new Pace({ requests: 1, perMs: 10 }, now, sleep);
    const order: number[] = [];
    await Promise.all([1, 2, 3, 4].map((n) => pace.next().then(() => order.push(n))));
    assert.deepEqual(order, [1, 2, 3, 4]);
  });

  it("is not held up by those who give up waiting", async () => {
    const pace = new Pace({ requests: 1, perMs: 50 });
    await pace.next();
    const stop = new AbortController();
    const given = pace.next(stop.signal);
    const after = pace.next();
    stop.abort(new Error("enough"));
    await assert.rejects(given, /enough/);
    const { ms } = await timed(() => after);
    assert.ok(ms < 500, `${String(ms)} ms`);
  });

  it("is not held up by requests that are never answered", async () => {
    const { now, sleep } = clock();
    const pace = new Pace(undefined, now, sleep);
    for (let n = 0; n < 100; n++) await pace.next();
    assert.ok(now() < 10_000, `${String(now())} ms`);
  });
});
