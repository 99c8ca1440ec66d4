import assert from "node:assert/strict";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Emulator, EmulatorOptions, Fault, StorageZone } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call, failure, stoppedClock, withEmulator } from "./call";

const zone = { Name: "new", Region: "DE" };

describe("an emulator's fault", () => {
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
  const added = () => emulator.storageZones.list().filter(({ Name }) => Name === "new").length;
  const last = () => emulator.journal.at(-1);

  it("status answers it with an empty body, and the request has no effect", async () => {
    once({ kind: "status", status: 503 });
    const { status, text } = await add();
    assert.deepEqual([status, text, added()], [503, "", 0]);
    assert.deepEqual([last()?.status, last()?.applied, last()?.faults], [503, 0, ["status"]]);
    assert.equal((await add()).status, 201);
  });

  it("status can carry JSON, text and headers, and come after the request took effect", async () => {
    once({ kind: "status", status: 502, applied: true, body: { Message: "gateway" }, headers: { "X-Why": "test" } });
    const answer = await add();
    assert.deepEqual([answer.status, answer.json, added()], [502, { Message: "gateway" }, 1]);
    assert.equal(answer.headers.get("x-why"), "test");
    assert.match(String(answer.headers.get("content-type")), /json/);
    once({ kind: "status", status: 500, body: "oops" });
    const plain = await add();
    assert.deepEqual([plain.text, plain.headers.get("content-type")], ["oops", "text/plain"]);
  });

  it("tooManyRequests says how long to wait: in seconds, as a date, or not at all", async () => {
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

  it("latency delays the answer, and combines with another fault", async () => {
    emulator.setFaults([
      { fault: { kind: "latency", ms: 60 }, times: 1 },
      { fault: { kind: "status", status: 500 }, times: 1 },
    ]);
    const begun = performance.now();
    assert.equal((await add()).status, 500);
    assert.ok(performance.now() - begun >= 55);
    assert.deepEqual(last()?.faults, ["latency", "status"]);
  });

  it("refuse drops the connection unapplied, refuses new ones for a time, and listens again on the same port", async () => {
    once({ kind: "refuse", ms: 150 });
    assert.equal(await addFails(), "ECONNRESET");
    assert.equal(await failure(emulator, "GET", "/storagezone"), "ECONNREFUSED");
    assert.equal(added(), 0);
    for (let tries = 0; tries < 100 && (await failure(emulator, "GET", "/storagezone")) !== undefined; tries += 1) {
      await sleep(20);
    }
    assert.equal((await add()).status, 201);
  });

  for (const [when, count] of [
    ["before", 0],
    ["after", 1],
  ] as const) {
    it(`reset can come ${when} the request is applied`, async () => {
      once({ kind: "reset", when });
      assert.equal(await addFails(), "ECONNRESET");
      assert.deepEqual([added(), last()?.applied, last()?.status], [count, count, undefined]);
    });
  }

  it("hang never answers, or drops the connection after a time; applied or not", async () => {
    once({ kind: "hang" });
    const headers = { AccessKey: emulator.accessKey, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(zone), signal: AbortSignal.timeout(60) };
    await assert.rejects(fetch(`${emulator.url}/storagezone`, init), { name: "TimeoutError" });
    assert.equal(added(), 0);
    once({ kind: "hang", ms: 30, applied: true });
    assert.equal(await addFails(), "ECONNRESET");
    assert.equal(added(), 1);
  });

  it("does not keep an emulator from closing", async () => {
    for (const fault of [{ kind: "hang" }, { kind: "refuse", ms: 60_000 }] as const) {
      const own = await startEmulator({ faults: [{ fault }] });
      const failed = failure(own, "GET", "/storagezone");
      while (own.journal.length === 0) await sleep(1);
      await own.close();
      assert.equal(await failed, "ECONNRESET");
    }
  });

  it("redirect names another address and applies nothing", async () => {
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

    it("hides a new zone from GET and from the list for a time: one zone, or all", async () => {
      const lag = { getMs: 100, listMs: 200 };
      const faults = [{ method: "POST", path: "/storagezone", fault: { kind: "lag" as const, ...lag } }];
      for (const options of [{ lag }, { faults }] as EmulatorOptions[]) {
        await withEmulator({ now: clock.now, ...options }, async (own) => {
          assert.equal((await call(own, "POST", "/storagezone", zone)).status, 201);
          assert.equal((await call(own, "GET", "/storagezone/1")).status, 404);
          clock.advance(100);
          assert.equal((await call(own, "GET", "/storagezone/1")).status, 200);
          assert.deepEqual(await listed(own), []);
          clock.advance(100);
          assert.deepEqual(await listed(own), [1]);
        });
      }
    });

    it("hides it for a number of requests", async () => {
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
        assert.deepEqual(await listed(own), [5]);
        assert.equal((await call(own, "GET", "/storagezone/5")).status, 404);
        clock.advance(100);
        assert.deepEqual(await listed(own), []);
      });
    });
  });

  it("duplicate applies twice and answers the second time, or the first", async () => {
    once({ kind: "duplicate" });
    const { status, json } = await add();
    assert.deepEqual([status, (json as { ErrorKey: string }).ErrorKey], [400, "storagezone.name_taken"]);
    assert.deepEqual([added(), last()?.applied], [1, 2]);
    once({ kind: "duplicate", answer: "first" });
    assert.equal((await call(emulator, "DELETE", "/storagezone/1")).status, 204);
    assert.equal(last()?.applied, 2);
  });

  it("cutShort announces more than it sends", async () => {
    for (const bytes of [undefined, 0, 5]) {
      emulator.reset();
      once({ kind: "cutShort", ...(bytes === undefined ? {} : { bytes }) });
      assert.equal(await addFails(), "ECONNRESET");
      assert.deepEqual([added(), last()?.status], [1, 201]);
    }
  });

  it("invalidJson keeps the status and spoils the body, also of an answer that had none", async () => {
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

  it("contentType answers as another type, with the true body or another", async () => {
    once({ kind: "contentType" });
    const labelled = await get();
    assert.match(String(labelled.headers.get("content-type")), /^text\/html/);
    assert.equal((labelled.json as StorageZone).Id, 1);
    once({ kind: "contentType", contentType: "text/plain", body: "<html>" });
    const { headers, text } = await get();
    assert.deepEqual([headers.get("content-type"), text], ["text/plain", "<html>"]);
  });

  it("drip sends the whole body, slowly", async () => {
    once({ kind: "drip", bytes: 100, everyMs: 5 });
    const begun = performance.now();
    assert.deepEqual((await get()).json, emulator.storageZones.get(1));
    assert.ok(performance.now() - begun >= 20);
  });

  it("oversized and gzipBomb send a body of that size, without a length", async () => {
    once({ kind: "oversized", bytes: 3_000_000 });
    const oversized = await get();
    assert.equal(oversized.text.length, 3_000_000);
    assert.deepEqual(Object.keys(oversized.json as object), ["Padding"]);
    assert.equal(oversized.headers.get("content-length"), null);
    once({ kind: "gzipBomb", bytes: 8 * 2 ** 20 });
    const bomb = await get();
    assert.deepEqual([bomb.headers.get("content-encoding"), bomb.json], ["gzip", {}]);
    assert.equal(bomb.text.length, 8 * 2 ** 20 + 2);
    once({ kind: "gzipBomb", bytes: 8 * 2 ** 20 });
    assert.ok((await bytesOnTheWire(emulator)) < 20_000);
  });

  it("oversized and gzipBomb survive a client that hangs up", async () => {
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

/** Counts what comes over a bare socket until the answer's end. */
function bytesOnTheWire({ port, accessKey }: Emulator): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(`GET /storagezone HTTP/1.1\r\nHost: x\r\nAccessKey: ${accessKey}\r\nConnection: close\r\n\r\n`);
    });
    socket.on("data", (chunk) => (bytes += chunk.length));
    socket.on("close", () => resolve(bytes));
    socket.on("error", reject);
  });
}
