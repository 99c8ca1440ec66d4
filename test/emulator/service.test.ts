import assert from "node:assert/strict";
import { connect } from "node:net";
import type { Emulator, StorageZone } from "../../emulator";
import { defaultAccessKey, startEmulator } from "../../emulator";
import { call, failure, withEmulator } from "./call";

describe("the emulator", () => {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ seed: { storageZones: [{ Id: 1, Name: "one" }], pullZones: [{ Id: 2 }] } });
  });
  afterEach(() => emulator.reset());
  after(() => emulator.close());

  describe("asked without the right access key", () => {
    for (const [what, headers] of [
      ["a wrong one", { AccessKey: "wrong" }],
      ["one with more at its end", { AccessKey: `${defaultAccessKey}1` }],
      ["an empty one", { AccessKey: "" }],
      ["one as a bearer token", { AccessKey: "", Authorization: `Bearer ${defaultAccessKey}` }],
    ] as const) {
      it(`answers ${what} with 401 and an empty body, on every operation`, async () => {
        for (const [method, path] of [
          ["GET", "/storagezone"],
          ["POST", "/storagezone"],
          ["GET", "/storagezone/1"],
          ["POST", "/storagezone/1"],
          ["DELETE", "/storagezone/1"],
          ["GET", "/pullzone/2"],
          ["GET", "/nowhere"],
        ] as const) {
          const body = method === "POST" ? { Name: "x", Region: "DE" } : undefined;
          const { status, text } = await call(emulator, method, path, body, { headers });
          assert.deepEqual([status, text], [401, ""], `${method} ${path}`);
        }
        assert.equal(emulator.storageZones.list().length, 1);
      });
    }

    it("answers 401 where the header is missing", async () => {
      assert.equal((await fetch(`${emulator.url}/storagezone`)).status, 401);
    });

    it("knows a rotated key at once", async () => {
      const before = { url: emulator.url, accessKey: emulator.accessKey };
      emulator.setAccessKey("rotated");
      assert.equal((await call(before, "GET", "/storagezone")).status, 401);
      assert.equal((await call(emulator, "GET", "/storagezone")).status, 200);
      emulator.reset();
      assert.equal(emulator.accessKey, defaultAccessKey);
    });
  });

  it("answers an unknown path with 404: case, doubled slashes and a slash at the end count", async () => {
    for (const path of ["/", "/storagezones", "/StorageZone", "/storagezone/", "//storagezone", "/storagezone/1/x"]) {
      const { status, text } = await call(emulator, "GET", path);
      assert.deepEqual([status, text], [404, ""], path);
    }
  });

  it("answers an unknown method with 405, naming the known ones", async () => {
    for (const [method, path, allow] of [
      ["PUT", "/storagezone", "GET, POST"],
      ["DELETE", "/storagezone", "GET, POST"],
      ["PATCH", "/storagezone/1", "GET, POST, DELETE"],
      ["POST", "/pullzone/2", "GET"],
    ] as const) {
      const { status, headers } = await call(emulator, method, path);
      assert.deepEqual([status, headers.get("allow")], [405, allow], `${method} ${path}`);
    }
  });

  it("lives on after a client that speaks nonsense or leaves in the middle of a body", async () => {
    for (const text of ["nonsense\r\n\r\n", "POST /storagezone HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{"]) {
      await new Promise<void>((resolve) => {
        const socket = connect(emulator.port, "127.0.0.1", () => socket.end(text));
        socket.resume().on("close", () => resolve());
      });
    }
    assert.equal((await call(emulator, "GET", "/storagezone")).status, 200);
  });

  it("goes back to its seed on reset: state, ids and faults", async () => {
    const add = async () =>
      (await call(emulator, "POST", "/storagezone", { Name: "new", Region: "DE" })).json as StorageZone;
    const before = await add();
    emulator.pullZones.change(2, { Name: "changed" });
    emulator.setFaults([{ fault: { kind: "status", status: 500 } }]);
    emulator.reset();
    assert.deepEqual(
      emulator.storageZones.list().map(({ Id }) => Id),
      [1],
    );
    assert.equal(emulator.pullZones.get(2)?.Name, "pull-zone-2");
    const after = await add();
    assert.deepEqual([after.Id, after.Password], [before.Id, before.Password]);
  });

  it("gives copies of its state, and takes only what fits the fields", () => {
    const copy = emulator.storageZones.get(1);
    if (copy !== undefined) copy.Name = "changed";
    assert.equal(emulator.storageZones.named("one")?.Id, 1);
    assert.equal(emulator.storageZones.named("changed"), undefined);
    const wrong = { Deleted: "yes" } as unknown as { Deleted: boolean };
    assert.throws(() => emulator.storageZones.change(1, wrong), { name: "TypeError", message: /Deleted/ });
    assert.throws(() => emulator.storageZones.change(9, {}), { name: "RangeError", message: /no storage zone 9/ });
    assert.throws(() => emulator.pullZones.change(9, {}), { name: "RangeError", message: /no pull zone 9/ });
    assert.throws(() => emulator.pullZones.add({ Id: 2 }), { name: "TypeError", message: /Pull zone 2 exists/ });
  });

  it("moves a name with its zone when it is changed from outside", async () => {
    emulator.storageZones.change(1, { Name: "renamed" });
    const add = async (Name: string) => (await call(emulator, "POST", "/storagezone", { Name, Region: "DE" })).status;
    assert.deepEqual([await add("renamed"), await add("one")], [400, 201]);
  });

  it("runs beside others, and frees its port on closing", async () => {
    const other = await startEmulator({ accessKey: "other" });
    assert.notEqual(other.port, emulator.port);
    assert.equal(other.storageZones.list().length, 0);
    await other.close();
    assert.equal(await failure(other, "GET", "/storagezone"), "ECONNREFUSED");
    const again = await startEmulator({ port: other.port });
    assert.equal(again.port, other.port);
    await again.close();
    await assert.rejects(startEmulator({ port: emulator.port }), { code: "EADDRINUSE" });
  });

  it("holds back every answer by latencyMs", async () => {
    await withEmulator({ latencyMs: 40 }, async (own) => {
      const begun = performance.now();
      await call(own, "GET", "/storagezone");
      assert.ok(performance.now() - begun >= 38);
    });
  });

  it("adds 500 zones from 20 clients at once without losing or doubling one", async () => {
    const names = Array.from({ length: 500 }, (_, index) => `zone-${String(index)}`);
    const waiting = [...names];
    const client = async (): Promise<void> => {
      for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
        assert.equal((await call(emulator, "POST", "/storagezone", { Name: name, Region: "DE" })).status, 201);
      }
    };
    await Promise.all(Array.from({ length: 20 }, client));
    const zones = emulator.storageZones.list().slice(1);
    assert.deepEqual(zones.map(({ Name }) => Name).sort(), names.sort());
    assert.equal(new Set(zones.map(({ Id }) => Id)).size, 500);
    assert.equal(new Set(zones.map(({ Password }) => Password)).size, 500);
  });
});
