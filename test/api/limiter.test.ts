import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import type { Socket } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import type { Emulator, EmulatorOptions } from "../../emulator";
import type { CdnClient } from "../../provider/api/client";
import { RateLimitedError } from "../../provider/api/errors";
import { Limiter } from "../../provider/api/limiter";
import { withEmulator } from "../emulator/call";
import { filledStorageZone } from "../fixtures/objects";
import { canaryKey, client, failureOf, json, serve, timed } from "./support";

const refusedFirst = (retryAfterSeconds: number): EmulatorOptions => ({
  faults: [{ nth: 1, fault: { kind: "tooManyRequests", retryAfterSeconds } }],
});

async function withZone(
  options: EmulatorOptions,
  test: (zones: CdnClient, emulator: Emulator) => Promise<void>,
): Promise<void> {
  await withEmulator({ accessKey: canaryKey, seed: { storageZones: [{ Id: 1 }] }, ...options }, async (emulator) => {
    await test(client(emulator.url, { maxRetries: 8 }), emulator);
  });
}

/** Reads zone 1 several times in parallel. */
const read = (zones: CdnClient, count: number): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, () => zones.getStorageZone(1)));

describe("Client requests", () => {
  it("run in parallel", async () => {
    await withZone({ latencyMs: 500 }, async (zones) => {
      const { ms } = await timed(() => read(zones, 16));
      assert.ok(ms < 4_000, `${String(ms)} ms`);
    });
  });

  it("all wait for the Retry-After of one 429", async () => {
    await withZone(refusedFirst(1), async (zones) => {
      const refused = zones.getStorageZone(1);
      while (zones.counters.retries === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      const { ms } = await timed(() => zones.getStorageZone(1));
      await refused;
      assert.ok(ms > 850, `${String(ms)} ms`);
    });
  });

  it("fail without waiting if Retry-After is over a minute, and later requests are sent", async () => {
    for (const seconds of [86_400, 99_999_999_999]) {
      await withZone(refusedFirst(seconds), async (zones) => {
        await failureOf(zones.getStorageZone(1), RateLimitedError);
        await zones.getStorageZone(1);
      });
    }
  });
});

describe("Limiter", () => {
  it("starts retries before new requests, and drops a request whose signal aborts", async () => {
    const limiter = new Limiter();
    limiter.refused(performance.now(), 50);
    const started: string[] = [];
    const run = (name: string, isRetry: boolean, signal?: AbortSignal): Promise<void> =>
      limiter.run(() => Promise.resolve(void started.push(name)), isRetry, signal);
    const stop = new AbortController();
    const aborted = assert.rejects(run("aborted", false, stop.signal), /enough/);
    const others = [run("new", false), run("retry", true)];
    stop.abort(new Error("enough"));
    await aborted;
    assert.deepEqual(started, []);
    await Promise.all(others);
    assert.deepEqual(started, ["retry", "new"]);
  });

  it("halves its parallelism once for requests that were refused together, and grows it again", async () => {
    const limiter = new Limiter();
    const width = async (): Promise<number> => {
      let [running, most] = [0, 0];
      const request = async (): Promise<void> => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 1));
        running--;
      };
      await Promise.all(Array.from({ length: 40 }, () => limiter.run(request, false)));
      return most;
    };
    assert.equal(await width(), 16);
    const sentAt = performance.now();
    for (let n = 0; n < 5; n++) limiter.refused(sentAt, 0);
    assert.equal(await width(), 8);
    for (let n = 0; n < 40; n++) limiter.accepted();
    assert.equal(await width(), 10);
  });

  it("opens 64 sockets at most, however many requests succeed", async () => {
    const open = new Set<Socket>();
    let most = 0;
    const service = await serve((_, response) => {
      const socket = response.socket ?? assert.fail();
      if (!open.has(socket)) socket.once("close", () => open.delete(socket));
      most = Math.max(most, open.add(socket).size);
      setTimeout(() => json(response, 200, { ...filledStorageZone(), Id: 1 }), 20);
    });
    try {
      await read(client(service.url, { timeoutSeconds: 60, maxRetries: 8 }), 700);
      assert.ok(most > 32 && most <= 64, String(most));
    } finally {
      await service.close();
    }
  });

  it("is narrowed, as by a 429, where the process may open no more files", async () => {
    const service = await serve((_, response) => {
      setTimeout(() => json(response, 200, { ...filledStorageZone(), Id: 1 }), 20);
    });
    // Eight sockets more than the first read has: fewer than the limiter starts with.
    const script = `const { createClient } = require("./dist/provider/client");
      const { closeSync, openSync } = require("node:fs");
      const client = createClient({ baseUrl: process.argv[1], accessKey: "key", maxRetries: 8 });
      const read = () => client.getStorageZone(1);
      const files = [];
      read().then(() => {
        try { for (;;) files.push(openSync("/dev/null")); } catch {}
        files.slice(0, 8).forEach(closeSync);
        return Promise.all(Array.from({ length: 300 }, read));
      }).then(() => console.log(client.counters.retries));`;
    try {
      const child = ["-c", 'ulimit -n 200 && exec "$0" -e "$1" "$2"', process.execPath, script, service.url];
      const { stdout } = await promisify(execFile)("bash", child, { cwd: path.join(__dirname, "../..") });
      const retries = Number(stdout);
      assert.ok(retries > 0 && retries < 60, `${stdout} retries`);
    } finally {
      await service.close();
    }
  });
});
