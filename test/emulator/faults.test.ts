import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { Emulator, Fault, StorageZone } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call, failure, stoppedClock, withEmulator } from "./call";

const zone = { Name: "new", Region: "DE" };
const notApplied = 0;

describe("a fault", () => {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ seed: { storageZones: [{ Id: 1, Name: "one" }] } });
  });
  afterEach(() => emulator.reset());
  after(() => emulator.close());

  /** Sets one fault for the next request. */
  const once = (fault: Fault) => emulator.setFaults([{ fault, times: 1 }]);
  const add = () => call(emulator, "POST", "/storagezone", zone);
  const made = () => emulator.storageZones.list().filter(({ Name }) => Name === "new").length;
  const last = () => emulator.journal.at(-1);

  describe("status", () => {
    it("answers it with an empty body and keeps the request from taking effect", async () => {
      once({ kind: "status", status: 503 });
      const { status, text } = await add();
      assert.deepEqual([status, text, made()], [503, "", 0]);
      assert.deepEqual([last()?.status, last()?.applied, last()?.faults], [503, notApplied, ["status"]]);
      assert.equal((await add()).status, 201);
    });

    it("can carry JSON, text and headers, and can come after the request was applied", async () => {
      once({ kind: "status", status: 502, applied: true, body: { Message: "gateway" }, headers: { "X-Why": "test" } });
      const answer = await add();
      assert.deepEqual([answer.status, answer.json, made()], [502, { Message: "gateway" }, 1]);
      assert.equal(answer.headers.get("x-why"), "test");
      assert.match(String(answer.headers.get("content-type")), /json/);
      once({ kind: "status", status: 500, body: "oops" });
      const plain = await add();
      assert.deepEqual([plain.text, plain.headers.get("content-type")], ["oops", "text/plain"]);
    });
  });

  describe("tooManyRequests", () => {
    it("asks to wait in seconds", async () => {
      once({ kind: "tooManyRequests", retryAfterSeconds: 3 });
      const { status, headers } = await add();
      assert.deepEqual([status, headers.get("retry-after"), made()], [429, "3", 0]);
    });

    it("asks to wait until a date", async () => {
      const { now } = stoppedClock(Date.parse("2026-03-01T12:00:00.300Z"));
      const faults = [{ fault: { kind: "tooManyRequests", retryAfterSeconds: 2, as: "date" } as const }];
      await withEmulator({ now, faults }, async (own) => {
        const { headers } = await call(own, "GET", "/storagezone");
        assert.equal(headers.get("retry-after"), "Sun, 01 Mar 2026 12:00:03 GMT");
      });
    });

    it("can leave the wait open", async () => {
      once({ kind: "tooManyRequests", as: "absent" });
      assert.equal((await add()).headers.get("retry-after"), null);
    });
  });

  it("latency holds the answer back, and goes with another fault", async () => {
    emulator.setFaults([
      { fault: { kind: "latency", ms: 60 }, times: 1 },
      { fault: { kind: "status", status: 500 }, times: 1 },
    ]);
    const begun = performance.now();
    assert.equal((await add()).status, 500);
    assert.ok(performance.now() - begun >= 55);
    assert.deepEqual(last()?.faults, ["latency", "status"]);
    assert.ok((last()?.durationMs ?? 0) >= 55);
  });

  describe("refuse", () => {
    it("drops the connection unapplied, refuses new ones for a time, and listens again on the same port", async () => {
      once({ kind: "refuse", ms: 150 });
      assert.equal(await failure(emulator, "POST", "/storagezone", zone), "ECONNRESET");
      assert.equal(await failure(emulator, "GET", "/storagezone"), "ECONNREFUSED");
      assert.equal(made(), 0);
      await sleep(200);
      assert.equal((await add()).status, 201);
    });

    it("does not keep an emulator from closing", async () => {
      const own = await startEmulator({ faults: [{ fault: { kind: "refuse", ms: 60_000 } }] });
      await failure(own, "GET", "/storagezone");
      await own.close();
    });
  });

  describe("reset", () => {
    for (const [when, count] of [
      ["before", 0],
      ["after", 1],
    ] as const) {
      it(`comes ${when} the request is applied`, async () => {
        once({ kind: "reset", when });
        assert.equal(await failure(emulator, "POST", "/storagezone", zone), "ECONNRESET");
        assert.deepEqual([made(), last()?.applied, last()?.status], [count, count, undefined]);
      });
    }
  });

  it("hang answers never, or drops the connection after a time; applied or not", async () => {
    once({ kind: "hang" });
    const signal = AbortSignal.timeout(60);
    const headers = { AccessKey: emulator.accessKey, "content-type": "application/json" };
    const body = JSON.stringify(zone);
    const sent = fetch(`${emulator.url}/storagezone`, { method: "POST", headers, body, signal });
    await assert.rejects(sent, { name: "TimeoutError" });
    assert.equal(made(), 0);
    once({ kind: "hang", ms: 30, applied: true });
    assert.equal(await failure(emulator, "POST", "/storagezone", zone), "ECONNRESET");
    assert.equal(made(), 1);
  });

  it("hang does not keep an emulator from closing", async () => {
    const own = await startEmulator({ faults: [{ fault: { kind: "hang" } }] });
    const failed = failure(own, "GET", "/storagezone");
    await sleep(30);
    await own.close();
    assert.equal(await failed, "ECONNRESET");
  });

  it("redirect names another place and applies nothing", async () => {
    once({ kind: "redirect", location: "http://127.0.0.1:1/elsewhere" });
    const { status, headers } = await add();
    assert.deepEqual([status, headers.get("location"), made()], [302, "http://127.0.0.1:1/elsewhere", 0]);
    once({ kind: "redirect", location: "/", status: 308 });
    assert.equal((await add()).status, 308);
  });

  describe("lag", () => {
    const clock = stoppedClock();
    const ids = async (own: Emulator) =>
      ((await call(own, "GET", "/storagezone")).json as StorageZone[]).map(({ Id }) => Id);

    it("hides a new zone from GET and from the list for a time, one zone or all", async () => {
      const lag = { getMs: 100, listMs: 200 };
      const faults = [{ method: "POST", path: "/storagezone", fault: { kind: "lag", ...lag } as const }];
      for (const options of [{ lag }, { faults }]) {
        await withEmulator({ now: clock.now, ...options }, async (own) => {
          assert.equal((await call(own, "POST", "/storagezone", zone)).status, 201);
          assert.equal((await call(own, "GET", "/storagezone/1")).status, 404);
          clock.advance(100);
          assert.equal((await call(own, "GET", "/storagezone/1")).status, 200);
          assert.deepEqual(await ids(own), []);
          clock.advance(100);
          assert.deepEqual(await ids(own), [1]);
        });
      }
    });

    it("hides it for so many requests", async () => {
      once({ kind: "lag", getRequests: 2 });
      const { Id } = (await add()).json as StorageZone;
      const statuses: number[] = [];
      for (let asked = 0; asked < 3; asked += 1) {
        statuses.push((await call(emulator, "GET", `/storagezone/${String(Id)}`)).status);
      }
      assert.deepEqual(statuses, [404, 404, 200]);
    });

    it("keeps a deleted zone on the list for a time", async () => {
      await withEmulator({ now: clock.now, lag: { listMs: 100 }, seed: { storageZones: [{ Id: 5 }] } }, async (own) => {
        await call(own, "DELETE", "/storagezone/5");
        assert.deepEqual(await ids(own), [5]);
        assert.equal((await call(own, "GET", "/storagezone/5")).status, 404);
        clock.advance(100);
        assert.deepEqual(await ids(own), []);
      });
    });
  });

  describe("duplicate", () => {
    it("applies twice and answers the second time's refusal", async () => {
      once({ kind: "duplicate" });
      const { status, json } = await add();
      assert.deepEqual([status, (json as { ErrorKey: string }).ErrorKey], [400, "storagezone.name_taken"]);
      assert.deepEqual([made(), last()?.applied], [1, 2]);
    });

    it("applies twice and answers the first", async () => {
      once({ kind: "duplicate", answer: "first" });
      assert.equal((await call(emulator, "DELETE", "/storagezone/1")).status, 204);
      assert.equal(last()?.applied, 2);
    });
  });
});
