import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import net from "node:net";
import { filledStorageZone } from "../fixtures/objects";
import type { Service } from "./support";
import { caFile, canaryKey, json, readInChild, serve, serveTls } from "./support";

interface Proxy {
  readonly url: string;
  /** The request lines that it received. */
  readonly asked: string[];
  /** Every byte that it could read. */
  readonly seen: () => string;
  close(): void;
}

/** A proxy that forwards every request to one port of this machine. */
async function startProxy(port: number): Promise<Proxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  let seen = "";
  const note = ({ method = "", url = "", rawHeaders }: IncomingMessage): void => {
    asked.push(`${method} ${url}`);
    seen += `${method} ${url} ${rawHeaders.join("\n")}`;
  };
  const server = http.createServer((request, response) => {
    note(request);
    const { pathname } = new URL(request.url ?? "");
    const onward = http.request(
      { port, path: pathname, method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(onward);
  });
  server.on("connect", (request: IncomingMessage, socket: Socket) => {
    note(request);
    const onward = net.connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      socket.pipe(onward).pipe(socket);
    });
    socket.on("data", (chunk: Buffer) => (seen += chunk.toString("latin1")));
    for (const end of [socket, onward]) sockets.add(end.on("error", () => end.destroy()));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    asked,
    seen: () => seen,
    close: () => {
      server.close();
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const answer: Parameters<typeof serve>[0] = (_, response) => json(response, 200, { ...filledStorageZone(), Id: 1 });

describe("A proxy from the environment", () => {
  let plain: Service;
  let secure: Service;
  let forward: Proxy;
  let tunnel: Proxy;
  before(async () => {
    [plain, secure] = await Promise.all([serve(answer), serveTls(answer)]);
    [forward, tunnel] = await Promise.all([startProxy(plain.port), startProxy(secure.port)]);
  });
  after(async () => {
    forward.close();
    tunnel.close();
    await Promise.all([plain.close(), secure.close()]);
  });

  it("is used for http with HTTP_PROXY", async () => {
    const outcome = await readInChild("http://api.example.test", { HTTP_PROXY: forward.url }, true);
    assert.deepEqual(outcome, { id: 1 });
    assert.deepEqual(forward.asked, ["GET http://api.example.test/storagezone/1"]);
  });

  it("is used as a tunnel for https with HTTPS_PROXY, and sees neither path nor key", async () => {
    const env = { HTTPS_PROXY: tunnel.url, NODE_EXTRA_CA_CERTS: caFile };
    assert.deepEqual(await readInChild("https://api.example.test", env), { id: 1 });
    assert.deepEqual(tunnel.asked, ["CONNECT api.example.test:443"]);
    assert.ok(!tunnel.seen().includes(canaryKey) && !tunnel.seen().includes("storagezone"));
    assert.equal(secure.received[0]?.headers["accesskey"], canaryKey);
  });

  it("does not weaken TLS: an unknown authority or another host's certificate is refused", async () => {
    const env = { HTTPS_PROXY: tunnel.url };
    const [unknown, other] = await Promise.all([
      readInChild("https://api.example.test", { ...env, NODE_TLS_REJECT_UNAUTHORIZED: "0" }),
      readInChild("https://other.example.test", { ...env, NODE_EXTRA_CA_CERTS: caFile }),
    ]);
    assert.match(unknown.message ?? "", /UNABLE_TO_VERIFY_LEAF_SIGNATURE.*Certificates are always verified/);
    assert.match(other.message ?? "", /ERR_TLS_CERT_ALTNAME_INVALID.*Certificates are always verified/);
  });

  it("is not used for hosts in NO_PROXY", async () => {
    const env = { HTTP_PROXY: forward.url, NO_PROXY: "example.com,api.example.test" };
    const before = forward.asked.length;
    const { name, message } = await readInChild("http://api.example.test", env, true);
    assert.equal(name, "UnavailableError", message);
    assert.match(message ?? "", /ENOTFOUND|EAI_AGAIN/);
    assert.equal(forward.asked.length, before);
  });

  it("is not used for loopback addresses, so a key allowed over plain http stays on this machine", async () => {
    const before = forward.asked.length;
    const outcome = await readInChild(plain.url, { HTTP_PROXY: forward.url, http_proxy: forward.url });
    assert.deepEqual(outcome, { id: 1 });
    assert.equal(forward.asked.length, before);
  });

  for (const status of ["404 Not Found", "403 Forbidden", "200 OK"]) {
    it(`is an UnavailableError if it answers CONNECT with ${status}: no zone is treated as deleted`, async () => {
      const body = '{"Id":1}';
      const refusing = net.createServer((socket) => {
        socket.on("error", () => undefined);
        const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${String(body.length)}\r\n\r\n`;
        socket.once("data", () => socket.end(head + body));
      });
      await new Promise<void>((resolve) => void refusing.listen(0, "127.0.0.1", resolve));
      const { port } = refusing.address() as AddressInfo;
      const env = { HTTPS_PROXY: `http://127.0.0.1:${String(port)}` };
      const { name } = await readInChild("https://api.example.test", env);
      refusing.close();
      assert.equal(name, "UnavailableError");
    });
  }

  it("is named in the error if it refuses the connection", async () => {
    const { name, message } = await readInChild("https://api.example.test", { HTTPS_PROXY: "http://127.0.0.1:1" });
    assert.equal(name, "UnavailableError");
    assert.match(message ?? "", /ECONNREFUSED 127\.0\.0\.1:1/);
  });
});
