import assert from "node:assert/strict";
import type { Emulator, JournalEntry, StorageZone } from "../../emulator";
import { startEmulator } from "../../emulator";
import { call } from "./call";

describe("Control requests", () => {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ seed: { storageZones: [{ Id: 1, Name: "one" }], pullZones: [{ Id: 2 }] } });
  });
  afterEach(() => emulator.reset());
  after(() => emulator.close());

  const control = (method: string, path: string, body?: unknown) =>
    call(emulator, method, `/__emulator__/${path}`, body, {
      headers: { AccessKey: "", "Emulator-Control": emulator.controlToken },
    });

  it("answer health checks without a token, and refuse everything else", async () => {
    const response = await fetch(`${emulator.url}/__emulator__/health`);
    assert.deepEqual([response.status, await response.json()], [200, { status: "ok" }]);
    for (const headers of [{}, { "Emulator-Control": "guess" }]) {
      for (const [method, path] of [
        ["POST", "reset"],
        ["GET", "faults"],
        ["GET", "journal"],
        ["GET", "storagezone"],
      ] as const) {
        assert.equal((await call(emulator, method, `/__emulator__/${path}`, undefined, { headers })).status, 403);
      }
    }
  });

  it("set and return faults, which do not affect them", async () => {
    const rules = [{ path: "/**", fault: { kind: "status", status: 503 } }];
    assert.equal((await control("PUT", "faults", rules)).status, 204);
    assert.equal((await call(emulator, "GET", "/storagezone")).status, 503);
    assert.deepEqual((await control("GET", "faults")).json, rules);
    const { status, json } = await control("PUT", "faults", [{ fault: { kind: "magic" } }]);
    assert.deepEqual([status, /\[0\]\.fault\.kind/.test((json as { Message: string }).Message)], [400, true]);
    assert.equal((await call(emulator, "GET", "/storagezone")).status, 503);
    assert.equal((await control("PUT", "faults", [])).status, 204);
    assert.equal((await call(emulator, "GET", "/storagezone")).status, 200);
  });

  it("return a regular expression in a form that can be set again", async () => {
    emulator.setFaults([{ path: /^\/storagezone/, fault: { kind: "hang" } }]);
    const { json } = await control("GET", "faults");
    assert.deepEqual(json, [{ pathPattern: "^\\/storagezone", fault: { kind: "hang" } }]);
    assert.equal((await control("PUT", "faults", json)).status, 204);
  });

  it("return and clear the journal, which does not contain them", async () => {
    await call(emulator, "GET", "/storagezone");
    const entries = (await control("GET", "journal")).json as JournalEntry[];
    assert.deepEqual(
      entries.map(({ path }) => path),
      ["/storagezone"],
    );
    assert.equal((await control("DELETE", "journal")).status, 204);
    assert.deepEqual((await control("GET", "journal")).json, []);
  });

  it("change zones directly, and reset the state", async () => {
    assert.equal((await control("PATCH", "storagezone/1", { Custom404FilePath: "/x" })).status, 200);
    assert.equal(emulator.storageZones.get(1)?.Custom404FilePath, "/x");
    assert.equal((await control("PATCH", "pullzone/2", { BlockedIps: ["192.0.2.1"] })).status, 200);
    assert.deepEqual(emulator.pullZones.get(2)?.BlockedIps, ["192.0.2.1"]);
    const made = await control("POST", "pullzone", { StorageZoneId: 1 });
    assert.deepEqual([made.status, (made.json as { Id: number }).Id], [201, 3]);
    assert.equal(((await control("GET", "storagezone/1")).json as StorageZone).PullZones?.length, 1);
    assert.equal(((await control("GET", "pullzone")).json as unknown[]).length, 2);
    assert.equal((await control("DELETE", "storagezone/1")).status, 204);
    assert.equal(((await control("GET", "storagezone")).json as StorageZone[])[0]?.Deleted, true);
    assert.equal((await control("PATCH", "storagezone/1", {})).status, 404);
    assert.equal((await control("POST", "reset")).status, 204);
    assert.equal(emulator.storageZones.get(1)?.Deleted, false);
  });

  it("report an invalid change", async () => {
    const wrongType = await control("PATCH", "pullzone/2", { BlockedIps: "192.0.2.1" });
    assert.deepEqual([wrongType.status, /BlockedIps/.test(wrongType.text)], [400, true]);
    assert.equal((await control("PATCH", "pullzone/9", {})).status, 404);
    assert.equal((await control("POST", "storagezone", 5)).status, 400);
    assert.equal((await control("GET", "pullzone/9")).status, 404);
    assert.equal((await control("GET", "nothing")).status, 404);
  });
});
