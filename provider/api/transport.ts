import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import type { AxiosResponse, AxiosStatic } from "axios";
import { packageVersion } from "../version";
import type { Settings } from "./settings";

/** One request, as an endpoint describes it. */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** Below the base URL, with a leading slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

/** What came back: any status, and the body as text. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** No answer came. The original error is not kept: it holds the request's headers, hence the key. */
export class TransportFailure extends Error {
  constructor(
    message: string,
    /**
     * `unsent`: provably never reached the service. `refused`: likewise, and it would never. `unreadable`: an answer
     * came that can't be taken in. `unknown`: the request may have been applied.
     */
    readonly kind: "unsent" | "refused" | "unreadable" | "unknown",
  ) {
    super(message);
  }
}

/** Sends one request once. */
export type Transport = (request: HttpRequest, signal?: AbortSignal) => Promise<HttpAnswer>;

const maxResponseBytes = 64 * 1024 * 1024;
const connectTimeoutMs = 10_000;
const connectTimeoutCode = "ECONNTIMEOUT";

/** The path with its query, as it stands in messages and on the wire. */
export function pathOf(request: HttpRequest): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) query.append(key, String(value));
  }
  const text = query.toString();
  return text === "" ? request.path : `${request.path}?${text}`;
}

/**
 * A transport over HTTP(S) with connections kept alive. It follows no redirect, because the key's header would follow it
 * to another host; certificates are always verified; the usual proxy variables are honoured.
 */
export function httpTransport(settings: Settings): Transport {
  const httpAgent = withConnectTimeout(new http.Agent({ keepAlive: true }));
  const httpsAgent = withConnectTimeout(new https.Agent({ keepAlive: true }));
  const timeoutMs = settings.timeoutSeconds * 1000;

  return async (request, signal) => {
    const axios = loadAxios();
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeoutMs);
    try {
      const response = await axios.request<string>({
        method: request.method,
        url: settings.baseUrl + pathOf(request),
        headers: {
          AccessKey: settings.accessKey,
          Accept: "application/json",
          "User-Agent": `pulumi-cdn-zones/${packageVersion} node/${process.versions.node}`,
          ...(request.body === undefined ? {} : { "Content-Type": "application/json" }),
        },
        ...(request.body === undefined ? {} : { data: JSON.stringify(request.body) }),
        httpAgent,
        httpsAgent,
        maxRedirects: 0,
        maxContentLength: maxResponseBytes,
        maxBodyLength: Infinity,
        responseType: "text",
        transformResponse: (data: string) => data,
        validateStatus: () => true,
        signal: signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]),
      });
      return answerOf(response);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (limit.signal.aborted) {
        throw new TransportFailure(`no whole answer within ${String(settings.timeoutSeconds)} s`, "unknown");
      }
      throw failureOf(error);
    } finally {
      clearTimeout(timer);
    }
  };
}

function answerOf(response: AxiosResponse<string>): HttpAnswer {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (typeof value === "string") headers[name.toLowerCase()] = value;
  }
  return { status: response.status, headers, text: typeof response.data === "string" ? response.data : "" };
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
  const message = error instanceof Error ? error.message : "the request failed";
  if (code !== undefined && unsentCodes.has(code)) return new TransportFailure(`${code}: ${message}`, "unsent");
  if (code !== undefined && /CERT|SELF_SIGNED|ALTNAME|TLS|SSL/.test(code)) {
    return new TransportFailure(
      `${code}: ${message}. Certificates are always verified; for a private CA set NODE_EXTRA_CA_CERTS`,
      "refused",
    );
  }
  if (message.includes("maxContentLength")) {
    return new TransportFailure(`an answer of more than ${String(maxResponseBytes / 2 ** 20)} MiB`, "unreadable");
  }
  return new TransportFailure(code === undefined ? message : `${code}: ${message}`, "unknown");
}

/** Loaded on first use, and as its one-file CommonJS build: a program that only declares resources never pays for it. */
function loadAxios(): AxiosStatic {
  return require("axios") as AxiosStatic;
}

function codeOf(error: unknown): string | undefined {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (typeof code === "string" && code !== "ERR_NETWORK") return code;
  return typeof cause === "object" && cause !== null ? codeOf(cause) : undefined;
}

/** A connection that does not come about in time fails as one: then the request was provably not sent. */
function withConnectTimeout<A extends http.Agent>(agent: A): A {
  const connect = agent as unknown as { createConnection: (...args: unknown[]) => Socket };
  const original = connect.createConnection.bind(agent);
  connect.createConnection = (...args) => {
    const socket = original(...args);
    const timer = setTimeout(() => {
      const error = new Error(`no connection within ${String(connectTimeoutMs / 1000)} s`);
      socket.destroy(Object.assign(error, { code: connectTimeoutCode }));
    }, connectTimeoutMs);
    const stop = (): void => clearTimeout(timer);
    socket.once(agent instanceof https.Agent ? "secureConnect" : "connect", stop);
    socket.once("close", stop);
    return socket;
  };
  return agent;
}
