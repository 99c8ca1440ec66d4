import assert from "node:assert/strict";
import type { Emulator, StorageZone } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call, stoppedClock } from "./call";

describe("The journal", () => {
  let emulator: Emulator;
  const { now } = stoppedClock();
  before(async () => {
    emulator = await startEmulator({ now, accessKey: "key-of-the-test" });
  });
  afterEach(() => emulator.reset());
  after(() => emulator.close());

  it("has an entry for each request, in order", async () => {
    const made = await call(emulator, "POST", "/storagezone", { Name: "zone-one", Region: "DE" });
    await call(emulator, "GET", "/storagezone/1?a=b&a=c");
    await call(emulator, "GET", "/nowhere");
    const [first, second, third] = emulator.journal;
    assert.ok(typeof first?.durationMs === "number");
    assert.deepEqual(
      { ...first, durationMs: 0 },
      {
        seq: 1,
        method: "POST",
        path: "/storagezone",
        query: {},
        operation: "addStorageZone",
        bodyFields: ["Name", "Region"],
        when: "2026-03-01T12:00:00.000Z",
        inFlight: 1,
        requestId: made.headers.get("cdn-requestid"),
        sources: ["contract", "R1.6", "R2.2"],
        status: 201,
        applied: 1,
        faults: [],
        faultRules: [],
        durationMs: 0,
      },
    );
    assert.deepEqual([second?.seq, second?.operation, second?.query], [2, "getStorageZone", { a: "b,c" }]);
    assert.deepEqual([third?.status, third?.operation, third?.applied], [404, undefined, 0]);
  });

  it("contains no access key, password, header value or body value", async () => {
    const headers = { "X-Custom": "value-of-a-header" };
    const body = { Name: "value-of-a-body", Region: "DE" };
    const made = await call(emulator, "POST", "/storagezone", body, { headers });
    const { Password, ReadOnlyPassword } = made.json as StorageZone;
    await call(emulator, "GET", "/storagezone/1?AccessKey=key-of-the-test&token=abcdef&search=key-of-the-test");
    await call(emulator, "GET", "/storagezone/key-of-the-test");
    await call(emulator, "GET", "/storagezone", undefined, { headers: { AccessKey: "a-wrong-key" } });
    const text = JSON.stringify(emulator.journal);
    for (const secret of [
      "key-of-the-test",
      "a-wrong-key",
      "abcdef",
      "value-of-a-header",
      "value-of-a-body",
      String(Password),
      String(ReadOnlyPassword),
    ]) {
      assert.ok(!text.includes(secret), secret);
    }
    assert.deepEqual(emulator.journal[1]?.query, { AccessKey: "[hidden]", token: "[hidden]", search: "[hidden]" });
  });

  it("hides the access key in paths, queries and field names, even percent-encoded", async () => {
    const key = "canary/7f+aa=bb";
    emulator.setAccessKey(key);
    for (const text of [key, encodeURIComponent(key)]) {
      await call(emulator, "GET", `/storagezone/${text}`);
      await call(emulator, "POST", "/storagezone", { [text]: 1 });
    }
    await call(emulator, "GET", `/storagezone?search=${encodeURIComponent(key)}&page=2`);
    assert.ok(!JSON.stringify(emulator.journal).includes("canary"));
    assert.equal(emulator.journal[0]?.path, "/storagezone/[hidden]");
    assert.deepEqual(emulator.journal[1]?.bodyFields, ["[hidden]"]);
    assert.deepEqual(emulator.journal[4]?.query, { search: "[hidden]", page: "2" });
  });

  it("names the faults that occurred, by kind and rule", async () => {
    emulator.setFaults([
      { method: "DELETE", fault: { kind: "status", status: 500 } },
      { fault: { kind: "status", status: 503 } },
      { skip: 1, fault: { kind: "latency", ms: 1 } },
    ]);
    for (const method of ["GET", "DELETE", "GET"]) await call(emulator, method, "/storagezone/1");
    assert.deepEqual(
      emulator.journal.map(({ faults, faultRules }) => [faults, faultRules]),
      [
        [["status"], [1]],
        [
          ["status", "latency"],
          [0, 2],
        ],
        [
          ["status", "latency"],
          [1, 2],
        ],
      ],
    );
  });

  it("counts requests in flight", async () => {
    emulator.setFaults([{ fault: { kind: "latency", ms: 500 } }]);
    await Promise.all(Array.from({ length: 5 }, () => call(emulator, "GET", "/storagezone")));
    assert.equal(Math.max(...emulator.journal.map(({ inFlight }) => inFlight)), 5);
    await call(emulator, "GET", "/storagezone");
    assert.equal(emulator.journal.at(-1)?.inFlight, 1);
  });

  it("can be cleared, and its sequence starts again", async () => {
    await call(emulator, "GET", "/storagezone");
    emulator.clearJournal();
    assert.equal(emulator.journal.length, 0);
    await call(emulator, "GET", "/storagezone");
    assert.equal(emulator.journal[0]?.seq, 1);
  });
});
