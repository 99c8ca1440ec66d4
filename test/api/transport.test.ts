import assert from "node:assert/strict";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Emulator } from "../../emulator";
import { startEmulator } from "../../emulator";
import { CdnError, UnavailableError, UnexpectedResponseError } from "../../provider/api/errors";
import { StorageFiles } from "../../provider/api/storageFiles";
import { packageVersion } from "../../provider/version";
import { canaryKey, client, deadUrl, failureOf, fullUrl, json, serve, serveSocket, settings, timed } from "./support";
import { filledStorageZone } from "../fixtures/objects";

const newZone = { name: "a", region: "DE", replicationRegions: [] };

describe("Requests", () => {
  it("carry key, content type and user agent, and append their path to that of the base URL", async () => {
    const service = await serve((_, response) => json(response, 201, filledStorageZone()));
    try {
      await client(`${service.url}/api/v9`).addStorageZone(newZone);
      const [{ method, url, headers } = assert.fail()] = service.received;
      assert.deepEqual([method, url], ["POST", "/api/v9/storagezone"]);
      assert.equal(headers["accesskey"], canaryKey);
      assert.equal(headers["content-type"], "application/json");
      assert.ok(headers["user-agent"]?.startsWith(`pulumi-cdn-zones/${packageVersion} `), headers["user-agent"]);
    } finally {
      await service.close();
    }
  });

  it("reuse one connection", async () => {
    const ports = new Set<number | undefined>();
    const service = await serve((_, response) => {
      ports.add(response.socket?.remotePort);
      json(response, 200, filledStorageZone());
    });
    try {
      const zones = client(service.url);
      for (let n = 0; n < 5; n++) await zones.getStorageZone(1).catch(() => undefined);
      assert.equal(service.received.length, 5);
      assert.equal(ports.size, 1);
    } finally {
      await service.close();
    }
  });
});

describe("A redirect", () => {
  it("is not followed, so that the other host gets neither request nor key", async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const other = await serve((_, response) => json(response, 200, filledStorageZone()));
      const service = await serve((_, response) => response.writeHead(status, { location: `${other.url}/x` }).end());
      try {
        const error = await failureOf(client(service.url).getStorageZone(1), UnexpectedResponseError);
        assert.match(error.message, /a redirect to http.*not followed.*Check cdn:baseUrl/);
        const posted = await failureOf(client(service.url).addStorageZone(newZone), UnexpectedResponseError);
        assert.equal(posted.evidence.status, status);
        assert.equal(other.received.length, 0);
      } finally {
        await Promise.all([other.close(), service.close()]);
      }
    }
  });
});

describe("timeoutSeconds", () => {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ accessKey: canaryKey, seed: { storageZones: [{ Id: 1 }] } });
  });
  after(() => emulator.close());

  it("ends a request that gets no response", async () => {
    emulator.setFaults([{ fault: { kind: "hang" } }]);
    const zones = client(emulator.url, { timeoutSeconds: 0.3 });
    const { ms, value } = await timed(() => failureOf(zones.getStorageZone(1), UnavailableError));
    assert.ok(ms >= 290 && ms < 5000, `${String(ms)} ms`);
    assert.match(value.message, /response incomplete after 0.3 s/);
    assert.equal(value.mayHaveBeenApplied, true);
  });

  it("ends a response that arrives too slowly, although bytes keep coming", async () => {
    emulator.setFaults([{ fault: { kind: "drip", bytes: 1, everyMs: 20 } }]);
    const zones = client(emulator.url, { timeoutSeconds: 0.4 });
    const { ms, value } = await timed(() => failureOf(zones.getStorageZone(1), UnavailableError));
    assert.ok(ms >= 390 && ms < 5000, `${String(ms)} ms`);
    assert.equal(value.mayHaveBeenApplied, true);
  });

  it("ends response headers that arrive too slowly", async () => {
    const service = await serveSocket((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const timer = setInterval(() => socket.write("x-slow: 1\r\n"), 30);
      socket.once("close", () => clearInterval(timer));
    });
    try {
      const zones = client(service.url, { timeoutSeconds: 0.3 });
      await failureOf(zones.getStorageZone(1), UnavailableError);
    } finally {
      service.close();
    }
  });

  it("is independent of the caller's signal, which ends the call with its own reason", async () => {
    emulator.setFaults([{ fault: { kind: "hang" } }]);
    const reason = new Error("the user left");
    const stop = new AbortController();
    setTimeout(() => stop.abort(reason), 50);
    await assert.rejects(client(emulator.url).getStorageZone(1, { signal: stop.signal }), (error) => error === reason);
  });
});

describe("A response over the size limit", () => {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ accessKey: canaryKey, seed: { storageZones: [{ Id: 1 }] } });
  });
  after(() => emulator.close());

  it("is refused", async () => {
    emulator.setFaults([{ fault: { kind: "oversized", bytes: 40 * 2 ** 20 } }]);
    const error = await failureOf(client(emulator.url).getStorageZone(1), UnexpectedResponseError);
    assert.match(error.message, /a response of more than 32 MiB/);
  });

  it("is refused if it unpacks to a gigabyte, using little more memory than the limit", async () => {
    emulator.setFaults([{ fault: { kind: "gzipBomb", bytes: 2 ** 30 } }]);
    let most = 0;
    const before = process.memoryUsage.rss();
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss() - before)), 5);
    try {
      const error = await failureOf(client(emulator.url).getStorageZone(1), UnexpectedResponseError);
      assert.match(error.message, /a response of more than 32 MiB/);
      assert.ok(most < 400 * 2 ** 20, `${String(most / 2 ** 20)} MiB`);
    } finally {
      clearInterval(watch);
    }
  });

  it("is not requested again", async () => {
    emulator.clearJournal();
    emulator.setFaults([{ fault: { kind: "gzipBomb", bytes: 100 * 2 ** 20 } }]);
    await failureOf(client(emulator.url, { maxRetries: 5 }).getStorageZone(1), UnexpectedResponseError);
    assert.equal(emulator.journal.length, 1);
  });
});

