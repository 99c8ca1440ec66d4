import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { Emulator, Fault, StorageZone } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call, failure, stoppedClock, withEmulator } from "./call";

const zone = { Name: "new-zone", Region: "DE" };

describe("Faults", () => {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ seed: { storageZones: [{ Id: 1, Name: "one" }] } });
  });
  afterEach(() => emulator.reset());
  after(() => emulator.close());

  /** Sets one fault for the next request. */
  const once = (fault: Fault) => emulator.setFaults([{ fault, times: 1 }]);
  const add = () => call(emulator, "POST", "/storagezone", zone);
  const get = () => call(emulator, "GET", "/storagezone/1");
  const addFails = () => failure(emulator, "POST", "/storagezone", zone);
  const added = () => emulator.storageZones.list().filter(({ Name }) => Name === "new-zone").length;
  const last = () => emulator.journal.at(-1);

  it("status: body, content type and headers; request applied on demand", async () => {
    once({ kind: "status", status: 502, applied: true, body: { Message: "gateway" }, headers: { "X-Why": "test" } });
    const answer = await add();
    assert.deepEqual([answer.status, answer.json, added()], [502, { Message: "gateway" }, 1]);
    assert.equal(answer.headers.get("x-why"), "test");
    assert.match(String(answer.headers.get("content-type")), /json/);
    once({ kind: "status", status: 500, body: "oops" });
    const plain = await add();
    assert.deepEqual([plain.text, plain.headers.get("content-type")], ["oops", "text/plain"]);
  });

  it("tooManyRequests: Retry-After in seconds, as a date, or absent", async () => {
    const { now } = stoppedClock(Date.parse("2026-03-01T12:00:00.300Z"));
    await withEmulator({ now }, async (own) => {
      for (const [as, expected] of [
        ["seconds", "2"],
        ["date", "Sun, 01 Mar 2026 12:00:03 GMT"],
        ["absent", null],
      ] as const) {
        own.setFaults([{ fault: { kind: "tooManyRequests", retryAfterSeconds: 2, as } }]);
        const { status, headers } = await call(own, "POST", "/storagezone", zone);
        assert.deepEqual([status, headers.get("retry-after")], [429, expected]);
      }
      assert.equal(own.storageZones.list().length, 0);
    });
  });

  it("latency: delays the response, and combines with another fault", async () => {
    emulator.setFaults([
      { fault: { kind: "latency", ms: 60 }, times: 1 },
      { fault: { kind: "status", status: 500 }, times: 1 },
    ]);
    const begun = performance.now();
    assert.equal((await add()).status, 500);
    assert.ok(performance.now() - begun >= 55);
    assert.deepEqual(last()?.faults, ["latency", "status"]);
  });

  it("refuse: drops the connection, refuses new ones for a time, then listens on the same port", async () => {
    once({ kind: "refuse", ms: 150 });
    assert.equal(await addFails(), "ECONNRESET");
    assert.equal(await failure(emulator, "GET", "/storagezone"), "ECONNREFUSED");
    assert.equal(added(), 0);
    for (let tries = 0; tries < 100 && (await failure(emulator, "GET", "/storagezone")) !== undefined; tries += 1) {
      await sleep(20);
    }
    assert.equal((await add()).status, 201);
  });

  it("do not prevent the emulator from closing", async () => {
    for (const fault of [{ kind: "hang" }, { kind: "refuse", ms: 60_000 }] as const) {
      const own = await startEmulator({ faults: [{ fault }] });
      const failed = failure(own, "GET", "/storagezone");
      while (own.journal.length === 0) await sleep(1);
      await own.close();
      assert.equal(await failed, "ECONNRESET");
    }
  });

  it("redirect: another location, request not applied", async () => {
    once({ kind: "redirect", location: "http://127.0.0.1:1/elsewhere" });
    const { status, headers } = await add();
    assert.deepEqual([status, headers.get("location"), added()], [302, "http://127.0.0.1:1/elsewhere", 0]);
    once({ kind: "redirect", location: "/", status: 308 });
    assert.equal((await add()).status, 308);
  });

  describe("lag", () => {
    const clock = stoppedClock();
    const listed = async (own: Emulator) =>
      ((await call(own, "GET", "/storagezone")).json as StorageZone[]).map(({ Id }) => Id);

    it("keeps a deleted zone in the list for a time", async () => {
      await withEmulator({ now: clock.now, lag: { listMs: 100 }, seed: { storageZones: [{ Id: 5 }] } }, async (own) => {
        await call(own, "DELETE", "/storagezone/5");
        assert.deepEqual(await listed(own), [5]);
        assert.equal((await call(own, "GET", "/storagezone/5")).status, 404);
        clock.advance(100);
        assert.deepEqual(await listed(own), []);
      });
    });
  });

  it("invalidJson: keeps the status, and replaces the body even if it was empty", async () => {
    once({ kind: "invalidJson" });
    const { status, text, json } = await add();
    assert.deepEqual([status, json, added()], [201, undefined, 1]);
    assert.match(text, /^\{"Id":/);
    once({ kind: "invalidJson" });
    const updated = await call(emulator, "POST", "/storagezone/1", {});
    assert.deepEqual([updated.status, updated.text], [200, "{"]);
    once({ kind: "invalidJson", body: "not json" });
    assert.equal((await get()).text, "not json");
  });

  it("oversized and gzipBomb: survive a client that disconnects", async () => {
    for (const kind of ["oversized", "gzipBomb"] as const) {
      once({ kind, bytes: 10 ** 9 });
      const controller = new AbortController();
      const headers = { AccessKey: emulator.accessKey };
      await fetch(`${emulator.url}/storagezone`, { headers, signal: controller.signal });
      controller.abort();
      assert.equal((await get()).status, 200);
    }
  });
});
