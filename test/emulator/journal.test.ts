import assert from "node:assert/strict";
import type { Emulator, StorageZone } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call, stoppedClock } from "./call";

describe("the journal", () => {
  let emulator: Emulator;
  const { now } = stoppedClock();
  before(async () => {
    emulator = await startEmulator({ now, accessKey: "key-of-the-test" });
  });
  afterEach(() => emulator.reset());
  after(() => emulator.close());

  it("has an entry for each request, in order", async () => {
    const made = await call(emulator, "POST", "/storagezone", { Name: "one", Region: "DE" });
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

  it("holds no secret: no key, no password, no value of a header or a body", async () => {
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

  describe("shows an access key in no spelling", () => {
    const key = "canary/7f+aa=bb";
    const once = encodeURIComponent(key);
    const everyByte = (text: string): string =>
      [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
    const base64 = (text: string): string => Buffer.from(text).toString("base64");
    const spellings: Readonly<Record<string, string>> = {
      "as it stands": key,
      "in other letters": key.toUpperCase(),
      encoded: once,
      "encoded in small letters": once.toLowerCase(),
      "encoded twice": encodeURIComponent(once),
      "encoded five times": [1, 2, 3, 4].reduce((text) => encodeURIComponent(text), once),
      "encoded byte by byte": everyByte(key),
      "encoded byte by byte, and again": everyByte(once),
      "encoded byte by byte three times": everyByte(everyByte(everyByte(key))),
      "encoded as a form": new URLSearchParams({ a: key }).toString().slice(2),
      "in base64": base64(key),
      "in base64 behind one more": base64(`x${key}y`),
      "in base64 behind two more": base64(`xy${key}`),
      "in base64, encoded": encodeURIComponent(base64(`?>${key}`)),
      "in base64 for URLs": Buffer.from(`?>${key}?>`).toString("base64url"),
    };
    before(() => emulator.setAccessKey(key));
    beforeEach(() => emulator.setAccessKey(key));

    /** What stands in a text, by a way of its own: decoded until nothing changes, and each of its words from base64. */
    function stands(text: string): boolean {
      const seen = new Set<string>();
      for (let current = text; !seen.has(current); current = unescape(current)) seen.add(current);
      return [...seen].some((form) => {
        const words = form.split(/[^A-Za-z0-9+/_-]+/).map((word) => Buffer.from(word, "base64").toString("latin1"));
        return [form, ...words].some((candidate) => {
          const spaced = candidate.replaceAll("+", " ").toLowerCase();
          return spaced.includes("7f aa") || spaced.includes("canary");
        });
      });
    }

    for (const [name, spelling] of Object.entries(spellings)) {
      it(`${name}: not in the path, a query's names and values, or the names of a body's fields`, async () => {
        assert.ok(stands(spelling), "the search itself finds it");
        await call(emulator, "GET", `/storagezone/${spelling}`);
        await call(emulator, "GET", `/storagezone?search=${spelling}&page=2`);
        await call(emulator, "GET", `/storagezone?${spelling}`);
        await call(emulator, "GET", `/storagezone?a=${encodeURIComponent(spelling)}&a=b`);
        await call(emulator, "POST", "/storagezone", { Name: "n", [spelling]: 1, [`x${spelling}`]: { Region: 1 } });
        for (const { path, query, bodyFields } of emulator.journal) {
          for (const text of [path, ...Object.entries(query).flat(), ...bodyFields]) assert.ok(!stands(text), text);
        }
        const [inPath, inQuery, , , inBody] = emulator.journal;
        assert.ok(inPath?.path.includes("[hidden]"), inPath?.path);
        assert.equal(inQuery?.query["page"], "2");
        assert.ok(inQuery.query["search"]?.includes("[hidden]"));
        assert.equal(inBody?.bodyFields[0], "Name");
        assert.equal(inBody.bodyFields.length, 3);
      });
    }

    it("nor one with characters that part a path from its query", async () => {
      for (const awkward of ["canary?7f&aa=canary", 'canary"7f\\aa', "canary%2f7f%25"]) {
        emulator.setAccessKey(awkward);
        for (const text of [awkward, encodeURIComponent(awkward)].filter((form) => !form.includes('"')))
          await call(emulator, "GET", `/storagezone/${text}`);
        await call(emulator, "POST", "/storagezone", { [awkward]: 1, [JSON.stringify(awkward)]: 1 });
      }
      const text = JSON.stringify(emulator.journal);
      assert.ok(!text.includes("canary") && text.split("[hidden]").length === 12, text);
    });

    it("and leaves every other text as it came", async () => {
      await call(emulator, "GET", "/storagezone/canary%2F7?search=canary%2F7f+a%26&a=Y2FuYXJ5");
      const [entry] = emulator.journal;
      assert.deepEqual(
        [entry?.path, entry?.query],
        ["/storagezone/canary%2F7", { search: "canary/7f a&", a: "Y2FuYXJ5" }],
      );
    });

    it("and comes to an end, however long and however often encoded a text is", async () => {
      await call(emulator, "POST", "/storagezone", { [`%${"25".repeat(250_000)}`]: 1, ["canary/".repeat(50_000)]: 1 });
      assert.equal(emulator.journal[0]?.bodyFields.length, 2);
    }).timeout(10_000);
  });

  it("says which faults struck, by kind and by rule", async () => {
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

  it("says how many requests were under way", async () => {
    emulator.setFaults([{ fault: { kind: "latency", ms: 30 } }]);
    await Promise.all(Array.from({ length: 5 }, () => call(emulator, "GET", "/storagezone")));
    assert.equal(Math.max(...emulator.journal.map(({ inFlight }) => inFlight)), 5);
    await call(emulator, "GET", "/storagezone");
    assert.equal(emulator.journal.at(-1)?.inFlight, 1);
  });

  it("is emptied on demand, and the sequence begins anew", async () => {
    await call(emulator, "GET", "/storagezone");
    emulator.clearJournal();
    assert.equal(emulator.journal.length, 0);
    await call(emulator, "GET", "/storagezone");
    assert.equal(emulator.journal[0]?.seq, 1);
  });
});
