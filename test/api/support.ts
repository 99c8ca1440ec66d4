import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import type { IncomingMessage, Server as HttpServer, ServerResponse } from "node:http";
import http from "node:http";
import https from "node:https";
import type { AddressInfo, Server, Socket } from "node:net";
import net from "node:net";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect, promisify } from "node:util";
import { CdnClient } from "../../provider/api/client";
import { CdnError } from "../../provider/api/errors";
import type { OwnedSettings } from "../../provider/api/settings";

/** A key that occurs nowhere by chance: finding it means a leak. */
export const canaryKey = "canary-3f9c-access-key";

/** Keys that are hard to redact: longer than the limit to which messages shorten strings, or with escaped characters. */
export const awkwardKeys = [
  "canary-7d1e4c9ab2f06385e1d4-5a90c7b3f2e8d6140c9b-e27f3a61d85c0b94f7a2-6e1b0d9c83",
  String.raw`canary"1f8e62c4a09b\5d7e3b91c6f0"a482d95e7c13\b06f28e9d4a7/c15b83f0e6d2%94a7c0e5b1f8+==`,
] as const;

/** Asserts that a text contains no 12 consecutive characters of a key. */
export function assertHidden(text: string, key: string): void {
  for (let at = 0; at + 12 <= key.length; at++) {
    const piece = key.slice(at, at + 12);
    assert.ok(!text.includes(piece), `${JSON.stringify(piece)} of the key is in: ${text}`);
  }
}

/** A value printed in every common way. */
export function everything(value: unknown): string {
  const inspected = inspect(value, { depth: null, showHidden: true, maxStringLength: null });
  return `${inspected} ${JSON.stringify(value)} ${String(value)} ${(value as Error).stack ?? ""}`;
}

/** Settings without retries and with a short time limit. */
export function settings(baseUrl: string, over: Partial<OwnedSettings> = {}): OwnedSettings {
  return {
    baseUrl,
    logsBaseUrl: baseUrl,
    accessKey: canaryKey,
    timeoutSeconds: 5,
    maxRetries: 0,
    extraRegions: [],
    allowInsecure: false,
    ...over,
  };
}

export function client(baseUrl: string, over: Partial<OwnedSettings> = {}): CdnClient {
  return new CdnClient(settings(baseUrl, over));
}

/** A request as the service received it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
}

/** A local HTTP server, for responses that the emulator does not send. */
export interface Service {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  readonly close: () => Promise<void>;
}

type Answer = (request: Received, response: ServerResponse, nth: number) => void;

/** Serves HTTP on a free port. `nth` counts the requests from 1. */
export function serve(answer: Answer, host = "127.0.0.1"): Promise<Service> {
  return listening((receive) => http.createServer(receive), "http", host, answer);
}

const tls = path.join(__dirname, "../fixtures/tls");
export const caFile = path.join(tls, "ca.pem");

/** Serves HTTPS, with a certificate of the tests' own authority or a self-signed one. */
export function serveTls(answer: Answer, certificate: "server" | "selfSigned" = "server"): Promise<Service> {
  const key = readFileSync(path.join(tls, "server.key"));
  const cert = readFileSync(path.join(tls, `${certificate}.pem`));
  return listening((receive) => https.createServer({ key, cert }, receive), "https", "127.0.0.1", answer);
}

async function listening(
  make: (receive: (request: IncomingMessage, response: ServerResponse) => void) => HttpServer,
  scheme: string,
  host: string,
  answer: Answer,
): Promise<Service> {
  const received: Received[] = [];
  const server = make((request, response) => {
    const { method = "", url = "", headers } = request;
    received.push({ method, url, headers });
    const nth = received.length;
    request.resume().once("end", () => answer({ method, url, headers }, response, nth));
  });
  const port = await listen(server, host);
  return {
    url: `${scheme}://${host.includes(":") ? `[${host}]` : host}:${String(port)}`,
    port,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Serves raw TCP connections. */
export async function serveSocket(connection: (socket: Socket) => void): Promise<{ url: string; close(): void }> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket.on("error", () => socket.destroy()));
    connection(socket);
  });
  const port = await listen(server, "127.0.0.1");
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `http://127.0.0.1:${String(port)}`, close };
}

/** An address that neither accepts nor refuses connections: the backlog of its process is full. */
export async function fullUrl(): Promise<{ url: string; close(): void }> {
  const script = `const server = require("node:net").createServer();
    server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
      require("node:fs").writeSync(1, String(server.address().port));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  const waiting: Socket[] = [];
  // Twice in a row: on a busy machine, one late connection is not enough.
  for (let late = 0; late < 2;) {
    const socket = net.connect(Number(port), "127.0.0.1").on("error", () => undefined);
    waiting.push(socket);
    late = await Promise.race([once(socket, "connect").then(() => 0), sleep(750, late + 1)]);
  }
  const close = (): void => {
    for (const socket of waiting) socket.destroy();
    child.kill("SIGKILL");
  };
  return { url: `http://127.0.0.1:${String(port)}`, close };
}

function listen(server: Server, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** The address of a port without a listener. */
export async function deadUrl(): Promise<string> {
  const { url, close } = await serve(() => undefined);
  await close();
  return url;
}

export function json(response: ServerResponse, status: number, body: unknown, headers: http.OutgoingHttpHeaders = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

type Class<E> = abstract new (...args: never[]) => E;

/** Asserts that a call fails with an error of the given class that does not show the key, and returns it. */
export async function failureOf<E extends Error>(call: Promise<unknown>, expected: Class<E>): Promise<E> {
  const error: unknown = await call.then(
    (value) => assert.fail(`expected an error, but got ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof expected, `another error: ${String(error)}`);
  assert.ok(error instanceof CdnError, `not a CdnError: ${String(error)}`);
  assert.ok(!error.message.includes(canaryKey), "the message shows the access key");
  return error;
}

/** Measures a call in milliseconds. */
export async function timed<T>(act: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const began = performance.now();
  const value = await act();
  return { ms: performance.now() - began, value };
}

/** The outcome of reading storage zone 1 in a separate process with the given environment. */
export async function readInChild(
  baseUrl: string,
  environment: Readonly<Record<string, string>>,
  insecure = false,
): Promise<{ id?: number; name?: string; message?: string }> {
  const inherited = Object.entries(process.env).filter(([name]) => !/proxy|NODE_(EXTRA|TLS|USE)/i.test(name));
  const args = [path.join(__dirname, "childClient.cjs"), baseUrl, canaryKey, ...(insecure ? ["insecure"] : [])];
  const env = { ...Object.fromEntries(inherited), NODE_NO_WARNINGS: "1", ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout) as { id?: number; name?: string; message?: string };
}
