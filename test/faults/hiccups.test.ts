import assert from "node:assert/strict";
import { startEmulator } from "../../emulator";
import { createClient } from "../../provider/client";
import { eachOf } from "./support/lifeCycles";
import { say } from "./support/size";

describe("A service that answers 2 % of requests with 429", () => {
  it("costs only the requested waits: 600 reads keep their rate", async function () {
    this.retries(1);
    const emulator = await startEmulator({
      seed: { storageZones: [{ Id: 1 }] },
      faults: [{ probability: 0.02, fault: { kind: "tooManyRequests", retryAfterSeconds: 0.1 } }],
    });
    try {
      const client = createClient({ baseUrl: emulator.url, accessKey: emulator.accessKey });
      const began = performance.now();
      await eachOf([...Array(600).keys()], 32, async () => void (await client.getStorageZone(1)));
      const seconds = (performance.now() - began) / 1000;
      say(`${String(client.counters.retries)} refused, ${seconds.toFixed(1)} s`);
      assert.ok(client.counters.retries > 5);
      assert.ok(seconds < 12, `${String(seconds)} s`);
    } finally {
      await emulator.close();
    }
  });
});
