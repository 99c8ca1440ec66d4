import assert from "node:assert/strict";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import type { Emulator, StorageZone } from "../../emulator";
import { defaultAccessKey, startEmulator } from "../../emulator";
import { call, failure, stoppedClock, withEmulator } from "./call";

describe("The emulator", () => {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({
      contract: true,
      seed: { storageZones: [{ Id: 1, Name: "one" }], pullZones: [{ Id: 2 }] },
    });
  });
  afterEach(() => emulator.reset());
  after(() => emulator.close());

  it("answers 401 without the right access key, on every path", async () => {
    for (const headers of [
      { AccessKey: "wrong" },
      { AccessKey: "" },
      { AccessKey: "", Authorization: `Bearer ${defaultAccessKey}` },
    ]) {
      for (const path of ["/storagezone", "/storagezone/1", "/pullzone/2", "/nowhere"]) {
        const { status, text } = await call(emulator, "GET", path, undefined, { headers });
        assert.deepEqual([status, text], [401, ""], path);
      }
      assert.equal((await call(emulator, "DELETE", "/storagezone/1", undefined, { headers })).status, 401);
    }
    assert.equal((await fetch(`${emulator.url}/storagezone`)).status, 401);
    assert.equal(emulator.storageZones.list().length, 1);
  });

  it("answers to names of this machine only, unless it listens for others", async () => {
    const statusFor = async (
      { port }: Emulator,
      host: string,
      path = "/storagezone/1",
    ): Promise<number | undefined> => {
      const headers = { host, AccessKey: defaultAccessKey };
      const [response] = (await once(get({ host: "127.0.0.1", port, path, headers }), "response")) as [IncomingMessage];
      response.resume();
      return response.statusCode;
    };
    for (const host of ["localhost", "LOCALHOST:80", "127.0.0.1:8080", "127.0.0.2", "[::1]:80", "a.localhost", ""]) {
      assert.equal(await statusFor(emulator, host), 200, host);
    }
    for (const host of [
      "evil.example",
      "evil.example:80",
      "127.0.0.1.evil.example",
      "localhost.evil.example",
      "[::2]",
    ]) {
      assert.equal(await statusFor(emulator, host), 421, host);
      assert.equal(await statusFor(emulator, host, "/__emulator__/health"), 421, host);
    }
    const open = await startEmulator({ host: "0.0.0.0", seed: { storageZones: [{ Id: 1 }] } });
    assert.equal(await statusFor(open, "machine.example"), 200);
    await open.close();
  });

  it("answers 404 for an unknown path, and 405 with the allowed methods for an unknown method", async () => {
    for (const path of ["/", "/storagezones", "/StorageZone", "/storagezone/", "//storagezone", "/storagezone/1/x"]) {
      const { status, text } = await call(emulator, "GET", path);
      assert.deepEqual([status, text], [404, ""], path);
    }
    for (const [method, path, allow] of [
      ["PUT", "/storagezone", "GET, POST"],
      ["PATCH", "/storagezone/1", "GET, POST, DELETE"],
      ["PUT", "/pullzone/2", "GET, POST, DELETE"],
    ] as const) {
      const { status, headers } = await call(emulator, method, path);
      assert.deepEqual([status, headers.get("allow")], [405, allow], `${method} ${path}`);
    }
  });

  it("survives a client that sends garbage or disconnects during a body", async () => {
    for (const text of ["nonsense\r\n\r\n", "POST /storagezone HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{"]) {
      await new Promise<void>((resolve) => {
        const socket = connect(emulator.port, "127.0.0.1", () => socket.end(text));
        socket.resume().on("close", () => resolve());
      });
    }
    assert.equal((await call(emulator, "GET", "/storagezone")).status, 200);
  });

  it("restores its seed on reset: zones, ids, passwords and faults", async () => {
    const add = async () =>
      (await call(emulator, "POST", "/storagezone", { Name: "new", Region: "DE" })).json as StorageZone;
    const { storageZones } = emulator;
    const before = await add();
    emulator.pullZones.change(2, { Name: "changed" });
    emulator.setFaults([{ fault: { kind: "status", status: 500 } }]);
    emulator.reset();
    assert.deepEqual(
      storageZones.list().map(({ Id }) => Id),
      [1],
    );
    assert.equal(emulator.pullZones.get(2)?.Name, "pull-zone-2");
    const after = await add();
    assert.deepEqual([after.Id, after.Password], [before.Id, before.Password]);
  });

  it("returns copies of its state, and validates changes", () => {
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

  it("runs beside other emulators, and frees its port when closed", async () => {
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

  it("delays every response by latencyMs", async () => {
    await withEmulator({ latencyMs: 40 }, async (own) => {
      const begun = performance.now();
      await call(own, "GET", "/storagezone");
      assert.ok(performance.now() - begun >= 38);
    });
  });

  it("answers 429 with Retry-After over its rate limit, until the window has moved on", async () => {
    const clock = stoppedClock();
    await withEmulator({ now: clock.now, rateLimit: { requests: 2, perSeconds: 10 } }, async (own) => {
      const get = async () => {
        const { status, headers } = await call(own, "GET", "/storagezone");
        return [status, headers.get("retry-after")];
      };
      assert.deepEqual(await get(), [200, null]);
      clock.advance(4000);
      assert.deepEqual(await get(), [200, null]);
      assert.deepEqual(await get(), [429, "6"]);
      clock.advance(5999);
      assert.deepEqual(await get(), [429, "1"]);
      clock.advance(1);
      assert.deepEqual(await get(), [200, null]);
      assert.deepEqual(await get(), [429, "4"]);
      assert.deepEqual([own.journal.at(-1)?.status, own.journal.at(-1)?.applied], [429, 0]);
      own.reset();
      assert.deepEqual(await get(), [200, null]);
    });
  });
});
