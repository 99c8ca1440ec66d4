import assert from "node:assert/strict";
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
});
