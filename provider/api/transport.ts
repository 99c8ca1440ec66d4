import * as http from "node:http";
import * as https from "node:https";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import type { AxiosInstance, AxiosRequestConfig, AxiosResponse, AxiosStatic } from "axios";
import { packageVersion } from "../version";
import type { Settings } from "../types/settings";
import { sendablePath } from "./paths";
import { isLoopback } from "./settings";

/** One HTTP request. */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below the base URL, with a leading slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly body?: unknown;
  /** Content that is sent unchanged, instead of a JSON body. */
  readonly content?: Content;
  readonly headers?: Readonly<Record<string, string>>;
  /** Receives the body of a successful response that is a file instead of JSON. Each attempt calls it again. */
  readonly receive?: (body: AsyncIterable<Buffer>) => Promise<void>;
  /** Minimum time limit in seconds, for operations that may take longer than the setting allows. */
  readonly minTimeoutSeconds?: number;
}

/** Content of an upload. */
export interface Content {
  readonly bytes: number;
  /** Starts to read the content; called for each attempt. An error while reading ends the request and is thrown unchanged. */
  readonly open: () => AsyncIterable<Buffer>;
}

/** Response of any status, with its body as text. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Empty if {@link HttpRequest.receive} has taken the body. */
  readonly text: string;
}

/** Error for a request without a usable response. The original error is not kept as `cause`, because it contains the access key. */
export class TransportFailure extends Error {
  constructor(
    message: string,
    /**
     * `unsent`: the request certainly did not reach the service. `noSocket`: likewise, because this machine or process had no socket left.
     * `untrusted`: likewise, because there is no TLS session; a retry would not help. `unreadable`: the response is too large or contains Pulumi's
     * signature key. `timeout`: the response took too long, and the request may have been applied. `unknown`: any other reason; the request may
     * have been applied.
     */
    readonly kind: "unsent" | "noSocket" | "untrusted" | "unreadable" | "timeout" | "unknown",
    /** Whether nothing listens at the address, which is on this machine. */
    readonly isNobodyHere = false,
  ) {
    super(message);
  }
}

/** Sends one request once. */
export type Transport = (request: HttpRequest, signal?: AbortSignal) => Promise<HttpResponse>;

/** Maximum size of a body after decompression, in bytes: enough for a full page of zones with several pull zones each. */
const maxResponseBytes = 32 * 1024 * 1024;
const connectTimeoutMs = 10_000;
const connectTimeoutCode = "ECONNTIMEOUT";

/** Returns the path with its query, for messages and for the request. */
export function pathOf(request: HttpRequest): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined && value !== null) query.append(key, String(value));
  }
  const text = query.toString();
  return text === "" ? request.path : `${request.path}?${text}`;
}

/** Agents that keep connections alive. */
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
 * Returns a transport over HTTP(S) that keeps connections alive. It follows no redirects, because the access key would be sent to another host. It
 * always verifies certificates, and honours the usual proxy variables except for this machine.
 */
export function httpTransport(settings: Settings, connections = newConnections()): Transport {
  // A proxy would send the key to its own "localhost", which is another machine.
  const proxy = isLoopback(new URL(settings.baseUrl).hostname) ? { proxy: false as const } : {};
  let axios: Pick<AxiosInstance, "request"> | undefined;

  return async (request, signal) => {
    const url = urlOf(settings, request);
    axios ??= newAxios({ ...connections, ...proxy });
    const small = request.content === undefined ? undefined : await readSmall(request.content);
    const timeout = new AbortController();
    const timeoutSeconds = Math.max(settings.timeoutSeconds, request.minTimeoutSeconds ?? 0);
    const timer = setTimeout(() => timeout.abort(), timeoutSeconds * 1000);
    // A file times out on silence, not on duration.
    const onChunk = (): void => void timer.refresh();
    const upload = request.content === undefined ? undefined : uploadOf(request.content, small, onChunk);
    let sent: http.ClientRequest | undefined;
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
        maxContentLength: request.receive === undefined ? maxResponseBytes : -1,
        responseType: request.receive === undefined ? "text" : "stream",
        signal: signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]),
      });
      sent = response.request as http.ClientRequest;
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
      if (error instanceof LocalFailure) throw error.error;
      const unreadable = upload?.fault();
      if (unreadable !== undefined) throw unreadable.error;
      if (timeout.signal.aborted) {
        throw new TransportFailure(`response incomplete after ${String(timeoutSeconds)} s`, "timeout");
      }
      throw failureOf(error, settings);
    } finally {
      clearTimeout(timer);
      // A request can end before all of its content was sent. Nobody else would close the file and the connection, and the process would not exit.
      if (upload?.data instanceof Readable) upload.data.destroy();
      if (sent?.writableFinished === false) sent.destroy();
    }
  };
}

