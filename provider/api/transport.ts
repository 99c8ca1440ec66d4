import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import type { AxiosResponse, AxiosStatic } from "axios";
import { packageVersion } from "../version";
import type { Settings } from "../types/settings";
import { sendablePath } from "./paths";
import { isLoopback } from "./settings";

/** One request, as an endpoint describes it. */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below the base URL, with a leading slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly body?: unknown;
  /** Sent as it is, in place of a JSON body. */
  readonly content?: Content;
  readonly headers?: Readonly<Record<string, string>>;
  /** Takes the body of a successful response, which is a file rather than JSON. Each attempt calls it anew. */
  readonly receive?: (body: AsyncIterable<Buffer>) => Promise<void>;
  /** The least time that it is given, for what takes longer than the setting allows. */
  readonly minTimeoutSeconds?: number;
}

/** What an upload sends. */
export interface Content {
  readonly bytes: number;
  /** Starts to read it, for each attempt anew. An error of the reader ends the request, and is thrown as it is. */
  readonly open: () => AsyncIterable<Buffer>;
}

/** A response of any status, with its body as text. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Empty if {@link HttpRequest.receive} has taken the body. */
  readonly text: string;
}

/** There is no usable response. The original error is not kept as `cause`: it contains the request's headers, hence the key. */
export class TransportFailure extends Error {
  constructor(
    message: string,
    /**
     * `unsent`: the request certainly did not reach the service. `noSocket`: likewise, because this machine or process had none
     * left. `untrusted`: likewise, because there is no TLS session, and a retry would not help. `unreadable`: the response is too large or contains Pulumi's mark. `timeout`: the response
     * took too long; the request may have been applied. `unknown`: the same for any other reason.
     */
    readonly kind: "unsent" | "noSocket" | "untrusted" | "unreadable" | "timeout" | "unknown",
  ) {
    super(message);
  }
}

/** Sends one request once. */
export type Transport = (request: HttpRequest, signal?: AbortSignal) => Promise<HttpResponse>;

/** The limit of a body after decompression. It admits a full page of zones with several pull zones each. */
const maxResponseBytes = 32 * 1024 * 1024;
const connectTimeoutMs = 10_000;
const connectTimeoutCode = "ECONNTIMEOUT";

/** The path with its query, as it stands in messages and on the wire. */
export function pathOf(request: HttpRequest): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== null) query.append(key, String(value));
  }
  const text = query.toString();
  return text === "" ? request.path : `${request.path}?${text}`;
}

/** Connections that are kept alive. */
export interface Connections {
  readonly httpAgent: http.Agent;
  readonly httpsAgent: https.Agent;
}

export function newConnections(): Connections {
  return {
    httpAgent: withConnectTimeout(new http.Agent({ keepAlive: true })),
    httpsAgent: withConnectTimeout(new https.Agent({ keepAlive: true, rejectUnauthorized: true })),
  };
}

/**
 * A transport over HTTP(S) with connections kept alive. It follows no redirect, because the key's header would follow it
 * to another host; certificates are always verified; the usual proxy variables are honoured, except for this machine.
 */
export function httpTransport(settings: Settings, connections = newConnections()): Transport {
  // A proxy would send the key to another machine, its own "localhost".
  const proxy = isLoopback(new URL(settings.baseUrl).hostname) ? { proxy: false as const } : {};

  return async (request, signal) => {
    const url = urlOf(settings, request);
    const axios = loadAxios();
    const small = request.content === undefined ? undefined : await readSmall(request.content);
    const timeout = new AbortController();
    const timeoutSeconds = Math.max(settings.timeoutSeconds, request.minTimeoutSeconds ?? 0);
    const timer = setTimeout(() => timeout.abort(), timeoutSeconds * 1000);
    // A file times out on silence, not on duration.
    const onChunk = (): void => void timer.refresh();
    const upload = request.content === undefined ? undefined : uploadOf(request.content, small, onChunk);
    try {
      const response = await axios.request<string | Readable>({
        method: request.method,
        url,
        headers: {
          AccessKey: settings.accessKey,
          Accept: "application/json",
          "User-Agent": `pulumi-cdn-zones/${packageVersion} node/${process.versions.node}`,
          ...(request.body === undefined ? {} : { "Content-Type": "application/json" }),
          ...upload?.headers,
          ...request.headers,
        },
        ...(request.body === undefined ? {} : { data: JSON.stringify(request.body) }),
        ...(upload === undefined ? {} : { data: upload.data }),
        ...connections,
        ...proxy,
        maxRedirects: 0,
        maxContentLength: request.receive === undefined ? maxResponseBytes : -1,
        maxBodyLength: Infinity,
        responseType: request.receive === undefined ? "text" : "stream",
        transformResponse: (data: unknown) => data,
        validateStatus: () => true,
        signal: signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]),
      });
      if (isFromProxy(response, settings)) {
        throw new TransportFailure(
          `the proxy refused the connection with ${String(response.status)}. Check HTTPS_PROXY and NO_PROXY`,
          "unsent",
        );
      }
      return await responseOf(response, request, onChunk);
    } catch (error) {
      if (error instanceof TransportFailure) throw error;
      if (signal?.aborted) throw signal.reason;
      const unreadable = upload?.fault();
      if (unreadable !== undefined) throw unreadable.error;
      if (timeout.signal.aborted) {
        throw new TransportFailure(`response incomplete after ${String(timeoutSeconds)} s`, "timeout");
      }
      throw failureOf(error);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** @throws {InvalidInputError} if the request would reach another path than its own */
function urlOf({ baseUrl }: Settings, request: HttpRequest): string {
  const whole = pathOf(request);
  sendablePath(whole.replace(/\?.*$/s, ""));
  return baseUrl + whole;
}

/** Content of at most so many bytes is sent in one piece: a stream would take most of the time of an upload of many small files. */
const maxSmallBytes = 64 * 1024;

/** The whole of a small content; undefined for a larger one. */
async function readSmall({ bytes, open }: Content): Promise<Buffer | undefined> {
  if (bytes > maxSmallBytes) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of open()) chunks.push(chunk);
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}