describe("An upload that ends before all of it was sent", () => {
  const answer = (head: string) => `HTTP/1.1 ${head}\r\nContent-Length: 2\r\n\r\n{}`;
  for (const [what, act] of [
    ["because of an early answer", (socket: Socket) => void socket.write(answer("401 Unauthorized"))],
    ["because of an early answer of success", (socket: Socket) => void socket.write(answer("201 Created"))],
    [
      "because of an early answer that closes",
      (socket: Socket) => void socket.end(answer("400 Bad Request\r\nConnection: close")),
    ],
    ["because the connection is cut", (socket: Socket) => void socket.resetAndDestroy()],
    ["because the service stops reading", () => undefined],
  ] as const) {
    it(`closes its file and its connection, ${what}`, async () => {
      const sockets = new Set<Socket>();
      const service = await serveSocket((socket) => {
        sockets.add(socket.once("close", () => sockets.delete(socket)));
        socket.once("data", () => {
          socket.pause();
          act(socket);
        });
      });
      const { host } = new URL(service.url);
      const access = { zone: "acme-site", hostname: host, password: "zone-password", advice: "" };
      const files = new StorageFiles(settings(service.url, { timeoutSeconds: 0.5 }), access);
      let [opened, closed] = [0, 0];
      async function* open(): AsyncGenerator<Buffer> {
        opened++;
        try {
          for (;;) yield await Promise.resolve(Buffer.alloc(64 * 1024));
        } finally {
          closed++;
        }
      }
      try {
        await files.put("large.bin", { bytes: 2 ** 30, open }, "00".repeat(32)).catch((error: unknown) => {
          assert.ok(error instanceof CdnError, String(error));
        });
        // A paused socket does not notice that the other side has closed.
        for (const socket of sockets) socket.resume();
        for (let waits = 0; waits < 100 && (closed < opened || sockets.size > 0); waits++) await sleep(20);
        assert.deepEqual([opened, closed, sockets.size], [1, 1, 0]);
      } finally {
        service.close();
      }
    });
  }
});

describe("A failed request", () => {
  const notApplied = async (url: string): Promise<UnavailableError> => {
    const error = await failureOf(client(url, { timeoutSeconds: 1 }).addStorageZone(newZone), UnavailableError);
    assert.equal(error.mayHaveBeenApplied, false, error.message);
    return error;
  };
  const unknown = async (url: string): Promise<UnavailableError> => {
    const error = await failureOf(client(url, { timeoutSeconds: 1 }).addStorageZone(newZone), UnavailableError);
    assert.equal(error.mayHaveBeenApplied, true, error.message);
    return error;
  };

  it("was not applied if the connection was refused or the host has no address", async () => {
    assert.match((await notApplied(await deadUrl())).message, /ECONNREFUSED/);
    assert.match((await notApplied("http://no-such-host.invalid")).message, /ENOTFOUND|EAI_AGAIN/);
  });

  it("was not applied if the connection closed before TLS was established", async () => {
    const service = await serveSocket((socket) => void socket.once("data", () => socket.destroy()));
    try {
      await notApplied(service.url.replace("http:", "https:"));
    } finally {
      service.close();
    }
  });

  it("was not applied if no connection or no TLS session was established within 10 s", async function () {
    // Other systems refuse a connection if the backlog is full.
    if (process.platform !== "linux") this.skip();
    const [full, silent] = await Promise.all([fullUrl(), serveSocket(() => undefined)]);
    try {
      const urls = [full.url, silent.url.replace("http:", "https:")];
      await Promise.all(
        urls.map(async (url) => {
          const zones = client(url, { timeoutSeconds: 25 });
          const error = await failureOf(zones.addStorageZone(newZone), UnavailableError);
          assert.match(error.message, /no connection within 10 s/, url);
          assert.equal(error.mayHaveBeenApplied, false, url);
        }),
      );
    } finally {
      full.close();
      silent.close();
    }
  });

  it("may have been applied if an established connection was reset", async () => {
    const service = await serveSocket((socket) => void socket.once("data", () => socket.resetAndDestroy()));
    try {
      assert.match((await unknown(service.url)).message, /ECONNRESET/);
    } finally {
      service.close();
    }
  });

  it("may have been applied if the response is not HTTP, incomplete, or can't be unpacked", async () => {
    const garbage = await serveSocket((socket) => void socket.once("data", () => socket.end("220 smtp ready\r\n")));
    const cut = await serve((_, response) => {
      response.writeHead(201, { "content-length": "100" }).write('{"Id":');
      setTimeout(() => response.socket?.end(), 20);
    });
    const packed = await serve((_, response) => response.writeHead(201, { "content-encoding": "gzip" }).end("{}"));
    try {
      for (const { url } of [garbage, cut, packed]) await unknown(url);
    } finally {
      garbage.close();
      await Promise.all([cut.close(), packed.close()]);
    }
  });
});
