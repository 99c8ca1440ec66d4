import assert from "node:assert/strict";
import { connect } from "node:net";
import type { Emulator, Fault, StorageZone } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call, failure } from "./call";

const zone = { Name: "new", Region: "DE" };

describe("a fault of the body", () => {
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

  it("cutShort announces more than it sends", async () => {
    for (const bytes of [undefined, 0, 5]) {
      emulator.reset();
      once({ kind: "cutShort", ...(bytes === undefined ? {} : { bytes }) });
      assert.equal(await failure(emulator, "POST", "/storagezone", zone), "ECONNRESET");
      assert.deepEqual([made(), last()?.status], [1, 201]);
    }
  });

  it("invalidJson keeps the status and spoils the body, also of an answer that had none", async () => {
    once({ kind: "invalidJson" });
    const { status, text, json } = await add();
    assert.deepEqual([status, json, made()], [201, undefined, 1]);
    assert.match(text, /^\{"Id":/);
    once({ kind: "invalidJson" });
    const updated = await call(emulator, "POST", "/storagezone/1", {});
    assert.deepEqual([updated.status, updated.text], [200, "{"]);
    once({ kind: "invalidJson", body: "not json" });
    assert.equal((await call(emulator, "GET", "/storagezone/1")).text, "not json");
  });

  it("contentType answers as another type, with the true body or another", async () => {
    once({ kind: "contentType" });
    const labelled = await call(emulator, "GET", "/storagezone/1");
    assert.match(String(labelled.headers.get("content-type")), /^text\/html/);
    assert.equal((labelled.json as StorageZone).Id, 1);
    once({ kind: "contentType", contentType: "text/plain", body: "<html>" });
    const { headers, text } = await call(emulator, "GET", "/storagezone/1");
    assert.deepEqual([headers.get("content-type"), text], ["text/plain", "<html>"]);
  });

  it("drip sends the whole body, slowly", async () => {
    once({ kind: "drip", bytes: 100, everyMs: 5 });
    const begun = performance.now();
    const { json } = await call(emulator, "GET", "/storagezone/1");
    assert.deepEqual(json, emulator.storageZones.get(1));
    assert.ok(performance.now() - begun >= 20);
  });

  it("oversized sends so many bytes of JSON without a length", async () => {
    once({ kind: "oversized", bytes: 3_000_000 });
    const { text, json, headers } = await call(emulator, "GET", "/storagezone/1");
    assert.equal(text.length, 3_000_000);
    assert.deepEqual(Object.keys(json as object), ["Padding"]);
    assert.equal(headers.get("content-length"), null);
  });

  it("oversized and gzipBomb survive a client that hangs up", async () => {
    for (const kind of ["oversized", "gzipBomb"] as const) {
      once({ kind, bytes: 10 ** 9 });
      const controller = new AbortController();
      const headers = { AccessKey: emulator.accessKey };
      await fetch(`${emulator.url}/storagezone`, { headers, signal: controller.signal });
      controller.abort();
      assert.equal((await call(emulator, "GET", "/storagezone/1")).status, 200);
    }
  });

  it("gzipBomb unpacks to far more than travels", async () => {
    once({ kind: "gzipBomb", bytes: 8 * 2 ** 20 });
    const { text, json, headers } = await call(emulator, "GET", "/storagezone/1");
    assert.deepEqual([headers.get("content-encoding"), json], ["gzip", {}]);
    assert.equal(text.length, 8 * 2 ** 20 + 2);
    once({ kind: "gzipBomb", bytes: 8 * 2 ** 20 });
    assert.ok((await bytesOnTheWire(emulator)) < 20_000);
  });
});

/** Asks on a bare socket, and counts what comes until the answer's last chunk. */
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
