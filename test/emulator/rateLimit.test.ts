import assert from "node:assert/strict";
import fc from "fast-check";
import { RateLimiter } from "../../emulator/http/rateLimiter";
import { call, stoppedClock, withEmulator } from "./call";

describe("the rate limit", () => {
  it("answers 429 with Retry-After past its number, until the window has moved on", async () => {
    const clock = stoppedClock();
    await withEmulator({ now: clock.now, rateLimit: { requests: 2, perSeconds: 10 } }, async (emulator) => {
      const get = async () => {
        const { status, headers } = await call(emulator, "GET", "/storagezone");
        return [status, headers.get("retry-after")];
      };
      assert.deepEqual(await get(), [200, null]);
      clock.advance(4000);
      assert.deepEqual(await get(), [200, null]);
      assert.deepEqual(await get(), [429, "6"]);
      clock.advance(5999);
      assert.deepEqual(await get(), [429, "1"]);
      clock.advance(1);
      assert.deepEqual(await get(), [200, null]);
      assert.deepEqual(await get(), [429, "4"]);
      assert.deepEqual([emulator.journal.at(-1)?.status, emulator.journal.at(-1)?.applied], [429, 0]);
      emulator.reset();
      assert.deepEqual(await get(), [200, null]);
    });
  });

  it("admits no more than its number in any window, and keeps its word on when to come back", () => {
    const steps = fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 60 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 3 }),
        steps,
        (requests, perSeconds, gaps) => {
          const clock = stoppedClock();
          const limiter = new RateLimiter({ requests, perSeconds }, clock.now);
          const admitted: number[] = [];
          for (const gap of gaps) {
            clock.advance(gap);
            const waitMs = limiter.admit();
            if (waitMs > 0) {
              clock.advance(waitMs);
              assert.equal(limiter.admit(), 0);
            }
            admitted.push(clock.now());
          }
          for (const start of admitted) {
            const within = admitted.filter((at) => at >= start && at < start + perSeconds * 1000);
            assert.ok(within.length <= requests);
          }
        },
      ),
      { seed: 13 },
    );
  });
});