/** Returns the URL of a request. @throws {InvalidInputError} if the request would reach another path */
function urlOf({ baseUrl }: Settings, request: HttpRequest): string {
  const pathAndQuery = pathOf(request);
  sendablePath(pathAndQuery.replace(/\?.*$/s, ""));
  return baseUrl + pathAndQuery;
}

/** Maximum size of content that is sent in one piece, in bytes: opening streams would take most of the time when many small files are uploaded. */
const maxSmallBytes = 64 * 1024;

/** Reads small content completely; returns undefined for larger content. */
async function readSmall({ bytes, open }: Content): Promise<Buffer | undefined> {
  if (bytes > maxSmallBytes) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of open()) chunks.push(chunk);
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}

/**
 * Returns content in the form that axios sends.
 *
 * @param small the complete content, if it was already read
 * @param onSent called whenever a piece was sent: an upload times out if nothing is sent, no matter how long it takes
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

/**
 * Returns an instance of axios that has none of its defaults, because merging them takes time in every request. This loads axios, as its single-file
 * CommonJS build: a program that only declares resources doesn't load it.
 */
function newAxios(
  options: Pick<AxiosRequestConfig, "httpAgent" | "httpsAgent" | "proxy">,
): Pick<AxiosInstance, "request"> {
  const { Axios } = require("axios") as AxiosStatic;
  const unchanged = (data: unknown): unknown => data;
  return new Axios({
    ...options,
    adapter: "http",
    maxRedirects: 0,
    maxBodyLength: Infinity,
    transformRequest: unchanged,
    transformResponse: unchanged,
    validateStatus: () => true,
  });
}

/** Whether a proxy that refused a tunnel answered instead of the service: the response came without TLS. Its 404 would make a zone seem deleted. */
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
  let isBroken = false;
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of data as Readable) {
        onChunk();
        yield chunk as Buffer;
      }
    } catch (error) {
      isBroken = true;
      throw error;
    }
  }
  if (status < 200 || status >= 300) return { status, headers, text: (await readBody(chunks())).toString() };
  await receive(chunks()).catch((error: unknown) => {
    throw isBroken || error instanceof TransportFailure ? error : new LocalFailure(error);
  });
  return { status, headers, text: "" };
}

/** Failure of this machine while it takes a body, for example because its disk is full. It is no failure of the service, so it is not retried. */
class LocalFailure extends Error {
  constructor(readonly error: unknown) {
    super();
  }
}

/** Reads a body into memory. @throws {TransportFailure} `unreadable`, if it has more bytes than fit there */
export async function readBody(body: AsyncIterable<Buffer>, maxBytes = maxResponseBytes): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLargeError(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the chunks of a body. @throws {TransportFailure} `unreadable`, if it has more bytes */
export async function* limited(body: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) {
      throw new TransportFailure(`a response of more than the ${String(maxBytes)} bytes of the listing`, "unreadable");
    }
    yield chunk;
  }
}

function tooLargeError(maxBytes: number): TransportFailure {
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

function failureOf(error: unknown, { baseUrl }: Settings): TransportFailure {
  const code = codeOf(error);
  // Messages of OpenSSL have several lines.
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
  if (isEarly || (code !== undefined && unsentCodes.has(code))) {
    return new TransportFailure(text, "unsent", code === "ECONNREFUSED" && isLoopback(new URL(baseUrl).hostname));
  }
  if (message.includes("maxContentLength")) {
    return tooLargeError(maxResponseBytes);
  }
  return new TransportFailure(text, "unknown");
}

function codeOf(error: unknown): string | undefined {
  const codes = causesOf(error).map((cause) => (cause as { code?: unknown }).code);
  return codes.find((code): code is string => typeof code === "string" && code !== "ERR_NETWORK");
}

/** Returns an error, its cause, and so on. */
function causesOf(error: unknown): object[] {
  if (typeof error !== "object" || error === null) return [];
  return [error, ...causesOf((error as { cause?: unknown }).cause)];
}

/** Errors that occurred before the connection was established, so that nothing was sent. */
const beforeConnection = new WeakSet<object>();

/** Adds a timeout for establishing the connection. If it expires, the request certainly was not sent. */
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