/**
 * A content as axios sends it.
 *
 * @param small all of it, if it was read already
 * @param onSent called whenever a part of it was sent
 */
function uploadOf({ bytes, open }: Content, small: Buffer | undefined, onSent: () => void) {
  let fault: { readonly error: unknown } | undefined;
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of open()) {
        onSent();
        yield chunk;
      }
    } catch (error) {
      fault = { error };
      throw error;
    }
  }
  return {
    data: small ?? Readable.from(chunks()),
    headers: { "Content-Type": "application/octet-stream", "Content-Length": String(bytes) },
    fault: () => fault,
  };
}

/** Loaded on first use, and as its one-file CommonJS build: a program that only declares resources never pays for it. */
function loadAxios(): AxiosStatic {
  return require("axios") as AxiosStatic;
}

/** A proxy that refuses a tunnel answers in place of the service, without TLS. Its 404 would make a zone seem deleted. */
function isFromProxy({ request }: AxiosResponse, { baseUrl }: Settings): boolean {
  const { socket } = request as { socket?: { encrypted?: boolean } | null };
  return baseUrl.startsWith("https:") && socket?.encrypted !== true;
}

async function responseOf(
  response: AxiosResponse<string | Readable>,
  { receive }: HttpRequest,
  onChunk: () => void,
): Promise<HttpResponse> {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (typeof value === "string") headers[name.toLowerCase()] = value;
  }
  const { status, data } = response;
  if (receive === undefined || typeof data === "string") {
    return { status, headers, text: typeof data === "string" ? data : "" };
  }
  async function* chunks(): AsyncGenerator<Buffer> {
    for await (const chunk of data as Readable) {
      onChunk();
      yield chunk as Buffer;
    }
  }
  if (status < 200 || status >= 300) return { status, headers, text: (await wholeOf(chunks())).toString() };
  await receive(chunks());
  return { status, headers, text: "" };
}

/** Reads a body into memory. @throws {TransportFailure} `unreadable`, if it has more bytes than fit there */
export async function wholeOf(body: AsyncIterable<Buffer>, maxBytes = maxResponseBytes): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(maxBytes: number): TransportFailure {
  return new TransportFailure(`a response of more than ${String(maxBytes / 2 ** 20)} MiB`, "unreadable");
}

const unsentCodes = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  connectTimeoutCode,
]);

function failureOf(error: unknown): TransportFailure {
  const code = codeOf(error);
  // OpenSSL's messages have several lines.
  const [message = ""] = error instanceof Error ? error.message.split("\n") : ["the request failed"];
  const text = code === undefined || message.startsWith(code) ? message : `${code}: ${message}`;
  const isEarly = causesOf(error).some((cause) => beforeConnection.has(cause));
  if (code !== undefined && /CERT|SELF_SIGNED|ALTNAME|LEAF_SIGNATURE|^INVALID_(CA|PURPOSE)$/.test(code)) {
    return new TransportFailure(
      `${text}. Certificates are always verified; for a private CA set NODE_EXTRA_CA_CERTS`,
      "untrusted",
    );
  }
  if (isEarly && code !== undefined && /^EPROTO$|TLS|SSL/.test(code)) {
    return new TransportFailure(`${text}. The TLS handshake failed: check that the address serves https`, "untrusted");
  }
  if (code === "EMFILE" || code === "ENFILE") return new TransportFailure(text, "noSocket");
  if (isEarly || (code !== undefined && unsentCodes.has(code))) return new TransportFailure(text, "unsent");
  if (message.includes("maxContentLength")) {
    return tooLarge(maxResponseBytes);
  }
  return new TransportFailure(text, "unknown");
}

function codeOf(error: unknown): string | undefined {
  const codes = causesOf(error).map((cause) => (cause as { code?: unknown }).code);
  return codes.find((code): code is string => typeof code === "string" && code !== "ERR_NETWORK");
}

/** An error, what caused it, and so on. */
function causesOf(error: unknown): object[] {
  if (typeof error !== "object" || error === null) return [];
  return [error, ...causesOf((error as { cause?: unknown }).cause)];
}

/** Errors from before the connection was established, so from before anything was sent. */
const beforeConnection = new WeakSet<object>();

/** Adds a timeout for connecting alone: a request that runs into it is known not to have been sent. */
function withConnectTimeout<A extends http.Agent>(agent: A): A {
  const connect = agent as unknown as { createConnection: (...args: unknown[]) => Socket };
  const original = connect.createConnection.bind(agent);
  connect.createConnection = (...args) => {
    const socket = original(...args);
    const timer = setTimeout(() => {
      const error = new Error(`no connection within ${String(connectTimeoutMs / 1000)} s`);
      socket.destroy(Object.assign(error, { code: connectTimeoutCode }));
    }, connectTimeoutMs);
    const early = (error: Error): unknown => beforeConnection.add(error);
    socket.once("error", early);
    socket.once(agent instanceof https.Agent ? "secureConnect" : "connect", () => {
      clearTimeout(timer);
      socket.off("error", early);
    });
    socket.once("close", () => clearTimeout(timer));
    return socket;
  };
  return agent;
}
